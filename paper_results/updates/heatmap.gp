# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 2.94459225
1 0 2.92016212
2 0 2.96666371
3 0 3.01552737
4 0 2.89198524
0 1 2.90232039
1 1 2.93170739
2 1 2.96621737
3 1 2.96907916
4 1 3.14575128
0 2 2.92483883
1 2 3.00792268
2 2 2.99334153
3 2 3.01135439
4 2 3.09894233
0 3 3.05728237
2 3 3.05492476
4 3 3.05525375
0 4 3.05985656
2 4 3.07083031
4 4 3.07933414
0 5 3.10767216
2 5 3.14761614
4 5 3.19137303
EOD
$dark << EOD
4 1 "3.146"
4 2 "3.099"
0 3 "3.057"
0 4 "3.060"
2 4 "3.071"
4 4 "3.079"
0 5 "3.108"
2 5 "3.148"
4 5 "3.191"
EOD
$light << EOD
0 0 "2.945"
1 0 "2.920"
2 0 "2.967"
3 0 "3.016"
4 0 "2.892"
0 1 "2.902"
1 1 "2.932"
2 1 "2.966"
3 1 "2.969"
0 2 "2.925"
1 2 "3.008"
2 2 "2.993"
3 2 "3.011"
2 3 "3.055"
4 3 "3.055"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 910,422 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.2637, screen 0.8571, screen 0.1754, screen 0.7156
set label 1 'Updates and drop fraction' at screen 0.5,0.9336 center font ',15' noenhanced
set label 2 'test loss (nats): one seed' at screen 0.5,0.8720 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:4.5]
set yrange [5.5:-0.5]
set xtics ('20' 0, '40' 1, '80' 2, '160' 3, '320' 4) noenhanced
set ytics ('1, 0.1' 0, '1, 0.5' 1, '1, 1.0' 2, '4, 0.1' 3, '4, 0.5' 4, '4, 1.0' 5) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'block size, drop fraction' at screen 0.2549,0.7607 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.89198524:3.19137303]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1365,633 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.2637, screen 0.8571, screen 0.1754, screen 0.7156
set label 1 'Updates and drop fraction' at screen 0.5,0.9336 center font ',15' noenhanced
set label 2 'test loss (nats): one seed' at screen 0.5,0.8720 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:4.5]
set yrange [5.5:-0.5]
set xtics ('20' 0, '40' 1, '80' 2, '160' 3, '320' 4) noenhanced
set ytics ('1, 0.1' 0, '1, 0.5' 1, '1, 1.0' 2, '4, 0.1' 3, '4, 0.5' 4, '4, 1.0' 5) noenhanced
set tics scale 0
unset border
set xlabel 'number of updates' noenhanced
set label 3 'block size, drop fraction' at screen 0.2549,0.7607 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.89198524:3.19137303]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
