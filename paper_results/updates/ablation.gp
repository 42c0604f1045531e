# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
19.1852824 2.94459225 2.94459225 2.94459225
38.3705648 2.92016212 2.92016212 2.92016212
76.7411295 2.96666371 2.96666371 2.96666371
306.964518 2.89198524 2.89198524 2.89198524
EOD
$row1 << EOD
20 2.90232039 2.90232039 2.90232039
40 2.93170739 2.93170739 2.93170739
80 2.96621737 2.96621737 2.96621737
320 3.14575128 3.14575128 3.14575128
EOD
$row2 << EOD
20.8493152 2.92483883 2.92483883 2.92483883
41.6986304 3.00792268 3.00792268 3.00792268
83.3972609 2.99334153 2.99334153 2.99334153
333.589043 3.09894233 3.09894233 3.09894233
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
set logscale x
set xtics ('20' 20, '40' 40, '80' 80, '320' 320) noenhanced
set xrange [16.9349062:377.917652]
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
set logscale x
set xtics ('20' 20, '40' 40, '80' 80, '320' 320) noenhanced
set xrange [16.9349062:377.917652]
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
