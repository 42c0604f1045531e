# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 0.6
0 -0.6
EOD
$data_0_1 << EOD
0.0635954245 0.28
0.0353895737 0.28
0.101599001 0.28
EOD
$data_0_2 << EOD
0.0668613331 0 -0.0156815915 0.149404258
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 675,238 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Moments that grown blocks start from: mean, less zero' at screen 0.5000,0.8824 center font ',17' 
set label 2 '3 distinct pairs, 3 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.7563 center font ',12' tc rgb '#555555'
set margins screen 0.1230, screen 0.9704, screen 0.2941, screen 0.4370
unset logscale x
set xrange [-0.0255867425:0.159309409]
set xtics ('0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15) font ',12'
set xlabel 'test loss (nats), mean minus zero' font ',13'
unset logscale y
set yrange [0.6:-0.6]
set ytics ('all (3)' 0) font ',12'
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
set margins screen 0.0296, screen 0.9704, screen 0.5042, screen 0.6891
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1012,357 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Moments that grown blocks start from: mean, less zero' at screen 0.5000,0.8824 center font ',17' 
set label 2 '3 distinct pairs, 3 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.7563 center font ',12' tc rgb '#555555'
set margins screen 0.1230, screen 0.9704, screen 0.2941, screen 0.4370
unset logscale x
set xrange [-0.0255867425:0.159309409]
set xtics ('0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15) font ',12'
set xlabel 'test loss (nats), mean minus zero' font ',13'
unset logscale y
set yrange [0.6:-0.6]
set ytics ('all (3)' 0) font ',12'
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
set margins screen 0.0296, screen 0.9704, screen 0.5042, screen 0.6891
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
