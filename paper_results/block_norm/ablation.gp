# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
19.1 3.2036561 3.01083096 3.39648125
79.1 3.09780307 3.04044892 3.15515722
EOD
$data_0_1 << EOD
20 3.35963164 3.04100477 3.67825851
80 3.09462474 3.05159214 3.13765734
EOD
$data_0_2 << EOD
20.9 3.07874088 3.01425557 3.1432262
80.9 3.09673775 3.04825675 3.14521875
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 663,620 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Norm by which blocks are dropped' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5475,0.9048 center font ',13' 
set margins screen 0.1252, screen 0.9698, screen 0.1129, screen 0.7903
unset logscale x
set xrange [16.4:83.6]
set xtics ('20' 20, '80' 80) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.97078531:3.71830416]
set ytics ('3.0' 3, '3.1' 3.1, '3.2' 3.2, '3.3' 3.3, '3.4' 3.4, '3.5' 3.5, '3.6' 3.6, '3.7' 3.7) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'norm of a block' at screen 0.5475,0.8532 center font ',12'
set margins screen 0.1252, screen 0.9698, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'L1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'L2', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1 title 'largest value'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 994,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Norm by which blocks are dropped' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5475,0.9048 center font ',13' 
set margins screen 0.1252, screen 0.9698, screen 0.1129, screen 0.7903
unset logscale x
set xrange [16.4:83.6]
set xtics ('20' 20, '80' 80) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.97078531:3.71830416]
set ytics ('3.0' 3, '3.1' 3.1, '3.2' 3.2, '3.3' 3.3, '3.4' 3.4, '3.5' 3.5, '3.6' 3.6, '3.7' 3.7) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'norm of a block' at screen 0.5475,0.8532 center font ',12'
set margins screen 0.1252, screen 0.9698, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'L1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'L2', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1 title 'largest value'
unset label
unset multiplot
set output
