# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
0.094 0.424446583 0.384712149 0.464181017
0.244 0.417420597 0.366837876 0.468003318
0.494 0.4280077 0.402642165 0.453373235
EOD
$data_0_1 << EOD
0.1 0.479595765 0.469694776 0.489496754
0.25 0.485274302 0.469838829 0.500709775
0.5 0.442829644 0.415244935 0.470414353
EOD
$data_0_2 << EOD
0.106 0.487969201 0.482567386 0.493371016
0.256 0.497112608 0.4769324 0.517292817
0.506 0.453224254 0.441627662 0.464820846
EOD
$data_1_0 << EOD
0.076 0
0.524 0
EOD
$data_1_1 << EOD
0.097 -0.0635226179 -0.114712169 -0.0123330672
0.247 -0.0796920115 -0.125029234 -0.0343547886
0.497 -0.0252165544 -0.0490862111 -0.00134689766
EOD
$data_1_2 << EOD
0.103 -0.008373436 -0.0179937705 0.00124689855
0.253 -0.0118383061 -0.0330559968 0.00937938464
0.503 -0.0103946102 -0.0321726469 0.0113834265
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1329,620 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'A dense encoder made sparse while it is fine-tuned: right topics of glosses' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.2784,0.9048 center font ',13' 
set margins screen 0.0677, screen 0.4891, screen 0.1129, screen 0.7903
unset logscale x
set xrange [0.076:0.524]
set xtics ('0.1' 0.1, '0.25' 0.25, '0.5' 0.5) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [0.357810579:0.526320113]
set ytics ('0.36' 0.36, '0.38' 0.38, '0.40' 0.4, '0.42' 0.42, '0.44' 0.44, '0.46' 0.46, '0.48' 0.48, '0.50' 0.5, '0.52' 0.52) font ',12'
set ylabel 'test accuracy' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7743,0.9048 center font ',13' 
set margins screen 0.5636, screen 0.9850, screen 0.1129, screen 0.7903
unset logscale x
set xrange [0.076:0.524]
set xtics ('0.1' 0.1, '0.25' 0.25, '0.5' 0.5) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [-0.145399423:0.0265351299]
set ytics ('-0.14' -0.14, '-0.12' -0.12, '-0.10' -0.1, '-0.08' -0.08, '-0.06' -0.06, '-0.04' -0.04, '-0.02' -0.02, '0.00' 0, '0.02' 0.02) font ',12'
set ylabel 'others minus static, test accuracy' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'policy' at screen 0.2784,0.8532 center font ',12'
set margins screen 0.0677, screen 0.4891, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
set label 1 'policy' at screen 0.7743,0.8532 center font ',12'
set margins screen 0.5636, screen 0.9850, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1993,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'A dense encoder made sparse while it is fine-tuned: right topics of glosses' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.2784,0.9048 center font ',13' 
set margins screen 0.0677, screen 0.4891, screen 0.1129, screen 0.7903
unset logscale x
set xrange [0.076:0.524]
set xtics ('0.1' 0.1, '0.25' 0.25, '0.5' 0.5) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [0.357810579:0.526320113]
set ytics ('0.36' 0.36, '0.38' 0.38, '0.40' 0.4, '0.42' 0.42, '0.44' 0.44, '0.46' 0.46, '0.48' 0.48, '0.50' 0.5, '0.52' 0.52) font ',12'
set ylabel 'test accuracy' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7743,0.9048 center font ',13' 
set margins screen 0.5636, screen 0.9850, screen 0.1129, screen 0.7903
unset logscale x
set xrange [0.076:0.524]
set xtics ('0.1' 0.1, '0.25' 0.25, '0.5' 0.5) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [-0.145399423:0.0265351299]
set ytics ('-0.14' -0.14, '-0.12' -0.12, '-0.10' -0.1, '-0.08' -0.08, '-0.06' -0.06, '-0.04' -0.04, '-0.02' -0.02, '0.00' 0, '0.02' 0.02) font ',12'
set ylabel 'others minus static, test accuracy' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'policy' at screen 0.2784,0.8532 center font ',12'
set margins screen 0.0677, screen 0.4891, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
set label 1 'policy' at screen 0.7743,0.8532 center font ',12'
set margins screen 0.5636, screen 0.9850, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL'
unset label
unset multiplot
set output
