# Draw again with: gnuplot pareto.gp
set encoding utf8
$curve0 << EOD
3.690579229e+00 0.000000000e+00 6.881280000e+05 2.590940258e+12
3.210832450e+00 0.000000000e+00 2.555904000e+06 8.998197574e+12
2.659204358e+00 0.000000000e+00 9.830400000e+06 3.326412098e+13
EOD
$curve1 << EOD
3.206623288e+00 0.000000000e+00 5.821440000e+05 3.515564179e+12
2.993674779e+00 0.000000000e+00 1.337472000e+06 5.945202579e+12
2.664079968e+00 0.000000000e+00 5.111808000e+06 1.808598338e+13
EOD
$curve2 << EOD
3.362065684e+00 0.000000000e+00 5.821440000e+05 3.515564179e+12
3.012572837e+00 0.000000000e+00 8.655360000e+05 4.427141779e+12
2.951327664e+00 0.000000000e+00 1.337472000e+06 5.945202579e+12
2.766424890e+00 0.000000000e+00 2.752512000e+06 1.049691458e+13
2.693868958e+00 0.000000000e+00 5.111808000e+06 1.808598338e+13
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,660 dynamic standalone background rgb 'white'
set output 'pareto.svg'
set multiplot
set logscale xy
set yrange [2.539942:3.863870]
set ytics ('2.6' 2.600000, '2.8' 2.800000, '3.0' 3.000000, '3.2' 3.200000, '3.4' 3.400000, '3.6' 3.600000, '3.8' 3.800000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Test loss against FLOPs by density' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'sparse: block 1x1; 51.2 M tokens per run; one seed each; unigram entropy 5.43 nats' at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Test loss (nats per prediction)'
set margins screen 0.080, screen 0.490, screen 0.280, screen 0.861
set xrange [3.918995e+05:1.460249e+07]
set xtics ('5·10^{5}' 5.000000e+05, '10^{6}' 1.000000e+06, '2·10^{6}' 2.000000e+06, '5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07)
set xlabel 'Encoder, training FLOPs per sequence'
set label 11 'nano_L2_H16' at first 6.881280000e+05,3.690579229e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 2.555904000e+06,3.210832450e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 9.830400000e+06,2.659204358e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'density 0.02' at first 5.821440000e+05,3.206623288e+00 left offset 0.7,0.6 font ',11' tc rgb '#D55E00' noenhanced
set label 15 'density 0.5' at first 5.111808000e+06,2.664079968e+00 right offset -0.7,-0.7 font ',11' tc rgb '#D55E00' noenhanced
set label 16 'density 0.05' at first 8.655360000e+05,3.012572837e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'density 0.1' at first 1.337472000e+06,2.951327664e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 18 'density 0.25' at first 2.752512000e+06,2.766424890e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 3:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 3:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve2 using 3:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.280, screen 0.861
set xrange [1.812445e+12:4.755199e+13]
set xtics ('2·10^{12}' 2.000000e+12, '5·10^{12}' 5.000000e+12, '10^{13}' 1.000000e+13, '2·10^{13}' 2.000000e+13)
set xlabel 'Whole run, every counted training FLOP'
set label 11 'nano_L2_H16' at first 2.590940258e+12,3.690579229e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 8.998197574e+12,3.210832450e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 3.326412098e+13,2.659204358e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'density 0.02' at first 3.515564179e+12,3.206623288e+00 right offset -0.7,-0.7 font ',11' tc rgb '#D55E00' noenhanced
set label 15 'density 0.5' at first 1.808598338e+13,2.664079968e+00 right offset -0.7,-0.7 font ',11' tc rgb '#D55E00' noenhanced
set label 16 'density 0.05' at first 4.427141779e+12,3.012572837e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'density 0.1' at first 5.945202579e+12,2.951327664e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 18 'density 0.25' at first 1.049691458e+13,2.766424890e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 4:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 4:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
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
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, nano', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, nano'
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,990 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'pareto.png'
set multiplot
set logscale xy
set yrange [2.539942:3.863870]
set ytics ('2.6' 2.600000, '2.8' 2.800000, '3.0' 3.000000, '3.2' 3.200000, '3.4' 3.400000, '3.6' 3.600000, '3.8' 3.800000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Test loss against FLOPs by density' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'sparse: block 1x1; 51.2 M tokens per run; one seed each; unigram entropy 5.43 nats' at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Test loss (nats per prediction)'
set margins screen 0.080, screen 0.490, screen 0.280, screen 0.861
set xrange [3.918995e+05:1.460249e+07]
set xtics ('5·10^{5}' 5.000000e+05, '10^{6}' 1.000000e+06, '2·10^{6}' 2.000000e+06, '5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07)
set xlabel 'Encoder, training FLOPs per sequence'
set label 11 'nano_L2_H16' at first 6.881280000e+05,3.690579229e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 2.555904000e+06,3.210832450e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 9.830400000e+06,2.659204358e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'density 0.02' at first 5.821440000e+05,3.206623288e+00 left offset 0.7,0.6 font ',11' tc rgb '#D55E00' noenhanced
set label 15 'density 0.5' at first 5.111808000e+06,2.664079968e+00 right offset -0.7,-0.7 font ',11' tc rgb '#D55E00' noenhanced
set label 16 'density 0.05' at first 8.655360000e+05,3.012572837e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'density 0.1' at first 1.337472000e+06,2.951327664e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 18 'density 0.25' at first 2.752512000e+06,2.766424890e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 3:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 3:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve2 using 3:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.280, screen 0.861
set xrange [1.812445e+12:4.755199e+13]
set xtics ('2·10^{12}' 2.000000e+12, '5·10^{12}' 5.000000e+12, '10^{13}' 1.000000e+13, '2·10^{13}' 2.000000e+13)
set xlabel 'Whole run, every counted training FLOP'
set label 11 'nano_L2_H16' at first 2.590940258e+12,3.690579229e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 8.998197574e+12,3.210832450e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 3.326412098e+13,2.659204358e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'density 0.02' at first 3.515564179e+12,3.206623288e+00 right offset -0.7,-0.7 font ',11' tc rgb '#D55E00' noenhanced
set label 15 'density 0.5' at first 1.808598338e+13,2.664079968e+00 right offset -0.7,-0.7 font ',11' tc rgb '#D55E00' noenhanced
set label 16 'density 0.05' at first 4.427141779e+12,3.012572837e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'density 0.1' at first 5.945202579e+12,2.951327664e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 18 'density 0.25' at first 1.049691458e+13,2.766424890e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 4:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 4:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
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
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static, nano', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, nano'
unset multiplot
set output
