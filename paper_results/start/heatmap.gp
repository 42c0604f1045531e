# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 2.98663572 "2.987 ± 0.046"
0 1 2.9391261 "2.939 ± 0.036"
1 1 2.97428743 "2.974 ± 0.013"
0 2 2.93849901 "2.938 ± 0.009"
1 2 2.98123362 "2.981 ± 0.030"
0 3 3.14452118 "3.145 ± 0.282"
1 3 3.04334063 "3.043 ± 0.045"
0 4 2.93741 "2.937 ± 0.045"
1 4 2.96578869 "2.966 ± 0.039"
0 5 2.96152024 "2.962 ± 0.007"
1 5 3.07452134 "3.075 ± 0.037"
0 6 2.99186158 "2.992 ± 0.160"
1 6 2.95493976 "2.955 ± 0.018"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 805,460 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Start and regularisation' at screen 0.5000,0.9391 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8739 center font ',12' tc rgb '#555555'
set label 5 'usual values: first deviation 0.02, first deviation of the embedding the same, moments of grown blocks zero, weight decay 0.01,' at screen 0.9752,0.0717 right font ',10' tc rgb '#555555'
set label 6 'group lasso 0.0, beta2 0.999' at screen 0.9752,0.0239 right font ',10' tc rgb '#555555'
set margins screen 0.5702, screen 0.8634, screen 0.2478, screen 0.8261
unset logscale x
set xrange [-0.5:1.5]
set xtics ('dynamic' 0, 'static' 1) font ',12'
set xlabel 'policy' font ',13'
unset logscale y
set yrange [6.5:-0.5]
set ytics ('moments of grown blocks mean' 0, 'weight decay 0.0' 1, 'weight decay 0.0, group lasso 0.01' 2, 'beta2 0.98' 3, 'usual values' 4, 'weight decay 0.1' 5, 'first deviation 0.0632, first deviation of the embedding 0.02' 6) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.93741:3.14452118]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.05132115 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.05132115 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1207,690 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Start and regularisation' at screen 0.5000,0.9391 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8739 center font ',12' tc rgb '#555555'
set label 5 'usual values: first deviation 0.02, first deviation of the embedding the same, moments of grown blocks zero, weight decay 0.01,' at screen 0.9752,0.0717 right font ',10' tc rgb '#555555'
set label 6 'group lasso 0.0, beta2 0.999' at screen 0.9752,0.0239 right font ',10' tc rgb '#555555'
set margins screen 0.5702, screen 0.8634, screen 0.2478, screen 0.8261
unset logscale x
set xrange [-0.5:1.5]
set xtics ('dynamic' 0, 'static' 1) font ',12'
set xlabel 'policy' font ',13'
unset logscale y
set yrange [6.5:-0.5]
set ytics ('moments of grown blocks mean' 0, 'weight decay 0.0' 1, 'weight decay 0.0, group lasso 0.01' 2, 'beta2 0.98' 3, 'usual values' 4, 'weight decay 0.1' 5, 'first deviation 0.0632, first deviation of the embedding 0.02' 6) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.93741:3.14452118]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.05132115 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.05132115 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
