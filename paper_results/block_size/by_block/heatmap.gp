# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 2.43436606 "2.434 ± 0.015"
1 0 2.48378126 "2.484 ± 0.015"
2 0 2.52709659 "2.527 ± 0.007"
3 0 2.56906691 "2.569 ± 0.017"
0 1 2.48058656 "2.481 ± 0.016"
1 1 2.48439265 "2.484 ± 0.014"
2 1 2.51784453 "2.518 ± 0.013"
3 1 2.57717857 "2.577 ± 0.020"
0 2 2.26455796 "2.265"
1 2 2.25555829 "2.256"
2 2 2.31323075 "2.313"
3 2 2.39391397 "2.394"
0 3 2.2875268 "2.288"
1 3 2.28360713 "2.284"
2 3 2.32561588 "2.326"
3 3 2.37965219 "2.380"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 728,302 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'test loss (nats)' at screen 0.5000,0.9073 center font ',17' 
set label 2 'mean ± standard deviation over the seeds' at screen 0.5000,0.8079 center font ',12' tc rgb '#555555'
set margins screen 0.2005, screen 0.8489, screen 0.2318, screen 0.7351
unset logscale x
set xrange [-0.5:3.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3) font ',12'
set xlabel 'block size' font ',13'
unset logscale y
set yrange [3.5:-0.5]
set ytics ('128, dynamic' 0, '128, static' 1, '192, dynamic' 2, '192, static' 3) font ',12'
set ylabel 'width, policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.25555829:2.57717857]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.43244944 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.43244944 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1092,453 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'test loss (nats)' at screen 0.5000,0.9073 center font ',17' 
set label 2 'mean ± standard deviation over the seeds' at screen 0.5000,0.8079 center font ',12' tc rgb '#555555'
set margins screen 0.2005, screen 0.8489, screen 0.2318, screen 0.7351
unset logscale x
set xrange [-0.5:3.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3) font ',12'
set xlabel 'block size' font ',13'
unset logscale y
set yrange [3.5:-0.5]
set ytics ('128, dynamic' 0, '128, static' 1, '192, dynamic' 2, '192, static' 3) font ',12'
set ylabel 'width, policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.25555829:2.57717857]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.43244944 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.43244944 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
