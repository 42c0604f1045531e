# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
2.0447232e+12 4.46542701
2.2020096e+12 3.76403791
4.0894464e+12 3.74854019
4.4040192e+12 3.62149944
7.86432e+12 3.0658533
8.1788928e+12 2.96503773
8.1788928e+12 3.09167685
8.1788928e+12 3.18316559
1.3418496e+13 2.89646826
1.572864e+13 2.8165675
1.63577856e+13 2.888213
1.63577856e+13 3.17375969
1.63577856e+13 2.99069512
1.79306496e+13 2.73752818
2.6836992e+13 2.61536373
3.145728e+13 2.65786288
3.145728e+13 2.84804407
3.58612992e+13 2.63323974
5.3673984e+13 2.40628899
5.3673984e+13 2.54787431
6.16562688e+13 2.55486266
6.291456e+13 2.4640069
1.23312538e+14 2.27667828
EOD
$data_0_1 << EOD
1.1010048e+12 4.14909654
4.4826624e+12 3.15958104
8.9653248e+12 2.9134243
5.3673984e+13 2.40271674
2.46625075e+14 2.13651892
EOD
$data_0_2 << EOD
1.8628608e+12 3.83522937
4.2799104e+12 2.93376514
4.3057152e+12 3.05257124
8.5598208e+12 2.84240802
8.6114304e+12 2.93629315
1.4598144e+13 2.52182259
1.63577856e+13 2.63480523
1.71196416e+13 2.79779556
1.72228608e+13 2.87277903
2.9196288e+13 2.44172655
2.92061184e+13 2.44919739
2.92552704e+13 2.48307076
2.94125568e+13 2.53501769
6.19216896e+13 2.24857977
6.19708416e+13 2.28500076
6.2128128e+13 2.34650892
EOD
$data_0_3 << EOD
1.0764288e+12 4.70106731
3.649536e+12 2.92590839
7.299072e+12 2.67269332
1.54779648e+13 2.4775719
3.09559296e+13 2.33143826
6.19118592e+13 2.24463019
EOD
$data_0_4 << EOD
1.8628608e+12 4.20708499
4.2799104e+12 2.9177601
4.3057152e+12 3.18362535
8.5598208e+12 2.78392906
8.5598208e+12 2.74914899
8.5598208e+12 2.81228408
8.5598208e+12 2.79634266
8.6114304e+12 2.91540045
8.8080384e+12 2.73668463
1.4598144e+13 2.50668377
1.54779648e+13 2.50261523
1.63577856e+13 2.66056257
1.71196416e+13 2.71704458
1.72228608e+13 2.85506253
2.9196288e+13 2.40269089
2.9196288e+13 2.39910958
2.9196288e+13 2.41406877
2.9196288e+13 2.42343446
2.92061184e+13 2.45003757
2.92552704e+13 2.49051253
2.94125568e+13 2.53308492
6.19216896e+13 2.22810697
6.19708416e+13 2.27229824
6.2128128e+13 2.35433616
EOD
$data_0_5 << EOD
1.0699776e+12 4.89178504
2.7697152e+12 3.0137824
3.649536e+12 2.89437834
7.299072e+12 2.6770135
3.09559296e+13 2.32904301
6.19118592e+13 2.21044571
EOD
$data_1_0 << EOD
2.24945481e+12 4.46542701
2.590916e+12 3.76403791
4.49912533e+12 3.74854019
5.18197398e+12 3.62149944
8.31582994e+12 3.0658533
8.99814758e+12 3.09167685
8.99819757e+12 3.18316559
9.86602471e+12 2.96503773
1.40456983e+13 2.89646826
1.66321167e+13 2.8165675
1.79965877e+13 3.17375969
1.79965877e+13 2.99069512
1.92225139e+13 2.73752818
1.9732669e+13 2.888213
2.80921969e+13 2.61536373
3.32640151e+13 2.65786288
3.4911421e+13 2.84804407
3.84454797e+13 2.63323974
5.61838811e+13 2.40628899
5.61841499e+13 2.54787431
6.38009264e+13 2.55486266
6.65286498e+13 2.4640069
1.27601368e+14 2.27667828
EOD
$data_1_1 << EOD
1.29548301e+12 4.14909654
4.80562952e+12 3.15958104
9.61133657e+12 2.9134243
5.61837373e+13 2.40271674
2.55204112e+14 2.13651892
EOD
$data_1_2 << EOD
3.51545831e+12 3.83522937
5.94509671e+12 2.93376514
5.97103591e+12 3.05257124
1.18911582e+13 2.84240802
1.19426914e+13 2.93629315
1.80859834e+13 2.63480523
1.83207532e+13 2.52182259
2.37807555e+13 2.79779556
2.38845123e+13 2.87277903
3.66436505e+13 2.44172655
3.66527649e+13 2.44919739
3.67021729e+13 2.48307076
3.68602785e+13 2.53501769
7.42700781e+13 2.24857977
7.43194861e+13 2.28500076
7.44775917e+13 2.34650892
EOD
$data_1_3 << EOD
1.49258514e+12 4.70106731
4.58019146e+12 2.92590839
9.16091366e+12 2.67269332
1.85649122e+13 2.4775719
3.71290239e+13 2.33143826
7.42603197e+13 2.24463019
EOD
$data_1_4 << EOD
3.51545831e+12 4.20708499
4.42703591e+12 3.0137824
5.94520258e+12 2.9177601
5.97103591e+12 3.18362535
1.04969146e+13 2.73668463
1.18911582e+13 2.78392906
1.18911582e+13 2.74914899
1.18911582e+13 2.81228408
1.18911582e+13 2.79634266
1.19426914e+13 2.91540045
1.80859834e+13 2.66056257
1.83207532e+13 2.50668377
1.85649122e+13 2.50261523
2.37807555e+13 2.71704458
2.38845123e+13 2.85506253
3.66436505e+13 2.40269089
3.66436505e+13 2.39910958
3.66436505e+13 2.41406877
3.66436505e+13 2.42343446
3.66527649e+13 2.45003757
3.67021729e+13 2.49051253
3.68602785e+13 2.53308492
7.42700781e+13 2.22810697
7.43194861e+13 2.27229824
7.44775917e+13 2.35433616
EOD
$data_1_5 << EOD
1.48610034e+12 4.89178504
4.58019146e+12 2.89437834
9.16091366e+12 2.6770135
3.71290239e+13 2.32904301
7.42603197e+13 2.21044571
EOD
$data_2_0 << EOD
12800000 4.46542701
12800000 3.15958104
12800000 3.0658533
25600000 4.14909654
25600000 3.74854019
25600000 2.9134243
25600000 2.8165675
25600000 2.61536373
51200000 3.76403791
51200000 2.96503773
51200000 3.09167685
51200000 3.18316559
51200000 2.73752818
51200000 2.65786288
51200000 2.40628899
51200000 2.40271674
51200000 2.54787431
102400000 3.62149944
102400000 2.888213
102400000 3.17375969
102400000 2.99069512
102400000 2.84804407
102400000 2.63323974
102400000 2.4640069
EOD
$data_2_1 << EOD
12800000 2.89646826
25600000 2.55486266
51200000 2.27667828
102400000 2.13651892
EOD
$data_2_2 << EOD
12800000 4.70106731
25600000 2.67269332
51200000 2.63480523
51200000 2.93376514
51200000 2.52182259
51200000 3.05257124
51200000 3.83522937
102400000 2.84240802
102400000 2.44172655
102400000 2.44919739
102400000 2.24857977
102400000 2.93629315
102400000 2.48307076
102400000 2.28500076
102400000 2.53501769
102400000 2.34650892
204800000 2.79779556
204800000 2.87277903
EOD
$data_2_3 << EOD
12800000 2.92590839
25600000 2.4775719
51200000 2.33143826
102400000 2.24463019
EOD
$data_2_4 << EOD
12800000 4.89178504
25600000 2.6770135
51200000 2.66056257
51200000 2.73668463
51200000 2.9177601
51200000 2.50668377
51200000 3.18362535
51200000 3.0137824
51200000 4.20708499
102400000 2.78392906
102400000 2.74914899
102400000 2.81228408
102400000 2.79634266
102400000 2.40269089
102400000 2.39910958
102400000 2.41406877
102400000 2.42343446
102400000 2.45003757
102400000 2.22810697
102400000 2.91540045
102400000 2.49051253
102400000 2.27229824
102400000 2.53308492
102400000 2.35433616
204800000 2.71704458
204800000 2.85506253
EOD
$data_2_5 << EOD
12800000 2.89437834
25600000 2.50261523
51200000 2.32904301
102400000 2.21044571
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1347,566 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes and lengths' at screen 0.5000,0.9505 center font ',17' 
set label 2 'each row at its best rate, 63 with several seeds and 17 with one' at screen 0.5000,0.8975 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9852,0.0194 right font ',10' tc rgb '#555555'
set margins screen 0.0616, screen 0.3586, screen 0.1625, screen 0.7633
set logscale x
set xrange [7.71995792e+11:3.41819617e+14]
set xtics ('10¹²' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '' 3e+14) font ',12'
set xlabel 'encoder, training FLOPs' font ',13'
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
set margins screen 0.3749, screen 0.6719, screen 0.1625, screen 0.7633
set logscale x
set xrange [9.43548798e+11:3.5039268e+14]
set xtics ('' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '' 3e+14) font ',12'
set xlabel 'every training FLOP' font ',13'
set logscale y
set yrange [2.03292383:5.1410639]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_2 using 1:2 with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8, \
     $data_1_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_4 using 1:2 with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8, \
     $data_1_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
unset label
set margins screen 0.6882, screen 0.9852, screen 0.1625, screen 0.7633
set logscale x
set xrange [10838340:241867297]
set xtics ('2·10⁷' 20000000, '5·10⁷' 50000000, '10⁸' 100000000, '2·10⁸' 200000000) font ',12'
set xlabel 'tokens' font ',13'
set logscale y
set yrange [2.03292383:5.1410639]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_2_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_2_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_2_2 using 1:2 with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8, \
     $data_2_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_2_4 using 1:2 with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8, \
     $data_2_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0148, screen 0.9852, screen 0.7915, screen 0.8693
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 2020,849 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes and lengths' at screen 0.5000,0.9505 center font ',17' 
set label 2 'each row at its best rate, 63 with several seeds and 17 with one' at screen 0.5000,0.8975 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9852,0.0194 right font ',10' tc rgb '#555555'
set margins screen 0.0616, screen 0.3586, screen 0.1625, screen 0.7633
set logscale x
set xrange [7.71995792e+11:3.41819617e+14]
set xtics ('10¹²' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '' 3e+14) font ',12'
set xlabel 'encoder, training FLOPs' font ',13'
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
set margins screen 0.3749, screen 0.6719, screen 0.1625, screen 0.7633
set logscale x
set xrange [9.43548798e+11:3.5039268e+14]
set xtics ('' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '' 3e+14) font ',12'
set xlabel 'every training FLOP' font ',13'
set logscale y
set yrange [2.03292383:5.1410639]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_2 using 1:2 with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8, \
     $data_1_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_4 using 1:2 with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8, \
     $data_1_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
unset label
set margins screen 0.6882, screen 0.9852, screen 0.1625, screen 0.7633
set logscale x
set xrange [10838340:241867297]
set xtics ('2·10⁷' 20000000, '5·10⁷' 50000000, '10⁸' 100000000, '2·10⁸' 200000000) font ',12'
set xlabel 'tokens' font ',13'
set logscale y
set yrange [2.03292383:5.1410639]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_2_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_2_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_2_2 using 1:2 with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8, \
     $data_2_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_2_4 using 1:2 with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8, \
     $data_2_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0148, screen 0.9852, screen 0.7915, screen 0.8693
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8 title 'static, not on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8 title 'dynamic, not on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
