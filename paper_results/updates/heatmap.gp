# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 2.94459225
1 0 2.92016212
2 0 2.96666371
3 0 2.89198524
0 1 2.90232039
1 1 2.93170739
2 1 2.96621737
3 1 3.14575128
0 2 2.92483883
1 2 3.00792268
2 2 2.99334153
3 2 3.09894233
EOD
$dark << EOD
3 1 "3.146"
3 2 "3.099"
EOD
$light << EOD
0 0 "2.945"
1 0 "2.920"
2 0 "2.967"
3 0 "2.892"
0 1 "2.902"
1 1 "2.932"
2 1 "2.966"
0 2 "2.925"
1 2 "3.008"
2 2 "2.993"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 882,308 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.3628, screen 0.8526, screen 0.2403, screen 0.6104
set label 1 'Updates and drop fraction' at screen 0.5,0.9091 center font ',15' noenhanced
set label 2 'test_loss: mean ± standard deviation over the seeds' at screen 0.5,0.8247 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:3.5]
set yrange [2.5:-0.5]
set xtics ('20' 0, '40' 1, '80' 2, '320' 3) noenhanced
set ytics ('1, 0.1' 0, '1, 0.5' 1, '1, 1.0' 2) noenhanced
set tics scale 0
unset border
set xlabel 'topology.updates' noenhanced
set label 3 'model.block, topology.drop_fraction' at screen 0.3537,0.6721 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.89198524:3.14575128]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1323,462 fontscale 1.5 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.3628, screen 0.8526, screen 0.2403, screen 0.6104
set label 1 'Updates and drop fraction' at screen 0.5,0.9091 center font ',15' noenhanced
set label 2 'test_loss: mean ± standard deviation over the seeds' at screen 0.5,0.8247 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:3.5]
set yrange [2.5:-0.5]
set xtics ('20' 0, '40' 1, '80' 2, '320' 3) noenhanced
set ytics ('1, 0.1' 0, '1, 0.5' 1, '1, 1.0' 2) noenhanced
set tics scale 0
unset border
set xlabel 'topology.updates' noenhanced
set label 3 'model.block, topology.drop_fraction' at screen 0.3537,0.6721 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.89198524:3.14575128]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
