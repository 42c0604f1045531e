# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 2.9391261
1 0 2.97428743
0 1 2.93849901
1 1 2.98123362
0 2 3.14452118
1 2 3.04334063
0 3 2.93741
1 3 2.96578869
0 4 2.96152024
1 4 3.07452134
0 5 2.99186158
1 5 2.95493976
EOD
$dark << EOD
0 2 "3.145 ± 0.282"
1 4 "3.075 ± 0.037"
EOD
$light << EOD
0 0 "2.939 ± 0.036"
1 0 "2.974 ± 0.013"
0 1 "2.938 ± 0.009"
1 1 "2.981 ± 0.030"
1 2 "3.043 ± 0.045"
0 3 "2.937 ± 0.045"
1 3 "2.966 ± 0.039"
0 4 "2.962 ± 0.007"
0 5 "2.992 ± 0.160"
1 5 "2.955 ± 0.018"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1050,422 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.6705, screen 0.8762, screen 0.1754, screen 0.7156
set label 1 'Start and regularisation' at screen 0.5,0.9336 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8720 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:1.5]
set yrange [5.5:-0.5]
set xtics ('dynamic' 0, 'static' 1) noenhanced
set ytics ('0.02, 0.0, 0.0, 0.0, 0.999' 0, '0.02, 0.0, 0.0, 0.01, 0.999' 1, '0.02, 0.0, 0.01, 0.0, 0.98' 2, '0.02, 0.0, 0.01, 0.0, 0.999' 3, '0.02, 0.0, 0.1, 0.0, 0.999' 4, '0.0632, 0.02, 0.01, 0.0, 0.999' 5) noenhanced
set tics scale 0
unset border
set xlabel 'policy' noenhanced
set label 3 'first deviation, first deviation of the embedding, weight decay, group lasso, beta2' at screen 0.6629,0.7607 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.93741:3.14452118]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1575,633 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.6705, screen 0.8762, screen 0.1754, screen 0.7156
set label 1 'Start and regularisation' at screen 0.5,0.9336 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8720 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:1.5]
set yrange [5.5:-0.5]
set xtics ('dynamic' 0, 'static' 1) noenhanced
set ytics ('0.02, 0.0, 0.0, 0.0, 0.999' 0, '0.02, 0.0, 0.0, 0.01, 0.999' 1, '0.02, 0.0, 0.01, 0.0, 0.98' 2, '0.02, 0.0, 0.01, 0.0, 0.999' 3, '0.02, 0.0, 0.1, 0.0, 0.999' 4, '0.0632, 0.02, 0.01, 0.0, 0.999' 5) noenhanced
set tics scale 0
unset border
set xlabel 'policy' noenhanced
set label 3 'first deviation, first deviation of the embedding, weight decay, group lasso, beta2' at screen 0.6629,0.7607 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.93741:3.14452118]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
