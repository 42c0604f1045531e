# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
26.445 0.511384335 0.495557243 0.527211427
63.445 0.687431694 0.646327338 0.72853605
EOD
$data_0_1 << EOD
64 0.662386157 0.63407123 0.690701083
EOD
$data_0_2 << EOD
64.555 0.668397086 0.6441928 0.692601371
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,620 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Pairs of glosses, pre-trained: same part of speech or not' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.5522,0.9048 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1129, screen 0.7903
unset logscale x
set xrange [24.78:66.22]
set xtics ('27' 27, '64' 64) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [0.481578515:0.742514778]
set ytics ('0.50' 0.5, '0.52' 0.52, '0.54' 0.54, '0.56' 0.56, '0.58' 0.58, '0.60' 0.6, '0.62' 0.62, '0.64' 0.64, '0.66' 0.66, '0.68' 0.68, '0.70' 0.7, '0.72' 0.72, '0.74' 0.74) font ',12'
set ylabel 'test accuracy' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'policy' at screen 0.5522,0.8532 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title 'dense', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Pairs of glosses, pre-trained: same part of speech or not' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.5522,0.9048 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1129, screen 0.7903
unset logscale x
set xrange [24.78:66.22]
set xtics ('27' 27, '64' 64) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [0.481578515:0.742514778]
set ytics ('0.50' 0.5, '0.52' 0.52, '0.54' 0.54, '0.56' 0.56, '0.58' 0.58, '0.60' 0.6, '0.62' 0.62, '0.64' 0.64, '0.66' 0.66, '0.68' 0.68, '0.70' 0.7, '0.72' 0.72, '0.74' 0.74) font ',12'
set ylabel 'test accuracy' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'policy' at screen 0.5522,0.8532 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title 'dense', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
unset multiplot
set output
