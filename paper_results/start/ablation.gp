# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
-0.214285714 2.98663572 2.94086131 3.03241014
EOD
$data_0_1 << EOD
-0.142857143 2.9391261 2.90319753 2.97505466
0.857142857 2.97428743 2.96084728 2.98772758
EOD
$data_0_2 << EOD
-0.0714285714 2.93849901 2.92982691 2.9471711
0.928571429 2.98123362 2.95148153 3.01098572
EOD
$data_0_3 << EOD
0 3.14452118 2.86213836 3.42690399
1 3.04334063 2.99878848 3.08789279
EOD
$data_0_4 << EOD
0.0714285714 2.93741 2.89262305 2.98219695
1.07142857 2.96578869 2.9263518 3.00522558
EOD
$data_0_5 << EOD
0.142857143 2.96152024 2.9543449 2.96869558
1.14285714 3.07452134 3.03750725 3.11153543
EOD
$data_0_6 << EOD
0.214285714 2.99186158 2.83232028 3.15140289
1.21428571 2.95493976 2.93725128 2.97262823
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,774 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Start and regularisation' at screen 0.5000,0.9638 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9238 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.0904, screen 0.6331
unset logscale x
set xrange [-0.5:1.5]
set xtics ('dynamic' 0, 'static' 1) font ',12'
set xlabel 'policy' font ',13'
unset logscale y
set yrange [2.79664526:3.46257901]
set ytics ('2.80' 2.8, '2.85' 2.85, '2.90' 2.9, '2.95' 2.95, '3.00' 3, '3.05' 3.05, '3.10' 3.1, '3.15' 3.15, '3.20' 3.2, '3.25' 3.25, '3.30' 3.3, '3.35' 3.35, '3.40' 3.4, '3.45' 3.45) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#E69F00' lw 1.8 pt 9 ps 1.1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#56B4E9' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#56B4E9' lw 1.8 pt 11 ps 1.1, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 13 ps 1.1, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_5 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 6 ps 1.1, \
     $data_0_6 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_6 using 1:2 with points lc rgb '#333333' lw 1.8 pt 4 ps 1.1
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
set label 1 'usual values: first deviation 0.02, first deviation of the embedding the same,' at screen 0.5522,0.8824 center font ',12'
set label 2 'moments of grown blocks zero, weight decay 0.01, group lasso 0.0, beta2 0.999' at screen 0.5522,0.8540 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.6408, screen 0.8398
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1 title 'moments of grown blocks mean', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1 title 'weight decay 0.0', \
     NaN with points lc rgb '#E69F00' lw 1.8 pt 9 ps 1.1 title 'weight decay 0.0, group lasso 0.01', \
     NaN with points lc rgb '#56B4E9' lw 1.8 pt 11 ps 1.1 title 'beta2 0.98', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 13 ps 1.1 title 'usual values', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 6 ps 1.1 title 'weight decay 0.1', \
     NaN with points lc rgb '#333333' lw 1.8 pt 4 ps 1.1 title 'first deviation 0.0632, first deviation of the embedding 0.02'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,1161 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Start and regularisation' at screen 0.5000,0.9638 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9238 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.0904, screen 0.6331
unset logscale x
set xrange [-0.5:1.5]
set xtics ('dynamic' 0, 'static' 1) font ',12'
set xlabel 'policy' font ',13'
unset logscale y
set yrange [2.79664526:3.46257901]
set ytics ('2.80' 2.8, '2.85' 2.85, '2.90' 2.9, '2.95' 2.95, '3.00' 3, '3.05' 3.05, '3.10' 3.1, '3.15' 3.15, '3.20' 3.2, '3.25' 3.25, '3.30' 3.3, '3.35' 3.35, '3.40' 3.4, '3.45' 3.45) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#E69F00' lw 1.8 pt 9 ps 1.1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#56B4E9' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#56B4E9' lw 1.8 pt 11 ps 1.1, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 13 ps 1.1, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_5 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 6 ps 1.1, \
     $data_0_6 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_6 using 1:2 with points lc rgb '#333333' lw 1.8 pt 4 ps 1.1
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
set label 1 'usual values: first deviation 0.02, first deviation of the embedding the same,' at screen 0.5522,0.8824 center font ',12'
set label 2 'moments of grown blocks zero, weight decay 0.01, group lasso 0.0, beta2 0.999' at screen 0.5522,0.8540 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.6408, screen 0.8398
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1 title 'moments of grown blocks mean', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1 title 'weight decay 0.0', \
     NaN with points lc rgb '#E69F00' lw 1.8 pt 9 ps 1.1 title 'weight decay 0.0, group lasso 0.01', \
     NaN with points lc rgb '#56B4E9' lw 1.8 pt 11 ps 1.1 title 'beta2 0.98', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 13 ps 1.1 title 'usual values', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 6 ps 1.1 title 'weight decay 0.1', \
     NaN with points lc rgb '#333333' lw 1.8 pt 4 ps 1.1 title 'first deviation 0.0632, first deviation of the embedding 0.02'
unset label
unset multiplot
set output
