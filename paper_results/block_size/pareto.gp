# Draw again with: gnuplot pareto.gp
set encoding utf8
$curve0 << EOD
3.642347462e+00 3.092001094e-02 6.881280000e+05 5.181973984e+12
3.193985287e+00 1.009028809e-02 2.555904000e+06 1.799658775e+13
2.499501312e+00 7.372597155e-03 9.830400000e+06 6.652864982e+13
2.145133181e+00 0.000000000e+00 3.853516800e+07 2.552040374e+14
EOD
$curve1 << EOD
2.878787615e+00 4.386247151e-03 1.337472000e+06 1.189081302e+13
2.480586562e+00 1.565494264e-02 4.561920000e+06 3.664365050e+13
2.278878645e+00 8.387479783e-03 9.673728000e+06 7.426031975e+13
EOD
$curve2 << EOD
2.795126730e+00 1.554016225e-02 1.337472000e+06 1.189081302e+13
2.434366059e+00 1.502300566e-02 4.561920000e+06 3.664365050e+13
2.244143405e+00 1.776068216e-02 9.673728000e+06 7.426031975e+13
EOD
$curve3 << EOD
2.484392647e+00 1.357523325e-02 4.563456000e+06 3.665276494e+13
2.283607129e+00 0.000000000e+00 9.675264000e+06 7.427007807e+13
EOD
$curve4 << EOD
2.517844534e+00 1.263060315e-02 4.571136000e+06 3.670217294e+13
2.325615883e+00 0.000000000e+00 9.682944000e+06 7.431948607e+13
EOD
$curve5 << EOD
2.577178570e+00 1.982600124e-02 4.595712000e+06 3.686027854e+13
2.379652188e+00 0.000000000e+00 9.707520000e+06 7.447759167e+13
EOD
$curve6 << EOD
2.483781258e+00 1.540712179e-02 4.563456000e+06 3.665276494e+13
2.255558290e+00 0.000000000e+00 9.675264000e+06 7.427007807e+13
EOD
$curve7 << EOD
2.527096586e+00 7.244762366e-03 4.571136000e+06 3.670217294e+13
2.313230745e+00 0.000000000e+00 9.682944000e+06 7.431948607e+13
EOD
$curve8 << EOD
2.569066912e+00 1.743336646e-02 4.595712000e+06 3.686027854e+13
2.393913968e+00 0.000000000e+00 9.707520000e+06 7.447759167e+13
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,708 dynamic standalone background rgb 'white'
set output 'pareto.svg'
set multiplot
set logscale xy
set yrange [1.989530:3.960557]
set ytics ('2.0' 2.000000, '2.5' 2.500000, '3.0' 3.000000, '3.5' 3.500000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Test loss against FLOPs by block size' at screen 0.5,0.958 center font ',17' noenhanced
set label 2 'sparse: density 0.1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5,0.911 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.017 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Test loss (nats per prediction)'
set margins screen 0.080, screen 0.490, screen 0.329, screen 0.870
set xrange [3.916723e+05:6.770232e+07]
set xtics ('5·10^{5}' 5.000000e+05, '10^{6}' 1.000000e+06, '2·10^{6}' 2.000000e+06, '5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07, '2·10^{7}' 2.000000e+07, '5·10^{7}' 5.000000e+07)
set xlabel 'Encoder, training FLOPs per sequence'
set label 11 'nano_L2_H16' at first 6.881280000e+05,3.642347462e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 2.555904000e+06,3.193985287e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 9.830400000e+06,2.499501312e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 3.853516800e+07,2.145133181e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 1.337472000e+06,2.795126730e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 4.561920000e+06,2.434366059e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 9.673728000e+06,2.244143405e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 3:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 3:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 3:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 3:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve3 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve3 using 3:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $curve4 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve4 using 3:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $curve5 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve5 using 3:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $curve6 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve6 using 3:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2, \
     $curve7 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve7 using 3:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2, \
     $curve8 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve8 using 3:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.329, screen 0.870
set xrange [3.003034e+12:4.403748e+14]
set xtics ('5·10^{12}' 5.000000e+12, '10^{13}' 1.000000e+13, '2·10^{13}' 2.000000e+13, '5·10^{13}' 5.000000e+13, '10^{14}' 1.000000e+14, '2·10^{14}' 2.000000e+14)
set xlabel 'Whole run, every counted training FLOP'
set label 11 'nano_L2_H16' at first 5.181973984e+12,3.642347462e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 1.799658775e+13,3.193985287e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 6.652864982e+13,2.499501312e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 2.552040374e+14,2.145133181e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 1.189081302e+13,2.795126730e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 3.664365050e+13,2.434366059e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 7.426031975e+13,2.244143405e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 4:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 4:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 4:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 4:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve3 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve3 using 4:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $curve4 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve4 using 4:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $curve5 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve5 using 4:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $curve6 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve6 using 4:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2, \
     $curve7 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve7 using 4:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2, \
     $curve8 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve8 using 4:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
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
set margins screen 0.02, screen 0.98, screen 0.056, screen 0.208
set key center center horizontal maxcols 2 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3 title 'dense', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static, block 1x1', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, block 1x1', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2 title 'static, block 2x2 (these runs)', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2 title 'static, block 4x4 (these runs)', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2 title 'static, block 8x8 (these runs)', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2 title 'dynamic, block 2x2 (these runs)', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2 title 'dynamic, block 4x4 (these runs)', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2 title 'dynamic, block 8x8 (these runs)'
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,1062 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'pareto.png'
set multiplot
set logscale xy
set yrange [1.989530:3.960557]
set ytics ('2.0' 2.000000, '2.5' 2.500000, '3.0' 3.000000, '3.5' 3.500000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Test loss against FLOPs by block size' at screen 0.5,0.958 center font ',17' noenhanced
set label 2 'sparse: density 0.1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5,0.911 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.017 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Test loss (nats per prediction)'
set margins screen 0.080, screen 0.490, screen 0.329, screen 0.870
set xrange [3.916723e+05:6.770232e+07]
set xtics ('5·10^{5}' 5.000000e+05, '10^{6}' 1.000000e+06, '2·10^{6}' 2.000000e+06, '5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07, '2·10^{7}' 2.000000e+07, '5·10^{7}' 5.000000e+07)
set xlabel 'Encoder, training FLOPs per sequence'
set label 11 'nano_L2_H16' at first 6.881280000e+05,3.642347462e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 2.555904000e+06,3.193985287e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 9.830400000e+06,2.499501312e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 3.853516800e+07,2.145133181e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 1.337472000e+06,2.795126730e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 4.561920000e+06,2.434366059e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 9.673728000e+06,2.244143405e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 3:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 3:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 3:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 3:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve3 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve3 using 3:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $curve4 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve4 using 3:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $curve5 using 3:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve5 using 3:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $curve6 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve6 using 3:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2, \
     $curve7 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve7 using 3:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2, \
     $curve8 using 3:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve8 using 3:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.329, screen 0.870
set xrange [3.003034e+12:4.403748e+14]
set xtics ('5·10^{12}' 5.000000e+12, '10^{13}' 1.000000e+13, '2·10^{13}' 2.000000e+13, '5·10^{13}' 5.000000e+13, '10^{14}' 1.000000e+14, '2·10^{14}' 2.000000e+14)
set xlabel 'Whole run, every counted training FLOP'
set label 11 'nano_L2_H16' at first 5.181973984e+12,3.642347462e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 12 'nano_L2_H32' at first 1.799658775e+13,3.193985287e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 13 'nano' at first 6.652864982e+13,2.499501312e+00 left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced
set label 14 'nano_L2_H128' at first 2.552040374e+14,2.145133181e+00 right offset -0.7,-0.7 font ',11' tc rgb '#333333' noenhanced
set label 15 'nano' at first 1.189081302e+13,2.795126730e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 16 'nano_L2_H128' at first 3.664365050e+13,2.434366059e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
set label 17 'nano_L2_H192' at first 7.426031975e+13,2.244143405e+00 right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
plot $curve0 using 4:1:2 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 4:1 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve1 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 4:1 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 4:1 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve3 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve3 using 4:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $curve4 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve4 using 4:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $curve5 using 4:1:2 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve5 using 4:1 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $curve6 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve6 using 4:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2, \
     $curve7 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve7 using 4:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2, \
     $curve8 using 4:1:2 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve8 using 4:1 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
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
set margins screen 0.02, screen 0.98, screen 0.056, screen 0.208
set key center center horizontal maxcols 2 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3 title 'dense', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static, block 1x1', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, block 1x1', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2 title 'static, block 2x2 (these runs)', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2 title 'static, block 4x4 (these runs)', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2 title 'static, block 8x8 (these runs)', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2 title 'dynamic, block 2x2 (these runs)', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2 title 'dynamic, block 4x4 (these runs)', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2 title 'dynamic, block 8x8 (these runs)'
unset multiplot
set output
