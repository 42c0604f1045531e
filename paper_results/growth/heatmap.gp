# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 2.88975539 "2.890 ± 0.011"
1 0 3.40445699 "3.404 ± 0.871"
0 1 2.88908747 "2.889 ± 0.013"
1 1 2.91977439 "2.920 ± 0.044"
0 2 3.04910206 "3.049 ± 0.023"
1 2 3.05232962 "3.052 ± 0.030"
0 3 3.05924496 "3.059 ± 0.028"
1 3 3.06658719 "3.067 ± 0.025"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,302 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Random against gradient growth' at screen 0.5000,0.9073 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8079 center font ',12' tc rgb '#555555'
set margins screen 0.3375, screen 0.7063, screen 0.2318, screen 0.7351
unset logscale x
set xrange [-0.5:1.5]
set xtics ('20' 0, '160' 1) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [3.5:-0.5]
set ytics ('1, gradient' 0, '1, random' 1, '4, gradient' 2, '4, random' 3) font ',12'
set ylabel 'block size, growth' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.88908747:3.40445699]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.1725407 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.1725407 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,453 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Random against gradient growth' at screen 0.5000,0.9073 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8079 center font ',12' tc rgb '#555555'
set margins screen 0.3375, screen 0.7063, screen 0.2318, screen 0.7351
unset logscale x
set xrange [-0.5:1.5]
set xtics ('20' 0, '160' 1) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [3.5:-0.5]
set ytics ('1, gradient' 0, '1, random' 1, '4, gradient' 2, '4, random' 3) font ',12'
set ylabel 'block size, growth' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.88908747:3.40445699]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.1725407 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.1725407 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
