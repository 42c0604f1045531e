# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
148.975348 3.62149944
290.648558 3.17375969
854.020826 2.4640069
EOD
$data_0_1 << EOD
74.487674 3.66769193
145.324279 3.18316559
427.010413 2.62440164
2866.0544 2.1102219
EOD
$data_0_2 << EOD
333.02685 2.84547461
666.053699 2.79779556
841.579771 2.44172655
EOD
$data_0_3 << EOD
166.513425 2.93376514
1671.2325 2.24463019
EOD
$data_0_4 << EOD
338.066008 2.78373188
338.066008 2.74512126
338.066008 2.76240569
338.066008 2.75506309
676.132017 2.71704458
838.800679 2.40145173
838.800679 2.42211046
838.800679 2.41399661
EOD
$data_0_5 << EOD
169.033004 2.9177601
838.800679 2.39910958
1703.69198 2.21044571
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
set label 2 'each row at its best rate, 26 with several seeds and 23 with one' at screen 0.5000,0.9014 center font ',12' tc rgb '#555555'
set label 3 'lines: lower hulls, straight in both logarithms' at screen 0.9688,0.0187 right font ',10' tc rgb '#555555'
set margins screen 0.1295, screen 0.9688, screen 0.1565, screen 0.7347
set logscale x
set xrange [59.8373583:3567.76656]
set xtics ('100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.04138182:3.79137493]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6) font ',12'
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
set label 2 'each row at its best rate, 26 with several seeds and 23 with one' at screen 0.5000,0.9014 center font ',12' tc rgb '#555555'
set label 3 'lines: lower hulls, straight in both logarithms' at screen 0.9688,0.0187 right font ',10' tc rgb '#555555'
set margins screen 0.1295, screen 0.9688, screen 0.1565, screen 0.7347
set logscale x
set xrange [59.8373583:3567.76656]
set xtics ('100' 100, '200' 200, '500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.04138182:3.79137493]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6) font ',12'
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
