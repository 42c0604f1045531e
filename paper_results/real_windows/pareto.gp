# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
12582912 3.73863104 NaN NaN
44040192 2.96289035 2.9554057 2.97037499
163577856 2.66725365 NaN NaN
EOD
$data_0_1 << EOD
3932160 5.71331786
EOD
$data_0_2 << EOD
10068480 3.31218535 3.29397299 3.33039771
27684864 2.87138846 2.86216647 2.88061044
52850688 2.67095551 NaN NaN
EOD
$data_0_3 << EOD
10068480 3.23524628 3.20326206 3.26723051
27684864 2.83978368 2.83218102 2.84738633
52850688 2.62783351 NaN NaN
EOD
$data_0_7 << EOD
3932160 3.84557945 "▲ 5.71"
EOD
$data_1_0 << EOD
5.23541926e+13 3.73863104 NaN NaN
1.65552543e+14 2.96289035 2.9554057 2.97037499
5.74483626e+14 2.66725365 NaN NaN
EOD
$data_1_1 << EOD
1.85729704e+13 5.71331786
EOD
$data_1_2 << EOD
5.67015157e+13 3.31218535 3.29397299 3.33039771
1.39062551e+14 2.87138846 2.86216647 2.88061044
2.47087105e+14 2.67095551 NaN NaN
EOD
$data_1_3 << EOD
5.67015157e+13 3.23524628 3.20326206 3.26723051
1.39062551e+14 2.83978368 2.83218102 2.84738633
2.47087105e+14 2.62783351 NaN NaN
EOD
$data_1_7 << EOD
1.85729704e+13 3.84557945 "▲ 5.71"
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
set label 1 'Test loss against FLOPs, windows of 64 of novels' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 205 M tokens per run; 1 to 3 seeds, bars: one standard deviation; unigram entropy 6.23 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right; † not trained long enough: less than 0.5 nats below the unigram entropy, or above the context-free loss; a value beside an arrow lies beyond the axis' at screen 0.9839,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1575, screen 0.8082
set logscale x
set xrange [2918123.81:220420497]
set xtics ('5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '5·10⁷' 50000000, '10⁸' 100000000, '2·10⁸' 200000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.55475152:3.84557945]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 4 ps 1.6, \
     $data_0_7 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#333333', \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1575, screen 0.8082
set logscale x
set xrange [1.41139854e+13:7.5597835e+14]
set xtics ('2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14, '5·10¹⁴' 5e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.55475152:3.84557945]
set ytics ('' 2.6, '' 2.8, '' 3, '' 3.2, '' 3.4, '' 3.6, '' 3.8) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 4 ps 1.6, \
     $data_1_7 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#333333', \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16 †, 32, 64, 128', \
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
set label 1 'Test loss against FLOPs, windows of 64 of novels' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 205 M tokens per run; 1 to 3 seeds, bars: one standard deviation; unigram entropy 6.23 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right; † not trained long enough: less than 0.5 nats below the unigram entropy, or above the context-free loss; a value beside an arrow lies beyond the axis' at screen 0.9839,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1575, screen 0.8082
set logscale x
set xrange [2918123.81:220420497]
set xtics ('5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '5·10⁷' 50000000, '10⁸' 100000000, '2·10⁸' 200000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.55475152:3.84557945]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 4 ps 1.6, \
     $data_0_7 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#333333', \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1575, screen 0.8082
set logscale x
set xrange [1.41139854e+13:7.5597835e+14]
set xtics ('2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14, '5·10¹⁴' 5e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.55475152:3.84557945]
set ytics ('' 2.6, '' 2.8, '' 3, '' 3.2, '' 3.4, '' 3.6, '' 3.8) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 4 ps 1.6, \
     $data_1_7 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#333333', \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16 †, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 128, 192'
unset label
unset multiplot
set output
