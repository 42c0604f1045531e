# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
98.4117118 3.76403791
114.100037 3.74854019
164.881992 3.0658533
199.372063 3.18316559
214.920889 2.9134243
228.200075 3.09167685
228.442848 2.96503773
251.101235 2.89646826
253.617748 3.62149944
329.763984 2.8165675
429.841779 2.73752818
456.40015 3.17375969
456.885695 2.888213
471.874313 2.99069512
640.118694 2.65786288
708.012189 2.84804407
859.683557 2.63323974
998.519809 2.55486266
1004.40494 2.40628899
1088.08824 2.54787431
1319.05594 2.4640069
1997.03962 2.27667828
EOD
$data_0_1 << EOD
57.0500187 4.46542701
63.404437 4.14909654
107.460445 3.15958104
502.202469 2.61536373
1004.40494 2.40271674
3994.07924 2.13651892
EOD
$data_0_2 << EOD
227.877598 3.83522937
288.661939 2.93376514
295.5142 3.05257124
519.697949 2.93629315
562.273617 2.84240802
583.824389 2.63480523
717.228182 2.52182259
1115.15446 2.53501769
1164.97361 2.48307076
1237.43079 2.87277903
1258.22488 2.79779556
1265.64342 2.44919739
1434.45636 2.44172655
1977.82324 2.28500076
2012.58989 2.34650892
EOD
$data_0_3 << EOD
64.9622436 4.70106731
179.307046 2.92590839
358.614091 2.67269332
657.018369 2.4775719
1314.03674 2.33143826
2206.50659 2.24857977
2628.07348 2.24463019
EOD
$data_0_4 << EOD
244.453545 4.20708499
247.168602 3.0137824
276.649689 2.9177601
294.1582 3.18362535
376.237778 2.73668463
563.792439 2.91540045
572.909336 2.66056257
575.571346 2.74914899
605.785194 2.81228408
617.014745 2.78392906
622.16424 2.79634266
740.780378 2.50668377
1058.73467 2.85506253
1123.91627 2.71704458
1125.83496 2.53308492
1255.87499 2.49051253
1419.92366 2.42343446
1481.56076 2.39910958
1502.14372 2.41406877
1505.37279 2.45003757
1549.61382 2.40269089
2281.06493 2.35433616
2340.55024 2.27229824
2647.03153 2.22810697
EOD
$data_0_5 << EOD
77.77053 4.89178504
185.195094 2.89437834
370.390189 2.6770135
698.029483 2.50261523
1396.05897 2.32904301
2792.11793 2.21044571
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
set xrange [44.2126085:5153.78538]
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
set xrange [44.2126085:5153.78538]
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
