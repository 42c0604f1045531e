# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 3.2036561
1 0 3.09780307
0 1 3.35963164
1 1 3.09462474
0 2 3.07874088
1 2 3.09673775
EOD
$dark << EOD
0 1 "3.360 ± 0.319"
EOD
$light << EOD
0 0 "3.204 ± 0.193"
1 0 "3.098 ± 0.057"
1 1 "3.095 ± 0.043"
0 2 "3.079 ± 0.064"
1 2 "3.097 ± 0.048"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 506,308 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.3162, screen 0.7431, screen 0.2403, screen 0.6104
set label 1 'Norm by which blocks are dropped' at screen 0.5,0.9091 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8247 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:1.5]
set yrange [2.5:-0.5]
set xtics ('20' 0, '80' 1) noenhanced
set ytics ('l1' 0, 'l2' 1, 'linf' 2) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'norm of a block' at screen 0.3004,0.6721 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [3.07874088:3.35963164]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 759,462 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.3162, screen 0.7431, screen 0.2403, screen 0.6104
set label 1 'Norm by which blocks are dropped' at screen 0.5,0.9091 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8247 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:1.5]
set yrange [2.5:-0.5]
set xtics ('20' 0, '80' 1) noenhanced
set ytics ('l1' 0, 'l2' 1, 'linf' 2) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'norm of a block' at screen 0.3004,0.6721 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [3.07874088:3.35963164]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
