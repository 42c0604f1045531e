# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 3.6
0 -0.6
EOD
$data_0_1 << EOD
0.000169160821 0.28
-0.00520937088 0.28
0.0070439526 0.28
1.44075135 1.28
0.0142456475 1.28
-0.000949214184 1.28
-0.00919932185 2.28
-0.00481307661 2.28
-0.0164162889 2.28
-0.00657878942 3.28
-0.0218159556 3.28
-0.0143779546 3.28
EOD
$data_0_2 << EOD
0.000667914181 0 -0.0145905647 0.0159263931
0.484682595 1 -1.57238593 2.54175112
-0.0101428958 2 -0.0246983157 0.00441252415
-0.0142575665 3 -0.0331864757 0.00467134271
EOD
$data_0_6 << EOD
0.0188731652 1.28 "▶"
EOD
$data_0_8 << EOD
0.0188731652 1 "0.485 ▶"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 846,332 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Growth by gradient, less at random' at screen 0.5000,0.9157 center font ',17' 
set label 2 '12 distinct pairs, 4 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.8253 center font ',12' tc rgb '#555555'
set label 5 'unless stated: number of updates 20; a bar that ends at the frame reaches beyond it; a value beside an arrow lies beyond the axis; an' at screen 0.9764,0.0994 right font ',10' tc rgb '#555555'
set label 6 'arrow alone: points beyond the axis' at screen 0.9764,0.0331 right font ',10' tc rgb '#555555'
set margins screen 0.3617, screen 0.9764, screen 0.3434, screen 0.6627
unset logscale x
set xrange [-0.0361332479:0.0188731652]
set xtics ('-0.03' -0.03, '-0.02' -0.02, '-0.01' -0.01, '0.00' 0, '0.01' 0.01) font ',12'
set xlabel 'test loss (nats), gradient minus random' font ',13'
unset logscale y
set yrange [3.6:-0.6]
set ytics ('block size 1 (3)' 0, 'block size 1, number of updates 160 (3)' 1, 'block size 4 (3)' 2, 'block size 4, number of updates 160 (3)' 3) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_6 using 1:2:3 with labels right offset -0.3,0 font ',10' tc rgb '#888888', \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_8 using 1:2:3 with labels right offset -0.3,0.5 font ',10' tc rgb '#0072B2'
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
set margins screen 0.0236, screen 0.9764, screen 0.7108, screen 0.7771
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1269,498 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Growth by gradient, less at random' at screen 0.5000,0.9157 center font ',17' 
set label 2 '12 distinct pairs, 4 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.8253 center font ',12' tc rgb '#555555'
set label 5 'unless stated: number of updates 20; a bar that ends at the frame reaches beyond it; a value beside an arrow lies beyond the axis; an' at screen 0.9764,0.0994 right font ',10' tc rgb '#555555'
set label 6 'arrow alone: points beyond the axis' at screen 0.9764,0.0331 right font ',10' tc rgb '#555555'
set margins screen 0.3617, screen 0.9764, screen 0.3434, screen 0.6627
unset logscale x
set xrange [-0.0361332479:0.0188731652]
set xtics ('-0.03' -0.03, '-0.02' -0.02, '-0.01' -0.01, '0.00' 0, '0.01' 0.01) font ',12'
set xlabel 'test loss (nats), gradient minus random' font ',13'
unset logscale y
set yrange [3.6:-0.6]
set ytics ('block size 1 (3)' 0, 'block size 1, number of updates 160 (3)' 1, 'block size 4 (3)' 2, 'block size 4, number of updates 160 (3)' 3) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_6 using 1:2:3 with labels right offset -0.3,0 font ',10' tc rgb '#888888', \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_8 using 1:2:3 with labels right offset -0.3,0.5 font ',10' tc rgb '#0072B2'
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
set margins screen 0.0236, screen 0.9764, screen 0.7108, screen 0.7771
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
