# Draw again with: gnuplot roofline.gp
set encoding utf8
$data_0_0 << EOD
0.3 150.351
0.527208 264.221
EOD
$data_0_1 << EOD
0.3 76.5721
1.03518 264.221
EOD
$data_0_2 << EOD
0.3 36.4053
2.17733 264.221
EOD
$data_0_3 << EOD
0.3 12.304
6.44228 264.221
EOD
$data_0_4 << EOD
0.3 264.221
200 264.221
EOD
$data_0_5 << EOD
18.5062 115.868
EOD
$data_0_6 << EOD
18.7608 177.675
EOD
$data_0_7 << EOD
18.828 223.376
EOD
$data_0_8 << EOD
18.8492 236.339
EOD
$data_0_9 << EOD
18.8934 231.969
EOD
$data_0_10 << EOD
18.5062 106.55
EOD
$data_0_11 << EOD
18.7608 160.257
EOD
$data_0_12 << EOD
18.828 224.435
EOD
$data_0_13 << EOD
18.8492 231.596
EOD
$data_0_14 << EOD
18.8934 226.14
EOD
$data_0_15 << EOD
18.5062 86.6994
EOD
$data_0_16 << EOD
18.7608 90.9559
EOD
$data_0_17 << EOD
18.828 165.404
EOD
$data_0_18 << EOD
18.8492 186.776
EOD
$data_0_19 << EOD
18.8934 190.68
EOD
$data_0_20 << EOD
28.0124 97.9914
EOD
$data_0_21 << EOD
28.2058 124.74
EOD
$data_0_22 << EOD
28.2582 193.774
EOD
$data_0_23 << EOD
28.2779 210.242
EOD
$data_0_24 << EOD
28.3412 206.603
EOD
$data_1_0 << EOD
0.3 150.351
0.527208 264.221
EOD
$data_1_1 << EOD
0.3 76.5721
1.03518 264.221
EOD
$data_1_2 << EOD
0.3 36.4053
2.17733 264.221
EOD
$data_1_3 << EOD
0.3 12.304
6.44228 264.221
EOD
$data_1_4 << EOD
0.3 264.221
200 264.221
EOD
$data_1_5 << EOD
28.9812 115.394
EOD
$data_1_6 << EOD
29.6099 179.639
EOD
$data_1_7 << EOD
29.7718 231.894
EOD
$data_1_8 << EOD
29.8164 234.911
EOD
$data_1_9 << EOD
29.8344 228.417
EOD
$data_1_10 << EOD
28.9812 91.177
EOD
$data_1_11 << EOD
29.6099 175.012
EOD
$data_1_12 << EOD
29.7718 201.524
EOD
$data_1_13 << EOD
29.8164 200.607
EOD
$data_1_14 << EOD
29.8344 203.291
EOD
$data_1_15 << EOD
28.9812 85.4738
EOD
$data_1_16 << EOD
29.6099 89.4121
EOD
$data_1_17 << EOD
29.7718 162.759
EOD
$data_1_18 << EOD
29.8164 187.934
EOD
$data_1_19 << EOD
29.8344 184.284
EOD
$data_1_20 << EOD
44.0958 93.0573
EOD
$data_1_21 << EOD
44.576 125.124
EOD
$data_1_22 << EOD
44.6984 194.629
EOD
$data_1_23 << EOD
44.7348 209.966
EOD
$data_1_24 << EOD
44.7542 203.183
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
set label 2 'AMD EPYC (family 26, model 2), 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'GFLOP/s' offset 0.8
set xlabel 'Operations per byte of operands and results'
set logscale xy
set xrange [0.3:200]
set yrange [71.2281:428.037]
set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n501 GB/s" at first 0.527208, first 356.698 center font ',9' tc rgb '#777777'
set label "level 2\n255 GB/s" at first 1.03518, first 356.698 center font ',9' tc rgb '#777777'
set label "level 3\n121 GB/s" at first 2.17733, first 356.698 center font ',9' tc rgb '#777777'
set label "memory\n41 GB/s" at first 6.44228, first 356.698 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 264 GFLOP/s' at first 190, first 298.569 right font ',9' tc rgb '#555555'
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
set label "level 1\n501 GB/s" at first 0.527208, first 356.698 center font ',9' tc rgb '#777777'
set label "level 2\n255 GB/s" at first 1.03518, first 356.698 center font ',9' tc rgb '#777777'
set label "level 3\n121 GB/s" at first 2.17733, first 356.698 center font ',9' tc rgb '#777777'
set label "memory\n41 GB/s" at first 6.44228, first 356.698 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 264 GFLOP/s' at first 190, first 298.569 right font ',9' tc rgb '#555555'
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
set label 2 'AMD EPYC (family 26, model 2), 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'GFLOP/s' offset 0.8
set xlabel 'Operations per byte of operands and results'
set logscale xy
set xrange [0.3:200]
set yrange [71.2281:428.037]
set xtics (0.5, 1, 2, 5, 10, 20, 50, 100, 200)
set ytics (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
set margins screen 0.07, screen 0.49, screen 0.26, screen 0.82
set title '768 x 768, 2048 tokens, density 0.1' font ',13' noenhanced
set label "level 1\n501 GB/s" at first 0.527208, first 356.698 center font ',9' tc rgb '#777777'
set label "level 2\n255 GB/s" at first 1.03518, first 356.698 center font ',9' tc rgb '#777777'
set label "level 3\n121 GB/s" at first 2.17733, first 356.698 center font ',9' tc rgb '#777777'
set label "memory\n41 GB/s" at first 6.44228, first 356.698 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 264 GFLOP/s' at first 190, first 298.569 right font ',9' tc rgb '#555555'
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
set label "level 1\n501 GB/s" at first 0.527208, first 356.698 center font ',9' tc rgb '#777777'
set label "level 2\n255 GB/s" at first 1.03518, first 356.698 center font ',9' tc rgb '#777777'
set label "level 3\n121 GB/s" at first 2.17733, first 356.698 center font ',9' tc rgb '#777777'
set label "memory\n41 GB/s" at first 6.44228, first 356.698 center font ',9' tc rgb '#777777'
set label 'multiply-adds, 264 GFLOP/s' at first 190, first 298.569 right font ',9' tc rgb '#555555'
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
