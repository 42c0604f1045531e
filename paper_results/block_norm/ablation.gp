# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
19.1 3.2036561 3.01083096 3.39648125
79.1 3.09780307 3.04044892 3.15515722
EOD
$row1 << EOD
20 3.35963164 3.04100477 3.67825851
80 3.09462474 3.05159214 3.13765734
EOD
$row2 << EOD
20.9 3.07874088 3.01425557 3.1432262
80.9 3.09673775 3.04825675 3.14521875
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,608 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Norm by which blocks are dropped' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2599
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
unset logscale x
set xtics ('20' 20, '80' 80) noenhanced
set xrange [16.4:83.6]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.1447 center top maxcols 1 Left reverse samplen 3 title "norm of a block" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title 'l1' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title 'l2' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 0.8 title 'linf' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,912 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Norm by which blocks are dropped' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2599
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
unset logscale x
set xtics ('20' 20, '80' 80) noenhanced
set xrange [16.4:83.6]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.1447 center top maxcols 1 Left reverse samplen 3 title "norm of a block" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title 'l1' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title 'l2' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 0.8 title 'linf' noenhanced
unset multiplot
set output
