# Draw again with: gnuplot speed_up_block.gp
set encoding utf8
$data_0_0 << EOD
1 4.69645
2 7.20152
4 9.05263
8 9.57539
16 9.37801
EOD
$data_0_1 << EOD
1 4.35563
2 12.5374
4 17.63
8 16.5585
16 16.009
EOD
$data_0_2 << EOD
1 3.84536
2 3.88448
4 4.05497
8 4.41575
16 5.86057
EOD
$data_0_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_0_4 << EOD
1 4.38565
2 6.59617
4 9.23645
8 9.52857
16 9.28396
EOD
$data_0_5 << EOD
1 4.29565
2 12.411
4 17.2871
8 16.1417
16 15.9616
EOD
$data_0_6 << EOD
1 3.82876
2 3.98949
4 4.76185
8 4.65122
16 6.01099
EOD
$data_0_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_0_8 << EOD
1 3.7883
2 3.97422
4 7.22615
8 8.15765
16 8.31012
EOD
$data_0_9 << EOD
1 3.59243
2 7.55883
4 12.8086
8 12.5626
16 13.8544
EOD
$data_0_10 << EOD
1 2.19424
2 2.91637
4 2.9009
8 3.07564
16 4.40103
EOD
$data_0_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_0_12 << EOD
1 4.21113
2 5.36053
4 8.32608
8 9.03122
16 8.85571
EOD
$data_0_13 << EOD
1 4.01374
2 10.1449
4 15.1692
8 14.8098
16 14.2707
EOD
$data_0_14 << EOD
1 1.95021
2 2.21459
4 2.51479
8 3.09512
16 4.66826
EOD
$data_0_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
$data_1_0 << EOD
1 4.68788
2 7.2978
4 9.42048
8 9.54176
16 9.27543
EOD
$data_1_1 << EOD
1 4.51056
2 12.3982
4 17.8002
8 16.813
16 16.0019
EOD
$data_1_2 << EOD
1 3.61423
2 3.70898
4 3.81254
8 3.89606
16 4.90782
EOD
$data_1_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_1_4 << EOD
1 3.90493
2 7.49534
4 8.63068
8 8.59024
16 8.70281
EOD
$data_1_5 << EOD
1 4.32212
2 10.7962
4 16.2088
8 15.2183
16 14.2615
EOD
$data_1_6 << EOD
1 3.59845
2 3.74013
4 4.4193
8 4.47875
16 5.65636
EOD
$data_1_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_1_8 << EOD
1 3.61022
2 3.77653
4 6.87438
8 7.93664
16 7.78036
EOD
$data_1_9 << EOD
1 3.45433
2 5.82745
4 9.83772
8 9.82612
16 10.703
EOD
$data_1_10 << EOD
1 2.16999
2 2.79328
4 2.86354
8 2.92019
16 3.98862
EOD
$data_1_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_1_12 << EOD
1 3.87759
2 5.21373
4 8.10977
8 8.74762
16 8.46274
EOD
$data_1_13 << EOD
1 3.82314
2 8.4542
4 12.3669
8 12.2352
16 12.4285
EOD
$data_1_14 << EOD
1 1.34207
2 1.73146
4 2.06679
8 2.97635
16 4.46261
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
set label 2 'AMD EPYC (family 26, model 2), 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
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
set label 2 'AMD EPYC (family 26, model 2), 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
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
