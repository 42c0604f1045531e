# Draw again with: gnuplot speed_up_block.gp
set encoding utf8
$data_0_0 << EOD
1 4.40799
2 5.92606
4 8.653
8 9.50004
16 9.42501
EOD
$data_0_1 << EOD
1 4.36077
2 12.072
4 17.1644
8 16.44
16 16.7567
EOD
$data_0_2 << EOD
1 3.80573
2 2.9632
4 4.09261
8 3.89508
16 4.00562
EOD
$data_0_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_0_4 << EOD
1 4.21704
2 7.01632
4 9.15526
8 9.58564
16 9.26012
EOD
$data_0_5 << EOD
1 4.02379
2 11.6996
4 16.9576
8 16.7629
16 15.2431
EOD
$data_0_6 << EOD
1 3.92745
2 3.82252
4 3.993
8 4.10191
16 4.61965
EOD
$data_0_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_0_8 << EOD
1 3.74263
2 4.13376
4 7.37502
8 8.41015
16 8.18617
EOD
$data_0_9 << EOD
1 3.51154
2 5.51406
4 9.67959
8 11.3543
16 12.133
EOD
$data_0_10 << EOD
1 2.25695
2 2.66441
4 2.97029
8 3.05259
16 4.3338
EOD
$data_0_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_0_12 << EOD
1 4.21458
2 5.5669
4 8.14465
8 9.17974
16 9.02083
EOD
$data_0_13 << EOD
1 4.00582
2 8.89203
4 14.3103
8 14.8542
16 15.1072
EOD
$data_0_14 << EOD
1 2.07304
2 2.1695
4 2.60169
8 2.77847
16 4.12187
EOD
$data_0_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
$data_1_0 << EOD
1 4.51806
2 7.11122
4 9.20602
8 9.47351
16 9.30963
EOD
$data_1_1 << EOD
1 4.4361
2 11.722
4 17.3127
8 15.2965
16 14.6262
EOD
$data_1_2 << EOD
1 3.46609
2 3.7536
4 3.72009
8 3.89206
16 4.24803
EOD
$data_1_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_1_4 << EOD
1 4.02073
2 6.7724
4 7.91548
8 8.68044
16 8.89939
EOD
$data_1_5 << EOD
1 3.96142
2 9.69876
4 15.5113
8 13.0333
16 14.7101
EOD
$data_1_6 << EOD
1 3.65745
2 3.78266
4 3.92368
8 4.02408
16 4.48538
EOD
$data_1_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_1_8 << EOD
1 3.69401
2 3.95306
4 6.85561
8 7.84866
16 7.61092
EOD
$data_1_9 << EOD
1 3.49566
2 5.24195
4 8.65611
8 10.0651
16 11.0051
EOD
$data_1_10 << EOD
1 2.06563
2 2.56321
4 2.81044
8 2.92321
16 4.01955
EOD
$data_1_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_1_12 << EOD
1 3.94662
2 5.38801
4 8.01172
8 8.61016
16 8.30886
EOD
$data_1_13 << EOD
1 3.80694
2 8.11072
4 13.0085
8 13.9765
16 14.0671
EOD
$data_1_14 << EOD
1 1.28116
2 1.76341
4 2.05049
8 2.71366
16 4.10875
EOD
$data_1_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,620 dynamic standalone background rgb 'white'
set output 'speed_up_block.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set tics font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Times faster than the best dense product' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'AMD EPYC, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'Speed-up' offset 0.8
set xlabel 'Block size'
set logscale x 2
set xrange [0.8:20]
set yrange [0:*]
set xtics (1, 2, 4, 8, 16)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
plot $data_0_0 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_1 with linespoints lc rgb '#0072B2' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_2 with linespoints lc rgb '#0072B2' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_3 with points pt 2 ps 1.1 lw 1.5 lc rgb '#0072B2', \
     $data_0_4 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_5 with linespoints lc rgb '#D55E00' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_6 with linespoints lc rgb '#D55E00' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_7 with points pt 2 ps 1.1 lw 1.5 lc rgb '#D55E00', \
     $data_0_8 with linespoints lc rgb '#009E73' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_9 with linespoints lc rgb '#009E73' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_10 with linespoints lc rgb '#009E73' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_11 with points pt 2 ps 1.1 lw 1.5 lc rgb '#009E73', \
     $data_0_12 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_13 with linespoints lc rgb '#333333' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_14 with linespoints lc rgb '#333333' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_15 with points pt 2 ps 1.1 lw 1.5 lc rgb '#333333'
unset label
unset ylabel
set margins screen 0.525, screen 0.945, screen 0.26, screen 0.82
set title '3072 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
plot $data_1_0 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_1 with linespoints lc rgb '#0072B2' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_2 with linespoints lc rgb '#0072B2' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_3 with points pt 2 ps 1.1 lw 1.5 lc rgb '#0072B2', \
     $data_1_4 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_5 with linespoints lc rgb '#D55E00' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_6 with linespoints lc rgb '#D55E00' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_7 with points pt 2 ps 1.1 lw 1.5 lc rgb '#D55E00', \
     $data_1_8 with linespoints lc rgb '#009E73' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_9 with linespoints lc rgb '#009E73' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_10 with linespoints lc rgb '#009E73' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_11 with points pt 2 ps 1.1 lw 1.5 lc rgb '#009E73', \
     $data_1_12 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_13 with linespoints lc rgb '#333333' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_14 with linespoints lc rgb '#333333' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_15 with points pt 2 ps 1.1 lw 1.5 lc rgb '#333333'
unset label
unset ylabel
unset logscale
unset title
unset xlabel
unset tics
unset border
unset grid
unset arrow
set xrange [0:1]
set yrange [0:1]
set margins screen 0.02, screen 0.98, screen 0.02, screen 0.14
set key center center horizontal maxcols 5 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.2 title 'forward', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.2 title 'input gradient', \
     NaN with linespoints lc rgb '#009E73' lw 2.2 dt 1 pt 7 ps 1.2 title 'weight gradient', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 7 ps 1.2 title 'whole step', \
     NaN with linespoints lc rgb '#777777' lw 1.6 dt 2 pt 6 ps 1.2 title 'bf16 operands', \
     NaN with linespoints lc rgb '#777777' lw 1 dt 3 pt 1 ps 1.2 title 'best other library', \
     NaN with points pt 2 ps 1.1 lw 1.5 lc rgb '#777777' title 'required'
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'speed_up_block.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set tics font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Times faster than the best dense product' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'AMD EPYC, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'Speed-up' offset 0.8
set xlabel 'Block size'
set logscale x 2
set xrange [0.8:20]
set yrange [0:*]
set xtics (1, 2, 4, 8, 16)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
plot $data_0_0 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_1 with linespoints lc rgb '#0072B2' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_2 with linespoints lc rgb '#0072B2' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_3 with points pt 2 ps 1.1 lw 1.5 lc rgb '#0072B2', \
     $data_0_4 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_5 with linespoints lc rgb '#D55E00' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_6 with linespoints lc rgb '#D55E00' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_7 with points pt 2 ps 1.1 lw 1.5 lc rgb '#D55E00', \
     $data_0_8 with linespoints lc rgb '#009E73' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_9 with linespoints lc rgb '#009E73' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_10 with linespoints lc rgb '#009E73' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_11 with points pt 2 ps 1.1 lw 1.5 lc rgb '#009E73', \
     $data_0_12 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_0_13 with linespoints lc rgb '#333333' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_0_14 with linespoints lc rgb '#333333' lw 1 dt 3 pt 1 ps 1.2, \
     $data_0_15 with points pt 2 ps 1.1 lw 1.5 lc rgb '#333333'
unset label
unset ylabel
set margins screen 0.525, screen 0.945, screen 0.26, screen 0.82
set title '3072 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
plot $data_1_0 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_1 with linespoints lc rgb '#0072B2' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_2 with linespoints lc rgb '#0072B2' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_3 with points pt 2 ps 1.1 lw 1.5 lc rgb '#0072B2', \
     $data_1_4 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_5 with linespoints lc rgb '#D55E00' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_6 with linespoints lc rgb '#D55E00' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_7 with points pt 2 ps 1.1 lw 1.5 lc rgb '#D55E00', \
     $data_1_8 with linespoints lc rgb '#009E73' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_9 with linespoints lc rgb '#009E73' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_10 with linespoints lc rgb '#009E73' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_11 with points pt 2 ps 1.1 lw 1.5 lc rgb '#009E73', \
     $data_1_12 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 7 ps 1.2, \
     $data_1_13 with linespoints lc rgb '#333333' lw 1.6 dt 2 pt 6 ps 1.2, \
     $data_1_14 with linespoints lc rgb '#333333' lw 1 dt 3 pt 1 ps 1.2, \
     $data_1_15 with points pt 2 ps 1.1 lw 1.5 lc rgb '#333333'
unset label
unset ylabel
unset logscale
unset title
unset xlabel
unset tics
unset border
unset grid
unset arrow
set xrange [0:1]
set yrange [0:1]
set margins screen 0.02, screen 0.98, screen 0.02, screen 0.14
set key center center horizontal maxcols 5 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.2 title 'forward', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.2 title 'input gradient', \
     NaN with linespoints lc rgb '#009E73' lw 2.2 dt 1 pt 7 ps 1.2 title 'weight gradient', \
     NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 7 ps 1.2 title 'whole step', \
     NaN with linespoints lc rgb '#777777' lw 1.6 dt 2 pt 6 ps 1.2 title 'bf16 operands', \
     NaN with linespoints lc rgb '#777777' lw 1 dt 3 pt 1 ps 1.2 title 'best other library', \
     NaN with points pt 2 ps 1.1 lw 1.5 lc rgb '#777777' title 'required'
unset multiplot
set output
