# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
6531840 4.81925053 4.66689985 4.9716012
31850496 4.1463061 3.94633545 4.34627675
EOD
$data_0_1 << EOD
6371712 4.61862686 4.32668558 4.91056814
EOD
$data_1_0 << EOD
7.38137842e+11 4.81925053 4.66689985 4.9716012
3.33274642e+12 4.1463061 3.94633545 4.34627675
EOD
$data_1_1 << EOD
8.82536692e+11 4.61862686 4.32668558 4.91056814
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
set label 1 'Encoders to fine-tune: loss against FLOPs' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 4.61 M tokens per run; 5 seeds each, bars: one standard deviation; unigram entropy 5.86 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1575, screen 0.8082
set logscale x
set xrange [5602054.54:36226385.5]
set xtics ('10⁷' 10000000, '1.5·10⁷' 15000000, '2·10⁷' 20000000, '2.5·10⁷' 25000000, '3·10⁷' 30000000, '' 35000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [3.87409099:5.06431215]
set ytics ('3.9' 3.9, '4.0' 4, '4.1' 4.1, '4.2' 4.2, '4.3' 4.3, '4.4' 4.4, '4.5' 4.5, '4.6' 4.6, '4.7' 4.7, '4.8' 4.8, '4.9' 4.9, '5.0' 5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1575, screen 0.8082
set logscale x
set xrange [6.54280966e+11:3.75989273e+12]
set xtics ('10¹²' 1e+12, '1.5·10¹²' 1.5e+12, '2·10¹²' 2e+12, '2.5·10¹²' 2.5e+12, '3·10¹²' 3e+12, '3.5·10¹²' 3.5e+12) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [3.87409099:5.06431215]
set ytics ('' 3.9, '' 4, '' 4.1, '' 4.2, '' 4.3, '' 4.4, '' 4.5, '' 4.6, '' 4.7, '' 4.8, '' 4.9, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 27, 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64'
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
set label 1 'Encoders to fine-tune: loss against FLOPs' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 4.61 M tokens per run; 5 seeds each, bars: one standard deviation; unigram entropy 5.86 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1575, screen 0.8082
set logscale x
set xrange [5602054.54:36226385.5]
set xtics ('10⁷' 10000000, '1.5·10⁷' 15000000, '2·10⁷' 20000000, '2.5·10⁷' 25000000, '3·10⁷' 30000000, '' 35000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [3.87409099:5.06431215]
set ytics ('3.9' 3.9, '4.0' 4, '4.1' 4.1, '4.2' 4.2, '4.3' 4.3, '4.4' 4.4, '4.5' 4.5, '4.6' 4.6, '4.7' 4.7, '4.8' 4.8, '4.9' 4.9, '5.0' 5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1575, screen 0.8082
set logscale x
set xrange [6.54280966e+11:3.75989273e+12]
set xtics ('10¹²' 1e+12, '1.5·10¹²' 1.5e+12, '2·10¹²' 2e+12, '2.5·10¹²' 2.5e+12, '3·10¹²' 3e+12, '3.5·10¹²' 3.5e+12) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [3.87409099:5.06431215]
set ytics ('' 3.9, '' 4, '' 4.1, '' 4.2, '' 4.3, '' 4.4, '' 4.5, '' 4.6, '' 4.7, '' 4.8, '' 4.9, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 27, 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64'
unset label
unset multiplot
set output
