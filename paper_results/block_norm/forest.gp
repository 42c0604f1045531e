# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 1.6
0 -0.6
EOD
$data_0_1 << EOD
-0.00231488058 0.28
0.012523756 0.28
0.00667594235 0.28
0.0020594028 0.28
-0.034835906 0.28
-0.00169717307 1.28
0.0123350346 1.28
0.00766118265 1.28
-0.0127091128 1.28
-0.0109165524 1.28
EOD
$data_0_2 << EOD
-0.00317833709 0 -0.0261877075 0.0198310333
-0.0010653242 1 -0.0147882196 0.0126575712
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 693,262 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Norm by which blocks are dropped, less L1' at screen 0.5000,0.8931 center font ',17' 
set label 2 '10 distinct pairs, 5 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.7786 center font ',12' tc rgb '#555555'
set margins screen 0.2208, screen 0.9711, screen 0.2672, screen 0.4885
unset logscale x
set xrange [-0.0381159223:0.0231110497]
set xtics ('-0.03' -0.03, '-0.02' -0.02, '-0.01' -0.01, '0.00' 0, '0.01' 0.01, '0.02' 0.02) font ',12'
set xlabel 'test loss (nats), others minus L1' font ',13'
unset logscale y
set yrange [1.6:-0.6]
set ytics ('L2 (5)' 0, 'largest value (5)' 1) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1
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
set margins screen 0.0289, screen 0.9711, screen 0.5496, screen 0.7176
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1039,393 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Norm by which blocks are dropped, less L1' at screen 0.5000,0.8931 center font ',17' 
set label 2 '10 distinct pairs, 5 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.7786 center font ',12' tc rgb '#555555'
set margins screen 0.2208, screen 0.9711, screen 0.2672, screen 0.4885
unset logscale x
set xrange [-0.0381159223:0.0231110497]
set xtics ('-0.03' -0.03, '-0.02' -0.02, '-0.01' -0.01, '0.00' 0, '0.01' 0.01, '0.02' 0.02) font ',12'
set xlabel 'test loss (nats), others minus L1' font ',13'
unset logscale y
set yrange [1.6:-0.6]
set ytics ('L2 (5)' 0, 'largest value (5)' 1) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1
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
set margins screen 0.0289, screen 0.9711, screen 0.5496, screen 0.7176
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
