# Draw again with: gnuplot explored.gp
set encoding utf8
$data_0_0 << EOD
0 0.100030048
1 0.149879808
2 0.196574519
3 0.239453125
4 0.277854567
5 0.313341346
6 0.346033654
7 0.375060096
8 0.401171875
9 0.425240385
10 0.444771635
11 0.4625
12 0.477674279
13 0.490745192
14 0.500961538
15 0.509945913
16 0.516856971
17 0.521844952
18 0.526231971
19 0.528996394
20 0.530558894
21 0.531520433
22 0.532121394
23 0.53218149
EOD
$data_0_1 << EOD
0 0.100030048
1 0.149879808
2 0.196372305
3 0.239356226
4 0.278822029
5 0.314795445
6 0.347304395
7 0.376505826
8 0.402527247
9 0.425507729
10 0.445647846
11 0.463082978
12 0.478015765
13 0.490651013
14 0.501177763
15 0.509754883
16 0.516596804
17 0.52187451
18 0.525785575
19 0.528524676
20 0.530303467
21 0.53130712
22 0.531776564
23 0.531901627
EOD
$data_0_2 << EOD
0 0.100030048
1 0.129026442
2 0.156370192
3 0.181280048
4 0.20375601
5 0.221754808
6 0.237860577
7 0.250901442
8 0.261658654
9 0.271604567
10 0.278936298
11 0.284735577
12 0.28843149
13 0.291225962
14 0.293149038
15 0.293930288
16 0.294230769
17 0.294290865
EOD
$data_0_3 << EOD
0 0.100030048
1 0.128786058
2 0.156460337
3 0.181730769
4 0.205168269
5 0.226742788
6 0.245793269
7 0.262109375
8 0.27593149
9 0.286959135
10 0.296123798
11 0.303185096
12 0.308533654
13 0.312049279
14 0.314242788
15 0.315384615
16 0.315835337
17 0.315865385
EOD
$data_0_4 << EOD
0 0.100030048
1 0.128786058
2 0.156419632
3 0.18190926
4 0.205399567
5 0.226543999
6 0.244956539
7 0.261140915
8 0.274955503
9 0.286260509
10 0.295458981
11 0.30253944
12 0.307825517
13 0.311453814
14 0.313706742
15 0.31487534
16 0.31528708
17 0.315332791
EOD
$data_0_5 << EOD
0 0.100030048
1 0.145973558
2 0.184915865
3 0.212830529
4 0.232301683
5 0.244320913
6 0.250270433
7 0.252253606
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 923,584 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'explored.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Share of positions ever stored' at screen 0.5000,0.9521 center font ',17' 
set label 2 'density 0.1, blocks of 4, seed 1; dashed: expected if growth is uniformly random' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set margins screen 0.0899, screen 0.9783, screen 0.1199, screen 0.7705
unset logscale x
set xrange [0:23]
set xtics ('0' 0, '2' 2, '4' 4, '6' 6, '8' 8, '10' 10, '12' 12, '14' 14, '16' 16, '18' 18, '20' 20, '22' 22) font ',12'
set xlabel 'update' font ',13'
unset logscale y
set yrange [0:1.02]
set ytics ('0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '0.6' 0.6, '0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1) font ',12'
set ylabel 'explored' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#333333' lw 1.2 dt 2, \
     $data_0_2 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#E69F00' lw 2 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#333333' lw 1.2 dt 2, \
     $data_0_5 using 1:2 with lines lc rgb '#56B4E9' lw 2 dt 1
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
set margins screen 0.0217, screen 0.9783, screen 0.7979, screen 0.8733
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#009E73' lw 2 dt 1 title 'dynamic', \
     NaN with lines lc rgb '#333333' lw 1.2 dt 2 title 'dynamic, expected', \
     NaN with lines lc rgb '#CC79A7' lw 2 dt 1 title 'RigL', \
     NaN with lines lc rgb '#E69F00' lw 2 dt 1 title 'SET, by magnitude', \
     NaN with lines lc rgb '#333333' lw 1.2 dt 2 title 'SET, by magnitude, expected', \
     NaN with lines lc rgb '#56B4E9' lw 2 dt 1 title 'RigL-ITOP'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1384,876 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'explored.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Share of positions ever stored' at screen 0.5000,0.9521 center font ',17' 
set label 2 'density 0.1, blocks of 4, seed 1; dashed: expected if growth is uniformly random' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set margins screen 0.0899, screen 0.9783, screen 0.1199, screen 0.7705
unset logscale x
set xrange [0:23]
set xtics ('0' 0, '2' 2, '4' 4, '6' 6, '8' 8, '10' 10, '12' 12, '14' 14, '16' 16, '18' 18, '20' 20, '22' 22) font ',12'
set xlabel 'update' font ',13'
unset logscale y
set yrange [0:1.02]
set ytics ('0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '0.6' 0.6, '0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1) font ',12'
set ylabel 'explored' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#333333' lw 1.2 dt 2, \
     $data_0_2 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#E69F00' lw 2 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#333333' lw 1.2 dt 2, \
     $data_0_5 using 1:2 with lines lc rgb '#56B4E9' lw 2 dt 1
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
set margins screen 0.0217, screen 0.9783, screen 0.7979, screen 0.8733
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#009E73' lw 2 dt 1 title 'dynamic', \
     NaN with lines lc rgb '#333333' lw 1.2 dt 2 title 'dynamic, expected', \
     NaN with lines lc rgb '#CC79A7' lw 2 dt 1 title 'RigL', \
     NaN with lines lc rgb '#E69F00' lw 2 dt 1 title 'SET, by magnitude', \
     NaN with lines lc rgb '#333333' lw 1.2 dt 2 title 'SET, by magnitude, expected', \
     NaN with lines lc rgb '#56B4E9' lw 2 dt 1 title 'RigL-ITOP'
unset label
unset multiplot
set output
