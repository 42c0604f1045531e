# Draw again with: gnuplot explored.gp
set encoding utf8
$curve0 << EOD
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
$curve1 << EOD
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
$curve2 << EOD
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
$curve3 << EOD
0 0.100030048
1 0.129777644
2 0.1578125
3 0.183894231
4 0.207572115
5 0.229026442
6 0.247866587
7 0.264272837
8 0.278215144
9 0.28969351
10 0.299248798
11 0.30625
12 0.311658654
13 0.315054087
14 0.317397837
15 0.31859976
16 0.318960337
17 0.318990385
EOD
$curve4 << EOD
0 0.100030048
1 0.129777644
2 0.157844646
3 0.18390982
4 0.207751393
5 0.229230003
6 0.248196231
7 0.264637467
8 0.278607661
9 0.290168822
10 0.299435423
11 0.306592871
12 0.311871386
13 0.31547848
14 0.317718241
15 0.318880013
16 0.319289349
17 0.319334798
EOD
$curve5 << EOD
0 0.100030048
1 0.145853365
2 0.185426683
3 0.212590144
4 0.234645433
5 0.247325721
6 0.251171875
7 0.252764423
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 960,600 dynamic standalone background rgb 'white'
set output 'explored.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set yrange [0:1.02]
set offsets graph 0, graph 0.02, 0, 0
set key below maxcols 3 Left reverse noenhanced font ',11' samplen 3
set label 1 'Share of positions ever stored' at screen 0.5,0.96 center font ',16' noenhanced
set label 2 'density 0.1, blocks of 4, seed 1; dashed: expected if growth is uniformly random' at screen 0.5,0.915 center font ',11' tc rgb '#555555' noenhanced
set tmargin 5
set bmargin 6
set xlabel 'update' noenhanced
set ylabel 'explored' noenhanced
plot $curve0 using 1:2 with lines lc rgb '#0072B2' lw 2 dt 1 title 'dynamic', \
     $curve1 using 1:2 with lines lc rgb '#0072B2' lw 1.2 dt 2 title 'dynamic, expected', \
     $curve2 using 1:2 with lines lc rgb '#D55E00' lw 2 dt 1 title 'rigl', \
     $curve3 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1 title 'set_magnitude', \
     $curve4 using 1:2 with lines lc rgb '#009E73' lw 1.2 dt 2 title 'set_magnitude, expected', \
     $curve5 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1 title 'itop_rigl'
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1440,900 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'explored.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set yrange [0:1.02]
set offsets graph 0, graph 0.02, 0, 0
set key below maxcols 3 Left reverse noenhanced font ',11' samplen 3
set label 1 'Share of positions ever stored' at screen 0.5,0.96 center font ',16' noenhanced
set label 2 'density 0.1, blocks of 4, seed 1; dashed: expected if growth is uniformly random' at screen 0.5,0.915 center font ',11' tc rgb '#555555' noenhanced
set tmargin 5
set bmargin 6
set xlabel 'update' noenhanced
set ylabel 'explored' noenhanced
plot $curve0 using 1:2 with lines lc rgb '#0072B2' lw 2 dt 1 title 'dynamic', \
     $curve1 using 1:2 with lines lc rgb '#0072B2' lw 1.2 dt 2 title 'dynamic, expected', \
     $curve2 using 1:2 with lines lc rgb '#D55E00' lw 2 dt 1 title 'rigl', \
     $curve3 using 1:2 with lines lc rgb '#009E73' lw 2 dt 1 title 'set_magnitude', \
     $curve4 using 1:2 with lines lc rgb '#009E73' lw 1.2 dt 2 title 'set_magnitude, expected', \
     $curve5 using 1:2 with lines lc rgb '#CC79A7' lw 2 dt 1 title 'itop_rigl'
set output
