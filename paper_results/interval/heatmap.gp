# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 2.81126002
1 0 2.78124591
2 0 2.78023186
0 1 2.45673674
1 1 2.44931372
2 1 2.42939735
EOD
$dark << EOD
0 0 "2.811 ± 0.003"
1 0 "2.781 ± 0.019"
2 0 "2.780 ± 0.022"
EOD
$light << EOD
0 1 "2.457 ± 0.017"
1 1 "2.449 ± 0.009"
2 1 "2.429 ± 0.007"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 654,270 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.3058, screen 0.8012, screen 0.2741, screen 0.5556
set label 1 'Test loss by number of updates' at screen 0.5,0.8963 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8000 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:2.5]
set yrange [1.5:-0.5]
set xtics ('20' 0, '40' 1, '80' 2) noenhanced
set ytics ('64, 0.004' 0, '128, 0.002' 1) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'width, learning rate' at screen 0.2936,0.6259 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.42939735:2.81126002]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 981,405 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.3058, screen 0.8012, screen 0.2741, screen 0.5556
set label 1 'Test loss by number of updates' at screen 0.5,0.8963 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8000 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:2.5]
set yrange [1.5:-0.5]
set xtics ('20' 0, '40' 1, '80' 2) noenhanced
set ytics ('64, 0.004' 0, '128, 0.002' 1) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'width, learning rate' at screen 0.2936,0.6259 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.42939735:2.81126002]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
