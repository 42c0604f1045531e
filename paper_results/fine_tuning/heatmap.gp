# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 0.424446583 "0.4244 ± 0.0397"
1 0 0.417420597 "0.4174 ± 0.0506"
2 0 0.4280077 "0.4280 ± 0.0254"
0 1 0.479595765 "0.4796 ± 0.0099"
1 1 0.485274302 "0.4853 ± 0.0154"
2 1 0.442829644 "0.4428 ± 0.0276"
0 2 0.487969201 "0.4880 ± 0.0054"
1 2 0.497112608 "0.4971 ± 0.0202"
2 2 0.453224254 "0.4532 ± 0.0116"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 780,264 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'A dense encoder made sparse while it is fine-tuned: right topics of glosses' at screen 0.5000,0.8939 center font ',17' 
set label 2 'test accuracy: mean ± standard deviation over the seeds' at screen 0.5000,0.7803 center font ',12' tc rgb '#555555'
set margins screen 0.2692, screen 0.7231, screen 0.2652, screen 0.6970
unset logscale x
set xrange [-0.5:2.5]
set xtics ('0.1' 0, '0.25' 1, '0.5' 2) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('GMP' 0, 'RigL' 1, 'static' 2) font ',12'
set ylabel 'policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.417420597:0.497112608]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.461251203 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.461251203 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1170,396 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'A dense encoder made sparse while it is fine-tuned: right topics of glosses' at screen 0.5000,0.8939 center font ',17' 
set label 2 'test accuracy: mean ± standard deviation over the seeds' at screen 0.5000,0.7803 center font ',12' tc rgb '#555555'
set margins screen 0.2692, screen 0.7231, screen 0.2652, screen 0.6970
unset logscale x
set xrange [-0.5:2.5]
set xtics ('0.1' 0, '0.25' 1, '0.5' 2) font ',12'
set xlabel 'density' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('GMP' 0, 'RigL' 1, 'static' 2) font ',12'
set ylabel 'policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.417420597:0.497112608]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.461251203 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.461251203 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
