# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
1 0 0.687431694 "0.687 ± 0.041"
1 1 0.600182149 "0.600 ± 0.068"
0 2 0.511384335 "0.511 ± 0.016"
1 2 0.52003643 "0.520"
0 3 0.5 "0.500"
1 4 0.662386157 "0.662 ± 0.028"
1 5 0.603825137 "0.604"
1 6 0.54417122 "0.544"
1 7 0.668397086 "0.668 ± 0.024"
1 8 0.649514268 "0.650 ± 0.041"
1 9 0.568306011 "0.568"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,530 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Pairs of glosses, pre-trained: same part of speech or not' at screen 0.5000,0.9472 center font ',17' 
set label 2 'test accuracy: mean ± standard deviation over the seeds' at screen 0.5000,0.8906 center font ',12' tc rgb '#555555'
set margins screen 0.3547, screen 0.7234, screen 0.1321, screen 0.8491
unset logscale x
set xrange [-0.5:1.5]
set xtics ('27' 0, '64' 1) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [9.5:-0.5]
set ytics ('dense, 0.0005' 0, 'dense, 0.001' 1, 'dense, 0.002' 2, 'dense, 0.004' 3, 'dynamic, 0.001' 4, 'dynamic, 0.002' 5, 'dynamic, 0.004' 6, 'static, 0.001' 7, 'static, 0.002' 8, 'static, 0.004' 9) font ',12'
set ylabel 'policy, learning rate' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.5:0.687431694]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.603087432 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.603087432 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,795 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Pairs of glosses, pre-trained: same part of speech or not' at screen 0.5000,0.9472 center font ',17' 
set label 2 'test accuracy: mean ± standard deviation over the seeds' at screen 0.5000,0.8906 center font ',12' tc rgb '#555555'
set margins screen 0.3547, screen 0.7234, screen 0.1321, screen 0.8491
unset logscale x
set xrange [-0.5:1.5]
set xtics ('27' 0, '64' 1) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [9.5:-0.5]
set ytics ('dense, 0.0005' 0, 'dense, 0.001' 1, 'dense, 0.002' 2, 'dense, 0.004' 3, 'dynamic, 0.001' 4, 'dynamic, 0.002' 5, 'dynamic, 0.004' 6, 'static, 0.001' 7, 'static, 0.002' 8, 'static, 0.004' 9) font ',12'
set ylabel 'policy, learning rate' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.5:0.687431694]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.603087432 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.603087432 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
