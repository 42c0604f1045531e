# Draw again with: gnuplot roofline.gp
set encoding utf8
$data_0_0 << EOD
0.3 52.9227
0.527812 93.1108
EOD
$data_0_1 << EOD
0.3 27.7547
1.00643 93.1108
EOD
$data_0_2 << EOD
0.3 18.5112
1.50899 93.1108
EOD
$data_0_3 << EOD
0.3 4.38294
6.37318 93.1108
EOD
$data_0_4 << EOD
0.3 93.1108
200 93.1108
EOD
$data_0_5 << EOD
18.5062 27.402
EOD
$data_0_6 << EOD
18.7608 33.7497
EOD
$data_0_7 << EOD
18.828 45.45
EOD
$data_0_8 << EOD
18.8492 44.9511
EOD
$data_0_9 << EOD
18.8934 42.8635
EOD
$data_0_10 << EOD
18.5062 24.0371
EOD
$data_0_11 << EOD
18.7608 28.7756
EOD
$data_0_12 << EOD
18.828 35.3151
EOD
$data_0_13 << EOD
18.8492 40.0057
EOD
$data_0_14 << EOD
18.8934 39.0901
EOD
$data_0_15 << EOD
18.5062 25.0847
EOD
$data_0_16 << EOD
18.7608 28.168
EOD
$data_0_17 << EOD
18.828 39.3502
EOD
$data_0_18 << EOD
18.8492 47.409
EOD
$data_0_19 << EOD
18.8934 51.5509
EOD
$data_0_20 << EOD
28.0124 25.7193
EOD
$data_0_21 << EOD
28.2058 30.4047
EOD
$data_0_22 << EOD
28.2582 37.8965
EOD
$data_0_23 << EOD
28.2779 42.8464
EOD
$data_0_24 << EOD
28.3412 43.3649
EOD
$data_1_0 << EOD
0.3 52.9227
0.527812 93.1108
EOD
$data_1_1 << EOD
0.3 27.7547
1.00643 93.1108
EOD
$data_1_2 << EOD
0.3 18.5112
1.50899 93.1108
EOD
$data_1_3 << EOD
0.3 4.38294
6.37318 93.1108
EOD
$data_1_4 << EOD
0.3 93.1108
200 93.1108
EOD
$data_1_5 << EOD
28.9812 26.4272
EOD
$data_1_6 << EOD
29.6099 33.3135
EOD
$data_1_7 << EOD
29.7718 44.4986
EOD
$data_1_8 << EOD
29.8164 43.2282
EOD
$data_1_9 << EOD
29.8344 45.7442
EOD
$data_1_10 << EOD
28.9812 23.042
EOD
$data_1_11 << EOD
29.6099 27.9866
EOD
$data_1_12 << EOD
29.7718 32.3956
EOD
$data_1_13 << EOD
29.8164 40.0751
EOD
$data_1_14 << EOD
29.8344 39.4456
EOD
$data_1_15 << EOD
28.9812 23.1694
EOD
$data_1_16 << EOD
29.6099 27.0035
EOD
$data_1_17 << EOD
29.7718 29.5846
EOD
$data_1_18 << EOD
29.8164 44.2012
EOD
$data_1_19 << EOD
29.8344 49.4417
EOD
$data_1_20 << EOD
44.0958 24.5159
EOD
$data_1_21 << EOD
44.576 29.3104
EOD
$data_1_22 << EOD
44.6984 35.3459
EOD
$data_1_23 << EOD
44.7348 41.5106
EOD
$data_1_24 << EOD
44.7542 41.165
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,620 dynamic standalone background rgb 'white'
set output 'roofline.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set tics font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Products on stored values under measured ceilings' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'AMD EPYC (family 25, model 1), 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'GFLOP/s' offset 0.8
set xlabel 'Operations per byte of operands and results'
set logscale xy
set xrange [0.3:200]
set yrange [19.2016:150.839]
set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n176 GB/s" at first 0.527812, first 125.7 center font ',9' tc rgb '#777777'
set label "level 2\n93 GB/s" at first 1.00643, first 125.7 center font ',9' tc rgb '#777777'
set label "level 3\n62 GB/s" at first 1.50899, first 125.7 center font ',9' tc rgb '#777777'
set label "memory\n15 GB/s" at first 6.37318, first 125.7 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 93 GFLOP/s' at first 190, first 105.215 right font ',9' tc rgb '#555555'
plot $data_0_0 with lines lc rgb '#999999' lw 1.5, \
     $data_0_1 with lines lc rgb '#999999' lw 1.5, \
     $data_0_2 with lines lc rgb '#999999' lw 1.5, \
     $data_0_3 with lines lc rgb '#999999' lw 1.5, \
     $data_0_4 with lines lc rgb '#555555' lw 2, \
     $data_0_5 with points lc rgb '#0072B2' pt 7 ps 1.2, \
     $data_0_6 with points lc rgb '#0072B2' pt 5 ps 1.2, \
     $data_0_7 with points lc rgb '#0072B2' pt 9 ps 1.2, \
     $data_0_8 with points lc rgb '#0072B2' pt 11 ps 1.2, \
     $data_0_9 with points lc rgb '#0072B2' pt 13 ps 1.2, \
     $data_0_10 with points lc rgb '#D55E00' pt 7 ps 1.2, \
     $data_0_11 with points lc rgb '#D55E00' pt 5 ps 1.2, \
     $data_0_12 with points lc rgb '#D55E00' pt 9 ps 1.2, \
     $data_0_13 with points lc rgb '#D55E00' pt 11 ps 1.2, \
     $data_0_14 with points lc rgb '#D55E00' pt 13 ps 1.2, \
     $data_0_15 with points lc rgb '#009E73' pt 7 ps 1.2, \
     $data_0_16 with points lc rgb '#009E73' pt 5 ps 1.2, \
     $data_0_17 with points lc rgb '#009E73' pt 9 ps 1.2, \
     $data_0_18 with points lc rgb '#009E73' pt 11 ps 1.2, \
     $data_0_19 with points lc rgb '#009E73' pt 13 ps 1.2, \
     $data_0_20 with points lc rgb '#333333' pt 7 ps 1.2, \
     $data_0_21 with points lc rgb '#333333' pt 5 ps 1.2, \
     $data_0_22 with points lc rgb '#333333' pt 9 ps 1.2, \
     $data_0_23 with points lc rgb '#333333' pt 11 ps 1.2, \
     $data_0_24 with points lc rgb '#333333' pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.525, screen 0.945, screen 0.26, screen 0.82
set title '3072 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n176 GB/s" at first 0.527812, first 125.7 center font ',9' tc rgb '#777777'
set label "level 2\n93 GB/s" at first 1.00643, first 125.7 center font ',9' tc rgb '#777777'
set label "level 3\n62 GB/s" at first 1.50899, first 125.7 center font ',9' tc rgb '#777777'
set label "memory\n15 GB/s" at first 6.37318, first 125.7 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 93 GFLOP/s' at first 190, first 105.215 right font ',9' tc rgb '#555555'
plot $data_1_0 with lines lc rgb '#999999' lw 1.5, \
     $data_1_1 with lines lc rgb '#999999' lw 1.5, \
     $data_1_2 with lines lc rgb '#999999' lw 1.5, \
     $data_1_3 with lines lc rgb '#999999' lw 1.5, \
     $data_1_4 with lines lc rgb '#555555' lw 2, \
     $data_1_5 with points lc rgb '#0072B2' pt 7 ps 1.2, \
     $data_1_6 with points lc rgb '#0072B2' pt 5 ps 1.2, \
     $data_1_7 with points lc rgb '#0072B2' pt 9 ps 1.2, \
     $data_1_8 with points lc rgb '#0072B2' pt 11 ps 1.2, \
     $data_1_9 with points lc rgb '#0072B2' pt 13 ps 1.2, \
     $data_1_10 with points lc rgb '#D55E00' pt 7 ps 1.2, \
     $data_1_11 with points lc rgb '#D55E00' pt 5 ps 1.2, \
     $data_1_12 with points lc rgb '#D55E00' pt 9 ps 1.2, \
     $data_1_13 with points lc rgb '#D55E00' pt 11 ps 1.2, \
     $data_1_14 with points lc rgb '#D55E00' pt 13 ps 1.2, \
     $data_1_15 with points lc rgb '#009E73' pt 7 ps 1.2, \
     $data_1_16 with points lc rgb '#009E73' pt 5 ps 1.2, \
     $data_1_17 with points lc rgb '#009E73' pt 9 ps 1.2, \
     $data_1_18 with points lc rgb '#009E73' pt 11 ps 1.2, \
     $data_1_19 with points lc rgb '#009E73' pt 13 ps 1.2, \
     $data_1_20 with points lc rgb '#333333' pt 7 ps 1.2, \
     $data_1_21 with points lc rgb '#333333' pt 5 ps 1.2, \
     $data_1_22 with points lc rgb '#333333' pt 9 ps 1.2, \
     $data_1_23 with points lc rgb '#333333' pt 11 ps 1.2, \
     $data_1_24 with points lc rgb '#333333' pt 13 ps 1.2
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
plot NaN with lines lw 4 lc rgb '#0072B2' title 'forward', \
     NaN with lines lw 4 lc rgb '#D55E00' title 'input gradient', \
     NaN with lines lw 4 lc rgb '#009E73' title 'weight gradient', \
     NaN with lines lw 4 lc rgb '#333333' title 'whole step', \
     NaN with points lc rgb '#777777' ps 1.2 pt 7 title 'block 1', \
     NaN with points lc rgb '#777777' ps 1.2 pt 5 title 'block 2', \
     NaN with points lc rgb '#777777' ps 1.2 pt 9 title 'block 4', \
     NaN with points lc rgb '#777777' ps 1.2 pt 11 title 'block 8', \
     NaN with points lc rgb '#777777' ps 1.2 pt 13 title 'block 16'
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'roofline.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set tics font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Products on stored values under measured ceilings' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'AMD EPYC (family 25, model 1), 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'GFLOP/s' offset 0.8
set xlabel 'Operations per byte of operands and results'
set logscale xy
set xrange [0.3:200]
set yrange [19.2016:150.839]
set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n176 GB/s" at first 0.527812, first 125.7 center font ',9' tc rgb '#777777'
set label "level 2\n93 GB/s" at first 1.00643, first 125.7 center font ',9' tc rgb '#777777'
set label "level 3\n62 GB/s" at first 1.50899, first 125.7 center font ',9' tc rgb '#777777'
set label "memory\n15 GB/s" at first 6.37318, first 125.7 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 93 GFLOP/s' at first 190, first 105.215 right font ',9' tc rgb '#555555'
plot $data_0_0 with lines lc rgb '#999999' lw 1.5, \
     $data_0_1 with lines lc rgb '#999999' lw 1.5, \
     $data_0_2 with lines lc rgb '#999999' lw 1.5, \
     $data_0_3 with lines lc rgb '#999999' lw 1.5, \
     $data_0_4 with lines lc rgb '#555555' lw 2, \
     $data_0_5 with points lc rgb '#0072B2' pt 7 ps 1.2, \
     $data_0_6 with points lc rgb '#0072B2' pt 5 ps 1.2, \
     $data_0_7 with points lc rgb '#0072B2' pt 9 ps 1.2, \
     $data_0_8 with points lc rgb '#0072B2' pt 11 ps 1.2, \
     $data_0_9 with points lc rgb '#0072B2' pt 13 ps 1.2, \
     $data_0_10 with points lc rgb '#D55E00' pt 7 ps 1.2, \
     $data_0_11 with points lc rgb '#D55E00' pt 5 ps 1.2, \
     $data_0_12 with points lc rgb '#D55E00' pt 9 ps 1.2, \
     $data_0_13 with points lc rgb '#D55E00' pt 11 ps 1.2, \
     $data_0_14 with points lc rgb '#D55E00' pt 13 ps 1.2, \
     $data_0_15 with points lc rgb '#009E73' pt 7 ps 1.2, \
     $data_0_16 with points lc rgb '#009E73' pt 5 ps 1.2, \
     $data_0_17 with points lc rgb '#009E73' pt 9 ps 1.2, \
     $data_0_18 with points lc rgb '#009E73' pt 11 ps 1.2, \
     $data_0_19 with points lc rgb '#009E73' pt 13 ps 1.2, \
     $data_0_20 with points lc rgb '#333333' pt 7 ps 1.2, \
     $data_0_21 with points lc rgb '#333333' pt 5 ps 1.2, \
     $data_0_22 with points lc rgb '#333333' pt 9 ps 1.2, \
     $data_0_23 with points lc rgb '#333333' pt 11 ps 1.2, \
     $data_0_24 with points lc rgb '#333333' pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.525, screen 0.945, screen 0.26, screen 0.82
set title '3072 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n176 GB/s" at first 0.527812, first 125.7 center font ',9' tc rgb '#777777'
set label "level 2\n93 GB/s" at first 1.00643, first 125.7 center font ',9' tc rgb '#777777'
set label "level 3\n62 GB/s" at first 1.50899, first 125.7 center font ',9' tc rgb '#777777'
set label "memory\n15 GB/s" at first 6.37318, first 125.7 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 93 GFLOP/s' at first 190, first 105.215 right font ',9' tc rgb '#555555'
plot $data_1_0 with lines lc rgb '#999999' lw 1.5, \
     $data_1_1 with lines lc rgb '#999999' lw 1.5, \
     $data_1_2 with lines lc rgb '#999999' lw 1.5, \
     $data_1_3 with lines lc rgb '#999999' lw 1.5, \
     $data_1_4 with lines lc rgb '#555555' lw 2, \
     $data_1_5 with points lc rgb '#0072B2' pt 7 ps 1.2, \
     $data_1_6 with points lc rgb '#0072B2' pt 5 ps 1.2, \
     $data_1_7 with points lc rgb '#0072B2' pt 9 ps 1.2, \
     $data_1_8 with points lc rgb '#0072B2' pt 11 ps 1.2, \
     $data_1_9 with points lc rgb '#0072B2' pt 13 ps 1.2, \
     $data_1_10 with points lc rgb '#D55E00' pt 7 ps 1.2, \
     $data_1_11 with points lc rgb '#D55E00' pt 5 ps 1.2, \
     $data_1_12 with points lc rgb '#D55E00' pt 9 ps 1.2, \
     $data_1_13 with points lc rgb '#D55E00' pt 11 ps 1.2, \
     $data_1_14 with points lc rgb '#D55E00' pt 13 ps 1.2, \
     $data_1_15 with points lc rgb '#009E73' pt 7 ps 1.2, \
     $data_1_16 with points lc rgb '#009E73' pt 5 ps 1.2, \
     $data_1_17 with points lc rgb '#009E73' pt 9 ps 1.2, \
     $data_1_18 with points lc rgb '#009E73' pt 11 ps 1.2, \
     $data_1_19 with points lc rgb '#009E73' pt 13 ps 1.2, \
     $data_1_20 with points lc rgb '#333333' pt 7 ps 1.2, \
     $data_1_21 with points lc rgb '#333333' pt 5 ps 1.2, \
     $data_1_22 with points lc rgb '#333333' pt 9 ps 1.2, \
     $data_1_23 with points lc rgb '#333333' pt 11 ps 1.2, \
     $data_1_24 with points lc rgb '#333333' pt 13 ps 1.2
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
plot NaN with lines lw 4 lc rgb '#0072B2' title 'forward', \
     NaN with lines lw 4 lc rgb '#D55E00' title 'input gradient', \
     NaN with lines lw 4 lc rgb '#009E73' title 'weight gradient', \
     NaN with lines lw 4 lc rgb '#333333' title 'whole step', \
     NaN with points lc rgb '#777777' ps 1.2 pt 7 title 'block 1', \
     NaN with points lc rgb '#777777' ps 1.2 pt 5 title 'block 2', \
     NaN with points lc rgb '#777777' ps 1.2 pt 9 title 'block 4', \
     NaN with points lc rgb '#777777' ps 1.2 pt 11 title 'block 8', \
     NaN with points lc rgb '#777777' ps 1.2 pt 13 title 'block 16'
unset multiplot
set output
