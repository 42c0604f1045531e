# Draw again with: gnuplot speed_up_block.gp
set encoding utf8
$data_0_0 << EOD
1 4.38294
2 6.66858
4 7.94302
8 8.20816
16 8.75606
EOD
$data_0_1 << EOD
1 3.51587
2 5.86934
4 7.31005
8 8.14678
16 8.23629
EOD
$data_0_2 << EOD
1 3.12261
2 3.11695
4 3.15951
8 3.16057
16 4.09676
EOD
$data_0_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_0_4 << EOD
1 4.35498
2 6.51398
4 8.12447
8 8.2722
16 8.88293
EOD
$data_0_5 << EOD
1 3.19416
2 5.95548
4 7.51492
8 8.23785
16 8.26621
EOD
$data_0_6 << EOD
1 3.14778
2 3.1369
4 3.29214
8 3.19748
16 4.97291
EOD
$data_0_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_0_8 << EOD
1 3.63662
2 4.97128
4 6.51473
8 7.10547
16 7.01771
EOD
$data_0_9 << EOD
1 3.09119
2 5.23939
4 6.06271
8 6.4444
16 6.62431
EOD
$data_0_10 << EOD
1 1.10037
2 1.66431
4 2.05152
8 2.30778
16 3.21758
EOD
$data_0_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_0_12 << EOD
1 4.1566
2 5.94736
4 7.514
8 7.93495
16 8.18383
EOD
$data_0_13 << EOD
1 3.33569
2 5.91084
4 7.15589
8 7.7212
16 7.7948
EOD
$data_0_14 << EOD
1 1.03533
2 1.46409
4 1.81752
8 2.43744
16 3.98798
EOD
$data_0_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
$data_1_0 << EOD
1 4.2375
2 6.29842
4 7.71185
8 7.94704
16 8.51189
EOD
$data_1_1 << EOD
1 3.57096
2 5.62838
4 7.24577
8 7.90603
16 8.07288
EOD
$data_1_2 << EOD
1 2.7751
2 2.74281
4 2.83718
8 2.88768
16 3.75606
EOD
$data_1_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_1_4 << EOD
1 3.94648
2 5.87138
4 7.67323
8 7.71734
16 7.99047
EOD
$data_1_5 << EOD
1 3.27907
2 5.71644
4 7.59494
8 8.62199
16 8.75751
EOD
$data_1_6 << EOD
1 3.51167
2 3.57809
4 3.80002
8 3.92313
16 5.27055
EOD
$data_1_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_1_8 << EOD
1 3.59232
2 4.93741
4 6.35475
8 6.93697
16 6.83743
EOD
$data_1_9 << EOD
1 3.10009
2 5.38877
4 6.13899
8 6.37065
16 6.41455
EOD
$data_1_10 << EOD
1 1.09533
2 1.60132
4 2.01517
8 2.25499
16 3.09691
EOD
$data_1_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_1_12 << EOD
1 3.87657
2 5.61742
4 7.32157
8 7.62251
16 7.72908
EOD
$data_1_13 << EOD
1 3.32246
2 5.74446
4 6.92917
8 7.75226
16 7.71462
EOD
$data_1_14 << EOD
1 0.950146
2 1.24835
4 1.33547
8 2.3874
16 3.78572
EOD
$data_1_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,620 dynamic background rgb 'white'
set output 'speed_up_block.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Times faster than the best dense product' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'Intel(R) Xeon(R) Processor, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,930 fontscale 1.5 linewidth 1.5 pointscale 1.5
set output 'speed_up_block.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Times faster than the best dense product' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'Intel(R) Xeon(R) Processor, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
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
