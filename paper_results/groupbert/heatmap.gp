# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
1 0 2.52024622 "2.520"
2 0 2.45906691 "2.459"
3 0 2.55826009 "2.558"
0 1 2.57222101 "2.572"
1 1 2.40628899 "2.406"
2 1 3.23361688 "3.234"
3 1 5.04760831 "5.048"
0 2 2.5836085 "2.584"
1 2 2.54787431 "2.548"
2 2 2.5646163 "2.565"
3 2 2.5728748 "2.573"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 811,286 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5000,0.9021 center font ',17' 
set label 2 'validation loss (nats): one seed' at screen 0.5000,0.7972 center font ',12' tc rgb '#555555'
set label 5 'rows: model, width, placement of norms' at screen 0.9753,0.0385 right font ',10' tc rgb '#555555'
set margins screen 0.2824, screen 0.8644, screen 0.3217, screen 0.7203
unset logscale x
set xrange [-0.5:3.5]
set xtics ('0.0005' 0, '0.001' 1, '0.002' 2, '0.004' 3) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('groupbert_nano, 64, pre-norm' 0, 'nano, 84, post-norm' 1, 'nano, 84, pre-norm' 2) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.40628899:3.23361688]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.86131933 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.86131933 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1216,429 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5000,0.9021 center font ',17' 
set label 2 'validation loss (nats): one seed' at screen 0.5000,0.7972 center font ',12' tc rgb '#555555'
set label 5 'rows: model, width, placement of norms' at screen 0.9753,0.0385 right font ',10' tc rgb '#555555'
set margins screen 0.2824, screen 0.8644, screen 0.3217, screen 0.7203
unset logscale x
set xrange [-0.5:3.5]
set xtics ('0.0005' 0, '0.001' 1, '0.002' 2, '0.004' 3) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.5:-0.5]
set ytics ('groupbert_nano, 64, pre-norm' 0, 'nano, 84, post-norm' 1, 'nano, 84, pre-norm' 2) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.40628899:3.23361688]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.86131933 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.86131933 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
