# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 2.6
0 -0.6
EOD
$data_0_1 << EOD
0.117996154 0.28
0.0704787912 0.28
0.0423422575 0.28
0.0334100316 1.28
0.0168809989 1.28
0.044523313 1.28
0.0431219932 2.28
EOD
$data_0_2 << EOD
0.0769390674 0 -0.0180581853 0.17193632
0.0316047812 1 -0.00295061996 0.0661601823
0.0431219932 2 NaN NaN
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 828,264 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains on novels' at screen 0.5000,0.8939 center font ',17' 
set label 2 '7 distinct pairs, 7 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.7803 center font ',12' tc rgb '#555555'
set margins screen 0.1510, screen 0.9758, screen 0.2652, screen 0.5758
unset logscale x
set xrange [-0.0294578556:0.183335991]
set xtics ('0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15) font ',12'
set xlabel 'test loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [2.6:-0.6]
set ytics ('width 64 (3)' 0, 'width 128 (3)' 1, 'width 192 (1)' 2) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1
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
set margins screen 0.0242, screen 0.9758, screen 0.6364, screen 0.7197
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1242,396 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains on novels' at screen 0.5000,0.8939 center font ',17' 
set label 2 '7 distinct pairs, 7 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.7803 center font ',12' tc rgb '#555555'
set margins screen 0.1510, screen 0.9758, screen 0.2652, screen 0.5758
unset logscale x
set xrange [-0.0294578556:0.183335991]
set xtics ('0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15) font ',12'
set xlabel 'test loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [2.6:-0.6]
set ytics ('width 64 (3)' 0, 'width 128 (3)' 1, 'width 192 (1)' 2) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1
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
set margins screen 0.0242, screen 0.9758, screen 0.6364, screen 0.7197
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
