# Draw again with: gnuplot speed_up_block.gp
set encoding utf8
$data_0_0 << EOD
1 4.80298
2 6.85473
4 8.99895
8 9.62078
16 9.57603
EOD
$data_0_1 << EOD
1 3.82435
2 5.59593
4 7.46325
8 7.84385
16 8.2214
EOD
$data_0_2 << EOD
1 2.86286
2 2.9011
4 3.18704
8 2.65379
16 3.79225
EOD
$data_0_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_0_4 << EOD
1 4.87446
2 6.86777
4 9.20375
8 9.63958
16 9.66109
EOD
$data_0_5 << EOD
1 3.52013
2 5.65794
4 7.49403
8 8.37497
16 8.40773
EOD
$data_0_6 << EOD
1 3.10414
2 3.17445
4 3.01901
8 3.15081
16 4.8493
EOD
$data_0_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_0_8 << EOD
1 3.63247
2 5.12429
4 7.64665
8 7.59855
16 7.70877
EOD
$data_0_9 << EOD
1 3.06931
2 5.08443
4 5.95748
8 6.38174
16 6.60574
EOD
$data_0_10 << EOD
1 1.09953
2 1.66762
4 2.06182
8 2.29791
16 3.2985
EOD
$data_0_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_0_12 << EOD
1 4.45728
2 6.30982
4 8.7977
8 9.01538
16 9.00654
EOD
$data_0_13 << EOD
1 3.60461
2 5.71026
4 7.26845
8 7.90103
16 7.84286
EOD
$data_0_14 << EOD
1 1.05166
2 1.49526
4 1.8377
8 2.48165
16 3.98689
EOD
$data_0_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
$data_1_0 << EOD
1 4.68324
2 6.63414
4 8.80637
8 9.31855
16 9.26419
EOD
$data_1_1 << EOD
1 3.86381
2 5.40001
4 7.15324
8 7.78274
16 7.98463
EOD
$data_1_2 << EOD
1 2.72591
2 2.72396
4 2.77197
8 2.78549
16 3.85059
EOD
$data_1_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_1_4 << EOD
1 4.60973
2 6.57156
4 8.33862
8 9.01414
16 9.07617
EOD
$data_1_5 << EOD
1 3.60904
2 5.74959
4 7.66749
8 8.57156
16 8.86448
EOD
$data_1_6 << EOD
1 3.5356
2 3.57132
4 3.81262
8 3.58069
16 5.26138
EOD
$data_1_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_1_8 << EOD
1 3.53288
2 5.13029
4 7.54308
8 7.29463
16 7.55331
EOD
$data_1_9 << EOD
1 3.13183
2 5.40463
4 6.10465
8 6.42162
16 6.38143
EOD
$data_1_10 << EOD
1 1.04727
2 1.61019
4 1.98698
8 2.24316
16 3.09548
EOD
$data_1_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_1_12 << EOD
1 4.31825
2 6.08468
4 8.53104
8 8.65859
16 8.79446
EOD
$data_1_13 << EOD
1 3.56606
2 5.69351
4 7.23125
8 7.79589
16 7.86819
EOD
$data_1_14 << EOD
1 0.962753
2 1.06945
4 1.46314
8 2.39094
16 3.78447
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
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
