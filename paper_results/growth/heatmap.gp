# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 2.88975539
1 0 3.40445699
0 1 2.88908747
1 1 2.91977439
0 2 3.04910206
1 2 3.05232962
0 3 3.05924496
1 3 3.06658719
EOD
$dark << EOD
1 0 "3.404 ± 0.871"
EOD
$light << EOD
0 0 "2.890 ± 0.011"
0 1 "2.889 ± 0.013"
1 1 "2.920 ± 0.044"
0 2 "3.049 ± 0.023"
1 2 "3.052 ± 0.030"
0 3 "3.059 ± 0.028"
1 3 "3.067 ± 0.025"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 530,346 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.3472, screen 0.7547, screen 0.2139, screen 0.6532
set label 1 'Random against gradient growth' at screen 0.5,0.9191 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8439 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:1.5]
set yrange [3.5:-0.5]
set xtics ('20' 0, '160' 1) noenhanced
set ytics ('1, gradient' 0, '1, random' 1, '4, gradient' 2, '4, random' 3) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'block size, growth' at screen 0.3321,0.7081 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.88908747:3.40445699]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 795,519 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.3472, screen 0.7547, screen 0.2139, screen 0.6532
set label 1 'Random against gradient growth' at screen 0.5,0.9191 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8439 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:1.5]
set yrange [3.5:-0.5]
set xtics ('20' 0, '160' 1) noenhanced
set ytics ('1, gradient' 0, '1, random' 1, '4, gradient' 2, '4, random' 3) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'block size, growth' at screen 0.3321,0.7081 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.88908747:3.40445699]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
