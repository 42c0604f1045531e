# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
2555904 4.49290797 3.99282036 4.99299557
5603328 3.19166962 3.12613204 3.25720719
9830400 3.09802894 3.06808963 3.12796824
16773120 2.92698509 2.90185718 2.952113
EOD
$data_0_1 << EOD
688128 4.17082555 4.08390862 4.25774248
2555904 3.77561628 3.16420892 4.38702365
5603328 2.94587363 2.90879541 2.98295186
9830400 2.84639058 2.82349592 2.86928523
16773120 2.6483516 2.6137453 2.68295791
38535168 2.5879983 2.49556238 2.68043422
EOD
$data_0_2 << EOD
688128 3.83038357 3.77006564 3.89070149
2555904 2.99096005 2.98740131 2.9945188
2555904 3.119138 3.04197154 3.19630447
5603328 2.77054185 2.73798295 2.80310075
9830400 2.70609406 2.69186911 2.72031901
16773120 2.43312192 2.42488723 2.44135661
38535168 2.30488275 2.29762633 2.31213918
EOD
$data_0_3 << EOD
38535168 2.1810021 2.16187887 2.20012532
EOD
$data_0_4 << EOD
4561920 2.9592967 2.86496525 3.05362814
EOD
$data_0_5 << EOD
4561920 2.70838044 2.68395051 2.73281037
9673728 2.51491663 2.49460895 2.53522432
EOD
$data_0_6 << EOD
4561920 2.55545592 2.52990545 2.58100639
9673728 2.36821418 2.35505296 2.38137541
EOD
$data_0_7 << EOD
4561920 2.92874514 2.90519873 2.95229154
EOD
$data_0_8 << EOD
4561920 2.70944257 2.68834797 2.73053716
9673728 2.54082532 2.53877344 2.54287721
EOD
$data_0_9 << EOD
4561920 2.5434599 2.52548724 2.56143256
9673728 2.36058123 2.33588749 2.38527496
EOD
$data_1_0 << EOD
2.24945481e+12 4.49290797 3.99282036 4.99299557
4.80562952e+12 3.19166962 3.12613204 3.25720719
8.31582994e+12 3.09802894 3.06808963 3.12796824
1.40456983e+13 2.92698509 2.90185718 2.952113
EOD
$data_1_1 << EOD
1.29548301e+12 4.17082555 4.08390862 4.25774248
4.49912533e+12 3.77561628 3.16420892 4.38702365
9.61133657e+12 2.94587363 2.90879541 2.98295186
1.66321167e+13 2.84639058 2.82349592 2.86928523
2.80921969e+13 2.6483516 2.6137453 2.68295791
6.38009264e+13 2.5879983 2.49556238 2.68043422
EOD
$data_1_2 << EOD
2.59090386e+12 3.83038357 3.77006564 3.89070149
9.86602471e+12 2.99096005 2.98740131 2.9945188
8.99814758e+12 3.119138 3.04197154 3.19630447
1.92225139e+13 2.77054185 2.73798295 2.80310075
3.32639622e+13 2.70609406 2.69186911 2.72031901
5.61837373e+13 2.43312192 2.42488723 2.44135661
1.27601368e+14 2.30488275 2.29762633 2.31213918
EOD
$data_1_3 << EOD
2.55204149e+14 2.1810021 2.16187887 2.20012532
EOD
$data_1_4 << EOD
4.58019146e+12 2.9592967 2.86496525 3.05362814
EOD
$data_1_5 << EOD
9.16091366e+12 2.70838044 2.68395051 2.73281037
1.85649122e+13 2.51491663 2.49460895 2.53522432
EOD
$data_1_6 << EOD
1.83207532e+13 2.55545592 2.52990545 2.58100639
3.71290239e+13 2.36821418 2.35505296 2.38137541
EOD
$data_1_7 << EOD
4.58019146e+12 2.92874514 2.90519873 2.95229154
EOD
$data_1_8 << EOD
9.16091366e+12 2.70944257 2.68834797 2.73053716
1.85649122e+13 2.54082532 2.53877344 2.54287721
EOD
$data_1_9 << EOD
1.83207532e+13 2.5434599 2.52548724 2.56143256
3.71290239e+13 2.36058123 2.33588749 2.38527496
EOD
$data_2_4 << EOD
582144 4.19189519 2.98842635 5.39536403
EOD
$data_2_5 << EOD
582144 4.66530167 4.14496903 5.18563432
EOD
$data_3_4 << EOD
3.51540537e+12 4.19189519 2.98842635 5.39536403
EOD
$data_3_5 << EOD
3.51540537e+12 4.66530167 4.14496903 5.18563432
EOD
$data_4_4 << EOD
865536 3.05292109 3.01985649 3.08598568
EOD
$data_5_4 << EOD
4.42698297e+12 3.05292109 3.01985649 3.08598568
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1245,1186 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, corners of the frontier' at screen 0.5000,0.9764 center font ',17' 
set label 2 'sparse: block 1x1; 12.8 M tokens to 102 M tokens per run; 2 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9511 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0093 right font ',10' tc rgb '#555555'
set label 4 'density 0.1' at screen 0.2916,0.7934 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.5734, screen 0.7757
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_5 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_0_6 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_6 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_0_7 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_7 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_8 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_8 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3, \
     $data_0_9 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_9 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
unset label
set label 4 'density 0.1' at screen 0.7590,0.7934 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.5734, screen 0.7757
set logscale x
set xrange [8.48936569e+11:3.89443278e+14]
set xtics ('' 1e+12, '' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_1_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_5 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_1_6 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_6 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_1_7 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_7 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_8 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_8 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3, \
     $data_1_9 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_9 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.2916,0.5455 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.3255, screen 0.5278
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_2_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_2_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 5 pt 9 ps 1.3, \
     $data_2_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_2_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.7590,0.5455 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.3255, screen 0.5278
set logscale x
set xrange [8.48936569e+11:3.89443278e+14]
set xtics ('' 1e+12, '' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_3_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_3_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 5 pt 9 ps 1.3, \
     $data_3_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_3_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.2916,0.2976 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.0776, screen 0.2799
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '5·10⁷' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_4_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_4_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.7590,0.2976 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.0776, screen 0.2799
set logscale x
set xrange [8.48936569e+11:3.89443278e+14]
set xtics ('10¹²' 1e+12, '2·10¹²' 2e+12, '5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_5_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_5_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
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
set margins screen 0.0161, screen 0.9839, screen 0.8078, screen 0.9376
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, 12.8 M tokens, width 32, 48, 64, 84', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6 title 'dense, 25.6 M tokens, width 16, 32, 48, 64, 84, 128', \
     NaN with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6 title 'dense, 51.2 M tokens, width 16, 64 (1 layer), 32, 48, 64, 84, 128', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6 title 'dense, 102 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, density 0.1, 12.8 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3 title 'static, density 0.1, 25.6 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3 title 'static, density 0.1, 51.2 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, density 0.1, 12.8 M tokens, width 128', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3 title 'dynamic, density 0.1, 25.6 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3 title 'dynamic, density 0.1, 51.2 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 5 pt 9 ps 1.3 title 'static, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3 title 'dynamic, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3 title 'dynamic, density 0.05, 51.2 M tokens, width 64'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1867,1779 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, corners of the frontier' at screen 0.5000,0.9764 center font ',17' 
set label 2 'sparse: block 1x1; 12.8 M tokens to 102 M tokens per run; 2 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9511 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0093 right font ',10' tc rgb '#555555'
set label 4 'density 0.1' at screen 0.2916,0.7934 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.5734, screen 0.7757
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_5 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_0_6 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_6 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_0_7 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_7 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_8 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_8 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3, \
     $data_0_9 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_9 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
unset label
set label 4 'density 0.1' at screen 0.7590,0.7934 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.5734, screen 0.7757
set logscale x
set xrange [8.48936569e+11:3.89443278e+14]
set xtics ('' 1e+12, '' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_1_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_5 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3, \
     $data_1_6 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_6 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3, \
     $data_1_7 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_7 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_8 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_8 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3, \
     $data_1_9 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_9 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.2916,0.5455 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.3255, screen 0.5278
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_2_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_2_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 5 pt 9 ps 1.3, \
     $data_2_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_2_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.02' at screen 0.7590,0.5455 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.3255, screen 0.5278
set logscale x
set xrange [8.48936569e+11:3.89443278e+14]
set xtics ('' 1e+12, '' 2e+12, '' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_3_4 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_3_4 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 5 pt 9 ps 1.3, \
     $data_3_5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_3_5 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.2916,0.2976 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.0776, screen 0.2799
set logscale x
set xrange [416259.616:53891888.6]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '5·10⁷' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5, '5.5' 5.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_4_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_4_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
unset label
set label 4 'density 0.05' at screen 0.7590,0.2976 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.0776, screen 0.2799
set logscale x
set xrange [8.48936569e+11:3.89443278e+14]
set xtics ('10¹²' 1e+12, '2·10¹²' 2e+12, '5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.00935284:5.80491552]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5, '' 5.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6, \
     $data_5_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_5_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3
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
set margins screen 0.0161, screen 0.9839, screen 0.8078, screen 0.9376
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, 12.8 M tokens, width 32, 48, 64, 84', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 2 pt 5 ps 1.6 title 'dense, 25.6 M tokens, width 16, 32, 48, 64, 84, 128', \
     NaN with points lc rgb '#333333' lw 2.2 pt 5 ps 1.6 title 'dense, 51.2 M tokens, width 16, 64 (1 layer), 32, 48, 64, 84, 128', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 5 pt 5 ps 1.6 title 'dense, 102 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, density 0.1, 12.8 M tokens, width 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 2 pt 9 ps 1.3 title 'static, density 0.1, 25.6 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 4 pt 9 ps 1.3 title 'static, density 0.1, 51.2 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, density 0.1, 12.8 M tokens, width 128', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 2 pt 7 ps 1.3 title 'dynamic, density 0.1, 25.6 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 4 pt 7 ps 1.3 title 'dynamic, density 0.1, 51.2 M tokens, width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 5 pt 9 ps 1.3 title 'static, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3 title 'dynamic, density 0.02, 51.2 M tokens, width 64', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 5 pt 7 ps 1.3 title 'dynamic, density 0.05, 51.2 M tokens, width 64'
unset label
unset multiplot
set output
