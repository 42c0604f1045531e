# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
32.5253677 4.46542701
62.4264075 3.76403791
65.0507354 3.74854019
85.877647 3.0658533
108.184362 2.9134243
118.76283 2.96503773
123.531522 3.18316559
126.474082 3.62149944
128.577052 2.89646826
139.659715 3.09167685
161.182784 2.8165675
218.051116 2.73752818
237.811473 2.888213
260.202942 3.17375969
274.413519 2.99069512
325.710369 2.65786288
349.997941 2.84804407
437.739246 2.63323974
514.308208 2.40628899
518.136998 2.55486266
525.268382 2.54787431
687.021176 2.4640069
1018.72677 2.27667828
EOD
$data_0_1 << EOD
31.6185205 4.14909654
54.5127791 3.15958104
251.784746 2.61536373
500.48281 2.40271674
2072.54799 2.13651892
EOD
$data_0_2 << EOD
149.690892 3.83522937
152.684046 3.05257124
169.248709 2.93376514
289.054891 2.63480523
308.482862 2.93629315
333.658917 2.84240802
367.770931 2.52182259
598.334316 2.48307076
604.259233 2.53501769
608.110291 2.87277903
672.657183 2.44919739
679.408098 2.79779556
733.629589 2.44172655
1071.73846 2.34650892
1112.35166 2.28500076
EOD
$data_0_3 << EOD
38.5603577 4.70106731
91.7036986 2.92590839
184.827424 2.67269332
356.777357 2.4775719
713.554714 2.33143826
1252.12274 2.24857977
1427.10943 2.24463019
EOD
$data_0_4 << EOD
149.715862 4.20708499
151.520528 3.18362535
157.7201 3.0137824
171.810611 2.9177601
212.991221 2.73668463
297.605454 2.66056257
305.464965 2.91540045
329.559034 2.81228408
330.234389 2.78392906
332.597208 2.74914899
332.903132 2.79634266
360.358071 2.50261523
361.684484 2.50668377
599.071788 2.49051253
603.321749 2.53308492
610.744986 2.85506253
671.725153 2.45003757
681.62761 2.71704458
722.229886 2.42343446
731.484047 2.41406877
733.240418 2.39910958
733.822651 2.40269089
1087.34023 2.35433616
1105.45103 2.27229824
EOD
$data_0_5 << EOD
41.6128915 4.89178504
91.6550523 2.89437834
183.680477 2.6770135
720.716143 2.32904301
1262.01156 2.22810697
1441.43229 2.21044571
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 641,588 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes and lengths' at screen 0.5000,0.9524 center font ',17' 
set label 2 'each row at its best rate, 63 with several seeds and 17 with one' at screen 0.5000,0.9014 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9688,0.0187 right font ',10' tc rgb '#555555'
set margins screen 0.1295, screen 0.9688, screen 0.1565, screen 0.7347
set logscale x
set xrange [24.6007168:2663.78015]
set xtics ('50' 50, '100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.03292383:5.1410639]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5) font ',12'
set ylabel 'validation loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8, \
     $data_0_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
unset label
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
unset title
set xrange [0:1]
set yrange [0:1]
set margins screen 0.0312, screen 0.9688, screen 0.7619, screen 0.8741
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8 title 'static, not on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8 title 'dynamic, not on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 961,882 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes and lengths' at screen 0.5000,0.9524 center font ',17' 
set label 2 'each row at its best rate, 63 with several seeds and 17 with one' at screen 0.5000,0.9014 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9688,0.0187 right font ',10' tc rgb '#555555'
set margins screen 0.1295, screen 0.9688, screen 0.1565, screen 0.7347
set logscale x
set xrange [24.6007168:2663.78015]
set xtics ('50' 50, '100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.03292383:5.1410639]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5, '5.0' 5) font ',12'
set ylabel 'validation loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8, \
     $data_0_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
unset label
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
unset title
set xrange [0:1]
set yrange [0:1]
set margins screen 0.0312, screen 0.9688, screen 0.7619, screen 0.8741
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8 title 'static, not on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8 title 'dynamic, not on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
