# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
19660800 2.36643017 2.35678692 2.37607342
43646976 2.19842495 2.17291526 2.22393465
EOD
$data_0_1 << EOD
33345792 2.04360957 2.03227097 2.05494817
EOD
$data_0_2 << EOD
33361920 2.06273209 2.04812889 2.07733529
EOD
$data_0_3 << EOD
33345792 2.01831278 2.01259384 2.02403172
EOD
$data_0_4 << EOD
33361920 2.07439747 2.06260667 2.08618827
EOD
$data_1_0 << EOD
1.29763107e+14 2.36643017 2.35678692 2.37607342
2.85983924e+14 2.19842495 2.17291526 2.22393465
EOD
$data_1_1 << EOD
2.3197429e+14 2.04360957 2.03227097 2.05494817
EOD
$data_1_2 << EOD
2.32078488e+14 2.06273209 2.04812889 2.07733529
EOD
$data_1_3 << EOD
2.3197429e+14 2.01831278 2.01259384 2.02403172
EOD
$data_1_4 << EOD
2.32078488e+14 2.07439747 2.06260667 2.08618827
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1252,606 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, four layers' at screen 0.5000,0.9538 center font ',17' 
set label 2 'sparse: density 0.1; 102 M tokens per run; 2 to 3 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9043 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9840,0.0182 right font ',10' tc rgb '#555555'
set margins screen 0.0719, screen 0.5192, screen 0.1518, screen 0.7789
set logscale x
set xrange [18445606.8:46522430.7]
set xtics ('2·10⁷' 20000000, '2.5·10⁷' 25000000, '3·10⁷' 30000000, '3.5·10⁷' 35000000, '4·10⁷' 40000000, '4.5·10⁷' 45000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [1.98603931:2.40784293]
set ytics ('2.00' 2, '2.05' 2.05, '2.10' 2.1, '2.15' 2.15, '2.20' 2.2, '2.25' 2.25, '2.30' 2.3, '2.35' 2.35, '2.40' 2.4) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 13 ps 1.3, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 13 ps 1.3
unset label
set margins screen 0.5367, screen 0.9840, screen 0.1518, screen 0.7789
set logscale x
set xrange [1.21813664e+14:3.04646962e+14]
set xtics ('1.5·10¹⁴' 1.5e+14, '2·10¹⁴' 2e+14, '2.5·10¹⁴' 2.5e+14, '3·10¹⁴' 3e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [1.98603931:2.40784293]
set ytics ('' 2, '' 2.05, '' 2.1, '' 2.15, '' 2.2, '' 2.25, '' 2.3, '' 2.35, '' 2.4) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 13 ps 1.3, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 13 ps 1.3
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
set margins screen 0.0160, screen 0.9840, screen 0.8053, screen 0.8779
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 64, 96', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static, block 1x1, width 256', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 13 ps 1.3 title 'static, block 4x4, width 256', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, block 1x1, width 256', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 13 ps 1.3 title 'dynamic, block 4x4, width 256'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1878,909 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, four layers' at screen 0.5000,0.9538 center font ',17' 
set label 2 'sparse: density 0.1; 102 M tokens per run; 2 to 3 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9043 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9840,0.0182 right font ',10' tc rgb '#555555'
set margins screen 0.0719, screen 0.5192, screen 0.1518, screen 0.7789
set logscale x
set xrange [18445606.8:46522430.7]
set xtics ('2·10⁷' 20000000, '2.5·10⁷' 25000000, '3·10⁷' 30000000, '3.5·10⁷' 35000000, '4·10⁷' 40000000, '4.5·10⁷' 45000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [1.98603931:2.40784293]
set ytics ('2.00' 2, '2.05' 2.05, '2.10' 2.1, '2.15' 2.15, '2.20' 2.2, '2.25' 2.25, '2.30' 2.3, '2.35' 2.35, '2.40' 2.4) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 13 ps 1.3, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 13 ps 1.3
unset label
set margins screen 0.5367, screen 0.9840, screen 0.1518, screen 0.7789
set logscale x
set xrange [1.21813664e+14:3.04646962e+14]
set xtics ('1.5·10¹⁴' 1.5e+14, '2·10¹⁴' 2e+14, '2.5·10¹⁴' 2.5e+14, '3·10¹⁴' 3e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [1.98603931:2.40784293]
set ytics ('' 2, '' 2.05, '' 2.1, '' 2.15, '' 2.2, '' 2.25, '' 2.3, '' 2.35, '' 2.4) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 13 ps 1.3, \
     $data_1_3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_3 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_4 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 13 ps 1.3
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
set margins screen 0.0160, screen 0.9840, screen 0.8053, screen 0.8779
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 64, 96', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static, block 1x1, width 256', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 13 ps 1.3 title 'static, block 4x4, width 256', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, block 1x1, width 256', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 13 ps 1.3 title 'dynamic, block 4x4, width 256'
unset label
unset multiplot
set output
