# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
1 0 2.52024622
2 0 2.45906691
3 0 2.55826009
0 1 2.57222101
1 1 2.40628899
2 1 3.23361688
3 1 5.04760831
0 2 2.5836085
1 2 2.54787431
2 2 2.5646163
3 2 2.5728748
EOD
$dark << EOD
3 1 "5.05"
EOD
$light << EOD
1 0 "2.52"
2 0 "2.46"
3 0 "2.56"
0 1 "2.57"
1 1 "2.41"
2 1 "3.23"
0 2 "2.58"
1 2 "2.55"
2 2 "2.56"
3 2 "2.57"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 858,308 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.3450, screen 0.8485, screen 0.2403, screen 0.6104
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5,0.9091 center font ',15' noenhanced
set label 2 'validation loss (nats): one seed' at screen 0.5,0.8247 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:3.5]
set yrange [2.5:-0.5]
set xtics ('0.0005' 0, '0.001' 1, '0.002' 2, '0.004' 3) noenhanced
set ytics ('groupbert_nano, 64, pre' 0, 'nano, 84, post' 1, 'nano, 84, pre' 2) noenhanced
set tics scale 0
unset border
set xlabel 'learning rate' noenhanced
set label 3 'model, width, placement of norms' at screen 0.3357,0.6721 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.40628899:5.04760831]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1287,462 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.3450, screen 0.8485, screen 0.2403, screen 0.6104
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5,0.9091 center font ',15' noenhanced
set label 2 'validation loss (nats): one seed' at screen 0.5,0.8247 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:3.5]
set yrange [2.5:-0.5]
set xtics ('0.0005' 0, '0.001' 1, '0.002' 2, '0.004' 3) noenhanced
set ytics ('groupbert_nano, 64, pre' 0, 'nano, 84, post' 1, 'nano, 84, pre' 2) noenhanced
set tics scale 0
unset border
set xlabel 'learning rate' noenhanced
set label 3 'model, width, placement of norms' at screen 0.3357,0.6721 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.40628899:5.04760831]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
