# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 3.00184582 "3.002"
1 0 2.99390788 "2.994 ± 0.009"
2 0 5.04765608 "5.048"
0 1 3.03533442 "3.035 ± 0.005"
1 1 3.03245429 "3.032"
2 1 5.04716502 "5.047"
1 2 2.8541985 "2.854"
2 2 2.96191426 "2.962 ± 0.265"
3 2 5.04630916 "5.046"
1 3 2.88984469 "2.890"
2 3 2.8642939 "2.864 ± 0.014"
0 4 2.72559794 "2.726"
1 4 2.70006686 "2.700 ± 0.009"
0 5 2.83629322 "2.836"
1 5 2.78221935 "2.782 ± 0.015"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 853,400 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by depth and batch' at screen 0.5000,0.9300 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8550 center font ',12' tc rgb '#555555'
set label 5 'usual values: layers 1, batch 32, tokens 102400000, policy dynamic' at screen 0.9766,0.0275 right font ',10' tc rgb '#555555'
set margins screen 0.3177, screen 0.8710, screen 0.2300, screen 0.8000
unset logscale x
set xrange [-0.5:3.5]
set xtics ('0.002' 0, '0.004' 1, '0.008' 2, '0.016' 3) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [5.5:-0.5]
set ytics ('usual values' 0, 'policy static' 1, 'layers 2, batch 128' 2, 'layers 2, batch 128, policy static' 3, 'layers 4' 4, 'layers 4, policy static' 5) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.70006686:3.03533442]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.88446402 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.88446402 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1279,600 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by depth and batch' at screen 0.5000,0.9300 center font ',17' 
set label 2 'test loss (nats): mean ± standard deviation over the seeds' at screen 0.5000,0.8550 center font ',12' tc rgb '#555555'
set label 5 'usual values: layers 1, batch 32, tokens 102400000, policy dynamic' at screen 0.9766,0.0275 right font ',10' tc rgb '#555555'
set margins screen 0.3177, screen 0.8710, screen 0.2300, screen 0.8000
unset logscale x
set xrange [-0.5:3.5]
set xtics ('0.002' 0, '0.004' 1, '0.008' 2, '0.016' 3) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [5.5:-0.5]
set ytics ('usual values' 0, 'policy static' 1, 'layers 2, batch 128' 2, 'layers 2, batch 128, policy static' 3, 'layers 4' 4, 'layers 4, policy static' 5) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.70006686:3.03533442]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 2.88446402 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 2.88446402 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
