# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
19.0858045 2.88975539 2.87872015 2.90079062
152.686436 3.40445699 2.53358743 4.27532654
EOD
$data_0_1 << EOD
19.6905035 2.88908747 2.87590095 2.90227399
157.524028 2.91977439 2.87577462 2.96377416
EOD
$data_0_2 << EOD
20.3143612 3.04910206 3.02653161 3.07167251
162.51489 3.05232962 3.02209337 3.08256588
EOD
$data_0_3 << EOD
20.9579848 3.05924496 3.03141683 3.08707308
167.663878 3.06658719 3.04154458 3.0916298
EOD
$data_1_0 << EOD
17.6540599 0
181.261422 0
EOD
$data_1_1 << EOD
19.6905035 -0.000667914181 -0.0159263931 0.0145905647
157.524028 -0.484682595 -2.54175112 1.57238593
EOD
$data_1_2 << EOD
20.3143612 0.0101428958 -0.00441252415 0.0246983157
162.51489 0.0142575665 -0.00467134271 0.0331864757
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1315,664 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Random against gradient growth' at screen 0.5000,0.9578 center font ',17' 
set label 5 'a bar that ends at the frame reaches beyond it' at screen 0.9848,0.0166 right font ',10' tc rgb '#555555'
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.2760,0.9111 center font ',13' 
set margins screen 0.0631, screen 0.4890, screen 0.1386, screen 0.7711
set logscale x
set xrange [17.6540599:181.261422]
set xtics ('20' 20, '160' 160) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.42908309:4.37983088]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8, '4.0' 4, '4.2' 4.2) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7719,0.9111 center font ',13' 
set margins screen 0.5589, screen 0.9848, screen 0.1386, screen 0.7711
set logscale x
set xrange [17.6540599:181.261422]
set xtics ('20' 20, '160' 160) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [-1.52918762:0.121622745]
set ytics ('-1.4' -1.4, '-1.2' -1.2, '-1.0' -1, '-0.8' -0.8, '-0.6' -0.6, '-0.4' -0.4, '-0.2' -0.2, '0.0' 0) font ',12'
set ylabel 'random minus gradient, test loss (nats)' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'block size, growth' at screen 0.2760,0.8630 center font ',12'
set margins screen 0.0631, screen 0.4890, screen 0.7801, screen 0.8464
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title '1, gradient', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title '1, random', \
     NaN with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1 title '4, gradient', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title '4, random'
unset label
set label 1 'block size' at screen 0.7719,0.8298 center font ',12'
set margins screen 0.5589, screen 0.9848, screen 0.7801, screen 0.8133
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title '1', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1 title '4'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1972,996 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Random against gradient growth' at screen 0.5000,0.9578 center font ',17' 
set label 5 'a bar that ends at the frame reaches beyond it' at screen 0.9848,0.0166 right font ',10' tc rgb '#555555'
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.2760,0.9111 center font ',13' 
set margins screen 0.0631, screen 0.4890, screen 0.1386, screen 0.7711
set logscale x
set xrange [17.6540599:181.261422]
set xtics ('20' 20, '160' 160) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.42908309:4.37983088]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8, '4.0' 4, '4.2' 4.2) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7719,0.9111 center font ',13' 
set margins screen 0.5589, screen 0.9848, screen 0.1386, screen 0.7711
set logscale x
set xrange [17.6540599:181.261422]
set xtics ('20' 20, '160' 160) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [-1.52918762:0.121622745]
set ytics ('-1.4' -1.4, '-1.2' -1.2, '-1.0' -1, '-0.8' -0.8, '-0.6' -0.6, '-0.4' -0.4, '-0.2' -0.2, '0.0' 0) font ',12'
set ylabel 'random minus gradient, test loss (nats)' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'block size, growth' at screen 0.2760,0.8630 center font ',12'
set margins screen 0.0631, screen 0.4890, screen 0.7801, screen 0.8464
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title '1, gradient', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title '1, random', \
     NaN with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1 title '4, gradient', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title '4, random'
unset label
set label 1 'block size' at screen 0.7719,0.8298 center font ',12'
set margins screen 0.5589, screen 0.9848, screen 0.7801, screen 0.8133
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title '1', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1 title '4'
unset label
unset multiplot
set output
