# Draw again with: gnuplot roofline.gp
set encoding utf8
$data_0_0 << EOD
0.3 99.9243
0.533977 177.858
EOD
$data_0_1 << EOD
0.3 41.2845
1.29243 177.858
EOD
$data_0_2 << EOD
0.3 9.16958
5.81895 177.858
EOD
$data_0_3 << EOD
0.3 5.02996
10.6079 177.858
EOD
$data_0_4 << EOD
0.3 177.858
200 177.858
EOD
$data_0_5 << EOD
18.5062 76.8683
EOD
$data_0_6 << EOD
18.7608 107.783
EOD
$data_0_7 << EOD
18.828 144.482
EOD
$data_0_8 << EOD
18.8492 153.229
EOD
$data_0_9 << EOD
18.8934 153.315
EOD
$data_0_10 << EOD
18.5062 77.7188
EOD
$data_0_11 << EOD
18.7608 110.265
EOD
$data_0_12 << EOD
18.828 147.426
EOD
$data_0_13 << EOD
18.8492 154.974
EOD
$data_0_14 << EOD
18.8934 154.629
EOD
$data_0_15 << EOD
18.5062 57.0696
EOD
$data_0_16 << EOD
18.7608 81.5257
EOD
$data_0_17 << EOD
18.828 121.013
EOD
$data_0_18 << EOD
18.8492 119.254
EOD
$data_0_19 << EOD
18.8934 121.896
EOD
$data_0_20 << EOD
28.0124 70.7672
EOD
$data_0_21 << EOD
28.2058 98.7246
EOD
$data_0_22 << EOD
28.2582 136.448
EOD
$data_0_23 << EOD
28.2779 140.586
EOD
$data_0_24 << EOD
28.3412 138.588
EOD
$data_1_0 << EOD
0.3 99.9243
0.533977 177.858
EOD
$data_1_1 << EOD
0.3 41.2845
1.29243 177.858
EOD
$data_1_2 << EOD
0.3 9.16958
5.81895 177.858
EOD
$data_1_3 << EOD
0.3 5.02996
10.6079 177.858
EOD
$data_1_4 << EOD
0.3 177.858
200 177.858
EOD
$data_1_5 << EOD
28.9812 77.1594
EOD
$data_1_6 << EOD
29.6099 109.03
EOD
$data_1_7 << EOD
29.7718 146.313
EOD
$data_1_8 << EOD
29.8164 153.183
EOD
$data_1_9 << EOD
29.8344 152.572
EOD
$data_1_10 << EOD
28.9812 70.758
EOD
$data_1_11 << EOD
29.6099 100.236
EOD
$data_1_12 << EOD
29.7718 127.014
EOD
$data_1_13 << EOD
29.8164 138.511
EOD
$data_1_14 << EOD
29.8344 141.597
EOD
$data_1_15 << EOD
28.9812 53.8979
EOD
$data_1_16 << EOD
29.6099 68.6297
EOD
$data_1_17 << EOD
29.7718 112.216
EOD
$data_1_18 << EOD
29.8164 112.785
EOD
$data_1_19 << EOD
29.8344 117.003
EOD
$data_1_20 << EOD
44.0958 63.2233
EOD
$data_1_21 << EOD
44.576 76.9932
EOD
$data_1_22 << EOD
44.6984 120.982
EOD
$data_1_23 << EOD
44.7348 127.624
EOD
$data_1_24 << EOD
44.7542 115.799
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,620 dynamic background rgb 'white'
set output 'roofline.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Products on stored values under measured ceilings' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'Intel(R) Xeon(R) Processor, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'GFLOP/s' offset 0.8
set xlabel 'Operations per byte of operands and results'
set logscale xy
set xrange [0.3:200]
set yrange [5:400]
set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set ytics (5, 10, 20, 50, 100, 200, 400)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n333 GB/s" at first 0.533977, first 240.108 center font ',9' tc rgb '#777777'
set label "level 2\n138 GB/s" at first 1.29243, first 240.108 center font ',9' tc rgb '#777777'
set label "level 3\n31 GB/s" at first 5.81895, first 240.108 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.6079, first 240.108 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 178 GFLOP/s' at first 190, first 200.979 right font ',9' tc rgb '#555555'
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
set label "level 1\n333 GB/s" at first 0.533977, first 240.108 center font ',9' tc rgb '#777777'
set label "level 2\n138 GB/s" at first 1.29243, first 240.108 center font ',9' tc rgb '#777777'
set label "level 3\n31 GB/s" at first 5.81895, first 240.108 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.6079, first 240.108 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 178 GFLOP/s' at first 190, first 200.979 right font ',9' tc rgb '#555555'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,930 fontscale 1.5 linewidth 1.5 pointscale 1.5
set output 'roofline.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Products on stored values under measured ceilings' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'Intel(R) Xeon(R) Processor, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'GFLOP/s' offset 0.8
set xlabel 'Operations per byte of operands and results'
set logscale xy
set xrange [0.3:200]
set yrange [5:400]
set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set ytics (5, 10, 20, 50, 100, 200, 400)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n333 GB/s" at first 0.533977, first 240.108 center font ',9' tc rgb '#777777'
set label "level 2\n138 GB/s" at first 1.29243, first 240.108 center font ',9' tc rgb '#777777'
set label "level 3\n31 GB/s" at first 5.81895, first 240.108 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.6079, first 240.108 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 178 GFLOP/s' at first 190, first 200.979 right font ',9' tc rgb '#555555'
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
set label "level 1\n333 GB/s" at first 0.533977, first 240.108 center font ',9' tc rgb '#777777'
set label "level 2\n138 GB/s" at first 1.29243, first 240.108 center font ',9' tc rgb '#777777'
set label "level 3\n31 GB/s" at first 5.81895, first 240.108 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.6079, first 240.108 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 178 GFLOP/s' at first 190, first 200.979 right font ',9' tc rgb '#555555'
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
