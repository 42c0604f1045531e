# Draw again with: gnuplot pareto.gp
set encoding utf8
$curve0 << EOD
9.830400000e+06 3.326338761e+12 3.310808346e+00 1.031104626e-02 "nano"
3.853516800e+07 1.275999732e+13 2.992769349e+00 1.973337089e-02 "tiny"
8.611430400e+07 2.830105759e+13 2.824120768e+00 1.940665960e-02 "tiny_192"
EOD
$curve1 << EOD
1.345536000e+06 5.970408407e+11 3.900744739e+00 2.383460649e-01 "nano"
4.571136000e+06 1.834900357e+12 3.234376979e+00 4.157318830e-02 "tiny"
9.682944000e+06 3.715636789e+12 3.047338991e+00 1.421342607e-02 "tiny_192"
EOD
$curve2 << EOD
1.345536000e+06 5.970408407e+11 4.145607153e+00 1.921045636e-01 ""
4.571136000e+06 1.834900357e+12 3.369363040e+00 2.060179123e-02 ""
9.682944000e+06 3.715636789e+12 3.145094248e+00 4.117497904e-02 ""
EOD
reset
set terminal svg size 1280,660 dynamic background rgb 'white' enhanced font 'DejaVu Sans,13'
set output 'pareto.svg'
set multiplot
set logscale xy
set yrange [2.638618:4.610763]
set ytics ('3.0' 3.000000, '3.5' 3.500000, '4.0' 4.000000, '4.5' 4.500000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Validation loss against FLOPs' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'sparse: density 0.1, block 4x4; 5.12 M tokens per run; 3 seeds each, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Validation loss (nats per masked token)'
set margins screen 0.070, screen 0.490, screen 0.28, screen 0.86
set xrange [7.516750e+05:1.541489e+08]
set xtics ('10^{6}' 1.000000e+06, '2·10^{6}' 2.000000e+06, '5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07, '2·10^{7}' 2.000000e+07, '5·10^{7}' 5.000000e+07, '10^{8}' 1.000000e+08)
set xlabel 'Encoder, training FLOPs per sequence'
plot $curve0 using 1:3:4 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 1:3 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve0 using 1:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced, \
     $curve1 using 1:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 1:3 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve1 using 1:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#D55E00' noenhanced, \
     $curve2 using 1:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 1:3 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 1:3:5 with labels right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.28, screen 0.86
set xrange [3.478502e+11:4.857519e+13]
set xtics ('5·10^{11}' 5.000000e+11, '10^{12}' 1.000000e+12, '2·10^{12}' 2.000000e+12, '5·10^{12}' 5.000000e+12, '10^{13}' 1.000000e+13, '2·10^{13}' 2.000000e+13)
set xlabel 'Whole run, every counted training FLOP'
plot $curve0 using 2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 2:3 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve0 using 2:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced, \
     $curve1 using 2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 2:3 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve1 using 2:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#D55E00' noenhanced, \
     $curve2 using 2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 2:3 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 2:3:5 with labels right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
unset label
unset ylabel
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
set xrange [0:1]
set yrange [0:1]
set margins screen 0.02, screen 0.98, screen 0.06, screen 0.15
set key center center horizontal maxcols 3 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3 title 'dense', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic'
unset multiplot
set output
reset
set terminal pngcairo size 1920,990 fontscale 1.5 linewidth 1.5 pointscale 1.5 enhanced font 'DejaVu Sans,13'
set output 'pareto.png'
set multiplot
set logscale xy
set yrange [2.638618:4.610763]
set ytics ('3.0' 3.000000, '3.5' 3.500000, '4.0' 4.000000, '4.5' 4.500000)
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset mxtics
unset mytics
unset key
set label 1 'Validation loss against FLOPs' at screen 0.5,0.955 center font ',17' noenhanced
set label 2 'sparse: density 0.1, block 4x4; 5.12 M tokens per run; 3 seeds each, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5,0.905 center font ',12' tc rgb '#555555' noenhanced
set label 3 '' at screen 0.98,0.018 right font ',10' tc rgb '#555555' noenhanced
set ylabel 'Validation loss (nats per masked token)'
set margins screen 0.070, screen 0.490, screen 0.28, screen 0.86
set xrange [7.516750e+05:1.541489e+08]
set xtics ('10^{6}' 1.000000e+06, '2·10^{6}' 2.000000e+06, '5·10^{6}' 5.000000e+06, '10^{7}' 1.000000e+07, '2·10^{7}' 2.000000e+07, '5·10^{7}' 5.000000e+07, '10^{8}' 1.000000e+08)
set xlabel 'Encoder, training FLOPs per sequence'
plot $curve0 using 1:3:4 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 1:3 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve0 using 1:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced, \
     $curve1 using 1:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 1:3 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve1 using 1:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#D55E00' noenhanced, \
     $curve2 using 1:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 1:3 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 1:3:5 with labels right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
unset label
unset ylabel
set margins screen 0.560, screen 0.980, screen 0.28, screen 0.86
set xrange [3.478502e+11:4.857519e+13]
set xtics ('5·10^{11}' 5.000000e+11, '10^{12}' 1.000000e+12, '2·10^{12}' 2.000000e+12, '5·10^{12}' 5.000000e+12, '10^{13}' 1.000000e+13, '2·10^{13}' 2.000000e+13)
set xlabel 'Whole run, every counted training FLOP'
plot $curve0 using 2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 ps 0, \
     $curve0 using 2:3 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3, \
     $curve0 using 2:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#333333' noenhanced, \
     $curve1 using 2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 ps 0, \
     $curve1 using 2:3 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $curve1 using 2:3:5 with labels left offset 0.7,0.6 font ',11' tc rgb '#D55E00' noenhanced, \
     $curve2 using 2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 ps 0, \
     $curve2 using 2:3 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3, \
     $curve2 using 2:3:5 with labels right offset -0.7,-0.7 font ',11' tc rgb '#0072B2' noenhanced
unset label
unset ylabel
unset logscale
unset xlabel
unset ylabel
unset tics
unset border
unset grid
set xrange [0:1]
set yrange [0:1]
set margins screen 0.02, screen 0.98, screen 0.06, screen 0.15
set key center center horizontal maxcols 3 Left reverse noenhanced font ',12' samplen 3 width 2 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.3 title 'dense', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic'
unset multiplot
set output
