# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
688128 3.83038357 3.77006564 3.89070149
16773120 2.43312192 2.42488723 2.44135661
EOD
$data_0_1 << EOD
38535168 2.1810021 2.16187887 2.20012532
EOD
$data_0_2 << EOD
582144 4.19189519 2.98842635 5.39536403
EOD
$data_0_3 << EOD
582144 4.66530167 4.14496903 5.18563432
865536 3.05292109 3.01985649 3.08598568
EOD
$data_1_0 << EOD
2.59090386e+12 3.83038357 3.77006564 3.89070149
5.61837373e+13 2.43312192 2.42488723 2.44135661
EOD
$data_1_1 << EOD
2.55204149e+14 2.1810021 2.16187887 2.20012532
EOD
$data_1_2 << EOD
3.51540537e+12 4.19189519 2.98842635 5.39536403
EOD
$data_1_3 << EOD
3.51540537e+12 4.66530167 4.14496903 5.18563432
4.42698297e+12 3.05292109 3.01985649 3.08598568
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1245,606 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, corners of the frontier' at screen 0.5000,0.9538 center font ',17' 
set label 2 'sparse: block 1x1; 51.2 M tokens per run; 2 to 3 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9043 center font ',12' tc rgb '#555555'
set label 3 'legend: the points of a curve from left to right' at screen 0.9839,0.0182 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1518, screen 0.7789
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '5·10⁷' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1518, screen 0.7789
set logscale x
set xrange [1.79463604e+12:3.68436498e+14]
set xtics ('2·10¹²' 2e+12, '5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
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
set margins screen 0.0161, screen 0.9839, screen 0.8053, screen 0.8779
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, 51.2 M tokens, width 16, 84', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6 title 'dense, 102 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 51.2 M tokens: density 0.02', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 51.2 M tokens: density 0.02, density 0.05'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1867,909 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, corners of the frontier' at screen 0.5000,0.9538 center font ',17' 
set label 2 'sparse: block 1x1; 51.2 M tokens per run; 2 to 3 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9043 center font ',12' tc rgb '#555555'
set label 3 'legend: the points of a curve from left to right' at screen 0.9839,0.0182 right font ',10' tc rgb '#555555'
set margins screen 0.0667, screen 0.5165, screen 0.1518, screen 0.7789
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '5·10⁷' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5341, screen 0.9839, screen 0.1518, screen 0.7789
set logscale x
set xrange [1.79463604e+12:3.68436498e+14]
set xtics ('2·10¹²' 2e+12, '5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
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
set margins screen 0.0161, screen 0.9839, screen 0.8053, screen 0.8779
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, 51.2 M tokens, width 16, 84', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6 title 'dense, 102 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, width 64, 51.2 M tokens: density 0.02', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, width 64, 51.2 M tokens: density 0.02, density 0.05'
unset label
unset multiplot
set output
