# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 5.6
0 -0.6
EOD
$data_0_1 << EOD
0.0280754018 0.28
0.0385435792 0.28
0.0584401116 0.28
0.101463787 1.28
0.0690248031 1.28
0.0912205984 1.28
0.0807509857 2.28
0.0764125942 3.28
-0.205586583 3.28
-0.263988338 3.28
0.0326467328 4.28
-0.00386256774 4.28
0.0338939493 4.28
0.0177165024 5.28
EOD
$data_0_2 << EOD
0.0807509857 2 NaN NaN
-0.131054109 3 -0.58327543 0.321167212
0.0208927048 4 -0.0323907916 0.0741762012
0.0177165024 5 NaN NaN
EOD
$data_0_3 << EOD
0.0416863642 0 0.00336696949 0.0800057589
0.0872363962 1 0.0460400064 0.128432786
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 790,402 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains, by length of training' at screen 0.5000,0.9303 center font ',17' 
set label 2 '14 distinct pairs, 11 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.8557 center font ',12' tc rgb '#555555'
set label 5 'a bar that ends at the frame reaches beyond it' at screen 0.9747,0.0274 right font ',10' tc rgb '#555555'
set margins screen 0.3165, screen 0.9747, screen 0.2289, screen 0.6119
unset logscale x
set xrange [-0.287533605:0.151978053]
set xtics ('-0.2' -0.2, '-0.1' -0.1, '0.0' 0, '0.1' 0.1) font ',12'
set xlabel 'validation loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [5.6:-0.6]
set ytics ('block size 1, tokens 51.2M (3)' 0, 'block size 1, tokens 102.4M (3)' 1, 'block size 1, tokens 204.8M (1)' 2, 'block size 4, tokens 51.2M (3)' 3, 'block size 4, tokens 102.4M (3)' 4, 'block size 4, tokens 204.8M (1)' 5) font ',12'
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
set margins screen 0.0253, screen 0.9747, screen 0.6517, screen 0.8159
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1185,603 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains, by length of training' at screen 0.5000,0.9303 center font ',17' 
set label 2 '14 distinct pairs, 11 of them above zero; number of pairs in brackets; all at a rate of 0.004' at screen 0.5000,0.8557 center font ',12' tc rgb '#555555'
set label 5 'a bar that ends at the frame reaches beyond it' at screen 0.9747,0.0274 right font ',10' tc rgb '#555555'
set margins screen 0.3165, screen 0.9747, screen 0.2289, screen 0.6119
unset logscale x
set xrange [-0.287533605:0.151978053]
set xtics ('-0.2' -0.2, '-0.1' -0.1, '0.0' 0, '0.1' 0.1) font ',12'
set xlabel 'validation loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [5.6:-0.6]
set ytics ('block size 1, tokens 51.2M (3)' 0, 'block size 1, tokens 102.4M (3)' 1, 'block size 1, tokens 204.8M (1)' 2, 'block size 4, tokens 51.2M (3)' 3, 'block size 4, tokens 102.4M (3)' 4, 'block size 4, tokens 204.8M (1)' 5) font ',12'
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
set margins screen 0.0253, screen 0.9747, screen 0.6517, screen 0.8159
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
