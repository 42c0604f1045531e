# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 3.6
0 -0.6
EOD
$data_0_1 << EOD
0.0431670316 0.28
0.0323053821 0.28
0.048807224 0.28
0.099146739 1.28
0.0701760138 1.28
0.0816599017 1.28
-0.0861157419 1.28
0.0585060608 1.28
0.0696110936 2.28
-0.401785406 2.28
0.0393132458 2.28
0.0811041444 3.28
0.0889577908 3.28
0.0763955448 3.28
EOD
$data_0_2 << EOD
0.0446745947 1 -0.0479849242 0.137334114
-0.0976203556 2 -0.753112761 0.55787205
EOD
$data_0_3 << EOD
0.0414265459 0 0.020589232 0.0622638598
0.0821524933 3 0.0663858913 0.0979190954
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 842,332 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains, by layers and batch' at screen 0.5000,0.9157 center font ',17' 
set label 2 '14 distinct pairs, 12 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8253 center font ',12' tc rgb '#555555'
set label 5 'unless stated: layers 2, batch 32; a bar that ends at the frame reaches beyond it' at screen 0.9762,0.0331 right font ',10' tc rgb '#555555'
set margins screen 0.2233, screen 0.9762, screen 0.2771, screen 0.5964
unset logscale x
set xrange [-0.434132578:0.169681285]
set xtics ('-0.4' -0.4, '-0.3' -0.3, '-0.2' -0.2, '-0.1' -0.1, '0.0' 0, '0.1' 0.1) font ',12'
set xlabel 'test loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [3.6:-0.6]
set ytics ('layers 1 (3)' 0, 'layers 2, batch 32 (5)' 1, 'batch 128 (3)' 2, 'layers 4 (3)' 3) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_3 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1
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
set margins screen 0.0238, screen 0.9762, screen 0.6446, screen 0.7771
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1263,498 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains, by layers and batch' at screen 0.5000,0.9157 center font ',17' 
set label 2 '14 distinct pairs, 12 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8253 center font ',12' tc rgb '#555555'
set label 5 'unless stated: layers 2, batch 32; a bar that ends at the frame reaches beyond it' at screen 0.9762,0.0331 right font ',10' tc rgb '#555555'
set margins screen 0.2233, screen 0.9762, screen 0.2771, screen 0.5964
unset logscale x
set xrange [-0.434132578:0.169681285]
set xtics ('-0.4' -0.4, '-0.3' -0.3, '-0.2' -0.2, '-0.1' -0.1, '0.0' 0, '0.1' 0.1) font ',12'
set xlabel 'test loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [3.6:-0.6]
set ytics ('layers 1 (3)' 0, 'layers 2, batch 32 (5)' 1, 'batch 128 (3)' 2, 'layers 4 (3)' 3) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_3 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1
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
set margins screen 0.0238, screen 0.9762, screen 0.6446, screen 0.7771
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
