# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 2.81462376 "2.815 ± 0.014"
1 0 2.84283659 "2.843 ± 0.122"
2 0 2.7817067 "2.782 ± 0.012"
0 1 2.4568353 "2.457 ± 0.012"
1 1 2.44934535 "2.449 ± 0.012"
2 1 2.43123935 "2.431 ± 0.010"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,282 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by number of updates' at screen 0.5000,0.9007 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.7943 center font ',12' tc rgb '#555555'
set label 5 'rows: width, learning rate' at screen 0.9688,0.0390 right font ',10' tc rgb '#555555'
set margins screen 0.2188, screen 0.7719, screen 0.3262, screen 0.7163
unset logscale x
set xrange [-0.5:2.5]
set xtics ('20' 0, '40' 1, '80' 2) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [1.5:-0.5]
set ytics ('64, 0.004' 0, '128, 0.002' 1) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.43123935:2.84283659]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.65761783 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.65761783 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,423 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by number of updates' at screen 0.5000,0.9007 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.7943 center font ',12' tc rgb '#555555'
set label 5 'rows: width, learning rate' at screen 0.9688,0.0390 right font ',10' tc rgb '#555555'
set margins screen 0.2188, screen 0.7719, screen 0.3262, screen 0.7163
unset logscale x
set xrange [-0.5:2.5]
set xtics ('20' 0, '40' 1, '80' 2) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [1.5:-0.5]
set ytics ('64, 0.004' 0, '128, 0.002' 1) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.43123935:2.84283659]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.65761783 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.65761783 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
