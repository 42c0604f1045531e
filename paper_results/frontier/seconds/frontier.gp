# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
206.942374 3.62149944
400.7929 2.90955467
426.587972 3.17375969
466.9214 2.99069512
636.370835 2.85671254
817.14822 2.63323974
1112.97513 2.54787431
1250.89747 2.4640069
EOD
$data_0_1 << EOD
103.959872 3.76403791
214.010063 3.18316559
628.082769 2.62440164
1046.20592 2.40628899
4049.2691 2.1102219
EOD
$data_0_2 << EOD
361.510452 3.05257124
465.474128 2.93629315
553.018929 2.84547461
1082.55225 2.79779556
1132.0213 2.48307076
1153.39797 2.53501769
1227.34762 2.44919739
1269.9393 2.87277903
1490.52857 2.44172655
1956.33801 2.34650892
2155.75148 2.28500076
EOD
$data_0_3 << EOD
222.298518 3.83522937
294.484669 2.93376514
627.589691 2.63480523
2345.75193 2.24857977
2567.03929 2.24463019
EOD
$data_0_4 << EOD
470.620452 2.91540045
545.108989 2.76218582
546.517549 2.78006825
556.743244 2.76240569
558.480392 2.74945555
574.943344 2.66056257
920.035025 2.85506253
1101.92621 2.53308492
1132.65351 2.71704458
1202.43449 2.49051253
1311.23494 2.45003757
1400.83717 2.4169662
1433.48269 2.40003124
1458.00366 2.39910958
1556.52723 2.42343446
1980.02099 2.35433616
2058.96933 2.27229824
2592.66835 2.22810697
EOD
$data_0_5 << EOD
231.121268 4.20708499
233.19794 3.18362535
244.349455 3.0137824
281.827311 2.9177601
382.350428 2.73668463
2593.12846 2.21044571
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
set label 2 'each row at its best rate, 34 with several seeds and 19 with one' at screen 0.5000,0.9014 center font ',12' tc rgb '#555555'
set label 3 'lines: lower hulls, straight in both logarithms' at screen 0.9688,0.0187 right font ',10' tc rgb '#555555'
set margins screen 0.1295, screen 0.9688, screen 0.1565, screen 0.7347
set logscale x
set xrange [83.4516792:5044.37418]
set xtics ('100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000, '5000' 5000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.02464523:4.38490789]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4) font ',12'
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
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, above it', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8 title 'static, above it', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8 title 'dynamic, above it', \
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
set label 2 'each row at its best rate, 34 with several seeds and 19 with one' at screen 0.5000,0.9014 center font ',12' tc rgb '#555555'
set label 3 'lines: lower hulls, straight in both logarithms' at screen 0.9688,0.0187 right font ',10' tc rgb '#555555'
set margins screen 0.1295, screen 0.9688, screen 0.1565, screen 0.7347
set logscale x
set xrange [83.4516792:5044.37418]
set xtics ('100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000, '5000' 5000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.02464523:4.38490789]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4) font ',12'
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
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, above it', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with points lc rgb '#D55E00' lw 1 pt 6 ps 0.8 title 'static, above it', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with points lc rgb '#0072B2' lw 1 pt 6 ps 0.8 title 'dynamic, above it', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
