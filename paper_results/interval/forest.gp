# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 5.6
0 -0.6
EOD
$data_0_1 << EOD
0.0358108218 0.28
0.003516343 0.28
0.00756240315 0.28
-0.10982546 0.28
0.00070562194 0.28
0.0146487913 1.28
0.0417462193 1.28
0.0204819713 1.28
0.0419340261 1.28
-0.00646481409 1.28
-0.00943362101 2.28
-0.0112674341 2.28
0.00435874968 2.28
0.1105677 2.28
-0.0153915054 2.28
0.0126093724 3.28
0.0232541453 3.28
0.0187443993 3.28
0.0436231252 3.28
-0.0233346069 3.28
-0.0124302164 4.28
-0.0102989389 4.28
-0.0143246646 4.28
-0.174019136 4.28
-0.0157426213 4.28
0.00852721903 5.28
-0.000413809492 5.28
-0.013254607 5.28
0.00364750113 5.28
-0.0141398653 5.28
EOD
$data_0_2 << EOD
-0.0124460539 0 -0.0822324461 0.0573403383
0.0224692388 1 -0.0027661737 0.0477046513
0.0157667778 2 -0.0506664033 0.082199959
0.0149792871 3 -0.0152822312 0.0452408053
-0.0453631155 4 -0.134686503 0.0439602722
-0.00312671233 5 -0.0157403828 0.00948695813
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 842,336 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Numbers of updates, less 160' at screen 0.5000,0.9167 center font ',17' 
set label 2 '30 distinct pairs, 16 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8274 center font ',12' tc rgb '#555555'
set margins screen 0.1817, screen 0.9762, screen 0.2083, screen 0.6667
unset logscale x
set xrange [-0.191094347:0.12764291]
set xtics ('-0.15' -0.15, '-0.10' -0.1, '-0.05' -0.05, '0.00' 0, '0.05' 0.05, '0.10' 0.1) font ',12'
set xlabel 'test loss (nats), others minus 160' font ',13'
unset logscale y
set yrange [5.6:-0.6]
set ytics ('20, width 64 (5)' 0, '20, width 128 (5)' 1, '40, width 64 (5)' 2, '40, width 128 (5)' 3, '80, width 64 (5)' 4, '80, width 128 (5)' 5) font ',12'
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
set margins screen 0.0238, screen 0.9762, screen 0.7143, screen 0.7798
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1263,504 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Numbers of updates, less 160' at screen 0.5000,0.9167 center font ',17' 
set label 2 '30 distinct pairs, 16 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8274 center font ',12' tc rgb '#555555'
set margins screen 0.1817, screen 0.9762, screen 0.2083, screen 0.6667
unset logscale x
set xrange [-0.191094347:0.12764291]
set xtics ('-0.15' -0.15, '-0.10' -0.1, '-0.05' -0.05, '0.00' 0, '0.05' 0.05, '0.10' 0.1) font ',12'
set xlabel 'test loss (nats), others minus 160' font ',13'
unset logscale y
set yrange [5.6:-0.6]
set ytics ('20, width 64 (5)' 0, '20, width 128 (5)' 1, '40, width 64 (5)' 2, '40, width 128 (5)' 3, '80, width 64 (5)' 4, '80, width 128 (5)' 5) font ',12'
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
set margins screen 0.0238, screen 0.9762, screen 0.7143, screen 0.7798
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair'
unset label
unset multiplot
set output
