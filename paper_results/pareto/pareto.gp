# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
688128 3.64234746 3.61142745 3.67326747
2555904 3.19398529 3.183895 3.20407557
9830400 2.49950131 2.49212872 2.50687391
38535168 2.14513318 NaN NaN
EOD
$data_0_1 << EOD
1337472 2.87174441 2.86158374 2.88190507
4561920 2.48058656 2.46493162 2.49624151
9673728 2.27887865 2.27049117 2.28726613
EOD
$data_0_2 << EOD
1337472 2.82706981 2.75830478 2.89583485
4561920 2.43436606 2.41934305 2.44938907
9673728 2.24414341 2.22638272 2.26190409
EOD
$data_1_0 << EOD
5.18197398e+12 3.64234746 3.61142745 3.67326747
1.79965877e+13 3.19398529 3.183895 3.20407557
6.65286498e+13 2.49950131 2.49212872 2.50687391
2.55204037e+14 2.14513318 NaN NaN
EOD
$data_1_1 << EOD
1.18911582e+13 2.87174441 2.86158374 2.88190507
3.66436505e+13 2.48058656 2.46493162 2.49624151
7.42603197e+13 2.27887865 2.27049117 2.28726613
EOD
$data_1_2 << EOD
1.18911582e+13 2.82706981 2.75830478 2.89583485
3.66436505e+13 2.43436606 2.41934305 2.44938907
7.42603197e+13 2.24414341 2.22638272 2.26190409
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1245,584 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1575, screen 0.8082
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
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
set margins screen 0.5341, screen 0.9839, screen 0.1575, screen 0.8082
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.2, '' 2.4, '' 2.6, '' 2.8, '' 3, '' 3.2, '' 3.4, '' 3.6, '' 3.8) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
set margins screen 0.0161, screen 0.9839, screen 0.8356, screen 0.8733
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 128, 192'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1867,876 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1575, screen 0.8082
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
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
set margins screen 0.5341, screen 0.9839, screen 0.1575, screen 0.8082
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.2, '' 2.4, '' 2.6, '' 2.8, '' 3, '' 3.2, '' 3.4, '' 3.6, '' 3.8) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
set margins screen 0.0161, screen 0.9839, screen 0.8356, screen 0.8733
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 128, 192'
unset label
unset multiplot
set output
