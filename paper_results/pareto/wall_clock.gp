# Draw again with: gnuplot wall_clock.gp
set encoding utf8
$data_0_0 << EOD
148.975348 3.64234746 3.61142745 3.67326747
290.648558 3.19398529 3.183895 3.20407557
854.020826 2.49950131 2.49212872 2.50687391
2866.0544 2.14513318 NaN NaN
EOD
$data_0_1 << EOD
333.02685 2.87174441 2.86158374 2.88190507
841.579771 2.48058656 2.46493162 2.49624151
1671.2325 2.27887865 2.27049117 2.28726613
EOD
$data_0_2 << EOD
338.066008 2.82706981 2.75830478 2.89583485
838.800679 2.43436606 2.41934305 2.44938907
1703.69198 2.24414341 2.22638272 2.26190409
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 898,584 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'wall_clock.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Loss against training time' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9777,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0924, screen 0.9777, screen 0.1575, screen 0.8082
set logscale x
set xrange [117.59282:3630.93129]
set xtics ('200' 200, '500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'Training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
unset title
set xrange [0:1]
set yrange [0:1]
set margins screen 0.0223, screen 0.9777, screen 0.8356, screen 0.8733
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 128, 192'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1347,876 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'wall_clock.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Loss against training time' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9777,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0924, screen 0.9777, screen 0.1575, screen 0.8082
set logscale x
set xrange [117.59282:3630.93129]
set xtics ('200' 200, '500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'Training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
unset title
set xrange [0:1]
set yrange [0:1]
set margins screen 0.0223, screen 0.9777, screen 0.8356, screen 0.8733
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 128, 192'
unset label
unset multiplot
set output
