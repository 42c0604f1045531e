# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 2.43436606
1 0 2.48378126
2 0 2.52709659
3 0 2.56906691
0 1 2.48058656
1 1 2.48439265
2 1 2.51784453
3 1 2.57717857
0 2 2.24414341
1 2 2.25555829
2 2 2.31323075
3 2 2.39391397
0 3 2.27887865
1 3 2.28360713
2 3 2.32561588
3 3 2.37965219
EOD
$dark << EOD
0 0 "2.434 ± 0.015"
1 0 "2.484 ± 0.015"
2 0 "2.527 ± 0.007"
3 0 "2.569 ± 0.017"
0 1 "2.481 ± 0.016"
1 1 "2.484 ± 0.014"
2 1 "2.518 ± 0.013"
3 1 "2.577 ± 0.020"
EOD
$light << EOD
0 2 "2.244 ± 0.018"
1 2 "2.256"
2 2 "2.313"
3 2 "2.394"
0 3 "2.279 ± 0.008"
1 3 "2.284"
2 3 "2.326"
3 3 "2.380"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 706,346 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.2040, screen 0.8159, screen 0.2139, screen 0.6532
set label 1 'Test loss by block size, widths of 128 and 192' at screen 0.5,0.9191 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8439 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:3.5]
set yrange [3.5:-0.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3) noenhanced
set ytics ('128, dynamic' 0, '128, static' 1, '192, dynamic' 2, '192, static' 3) noenhanced
set tics scale 0
unset border
set xlabel 'block size' noenhanced
set label 3 'width, policy' at screen 0.1926,0.7081 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.24414341:2.57717857]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1059,519 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.2040, screen 0.8159, screen 0.2139, screen 0.6532
set label 1 'Test loss by block size, widths of 128 and 192' at screen 0.5,0.9191 center font ',15' noenhanced
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8439 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:3.5]
set yrange [3.5:-0.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3) noenhanced
set ytics ('128, dynamic' 0, '128, static' 1, '192, dynamic' 2, '192, static' 3) noenhanced
set tics scale 0
unset border
set xlabel 'block size' noenhanced
set label 3 'width, policy' at screen 0.1926,0.7081 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.24414341:2.57717857]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
