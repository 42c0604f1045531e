# Draw again with: gnuplot ranking.gp
set encoding utf8
$data_0_0 << EOD
88.5366667 -0.12 88.41 88.61
88.4466667 0.88 88.1 88.83
88.1966667 1.88 88.13 88.3
87.8166667 2.88 87.75 87.92
EOD
$data_0_1 << EOD
88.8833333 0.12 88.55 89.13
88.5533333 1.12 88.2 88.82
88.4833333 2.12 88.22 88.62
88.7466667 3.12 88.52 88.96
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 641,312 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ranking.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies by mean test accuracy over blocks' at screen 0.5000,0.9103 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.8141 center font ',12' tc rgb '#555555'
set label 4 'density 0.02' at screen 0.6037,0.6378 center font ',13' 
set margins screen 0.2387, screen 0.9688, screen 0.2244, screen 0.5705
unset logscale x
set xrange [87.7166667:89.23]
set xtics ('88.0' 88, '88.5' 88.5, '89.0' 89) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [3.7:-0.7]
set ytics ('dynamic' 0, 'SET, by magnitude' 1, 'RigL' 2, 'static' 3) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_0_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8
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
set margins screen 0.0312, screen 0.9688, screen 0.6923, screen 0.7628
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8 title 'block 4 x 4'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 961,468 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ranking.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies by mean test accuracy over blocks' at screen 0.5000,0.9103 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.8141 center font ',12' tc rgb '#555555'
set label 4 'density 0.02' at screen 0.6037,0.6378 center font ',13' 
set margins screen 0.2387, screen 0.9688, screen 0.2244, screen 0.5705
unset logscale x
set xrange [87.7166667:89.23]
set xtics ('88.0' 88, '88.5' 88.5, '89.0' 89) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [3.7:-0.7]
set ytics ('dynamic' 0, 'SET, by magnitude' 1, 'RigL' 2, 'static' 3) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_0_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8
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
set margins screen 0.0312, screen 0.9688, screen 0.6923, screen 0.7628
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8 title 'block 4 x 4'
unset label
unset multiplot
set output
