# Draw again with: gnuplot roofline.gp
set encoding utf8
$data_0_0 << EOD
0.3 100.448
0.533629 178.673
EOD
$data_0_1 << EOD
0.3 41.7498
1.28389 178.673
EOD
$data_0_2 << EOD
0.3 9.11743
5.87907 178.673
EOD
$data_0_3 << EOD
0.3 5.15869
10.3906 178.673
EOD
$data_0_4 << EOD
0.3 178.673
200 178.673
EOD
$data_0_5 << EOD
18.5062 78.7121
EOD
$data_0_6 << EOD
18.7608 112.338
EOD
$data_0_7 << EOD
18.828 147.499
EOD
$data_0_8 << EOD
18.8492 157.734
EOD
$data_0_9 << EOD
18.8934 157.341
EOD
$data_0_10 << EOD
18.5062 78.2101
EOD
$data_0_11 << EOD
18.7608 110.194
EOD
$data_0_12 << EOD
18.828 147.695
EOD
$data_0_13 << EOD
18.8492 154.731
EOD
$data_0_14 << EOD
18.8934 155.413
EOD
$data_0_15 << EOD
18.5062 57.3211
EOD
$data_0_16 << EOD
18.7608 80.8637
EOD
$data_0_17 << EOD
18.828 120.684
EOD
$data_0_18 << EOD
18.8492 119.957
EOD
$data_0_19 << EOD
18.8934 121.961
EOD
$data_0_20 << EOD
28.0124 69.6563
EOD
$data_0_21 << EOD
28.2058 98.6086
EOD
$data_0_22 << EOD
28.2582 137.507
EOD
$data_0_23 << EOD
28.2779 140.948
EOD
$data_0_24 << EOD
28.3412 141.115
EOD
$data_1_0 << EOD
0.3 100.448
0.533629 178.673
EOD
$data_1_1 << EOD
0.3 41.7498
1.28389 178.673
EOD
$data_1_2 << EOD
0.3 9.11743
5.87907 178.673
EOD
$data_1_3 << EOD
0.3 5.15869
10.3906 178.673
EOD
$data_1_4 << EOD
0.3 178.673
200 178.673
EOD
$data_1_5 << EOD
28.9812 77.2082
EOD
$data_1_6 << EOD
29.6099 109.372
EOD
$data_1_7 << EOD
29.7718 145.186
EOD
$data_1_8 << EOD
29.8164 153.651
EOD
$data_1_9 << EOD
29.8344 152.796
EOD
$data_1_10 << EOD
28.9812 72.8437
EOD
$data_1_11 << EOD
29.6099 103.846
EOD
$data_1_12 << EOD
29.7718 131.772
EOD
$data_1_13 << EOD
29.8164 142.466
EOD
$data_1_14 << EOD
29.8344 143.485
EOD
$data_1_15 << EOD
28.9812 56.9722
EOD
$data_1_16 << EOD
29.6099 82.7331
EOD
$data_1_17 << EOD
29.7718 121.645
EOD
$data_1_18 << EOD
29.8164 117.654
EOD
$data_1_19 << EOD
29.8344 121.859
EOD
$data_1_20 << EOD
44.0958 67.2028
EOD
$data_1_21 << EOD
44.576 94.6937
EOD
$data_1_22 << EOD
44.6984 132.768
EOD
$data_1_23 << EOD
44.7348 134.771
EOD
$data_1_24 << EOD
44.7542 136.923
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
set label "level 1\n335 GB/s" at first 0.533629, first 241.209 center font ',9' tc rgb '#777777'
set label "level 2\n139 GB/s" at first 1.28389, first 241.209 center font ',9' tc rgb '#777777'
set label "level 3\n30 GB/s" at first 5.87907, first 241.209 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.3906, first 241.209 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 179 GFLOP/s' at first 190, first 201.901 right font ',9' tc rgb '#555555'
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
set label "level 1\n335 GB/s" at first 0.533629, first 241.209 center font ',9' tc rgb '#777777'
set label "level 2\n139 GB/s" at first 1.28389, first 241.209 center font ',9' tc rgb '#777777'
set label "level 3\n30 GB/s" at first 5.87907, first 241.209 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.3906, first 241.209 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 179 GFLOP/s' at first 190, first 201.901 right font ',9' tc rgb '#555555'
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
set label "level 1\n335 GB/s" at first 0.533629, first 241.209 center font ',9' tc rgb '#777777'
set label "level 2\n139 GB/s" at first 1.28389, first 241.209 center font ',9' tc rgb '#777777'
set label "level 3\n30 GB/s" at first 5.87907, first 241.209 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.3906, first 241.209 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 179 GFLOP/s' at first 190, first 201.901 right font ',9' tc rgb '#555555'
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
set label "level 1\n335 GB/s" at first 0.533629, first 241.209 center font ',9' tc rgb '#777777'
set label "level 2\n139 GB/s" at first 1.28389, first 241.209 center font ',9' tc rgb '#777777'
set label "level 3\n30 GB/s" at first 5.87907, first 241.209 center font ',9' tc rgb '#777777'
set label "memory\n17 GB/s" at first 10.3906, first 241.209 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 179 GFLOP/s' at first 190, first 201.901 right font ',9' tc rgb '#555555'
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
