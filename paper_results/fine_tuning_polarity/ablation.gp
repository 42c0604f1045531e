# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
0.085 0.665358194 0.654972517 0.675743872
EOD
$data_0_1 << EOD
0.1 0.683349689 0.664772953 0.701926426
EOD
$data_0_2 << EOD
0.115 0.680732745 0.673110121 0.688355368
EOD
$data_1_0 << EOD
-0.46 0
0.66 0
EOD
$data_1_1 << EOD
0.0925 -0.0153745502 -0.0581847026 0.0274356022
EOD
$data_1_2 << EOD
0.1075 0.00261694472 -0.039984433 0.0452183224
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1336,620 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'A dense encoder made sparse while it is fine-tuned: right polarity of sentences' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.2822,0.9048 center font ',13' 
set margins screen 0.0726, screen 0.4918, screen 0.1129, screen 0.7903
unset logscale x
set xrange [-0.46:0.66]
set xtics ('0.1' 0.1) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [0.652155282:0.70474366]
set ytics ('0.655' 0.655, '0.660' 0.66, '0.665' 0.665, '0.670' 0.67, '0.675' 0.675, '0.680' 0.68, '0.685' 0.685, '0.690' 0.69, '0.695' 0.695, '0.700' 0.7) font ',12'
set ylabel 'test accuracy' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7754,0.9048 center font ',13' 
set margins screen 0.5659, screen 0.9850, screen 0.1129, screen 0.7903
unset logscale x
set xrange [-0.46:0.66]
set xtics ('0.1' 0.1) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [-0.0643888841:0.0514225039]
set ytics ('-0.06' -0.06, '-0.05' -0.05, '-0.04' -0.04, '-0.03' -0.03, '-0.02' -0.02, '-0.01' -0.01, '0.00' 0, '0.01' 0.01, '0.02' 0.02, '0.03' 0.03, '0.04' 0.04, '0.05' 0.05) font ',12'
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
set label 1 'policy' at screen 0.2822,0.8532 center font ',12'
set margins screen 0.0726, screen 0.4918, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
set label 1 'policy' at screen 0.7754,0.8532 center font ',12'
set margins screen 0.5659, screen 0.9850, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 2004,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'A dense encoder made sparse while it is fine-tuned: right polarity of sentences' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.2822,0.9048 center font ',13' 
set margins screen 0.0726, screen 0.4918, screen 0.1129, screen 0.7903
unset logscale x
set xrange [-0.46:0.66]
set xtics ('0.1' 0.1) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [0.652155282:0.70474366]
set ytics ('0.655' 0.655, '0.660' 0.66, '0.665' 0.665, '0.670' 0.67, '0.675' 0.675, '0.680' 0.68, '0.685' 0.685, '0.690' 0.69, '0.695' 0.695, '0.700' 0.7) font ',12'
set ylabel 'test accuracy' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7754,0.9048 center font ',13' 
set margins screen 0.5659, screen 0.9850, screen 0.1129, screen 0.7903
unset logscale x
set xrange [-0.46:0.66]
set xtics ('0.1' 0.1) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [-0.0643888841:0.0514225039]
set ytics ('-0.06' -0.06, '-0.05' -0.05, '-0.04' -0.04, '-0.03' -0.03, '-0.02' -0.02, '-0.01' -0.01, '0.00' 0, '0.01' 0.01, '0.02' 0.02, '0.03' 0.03, '0.04' 0.04, '0.05' 0.05) font ',12'
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
set label 1 'policy' at screen 0.2822,0.8532 center font ',12'
set margins screen 0.0726, screen 0.4918, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
set label 1 'policy' at screen 0.7754,0.8532 center font ',12'
set margins screen 0.5659, screen 0.9850, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'GMP', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title 'RigL'
unset label
unset multiplot
set output
