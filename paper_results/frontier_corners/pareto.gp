# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
5603328 2.94587363 2.90879541 2.98295186
9830400 2.84639058 2.82349592 2.86928523
16773120 2.62917553 2.59890995 2.65944111
EOD
$data_0_1 << EOD
688128 3.83038357 3.77006564 3.89070149
2555904 2.99096005 2.98740131 2.9945188
2555904 3.119138 3.04197154 3.19630447
5603328 2.77054185 2.73798295 2.80310075
9830400 2.70609406 2.69186911 2.72031901
16773120 2.43312192 2.42488723 2.44135661
38535168 2.30896208 2.30662409 2.31130006
EOD
$data_0_2 << EOD
38535168 2.1810021 2.16187887 2.20012532
EOD
$data_0_3 << EOD
4561920 2.69762832 2.68111514 2.7141415
EOD
$data_0_4 << EOD
4561920 2.55545592 2.52990545 2.58100639
EOD
$data_0_5 << EOD
4561920 2.70620791 2.69954728 2.71286854
EOD
$data_0_6 << EOD
4561920 2.5434599 2.52548724 2.56143256
EOD
$data_1_0 << EOD
9.61133657e+12 2.94587363 2.90879541 2.98295186
1.66321167e+13 2.84639058 2.82349592 2.86928523
2.80920169e+13 2.62917553 2.59890995 2.65944111
EOD
$data_1_1 << EOD
2.59090386e+12 3.83038357 3.77006564 3.89070149
9.86602471e+12 2.99096005 2.98740131 2.9945188
8.99814758e+12 3.119138 3.04197154 3.19630447
1.92225139e+13 2.77054185 2.73798295 2.80310075
3.32639622e+13 2.70609406 2.69186911 2.72031901
5.61837373e+13 2.43312192 2.42488723 2.44135661
1.27600727e+14 2.30896208 2.30662409 2.31130006
EOD
$data_1_2 << EOD
2.55204149e+14 2.1810021 2.16187887 2.20012532
EOD
$data_1_3 << EOD
9.16061917e+12 2.69762832 2.68111514 2.7141415
EOD
$data_1_4 << EOD
1.83207532e+13 2.55545592 2.52990545 2.58100639
EOD
$data_1_5 << EOD
9.16061917e+12 2.70620791 2.69954728 2.71286854
EOD
$data_1_6 << EOD
1.83207532e+13 2.5434599 2.52548724 2.56143256
EOD
$data_2_3 << EOD
582144 4.19189519 2.98842635 5.39536403
EOD
$data_2_4 << EOD
582144 4.66530167 4.14496903 5.18563432
EOD
$data_3_3 << EOD
3.51540537e+12 4.19189519 2.98842635 5.39536403
EOD
$data_3_4 << EOD
3.51540537e+12 4.66530167 4.14496903 5.18563432
EOD
$data_4_3 << EOD
865536 3.05292109 3.01985649 3.08598568
EOD
$data_5_3 << EOD
4.42698297e+12 3.05292109 3.01985649 3.08598568
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1245,1142 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, corners of the frontier' at screen 0.5000,0.9755 center font ',17' 
set label 2 'sparse: block 1x1; 25.6 M tokens per run; 2 to 3 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9492 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0096 right font ',10' tc rgb '#555555'
set label 4 'density 0.1' at screen 0.2916,0.8240 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.5954, screen 0.8056
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_0_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_6 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_0_6 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3
unset label
set label 4 'density 0.1' at screen 0.7590,0.8240 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.5954, screen 0.8056
set logscale x
set xrange [1.79463604e+12:3.68436498e+14]
set xtics ('' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_1_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_1_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_1_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_6 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_1_6 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.2916,0.5665 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.3380, screen 0.5482
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_2_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_2_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_2_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_2_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.7590,0.5665 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.3380, screen 0.5482
set logscale x
set xrange [1.79463604e+12:3.68436498e+14]
set xtics ('' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_3_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_3_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_3_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_3_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.2916,0.3091 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.0806, screen 0.2907
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
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_4_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_4_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.7590,0.3091 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.0806, screen 0.2907
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
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_5_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_5_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
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
set margins screen 0.0161, screen 0.9839, screen 0.8389, screen 0.9352
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, 25.6 M tokens, width 48, 64, 84', \
     NaN with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6 title 'dense, 51.2 M tokens, width 16, 64 (1 layer), 32, 48, 64, 84, 128', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6 title 'dense, 102 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, density 0.1, 25.6 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3 title 'static, density 0.1, 51.2 M tokens, width 128', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, density 0.1, 25.6 M tokens, width 128', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3 title 'dynamic, density 0.1, 51.2 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3 title 'static, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3 title 'dynamic, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3 title 'dynamic, density 0.05, 51.2 M tokens, width 64'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1867,1713 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, corners of the frontier' at screen 0.5000,0.9755 center font ',17' 
set label 2 'sparse: block 1x1; 25.6 M tokens per run; 2 to 3 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9492 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0096 right font ',10' tc rgb '#555555'
set label 4 'density 0.1' at screen 0.2916,0.8240 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.5954, screen 0.8056
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_0_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_6 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_0_6 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3
unset label
set label 4 'density 0.1' at screen 0.7590,0.8240 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.5954, screen 0.8056
set logscale x
set xrange [1.79463604e+12:3.68436498e+14]
set xtics ('' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_1_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_1_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_1_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_6 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_1_6 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.2916,0.5665 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.3380, screen 0.5482
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_2_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_2_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_2_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_2_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.7590,0.5665 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.3380, screen 0.5482
set logscale x
set xrange [1.79463604e+12:3.68436498e+14]
set xtics ('' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_3_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_3_3 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_3_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_3_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.2916,0.3091 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.0806, screen 0.2907
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
     $data_0_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_4_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_4_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.7590,0.3091 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.0806, screen 0.2907
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
     $data_1_1 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 ps 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6, \
     $data_5_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 ps 0, \
     $data_5_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
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
set margins screen 0.0161, screen 0.9839, screen 0.8389, screen 0.9352
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, 25.6 M tokens, width 48, 64, 84', \
     NaN with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6 title 'dense, 51.2 M tokens, width 16, 64 (1 layer), 32, 48, 64, 84, 128', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 4 pt 5 ps 1.6 title 'dense, 102 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, density 0.1, 25.6 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3 title 'static, density 0.1, 51.2 M tokens, width 128', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, density 0.1, 25.6 M tokens, width 128', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3 title 'dynamic, density 0.1, 51.2 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3 title 'static, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3 title 'dynamic, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3 title 'dynamic, density 0.05, 51.2 M tokens, width 64'
unset label
unset multiplot
set output
