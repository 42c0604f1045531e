# Draw again with: gnuplot accuracy_flops.gp
set encoding utf8
$data_0_0 << EOD
1.558959e+11 87.8166667
EOD
$data_0_1 << EOD
1.55955e+11 88.7466667
EOD
$data_0_2 << EOD
1.558959e+11 88.5366667
EOD
$data_0_3 << EOD
1.55955e+11 88.8833333
EOD
$data_0_4 << EOD
1.558959e+11 88.4466667
EOD
$data_0_5 << EOD
1.55955e+11 88.5533333
EOD
$data_0_6 << EOD
1.74979983e+11 88.1966667
EOD
$data_0_7 << EOD
1.75039083e+11 88.4833333
EOD
$data_0_8 << EOD
1.558959e+11 87.8166667 87.75 87.92
EOD
$data_0_9 << EOD
1.55955e+11 88.7466667 88.52 88.96
EOD
$data_1_8 << EOD
1.558959e+11 88.5366667 88.41 88.61
EOD
$data_1_9 << EOD
1.55955e+11 88.8833333 88.55 89.13
EOD
$data_2_8 << EOD
1.558959e+11 88.4466667 88.1 88.83
EOD
$data_2_9 << EOD
1.55955e+11 88.5533333 88.2 88.82
EOD
$data_3_8 << EOD
1.74979983e+11 88.1966667 88.13 88.3
EOD
$data_3_9 << EOD
1.75039083e+11 88.4833333 88.22 88.62
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1136,374 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'accuracy_flops.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Training FLOPs, updates included, and test accuracy' at screen 0.5000,0.9251 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.8449 center font ',12' tc rgb '#555555'
set label 4 'static' at screen 0.1849,0.6979 center font ',13' 
set margins screen 0.0792, screen 0.2905, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('88.0' 88, '88.5' 88.5, '89.0' 89) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_0_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
unset label
set label 4 'dynamic' at screen 0.4155,0.6979 center font ',13' 
set margins screen 0.3099, screen 0.5211, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('' 88, '' 88.5, '' 89) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_1_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_1_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_1_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_1_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
unset label
set label 4 'SET, by magnitude' at screen 0.6461,0.6979 center font ',13' 
set margins screen 0.5405, screen 0.7518, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('' 88, '' 88.5, '' 89) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_2_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_2_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_2_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_2_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
unset label
set label 4 'RigL' at screen 0.8768,0.6979 center font ',13' 
set margins screen 0.7711, screen 0.9824, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('' 88, '' 88.5, '' 89) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_3_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_3_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_3_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_3_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
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
set margins screen 0.0176, screen 0.9824, screen 0.7433, screen 0.8021
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#dcdcdc' lw 0.8 dt 1 title 'the other policies', \
     NaN with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8 title 'block 4 x 4'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1704,561 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'accuracy_flops.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Training FLOPs, updates included, and test accuracy' at screen 0.5000,0.9251 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.8449 center font ',12' tc rgb '#555555'
set label 4 'static' at screen 0.1849,0.6979 center font ',13' 
set margins screen 0.0792, screen 0.2905, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('88.0' 88, '88.5' 88.5, '89.0' 89) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_0_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
unset label
set label 4 'dynamic' at screen 0.4155,0.6979 center font ',13' 
set margins screen 0.3099, screen 0.5211, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('' 88, '' 88.5, '' 89) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_1_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_1_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_1_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_1_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
unset label
set label 4 'SET, by magnitude' at screen 0.6461,0.6979 center font ',13' 
set margins screen 0.5405, screen 0.7518, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('' 88, '' 88.5, '' 89) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_2_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_2_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_2_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_2_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
unset label
set label 4 'RigL' at screen 0.8768,0.6979 center font ',13' 
set margins screen 0.7711, screen 0.9824, screen 0.1872, screen 0.6417
set logscale x
set xrange [1.12828383e+11:2.41852933e+11]
set xtics ('1.5·10¹¹' 1.5e+11, '2·10¹¹' 2e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [87.7166667:89.23]
set ytics ('' 88, '' 88.5, '' 89) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_6 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_7 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_3_8 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_3_8 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_3_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_3_9 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8
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
set margins screen 0.0176, screen 0.9824, screen 0.7433, screen 0.8021
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#dcdcdc' lw 0.8 dt 1 title 'the other policies', \
     NaN with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8 title 'block 4 x 4'
unset label
unset multiplot
set output
