# Draw again with: gnuplot survival.gp
set encoding utf8
$data_0_0 << EOD
0 1
1 0.0963786266
2 0.0875927668
3 0.084058731
4 0.0817112412
5 0.0790034072
6 0.0761637629
7 0.0722600483
8 0.0688434304
9 0.0653973031
10 0.0613445378
11 0.057295262
12 0.0531055489
13 0.048940678
14 0.0448512586
15 0.0404749958
16 0.0358610385
17 0.0320239112
18 0.028941739
19 0.0241748024
20 0.020412329
21 0.0154686078
22 0.0120554551
EOD
$data_0_1 << EOD
0 1
1 0.158503569
2 0.124814998
3 0.115055231
4 0.108556351
5 0.101510497
6 0.0970464135
7 0.0868012636
8 0.0811085316
9 0.0739760162
10 0.0627557981
11 0.052500479
12 0.0398752506
13 0.0339029021
14 0.0245115453
15 0.018907563
16 0.00414507772
EOD
$data_0_2 << EOD
0 1
1 0.13716707
2 0.122421742
3 0.115858869
4 0.110095144
5 0.104586694
6 0.0963933576
7 0.0899756822
8 0.0827271431
9 0.0744143316
10 0.0665883932
11 0.0582249859
12 0.050547046
13 0.0431080362
14 0.0360735345
15 0.0301635992
16 0.0191919192
EOD
$data_0_3 << EOD
0 1
1 0.271418415
2 0.23922734
3 0.209025641
4 0.172048312
5 0.125042941
6 0.0740983607
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 923,562 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'survival.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Survival of grown blocks' at screen 0.5000,0.9502 center font ',17' 
set label 2 'density 0.1, blocks of 4, seed 1; share of the grown blocks that are stored so much later' at screen 0.5000,0.8968 center font ',12' tc rgb '#555555'
set margins screen 0.0899, screen 0.9783, screen 0.1246, screen 0.8007
unset logscale x
set xrange [0:22]
set xtics ('0' 0, '2' 2, '4' 4, '6' 6, '8' 8, '10' 10, '12' 12, '14' 14, '16' 16, '18' 18, '20' 20, '22' 22) font ',12'
set xlabel 'updates since growth' font ',13'
unset logscale y
set yrange [0:1.02]
set ytics ('0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '0.6' 0.6, '0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1) font ',12'
set ylabel 'stored' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#E69F00' lw 2 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#56B4E9' lw 2 dt 1
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
set margins screen 0.0217, screen 0.9783, screen 0.8292, screen 0.8683
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#009E73' lw 2 dt 1 title 'dynamic', \
     NaN with lines lc rgb '#CC79A7' lw 2 dt 1 title 'RigL', \
     NaN with lines lc rgb '#E69F00' lw 2 dt 1 title 'SET, by magnitude', \
     NaN with lines lc rgb '#56B4E9' lw 2 dt 1 title 'RigL-ITOP'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1384,843 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'survival.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Survival of grown blocks' at screen 0.5000,0.9502 center font ',17' 
set label 2 'density 0.1, blocks of 4, seed 1; share of the grown blocks that are stored so much later' at screen 0.5000,0.8968 center font ',12' tc rgb '#555555'
set margins screen 0.0899, screen 0.9783, screen 0.1246, screen 0.8007
unset logscale x
set xrange [0:22]
set xtics ('0' 0, '2' 2, '4' 4, '6' 6, '8' 8, '10' 10, '12' 12, '14' 14, '16' 16, '18' 18, '20' 20, '22' 22) font ',12'
set xlabel 'updates since growth' font ',13'
unset logscale y
set yrange [0:1.02]
set ytics ('0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '0.6' 0.6, '0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1) font ',12'
set ylabel 'stored' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#E69F00' lw 2 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#56B4E9' lw 2 dt 1
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
set margins screen 0.0217, screen 0.9783, screen 0.8292, screen 0.8683
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#009E73' lw 2 dt 1 title 'dynamic', \
     NaN with lines lc rgb '#CC79A7' lw 2 dt 1 title 'RigL', \
     NaN with lines lc rgb '#E69F00' lw 2 dt 1 title 'SET, by magnitude', \
     NaN with lines lc rgb '#56B4E9' lw 2 dt 1 title 'RigL-ITOP'
unset label
unset multiplot
set output
