# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
19.1 2.94459225 2.94459225 2.94459225
79.1 2.96666371 2.96666371 2.96666371
EOD
$row1 << EOD
20 2.90232039 2.90232039 2.90232039
80 2.96621737 2.96621737 2.96621737
EOD
$row2 << EOD
20.9 2.92483883 2.92483883 2.92483883
80.9 2.99334153 2.99334153 2.99334153
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,608 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Updates and drop fraction' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2599
set tmargin at screen 0.85
set xlabel 'topology.updates' noenhanced
unset logscale x
set xtics ('20' 20, '80' 80) noenhanced
set xrange [16.4:83.6]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test_loss' noenhanced
set key at screen 0.5700,0.1447 center top maxcols 1 Left reverse samplen 3 title "model.block, topology.drop_fraction" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.1' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.5' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 1.0' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,912 fontscale 1.5 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Updates and drop fraction' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2599
set tmargin at screen 0.85
set xlabel 'topology.updates' noenhanced
unset logscale x
set xtics ('20' 20, '80' 80) noenhanced
set xrange [16.4:83.6]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test_loss' noenhanced
set key at screen 0.5700,0.1447 center top maxcols 1 Left reverse samplen 3 title "model.block, topology.drop_fraction" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.1' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.5' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 1.0' noenhanced
unset multiplot
set output
