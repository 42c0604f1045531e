# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 4.6
0 -0.6
EOD
$data_0_1 << EOD
0.0450419437 0.28
0.0206597172 0.28
0.0226911399 0.28
0.0522041553 1.28
0.0124157896 1.28
0.028261859 1.28
0.101229534 2.28
0.0956227716 2.28
0.075587231 2.28
0.014081618 3.28
-0.00341708605 3.28
0.0568575096 3.28
0.099146739 4.28
0.0701760138 4.28
0.0816599017 4.28
-0.0861157419 4.28
0.0585060608 4.28
EOD
$data_0_2 << EOD
0.0294642669 0 -0.00414596263 0.0630744965
0.0309606013 1 -0.0188031748 0.0807243774
0.0225073472 3 -0.0545272259 0.0995419202
0.0446745947 4 -0.0479849242 0.137334114
EOD
$data_0_3 << EOD
0.0908131788 2 0.057322396 0.124303962
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 842,334 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies on a language model, less dynamic' at screen 0.5000,0.9162 center font ',17' 
set label 2 '17 distinct pairs, 15 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8263 center font ',12' tc rgb '#555555'
set margins screen 0.1235, screen 0.9762, screen 0.2096, screen 0.5988
unset logscale x
set xrange [-0.0995227333:0.150741105]
set xtics ('-0.05' -0.05, '0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15) font ',12'
set xlabel 'test loss (nats), others minus dynamic' font ',13'
unset logscale y
set yrange [4.6:-0.6]
set ytics ('GMP (3)' 0, 'GraNet (3)' 1, 'RigL (3)' 2, 'SET (3)' 3, 'static (5)' 4) font ',12'
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
set margins screen 0.0238, screen 0.9762, screen 0.6467, screen 0.7784
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1263,501 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies on a language model, less dynamic' at screen 0.5000,0.9162 center font ',17' 
set label 2 '17 distinct pairs, 15 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8263 center font ',12' tc rgb '#555555'
set margins screen 0.1235, screen 0.9762, screen 0.2096, screen 0.5988
unset logscale x
set xrange [-0.0995227333:0.150741105]
set xtics ('-0.05' -0.05, '0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15) font ',12'
set xlabel 'test loss (nats), others minus dynamic' font ',13'
unset logscale y
set yrange [4.6:-0.6]
set ytics ('GMP (3)' 0, 'GraNet (3)' 1, 'RigL (3)' 2, 'SET (3)' 3, 'static (5)' 4) font ',12'
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
set margins screen 0.0238, screen 0.9762, screen 0.6467, screen 0.7784
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
