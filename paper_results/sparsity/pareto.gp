# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
688128 3.69057923
2555904 3.21083245
9830400 2.65920436
EOD
$data_0_1 << EOD
582144 3.20662329
1337472 2.99367478
5111808 2.66407997
EOD
$data_0_2 << EOD
582144 3.36206568
865536 3.01257284
1337472 2.95132766
2752512 2.76642489
5111808 2.69386896
EOD
$data_1_0 << EOD
2.59094026e+12 3.69057923
8.99819757e+12 3.21083245
3.3264121e+13 2.65920436
EOD
$data_1_1 << EOD
3.51556418e+12 3.20662329
5.94520258e+12 2.99367478
1.80859834e+13 2.66407997
EOD
$data_1_2 << EOD
3.51556418e+12 3.36206568
4.42714178e+12 3.01257284
5.94520258e+12 2.95132766
1.04969146e+13 2.76642489
1.80859834e+13 2.69386896
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1245,628 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs by density' at screen 0.5000,0.9554 center font ',17' 
set label 2 'sparse: block 1x1; 51.2 M tokens per run; one seed each; unigram entropy 5.43 nats' at screen 0.5000,0.9076 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0175 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1465, screen 0.7516
set logscale x
set xrange [464330.45:12324645.9]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.59038483:3.78862795]
set ytics ('2.6' 2.6, '2.7' 2.7, '2.8' 2.8, '2.9' 2.9, '3.0' 3, '3.1' 3.1, '3.2' 3.2, '3.3' 3.3, '3.4' 3.4, '3.5' 3.5, '3.6' 3.6, '3.7' 3.7) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1465, screen 0.7516
set logscale x
set xrange [2.11239877e+12:4.07997539e+13]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.59038483:3.78862795]
set ytics ('' 2.6, '' 2.7, '' 2.8, '' 2.9, '' 3, '' 3.1, '' 3.2, '' 3.3, '' 3.4, '' 3.5, '' 3.6, '' 3.7) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
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
set margins screen 0.0161, screen 0.9839, screen 0.7771, screen 0.8822
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64: density 0.02, density 0.1, density 0.5', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64: density 0.02, density 0.05, density 0.1, density 0.25, density 0.5'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1867,942 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs by density' at screen 0.5000,0.9554 center font ',17' 
set label 2 'sparse: block 1x1; 51.2 M tokens per run; one seed each; unigram entropy 5.43 nats' at screen 0.5000,0.9076 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0175 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1465, screen 0.7516
set logscale x
set xrange [464330.45:12324645.9]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.59038483:3.78862795]
set ytics ('2.6' 2.6, '2.7' 2.7, '2.8' 2.8, '2.9' 2.9, '3.0' 3, '3.1' 3.1, '3.2' 3.2, '3.3' 3.3, '3.4' 3.4, '3.5' 3.5, '3.6' 3.6, '3.7' 3.7) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1465, screen 0.7516
set logscale x
set xrange [2.11239877e+12:4.07997539e+13]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.59038483:3.78862795]
set ytics ('' 2.6, '' 2.7, '' 2.8, '' 2.9, '' 3, '' 3.1, '' 3.2, '' 3.3, '' 3.4, '' 3.5, '' 3.6, '' 3.7) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
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
set margins screen 0.0161, screen 0.9839, screen 0.7771, screen 0.8822
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64: density 0.02, density 0.1, density 0.5', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64: density 0.02, density 0.05, density 0.1, density 0.25, density 0.5'
unset label
unset multiplot
set output
