# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
1.63577856e+13 3.01471095
1.63577856e+13 3.19398529
3.145728e+13 2.88053204
EOD
$data_0_1 << EOD
4.4040192e+12 3.64234746
1.63577856e+13 2.9190748
3.58612992e+13 2.66435903
6.291456e+13 2.49950131
2.46625075e+14 2.16904579
EOD
$data_0_2 << EOD
8.5598208e+12 2.87174441
2.9196288e+13 2.48058656
6.19118592e+13 2.27887865
EOD
$data_0_3 << EOD
8.5598208e+12 2.82706981
2.9196288e+13 2.43436606
6.19118592e+13 2.24414341
EOD
$data_1_0 << EOD
1.79965877e+13 3.01471095
1.79965877e+13 3.19398529
3.4911421e+13 2.88053204
EOD
$data_1_1 << EOD
5.18197398e+12 3.64234746
1.9732669e+13 2.9190748
3.84454797e+13 2.66435903
6.65286498e+13 2.49950131
2.55204112e+14 2.16904579
EOD
$data_1_2 << EOD
1.18911582e+13 2.87174441
3.66436505e+13 2.48058656
7.42603197e+13 2.27887865
EOD
$data_1_3 << EOD
1.18911582e+13 2.82706981
3.66436505e+13 2.43436606
7.42603197e+13 2.24414341
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 925,566 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes, each trained on 102 M tokens' at screen 0.5000,0.9505 center font ',17' 
set label 2 'each row at its best rate, all with several seeds' at screen 0.5000,0.8975 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9784,0.0194 right font ',10' tc rgb '#555555'
set margins screen 0.0897, screen 0.5222, screen 0.1625, screen 0.7633
set logscale x
set xrange [3.45905862e+12:3.13999179e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'encoder, training FLOPs' font ',13'
set logscale y
set yrange [2.10262567:3.75740607]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6) font ',12'
set ylabel 'test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
unset label
set margins screen 0.5459, screen 0.9784, screen 0.1625, screen 0.7633
set logscale x
set xrange [4.10158468e+12:3.2242686e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'every training FLOP' font ',13'
set logscale y
set yrange [2.10262567:3.75740607]
set ytics ('' 2.2, '' 2.4, '' 2.6, '' 2.8, '' 3, '' 3.2, '' 3.4, '' 3.6) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0216, screen 0.9784, screen 0.7915, screen 0.8693
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1387,849 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes, each trained on 102 M tokens' at screen 0.5000,0.9505 center font ',17' 
set label 2 'each row at its best rate, all with several seeds' at screen 0.5000,0.8975 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9784,0.0194 right font ',10' tc rgb '#555555'
set margins screen 0.0897, screen 0.5222, screen 0.1625, screen 0.7633
set logscale x
set xrange [3.45905862e+12:3.13999179e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'encoder, training FLOPs' font ',13'
set logscale y
set yrange [2.10262567:3.75740607]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6) font ',12'
set ylabel 'test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
unset label
set margins screen 0.5459, screen 0.9784, screen 0.1625, screen 0.7633
set logscale x
set xrange [4.10158468e+12:3.2242686e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'every training FLOP' font ',13'
set logscale y
set yrange [2.10262567:3.75740607]
set ytics ('' 2.2, '' 2.4, '' 2.6, '' 2.8, '' 3, '' 3.2, '' 3.4, '' 3.6) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_1_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0216, screen 0.9784, screen 0.7915, screen 0.8693
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
