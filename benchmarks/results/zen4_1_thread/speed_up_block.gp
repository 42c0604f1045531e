# Draw again with: gnuplot speed_up_block.gp
set encoding utf8
$data_0_0 << EOD
1 5.08491
2 7.6972
4 9.85543
8 9.50934
16 9.49591
EOD
$data_0_1 << EOD
1 5.30684
2 14.3356
4 16.7997
8 16.9336
16 16.6631
EOD
$data_0_2 << EOD
1 4.5528
2 4.71186
4 4.73637
8 4.95301
16 6.4131
EOD
$data_0_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_0_4 << EOD
1 5.63054
2 8.51164
4 9.6192
8 9.46884
16 9.39643
EOD
$data_0_5 << EOD
1 5.27032
2 16.2082
4 18.1242
8 17.3298
16 17.6026
EOD
$data_0_6 << EOD
1 4.79724
2 4.96504
4 5.00989
8 5.36436
16 6.70717
EOD
$data_0_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_0_8 << EOD
1 4.93436
2 6.65583
4 9.09913
8 9.03952
16 9.35376
EOD
$data_0_9 << EOD
1 4.8735
2 11.8548
4 15.4362
8 15.413
16 15.5918
EOD
$data_0_10 << EOD
1 3.38706
2 3.639
4 3.62489
8 3.9784
16 5.27626
EOD
$data_0_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_0_12 << EOD
1 5.29316
2 7.48803
4 9.43494
8 9.45936
16 9.27056
EOD
$data_0_13 << EOD
1 5.18617
2 12.7157
4 16.0544
8 15.9519
16 15.808
EOD
$data_0_14 << EOD
1 3.03398
2 3.18395
4 3.39984
8 4.28997
16 5.64282
EOD
$data_0_15 << EOD
1 4.085
2 4.75
4 6.745
8 7.98
16 7.505
EOD
$data_1_0 << EOD
1 5.73014
2 8.67402
4 9.90693
8 9.64462
16 9.39993
EOD
$data_1_1 << EOD
1 5.5812
2 15.5125
4 17.7551
8 17.3977
16 16.7059
EOD
$data_1_2 << EOD
1 4.80224
2 4.8415
4 4.98229
8 5.01488
16 6.10764
EOD
$data_1_3 << EOD
1 4.465
2 5.51
4 7.1725
8 8.74
16 7.98
EOD
$data_1_4 << EOD
1 5.29218
2 8.37685
4 9.00079
8 9.23529
16 9.39449
EOD
$data_1_5 << EOD
1 5.54463
2 15.007
4 17.719
8 17.1139
16 16.326
EOD
$data_1_6 << EOD
1 4.82895
2 4.90631
4 5.07681
8 5.21875
16 6.62871
EOD
$data_1_7 << EOD
1 4.465
2 5.51
4 6.365
8 8.075
16 7.41
EOD
$data_1_8 << EOD
1 4.74549
2 6.33429
4 8.54617
8 9.0736
16 8.90055
EOD
$data_1_9 << EOD
1 4.7441
2 9.68319
4 13.0459
8 13.72
16 14.5173
EOD
$data_1_10 << EOD
1 3.18181
2 3.48806
4 3.48525
8 3.84668
16 5.06501
EOD
$data_1_11 << EOD
1 3.515
2 3.99
4 6.745
8 7.22
16 7.41
EOD
$data_1_12 << EOD
1 5.3783
2 7.59585
4 9.06513
8 9.37759
16 9.31724
EOD
$data_1_13 << EOD
1 5.17686
2 12.8038
4 15.7293
8 15.8967
16 15.5626
EOD
$data_1_14 << EOD
1 1.8932
2 2.41999
4 2.7983
8 4.29754
16 5.76026
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
