# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
61.8054009 4.46542701
123.610802 3.74854019
127.664904 3.76403791
156.598575 3.0658533
221.590841 3.62149944
241.635872 3.18316559
243.815711 2.9134243
247.221604 3.09167685
248.435178 2.96503773
285.94274 2.89646826
313.19715 2.8165675
487.631421 2.73752818
494.443207 3.17375969
496.870356 2.888213
548.090247 2.99069512
571.885481 2.61536373
723.627346 2.84804407
752.907511 2.65786288
975.262843 2.63323974
1024.52562 2.55486266
1046.81199 2.54787431
1143.77096 2.40628899
1252.7886 2.4640069
EOD
$data_0_1 << EOD
55.3977102 4.14909654
121.907855 3.15958104
1143.77096 2.40271674
2049.05124 2.27667828
4098.10248 2.13651892
EOD
$data_0_2 << EOD
290.887787 3.83522937
322.591605 3.05257124
352.602926 2.93376514
535.497621 2.93629315
646.587187 2.63480523
752.581159 2.84240802
796.973092 2.52182259
1292.24266 2.53501769
1318.1946 2.87277903
1382.92543 2.79779556
1440.46501 2.48307076
1546.79341 2.44919739
1593.94618 2.44172655
2161.34899 2.34650892
2250.32484 2.28500076
2913.86306 2.24857977
EOD
$data_0_3 << EOD
66.9372027 4.70106731
199.243273 2.92590839
398.486546 2.67269332
751.937868 2.4775719
1503.87574 2.33143826
3007.75147 2.24463019
EOD
$data_0_4 << EOD
275.942144 3.18362535
308.144186 4.20708499
315.379225 3.0137824
365.942111 2.9177601
466.7625 2.73668463
633.99725 2.91540045
662.402339 2.66056257
706.29266 2.79634266
730.386589 2.78392906
740.881039 2.50261523
747.78323 2.50668377
753.87387 2.81228408
771.550277 2.74914899
1202.41005 2.49051253
1271.31871 2.53308492
1297.80826 2.85506253
1312.62058 2.71704458
1425.00606 2.45003757
1495.56646 2.39910958
1531.7662 2.41406877
1595.87641 2.40269089
1608.44844 2.42343446
2287.85139 2.35433616
2357.14493 2.27229824
2793.7212 2.22810697
EOD
$data_0_5 << EOD
88.2865825 4.89178504
186.945807 2.89437834
373.891615 2.6770135
1481.76208 2.32904301
2963.52416 2.21044571
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
set xrange [42.7904008:5305.52389]
set xtics ('50' 50, '100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000, '5000' 5000) font ',12'
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
set xrange [42.7904008:5305.52389]
set xtics ('50' 50, '100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000, '5000' 5000) font ',12'
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
