# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
19.55 2.81126002 2.80862872 2.81389132
39.55 2.78124591 2.76233827 2.80015355
79.55 2.78023186 2.75852048 2.80194325
EOD
$row1 << EOD
20.45 2.45673674 2.43988202 2.47359146
40.45 2.44931372 2.44013356 2.45849388
80.45 2.42939735 2.42216071 2.43663398
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,586 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Test loss by number of updates' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2321
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
unset logscale x
set xtics ('20' 20, '40' 40, '80' 80) noenhanced
set xrange [16.4:83.6]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.1126 center top maxcols 1 Left reverse samplen 3 title "width, learning rate" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '64, 0.004' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '128, 0.002' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,879 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Test loss by number of updates' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2321
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
unset logscale x
set xtics ('20' 20, '40' 40, '80' 80) noenhanced
set xrange [16.4:83.6]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.1126 center top maxcols 1 Left reverse samplen 3 title "width, learning rate" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '64, 0.004' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '128, 0.002' noenhanced
unset multiplot
set output
