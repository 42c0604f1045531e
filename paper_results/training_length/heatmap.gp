# Draw again with: gnuplot heatmap.gp
set encoding utf8
$cells << EOD
0 0 5.02451509
1 0 4.89178504
2 0 2.89456886
3 0 2.76678183
4 0 2.71704458
0 1 5.04231121
1 1 5.0122629
2 1 2.93625523
3 1 2.85401822
4 1 2.79779556
0 2 5.05884098
1 2 5.00315647
2 2 3.18362535
3 2 2.91540045
4 2 2.85506253
0 3 5.05823824
1 3 4.70106731
2 3 3.05257124
3 3 2.93629315
4 3 2.87277903
EOD
$dark << EOD
0 0 "5.02 ± 0.05"
1 0 "4.89 ± 0.02"
0 1 "5.04 ± 0.03"
1 1 "5.01 ± 0.02"
0 2 "5.06 ± 0.00"
1 2 "5.00 ± 0.05"
0 3 "5.06 ± 0.00"
1 3 "4.70 ± 0.43"
EOD
$light << EOD
2 0 "2.89 ± 0.04"
3 0 "2.77 ± 0.02"
4 0 "2.72"
2 1 "2.94 ± 0.03"
3 1 "2.85 ± 0.01"
4 1 "2.80"
2 2 "3.18 ± 0.19"
3 2 "2.92 ± 0.04"
4 2 "2.86"
2 3 "3.05 ± 0.04"
3 3 "2.94 ± 0.02"
4 3 "2.87"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 854,346 dynamic standalone background rgb 'white'
set output 'heatmap.svg'
set margins screen 0.2155, screen 0.8478, screen 0.2139, screen 0.6532
set label 1 'Validation loss over the length of training' at screen 0.5,0.9191 center font ',15' noenhanced
set label 2 'validation loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8439 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:4.5]
set yrange [3.5:-0.5]
set xtics ('5.12M' 0, '12.8M' 1, '51.2M' 2, '102.4M' 3, '204.8M' 4) noenhanced
set ytics ('1, dynamic' 0, '1, static' 1, '4, dynamic' 2, '4, static' 3) noenhanced
set tics scale 0
unset border
set xlabel 'tokens' noenhanced
set label 3 'block size, policy' at screen 0.2061,0.7081 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.71704458:5.05884098]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1281,519 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'heatmap.png'
set margins screen 0.2155, screen 0.8478, screen 0.2139, screen 0.6532
set label 1 'Validation loss over the length of training' at screen 0.5,0.9191 center font ',15' noenhanced
set label 2 'validation loss (nats): mean ± standard deviation over the seeds' at screen 0.5,0.8439 center font ',11' tc rgb '#555555' noenhanced
set xrange [-0.5:4.5]
set yrange [3.5:-0.5]
set xtics ('5.12M' 0, '12.8M' 1, '51.2M' 2, '102.4M' 3, '204.8M' 4) noenhanced
set ytics ('1, dynamic' 0, '1, static' 1, '4, dynamic' 2, '4, static' 3) noenhanced
set tics scale 0
unset border
set xlabel 'tokens' noenhanced
set label 3 'block size, policy' at screen 0.2061,0.7081 right font ',11' tc rgb '#555555' noenhanced
unset key
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.71704458:5.05884098]
set cbtics scale 0.5 font ',10'
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $dark using 1:2:3 with labels font ',10' tc rgb '#222222' noenhanced, \
     $light using 1:2:3 with labels font ',10' tc rgb '#ffffff' noenhanced
set output
