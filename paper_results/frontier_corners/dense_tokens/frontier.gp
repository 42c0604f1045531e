# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
1.63577856e+13 3.17375969
1.63577856e+13 2.99069512
3.145728e+13 2.84804407
3.58612992e+13 2.63323974
EOD
$data_0_1 << EOD
4.4040192e+12 3.62149944
1.63577856e+13 2.888213
6.291456e+13 2.4640069
2.46625075e+14 2.13651892
EOD
$data_0_2 << EOD
7.86432e+12 3.0658533
EOD
$data_0_3 << EOD
2.0447232e+12 4.46542701
4.4826624e+12 3.15958104
1.3418496e+13 2.89646826
EOD
$data_0_4 << EOD
4.0894464e+12 3.74854019
1.572864e+13 2.8165675
EOD
$data_0_5 << EOD
1.1010048e+12 4.14909654
8.9653248e+12 2.9134243
2.6836992e+13 2.61536373
6.16562688e+13 2.55486266
EOD
$data_0_6 << EOD
8.1788928e+12 3.09167685
8.1788928e+12 3.18316559
1.79306496e+13 2.73752818
3.145728e+13 2.65786288
5.3673984e+13 2.40628899
5.3673984e+13 2.54787431
EOD
$data_0_7 << EOD
2.2020096e+12 3.76403791
8.1788928e+12 2.96503773
5.3673984e+13 2.40271674
1.23312538e+14 2.27667828
EOD
$data_1_0 << EOD
1.79965877e+13 3.17375969
1.79965877e+13 2.99069512
3.4911421e+13 2.84804407
EOD
$data_1_1 << EOD
5.18197398e+12 3.62149944
1.9732669e+13 2.888213
3.84454797e+13 2.63323974
6.65286498e+13 2.4640069
2.55204112e+14 2.13651892
EOD
$data_1_2 << EOD
8.31582994e+12 3.0658533
EOD
$data_1_3 << EOD
2.24945481e+12 4.46542701
4.80562952e+12 3.15958104
1.40456983e+13 2.89646826
EOD
$data_1_4 << EOD
4.49912533e+12 3.74854019
1.66321167e+13 2.8165675
EOD
$data_1_5 << EOD
1.29548301e+12 4.14909654
9.61133657e+12 2.9134243
2.80921969e+13 2.61536373
6.38009264e+13 2.55486266
EOD
$data_1_6 << EOD
8.99814758e+12 3.09167685
8.99819757e+12 3.18316559
1.92225139e+13 2.73752818
3.32640151e+13 2.65786288
5.61838811e+13 2.40628899
5.61841499e+13 2.54787431
EOD
$data_1_7 << EOD
2.590916e+12 3.76403791
9.86602471e+12 2.96503773
5.61837373e+13 2.40271674
1.27601368e+14 2.27667828
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 925,610 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Dense models on fewer tokens' at screen 0.5000,0.9541 center font ',17' 
set label 2 'each row at its best rate, 25 with several seeds and 3 with one' at screen 0.5000,0.9049 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9784,0.0180 right font ',10' tc rgb '#555555'
set margins screen 0.0897, screen 0.5222, screen 0.1508, screen 0.7082
set logscale x
set xrange [7.95745756e+11:3.41233854e+14]
set xtics ('10¹²' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '' 3e+14) font ',12'
set xlabel 'encoder, training FLOPs' font ',13'
set logscale y
set yrange [2.04407755:4.6673715]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5) font ',12'
set ylabel 'validation loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#56B4E9' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#56B4E9' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with points lc rgb '#009E73' lw 1 pt 6 ps 0.8, \
     $data_0_3 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with points lc rgb '#CC79A7' lw 1 pt 6 ps 0.8, \
     $data_0_5 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with points lc rgb '#E69F00' lw 1 pt 6 ps 0.8, \
     $data_0_7 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1
unset label
set margins screen 0.5459, screen 0.9784, screen 0.1508, screen 0.7082
set logscale x
set xrange [9.43548798e+11:3.5039268e+14]
set xtics ('' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '3·10¹⁴' 3e+14) font ',12'
set xlabel 'every training FLOP' font ',13'
set logscale y
set yrange [2.04407755:4.6673715]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with points lc rgb '#56B4E9' lw 1 pt 6 ps 0.8, \
     $data_1_1 using 1:2 with linespoints lc rgb '#56B4E9' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_2 using 1:2 with points lc rgb '#009E73' lw 1 pt 6 ps 0.8, \
     $data_1_3 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_4 using 1:2 with points lc rgb '#CC79A7' lw 1 pt 6 ps 0.8, \
     $data_1_5 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_6 using 1:2 with points lc rgb '#E69F00' lw 1 pt 6 ps 0.8, \
     $data_1_7 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0216, screen 0.9784, screen 0.7344, screen 0.8787
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#56B4E9' lw 1 pt 6 ps 0.8 title 'tokens 102.4M, not on its frontier', \
     NaN with linespoints lc rgb '#56B4E9' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 102.4M, on its frontier', \
     NaN with points lc rgb '#009E73' lw 1 pt 6 ps 0.8 title 'tokens 12.8M, not on its frontier', \
     NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 12.8M, on its frontier', \
     NaN with points lc rgb '#CC79A7' lw 1 pt 6 ps 0.8 title 'tokens 25.6M, not on its frontier', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 25.6M, on its frontier', \
     NaN with points lc rgb '#E69F00' lw 1 pt 6 ps 0.8 title 'tokens 51.2M, not on its frontier', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 51.2M, on its frontier'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1387,915 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Dense models on fewer tokens' at screen 0.5000,0.9541 center font ',17' 
set label 2 'each row at its best rate, 25 with several seeds and 3 with one' at screen 0.5000,0.9049 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9784,0.0180 right font ',10' tc rgb '#555555'
set margins screen 0.0897, screen 0.5222, screen 0.1508, screen 0.7082
set logscale x
set xrange [7.95745756e+11:3.41233854e+14]
set xtics ('10¹²' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '' 3e+14) font ',12'
set xlabel 'encoder, training FLOPs' font ',13'
set logscale y
set yrange [2.04407755:4.6673715]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '4.5' 4.5) font ',12'
set ylabel 'validation loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#56B4E9' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#56B4E9' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with points lc rgb '#009E73' lw 1 pt 6 ps 0.8, \
     $data_0_3 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with points lc rgb '#CC79A7' lw 1 pt 6 ps 0.8, \
     $data_0_5 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with points lc rgb '#E69F00' lw 1 pt 6 ps 0.8, \
     $data_0_7 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1
unset label
set margins screen 0.5459, screen 0.9784, screen 0.1508, screen 0.7082
set logscale x
set xrange [9.43548798e+11:3.5039268e+14]
set xtics ('' 1e+12, '3·10¹²' 3e+12, '10¹³' 1e+13, '3·10¹³' 3e+13, '10¹⁴' 1e+14, '3·10¹⁴' 3e+14) font ',12'
set xlabel 'every training FLOP' font ',13'
set logscale y
set yrange [2.04407755:4.6673715]
set ytics ('' 2.5, '' 3, '' 3.5, '' 4, '' 4.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with points lc rgb '#56B4E9' lw 1 pt 6 ps 0.8, \
     $data_1_1 using 1:2 with linespoints lc rgb '#56B4E9' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_2 using 1:2 with points lc rgb '#009E73' lw 1 pt 6 ps 0.8, \
     $data_1_3 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_4 using 1:2 with points lc rgb '#CC79A7' lw 1 pt 6 ps 0.8, \
     $data_1_5 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_6 using 1:2 with points lc rgb '#E69F00' lw 1 pt 6 ps 0.8, \
     $data_1_7 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0216, screen 0.9784, screen 0.7344, screen 0.8787
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#56B4E9' lw 1 pt 6 ps 0.8 title 'tokens 102.4M, not on its frontier', \
     NaN with linespoints lc rgb '#56B4E9' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 102.4M, on its frontier', \
     NaN with points lc rgb '#009E73' lw 1 pt 6 ps 0.8 title 'tokens 12.8M, not on its frontier', \
     NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 12.8M, on its frontier', \
     NaN with points lc rgb '#CC79A7' lw 1 pt 6 ps 0.8 title 'tokens 25.6M, not on its frontier', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 25.6M, on its frontier', \
     NaN with points lc rgb '#E69F00' lw 1 pt 6 ps 0.8 title 'tokens 51.2M, not on its frontier', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1 title 'tokens 51.2M, on its frontier'
unset label
unset multiplot
set output
