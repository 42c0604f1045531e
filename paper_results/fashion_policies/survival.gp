# Draw again with: gnuplot survival.gp
set encoding utf8
$curve0 << EOD
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
$curve1 << EOD
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
$curve2 << EOD
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
$curve3 << EOD
0 1
1 0.271418415
2 0.23922734
3 0.209025641
4 0.172048312
5 0.125042941
6 0.0740983607
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 960,600 dynamic standalone background rgb 'white'
set output 'survival.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set yrange [0:1.02]
set offsets graph 0, graph 0.02, 0, 0
set key below maxcols 3 Left reverse noenhanced font ',11' samplen 3
set label 1 'Survival of grown blocks' at screen 0.5,0.96 center font ',16' noenhanced
set label 2 'density 0.1, blocks of 4, seed 1; share of the grown blocks that are stored so much later' at screen 0.5,0.915 center font ',11' tc rgb '#555555' noenhanced
set tmargin 5
set bmargin 6
set xlabel 'updates since growth' noenhanced
set ylabel 'stored' noenhanced
plot $curve0 using 1:2 with lines lc rgb '#0072B2' lw 2 dt 1 title 'dynamic', \
     $curve1 using 1:2 with lines lc rgb '#D55E00' lw 2 dt 1 title 'rigl', \
     $curve2 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1 title 'set_magnitude', \
     $curve3 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1 title 'itop_rigl'
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1440,900 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'survival.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set yrange [0:1.02]
set offsets graph 0, graph 0.02, 0, 0
set key below maxcols 3 Left reverse noenhanced font ',11' samplen 3
set label 1 'Survival of grown blocks' at screen 0.5,0.96 center font ',16' noenhanced
set label 2 'density 0.1, blocks of 4, seed 1; share of the grown blocks that are stored so much later' at screen 0.5,0.915 center font ',11' tc rgb '#555555' noenhanced
set tmargin 5
set bmargin 6
set xlabel 'updates since growth' noenhanced
set ylabel 'stored' noenhanced
plot $curve0 using 1:2 with lines lc rgb '#0072B2' lw 2 dt 1 title 'dynamic', \
     $curve1 using 1:2 with lines lc rgb '#D55E00' lw 2 dt 1 title 'rigl', \
     $curve2 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1 title 'set_magnitude', \
     $curve3 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1 title 'itop_rigl'
set output
