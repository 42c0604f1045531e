# Draw again with: gnuplot pareto.gp
set encoding utf8
$curve0 << EOD
5.713317865e+00 0.000000000e+00 3.932160000e+06 1.857297041e+13
3.738631041e+00 0.000000000e+00 1.258291200e+07 5.235419261e+13
2.962890348e+00 7.484644475e-03 4.404019200e+07 1.655525429e+14
2.667253650e+00 0.000000000e+00 1.635778560e+08 5.744836263e+14
EOD
$curve1 << EOD
3.312185350e+00 1.821235539e-02 1.006848000e+07 5.670151565e+13
2.871388457e+00 9.221987224e-03 2.768486400e+07 1.390625512e+14
2.670955507e+00 0.000000000e+00 5.285068800e+07 2.470871050e+14
EOD
$curve2 << EOD
3.235246283e+00 3.198422329e-02 1.006848000e+07 5.670151565e+13
2.839783676e+00 7.602657512e-03 2.768486400e+07 1.390625512e+14
2.627833514e+00 0.000000000e+00 5.285068800e+07 2.470871050e+14
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,660 dynamic standalone background rgb 'white'
set output 'pareto.svg'
set multiplot
set logscale xy
set yrange [2.357095:6.369555]
set ytics ('3' 3.000000, '4' 4.000000, '5' 5.000000, '6' 6.000000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Test loss against FLOPs, windows of 64 of novels' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'sparse: density 0.1, block 1x1; 205 M tokens per run; 1 to 3 seeds, bars: one standard deviation; unigram entropy 6.23 nats' at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Test loss (nats per prediction)'
set margins screen 0.080, screen 0.490, screen 0.280, screen 0.861
set xrange [2.333233e+06:2.756751e+08]
set xtics ('5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07, '2·10^{7}' 2.000000e+07, '5·10^{7}' 5.000000e+07, '10^{8}' 1.000000e+08, '2·10^{8}' 2.000000e+08)
set xlabel 'Encoder, training FLOPs per sequence'
set label 11 'nano_L2_H16' at first 3.932160000e+06,5.713317865e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 1.258291200e+07,3.738631041e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 4.404019200e+07,2.962890348e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 1.635778560e+08,2.667253650e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 1.006848000e+07,3.235246283e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 2.768486400e+07,2.839783676e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 5.285068800e+07,2.627833514e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 3:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 3:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 3:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve2 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 3:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.280, screen 0.861
set xrange [1.148751e+13:9.288234e+14]
set xtics ('2·10^{13}' 2.000000e+13, '5·10^{13}' 5.000000e+13, '10^{14}' 1.000000e+14, '2·10^{14}' 2.000000e+14, '5·10^{14}' 5.000000e+14)
set xlabel 'Whole run, every counted training FLOP'
set label 11 'nano_L2_H16' at first 1.857297041e+13,5.713317865e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 5.235419261e+13,3.738631041e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 1.655525429e+14,2.962890348e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 5.744836263e+14,2.667253650e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 5.670151565e+13,3.235246283e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 1.390625512e+14,2.839783676e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 2.470871050e+14,2.627833514e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 4:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 4:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 4:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve2 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 4:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset ylabel
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
unset title
set xrange [0:1]
set yrange [0:1]
set margins screen 0.02, screen 0.98, screen 0.061, screen 0.150
set key center center horizontal maxcols 3 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3 title 'dense', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic'
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,990 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'pareto.png'
set multiplot
set logscale xy
set yrange [2.357095:6.369555]
set ytics ('3' 3.000000, '4' 4.000000, '5' 5.000000, '6' 6.000000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Test loss against FLOPs, windows of 64 of novels' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'sparse: density 0.1, block 1x1; 205 M tokens per run; 1 to 3 seeds, bars: one standard deviation; unigram entropy 6.23 nats' at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Test loss (nats per prediction)'
set margins screen 0.080, screen 0.490, screen 0.280, screen 0.861
set xrange [2.333233e+06:2.756751e+08]
set xtics ('5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07, '2·10^{7}' 2.000000e+07, '5·10^{7}' 5.000000e+07, '10^{8}' 1.000000e+08, '2·10^{8}' 2.000000e+08)
set xlabel 'Encoder, training FLOPs per sequence'
set label 11 'nano_L2_H16' at first 3.932160000e+06,5.713317865e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 1.258291200e+07,3.738631041e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 4.404019200e+07,2.962890348e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 1.635778560e+08,2.667253650e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 1.006848000e+07,3.235246283e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 2.768486400e+07,2.839783676e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 5.285068800e+07,2.627833514e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 3:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 3:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 3:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve2 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 3:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.280, screen 0.861
set xrange [1.148751e+13:9.288234e+14]
set xtics ('2·10^{13}' 2.000000e+13, '5·10^{13}' 5.000000e+13, '10^{14}' 1.000000e+14, '2·10^{14}' 2.000000e+14, '5·10^{14}' 5.000000e+14)
set xlabel 'Whole run, every counted training FLOP'
set label 11 'nano_L2_H16' at first 1.857297041e+13,5.713317865e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 5.235419261e+13,3.738631041e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 1.655525429e+14,2.962890348e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 5.744836263e+14,2.667253650e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 5.670151565e+13,3.235246283e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 1.390625512e+14,2.839783676e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 2.470871050e+14,2.627833514e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 4:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 4:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 4:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve2 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 4:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset ylabel
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
unset title
set xrange [0:1]
set yrange [0:1]
set margins screen 0.02, screen 0.98, screen 0.061, screen 0.150
set key center center horizontal maxcols 3 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3 title 'dense', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic'
unset multiplot
set output
