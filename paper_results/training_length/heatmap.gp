# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 5.02451509 "5.02 ± 0.05"
1 0 4.89178504 "4.89 ± 0.02"
2 0 2.89456886 "2.89 ± 0.04"
3 0 2.76678183 "2.77 ± 0.02"
4 0 2.71704458 "2.72"
0 1 5.04231121 "5.04 ± 0.03"
1 1 5.0122629 "5.01 ± 0.02"
2 1 2.93625523 "2.94 ± 0.03"
3 1 2.85401822 "2.85 ± 0.01"
4 1 2.79779556 "2.80"
0 2 5.05884098 "5.06 ± 0.00"
1 2 5.00315647 "5.00 ± 0.05"
2 2 3.18362535 "3.18 ± 0.19"
3 2 2.91540045 "2.92 ± 0.04"
4 2 2.85506253 "2.86"
0 3 5.05823824 "5.06 ± 0.00"
1 3 4.70106731 "4.70 ± 0.43"
2 3 3.05257124 "3.05 ± 0.04"
3 3 2.93629315 "2.94 ± 0.02"
4 3 2.87277903 "2.87"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 832,302 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Validation loss over the length of training' at screen 0.5000,0.9073 center font ',17' 
set label 2 'validation loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8079 center font ',12' tc rgb '#555555'
set margins screen 0.1587, screen 0.8678, screen 0.2318, screen 0.7351
unset logscale x
set xrange [-0.5:4.5]
set xtics ('5.12M' 0, '12.8M' 1, '51.2M' 2, '102.4M' 3, '204.8M' 4) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [3.5:-0.5]
set ytics ('1, dynamic' 0, '1, static' 1, '4, dynamic' 2, '4, static' 3) font ',12'
set ylabel 'block size, policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.71704458:5.05884098]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 4.0050326 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 4.0050326 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1248,453 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Validation loss over the length of training' at screen 0.5000,0.9073 center font ',17' 
set label 2 'validation loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8079 center font ',12' tc rgb '#555555'
set margins screen 0.1587, screen 0.8678, screen 0.2318, screen 0.7351
unset logscale x
set xrange [-0.5:4.5]
set xtics ('5.12M' 0, '12.8M' 1, '51.2M' 2, '102.4M' 3, '204.8M' 4) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [3.5:-0.5]
set ytics ('1, dynamic' 0, '1, static' 1, '4, dynamic' 2, '4, static' 3) font ',12'
set ylabel 'block size, policy' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.71704458:5.05884098]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 4.0050326 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 4.0050326 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
