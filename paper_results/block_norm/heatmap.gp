# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 3.2036561 "3.204 ± 0.193"
1 0 3.09780307 "3.098 ± 0.057"
0 1 3.35963164 "3.360 ± 0.319"
1 1 3.09462474 "3.095 ± 0.043"
0 2 3.07874088 "3.079 ± 0.064"
1 2 3.09673775 "3.097 ± 0.048"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,286 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Norm by which blocks are dropped' at screen 0.5000,0.9021 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.7972 center font ',12' tc rgb '#555555'
set label 5 'rows: norm of a block' at screen 0.9688,0.0385 right font ',10' tc rgb '#555555'
set margins screen 0.3266, screen 0.6953, screen 0.3217, screen 0.7203
unset logscale x
set xrange [-0.5:1.5]
set xtics ('20' 0, '80' 1) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('L1' 0, 'L2' 1, 'largest value' 2) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [3.07874088:3.35963164]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.2332308 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.2332308 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,429 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Norm by which blocks are dropped' at screen 0.5000,0.9021 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.7972 center font ',12' tc rgb '#555555'
set label 5 'rows: norm of a block' at screen 0.9688,0.0385 right font ',10' tc rgb '#555555'
set margins screen 0.3266, screen 0.6953, screen 0.3217, screen 0.7203
unset logscale x
set xrange [-0.5:1.5]
set xtics ('20' 0, '80' 1) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('L1' 0, 'L2' 1, 'largest value' 2) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [3.07874088:3.35963164]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.2332308 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.2332308 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
unset multiplot
set output
