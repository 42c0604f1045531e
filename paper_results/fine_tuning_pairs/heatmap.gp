# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 0.511384335 "0.511 ± 0.016"
1 0 0.687431694 "0.687 ± 0.041"
1 1 0.662386157 "0.662 ± 0.028"
1 2 0.668397086 "0.668 ± 0.024"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,264 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Pairs of glosses, pre-trained: same part of speech or not' at screen 0.5000,0.8939 center font ',17' 
set label 2 'test accuracy: mean ± standard deviation over the seeds' at screen 0.5000,0.7803 center font ',12' tc rgb '#555555'
set margins screen 0.3156, screen 0.6844, screen 0.2652, screen 0.6970
unset logscale x
set xrange [-0.5:1.5]
set xtics ('27' 0, '64' 1) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('dense' 0, 'dynamic' 1, 'static' 2) font ',12'
set ylabel 'policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.511384335:0.687431694]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.608210383 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.608210383 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,396 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Pairs of glosses, pre-trained: same part of speech or not' at screen 0.5000,0.8939 center font ',17' 
set label 2 'test accuracy: mean ± standard deviation over the seeds' at screen 0.5000,0.7803 center font ',12' tc rgb '#555555'
set margins screen 0.3156, screen 0.6844, screen 0.2652, screen 0.6970
unset logscale x
set xrange [-0.5:1.5]
set xtics ('27' 0, '64' 1) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('dense' 0, 'dynamic' 1, 'static' 2) font ',12'
set ylabel 'policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.511384335:0.687431694]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.608210383 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.608210383 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
