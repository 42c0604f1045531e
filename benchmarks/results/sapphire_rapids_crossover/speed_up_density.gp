# Draw again with: gnuplot speed_up_density.gp
set encoding utf8
$data_0_0 << EOD
0.02 10.9612
0.05 7.58981
0.1 4.92763
0.15 3.64646
0.2 2.8806
0.3 2.02016
0.4 1.55634
0.5 1.25373
0.6 1.04872
0.7 0.900701
0.8 0.787184
1 0.662224
EOD
$data_0_1 << EOD
0.02 15.0749
0.05 10.8284
0.1 6.56392
0.15 5.06089
0.2 3.81005
0.3 2.73244
0.4 1.5897
0.5 1.33689
0.6 1.15801
0.7 0.891334
0.8 0.882227
1 0.783571
EOD
$data_0_2 << EOD
0.02 19.9523
0.05 15.0381
0.1 8.97865
0.15 6.19881
0.2 4.7423
0.3 3.1627
0.4 2.33855
0.5 1.89339
0.6 1.58594
0.7 1.38539
0.8 1.22226
1 0.997527
EOD
$data_0_3 << EOD
0.02 21.5298
0.05 15.8846
0.1 9.53104
0.15 6.483
0.2 5.02288
0.3 3.35175
0.4 2.52693
0.5 2.01665
0.6 1.67289
0.7 1.43258
0.8 1.25832
1 1.00762
EOD
$data_0_4 << EOD
0.02 23.0575
0.05 16.702
0.1 9.11277
0.15 6.52333
0.2 4.96366
0.3 3.28563
0.4 2.47756
0.5 2.00024
0.6 1.6414
0.7 1.41605
0.8 1.22279
1 0.896589
EOD
$data_1_0 << EOD
0.02 10.7139
0.05 7.49505
0.1 4.89532
0.15 3.61576
0.2 2.86082
0.3 1.99592
0.4 1.51879
0.5 1.21773
0.6 1.01256
0.7 0.876846
0.8 0.759865
1 0.63953
EOD
$data_1_1 << EOD
0.02 15.8136
0.05 11.1793
0.1 7.01109
0.15 5.14536
0.2 3.97983
0.3 2.69411
0.4 1.91789
0.5 1.46121
0.6 1.17063
0.7 1.01857
0.8 0.898764
1 0.786104
EOD
$data_1_2 << EOD
0.02 20.1548
0.05 15.0329
0.1 9.17074
0.15 6.22522
0.2 4.70022
0.3 3.0911
0.4 2.34052
0.5 1.90352
0.6 1.60144
0.7 1.37646
0.8 1.22182
1 0.997909
EOD
$data_1_3 << EOD
0.02 21.41
0.05 15.647
0.1 9.64738
0.15 6.56109
0.2 5.08166
0.3 3.31786
0.4 2.52806
0.5 1.99673
0.6 1.67625
0.7 1.4258
0.8 1.24715
1 1.01044
EOD
$data_1_4 << EOD
0.02 22.3489
0.05 16.6801
0.1 9.57292
0.15 6.639
0.2 5.11543
0.3 3.43842
0.4 2.57218
0.5 2.04917
0.6 1.68504
0.7 1.41841
0.8 1.22036
1 0.972496
EOD
$data_2_0 << EOD
0.02 13.4144
0.05 6.70476
0.1 3.72664
0.15 2.51782
0.2 1.89371
0.3 1.19765
0.4 0.879571
0.5 0.697908
0.6 0.584209
0.7 0.501061
0.8 0.439845
1 0.356774
EOD
$data_2_1 << EOD
0.02 16.1811
0.05 9.58782
0.1 5.33226
0.15 3.5654
0.2 2.79085
0.3 1.90266
0.4 1.45395
0.5 1.17985
0.6 0.983472
0.7 0.854165
0.8 0.74976
1 0.608172
EOD
$data_2_2 << EOD
0.02 19.2996
0.05 13.3026
0.1 7.65393
0.15 5.32686
0.2 4.0799
0.3 2.79027
0.4 2.14025
0.5 1.72227
0.6 1.44452
0.7 1.25104
0.8 1.0938
1 0.892613
EOD
$data_2_3 << EOD
0.02 22.2203
0.05 13.9955
0.1 7.54522
0.15 5.10512
0.2 3.84665
0.3 2.59247
0.4 1.93838
0.5 1.56887
0.6 1.30999
0.7 1.12794
0.8 0.985124
1 0.790662
EOD
$data_2_4 << EOD
0.02 25.3283
0.05 14.1166
0.1 7.68985
0.15 5.26364
0.2 3.95354
0.3 2.64584
0.4 2.0102
0.5 1.59664
0.6 1.34551
0.7 1.15339
0.8 0.98562
1 0.812473
EOD
$data_3_0 << EOD
0.02 11.6927
0.05 7.37369
0.1 4.44121
0.15 3.16588
0.2 2.45992
0.3 1.63228
0.4 1.21249
0.5 0.975532
0.6 0.774036
0.7 0.689715
0.8 0.606027
1 0.50093
EOD
$data_3_1 << EOD
0.02 15.2095
0.05 10.2784
0.1 6.32786
0.15 4.42987
0.2 3.43798
0.3 2.32695
0.4 1.69911
0.5 1.34612
0.6 1.10225
0.7 0.952791
0.8 0.844467
1 0.7155
EOD
$data_3_2 << EOD
0.02 19.9913
0.05 13.8263
0.1 8.59403
0.15 5.80392
0.2 4.57522
0.3 3.07795
0.4 2.27427
0.5 1.85667
0.6 1.55596
0.7 1.34565
0.8 1.17913
1 0.965001
EOD
$data_3_3 << EOD
0.02 21.6334
0.05 15.0196
0.1 8.81107
0.15 6.01689
0.2 4.64104
0.3 3.0903
0.4 2.32132
0.5 1.8501
0.6 1.5259
0.7 1.31484
0.8 1.14974
1 0.924537
EOD
$data_3_4 << EOD
0.02 23.5534
0.05 15.8584
0.1 8.96143
0.15 6.14743
0.2 4.65165
0.3 3.13972
0.4 2.36025
0.5 1.88739
0.6 1.5356
0.7 1.30751
0.8 1.15435
1 0.92062
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,620 dynamic background rgb 'white'
set output 'speed_up_density.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Times faster than the best dense product, 768 x 768, 2048 tokens' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'Intel(R) Xeon(R) Processor, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'Speed-up' offset 0.8
set xlabel 'Density'
set logscale xy
set xrange [*:1.1]
set yrange [0.297312:30.3939]
set xtics (0.02, 0.05, 0.1, 0.2, 0.5, 1)
set ytics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb '#777777' lw 1.5 dt 2
set margins screen 0.07, screen 0.2625, screen 0.26, screen 0.82
set title 'forward' font ',13' noenhanced
plot $data_0_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_0_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_0_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_0_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_0_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.2975, screen 0.49, screen 0.26, screen 0.82
set title 'input gradient' font ',13' noenhanced
plot $data_1_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_1_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_1_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_1_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_1_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.525, screen 0.7175, screen 0.26, screen 0.82
set title 'weight gradient' font ',13' noenhanced
plot $data_2_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_2_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_2_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_2_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_2_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.7525, screen 0.945, screen 0.26, screen 0.82
set title 'whole step' font ',13' noenhanced
plot $data_3_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_3_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_3_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_3_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_3_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
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
plot NaN with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2 title 'block 1', \
     NaN with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2 title 'block 2', \
     NaN with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2 title 'block 4', \
     NaN with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2 title 'block 8', \
     NaN with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2 title 'block 16'
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'speed_up_density.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out font ',11'
unset mxtics
unset mytics
unset key
set label 1 'Times faster than the best dense product, 768 x 768, 2048 tokens' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'Intel(R) Xeon(R) Processor, 2 logical cores, 1 thread' at screen 0.5,0.905 center font ',11' tc rgb '#555555' noenhanced
set ylabel 'Speed-up' offset 0.8
set xlabel 'Density'
set logscale xy
set xrange [*:1.1]
set yrange [0.297312:30.3939]
set xtics (0.02, 0.05, 0.1, 0.2, 0.5, 1)
set ytics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb '#777777' lw 1.5 dt 2
set margins screen 0.07, screen 0.2625, screen 0.26, screen 0.82
set title 'forward' font ',13' noenhanced
plot $data_0_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_0_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_0_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_0_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_0_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.2975, screen 0.49, screen 0.26, screen 0.82
set title 'input gradient' font ',13' noenhanced
plot $data_1_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_1_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_1_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_1_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_1_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.525, screen 0.7175, screen 0.26, screen 0.82
set title 'weight gradient' font ',13' noenhanced
plot $data_2_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_2_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_2_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_2_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_2_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
unset label
unset ylabel
set margins screen 0.7525, screen 0.945, screen 0.26, screen 0.82
set title 'whole step' font ',13' noenhanced
plot $data_3_0 with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2, \
     $data_3_1 with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2, \
     $data_3_2 with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2, \
     $data_3_3 with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2, \
     $data_3_4 with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2
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
plot NaN with linespoints lc rgb '#0072B2' lw 2 dt 1 pt 7 ps 1.2 title 'block 1', \
     NaN with linespoints lc rgb '#56B4E9' lw 2 dt 1 pt 5 ps 1.2 title 'block 2', \
     NaN with linespoints lc rgb '#009E73' lw 2 dt 1 pt 9 ps 1.2 title 'block 4', \
     NaN with linespoints lc rgb '#E69F00' lw 2 dt 1 pt 11 ps 1.2 title 'block 8', \
     NaN with linespoints lc rgb '#D55E00' lw 2 dt 1 pt 13 ps 1.2 title 'block 16'
unset multiplot
set output
