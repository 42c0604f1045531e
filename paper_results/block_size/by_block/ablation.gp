# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
0.954290225 2.43436606 2.41934305 2.44938907
1.90858045 2.48378126 2.46837414 2.49918838
3.8171609 2.52709659 2.51985182 2.53434135
7.6343218 2.56906691 2.55163355 2.58650028
EOD
$data_0_1 << EOD
0.984525173 2.48058656 2.46493162 2.49624151
1.96905035 2.48439265 2.47081741 2.49796788
3.93810069 2.51784453 2.50521393 2.53047514
7.87620139 2.57717857 2.55735257 2.59700457
EOD
$data_0_2 << EOD
1.01571806 2.26455796
2.03143612 2.25555829
4.06287224 2.31323075
8.12574449 2.39391397
EOD
$data_0_3 << EOD
1.04789924 2.2875268
2.09579848 2.28360713
4.19159695 2.32561588
8.38319391 2.37965219
EOD
$data_1_0 << EOD
0.882702996 0
9.06307108 0
EOD
$data_1_1 << EOD
0.984525173 0.0462205031 0.0237502908 0.0686907153
1.96905035 0.000611388829 -0.0400569647 0.0412797424
3.93810069 -0.00925205219 -0.0520739068 0.0335698024
7.87620139 0.00811165748 -0.0844476858 0.100671001
EOD
$data_1_2 << EOD
1.01571806 0.0229688322
2.03143612 0.0280488391
4.06287224 0.0123851375
8.12574449 -0.01426178
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1329,642 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'test loss (nats)' at screen 0.5000,0.9564 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.2784,0.9081 center font ',13' 
set margins screen 0.0677, screen 0.4891, screen 0.1090, screen 0.7632
set logscale x
set xrange [0.882702996:9.06307108]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8) font ',12'
set xlabel 'block size' font ',13'
unset logscale y
set yrange [2.23507151:2.61749135]
set ytics ('2.25' 2.25, '2.30' 2.3, '2.35' 2.35, '2.40' 2.4, '2.45' 2.45, '2.50' 2.5, '2.55' 2.55, '2.60' 2.6) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7743,0.9081 center font ',13' 
set margins screen 0.5636, screen 0.9850, screen 0.1090, screen 0.7632
set logscale x
set xrange [0.882702996:9.06307108]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8) font ',12'
set xlabel 'block size' font ',13'
unset logscale y
set yrange [-0.095554807:0.111778122]
set ytics ('-0.08' -0.08, '-0.06' -0.06, '-0.04' -0.04, '-0.02' -0.02, '0.00' 0, '0.02' 0.02, '0.04' 0.04, '0.06' 0.06, '0.08' 0.08, '0.10' 0.1) font ',12'
set ylabel 'static minus dynamic, test loss (nats)' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'width, policy' at screen 0.2784,0.8583 center font ',12'
set margins screen 0.0677, screen 0.4891, screen 0.7726, screen 0.8411
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title '128, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title '128, static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title '192, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title '192, static'
unset label
set label 1 'width' at screen 0.7743,0.8240 center font ',12'
set margins screen 0.5636, screen 0.9850, screen 0.7726, screen 0.8069
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title '128', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1 title '192'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1993,963 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'test loss (nats)' at screen 0.5000,0.9564 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.2784,0.9081 center font ',13' 
set margins screen 0.0677, screen 0.4891, screen 0.1090, screen 0.7632
set logscale x
set xrange [0.882702996:9.06307108]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8) font ',12'
set xlabel 'block size' font ',13'
unset logscale y
set yrange [2.23507151:2.61749135]
set ytics ('2.25' 2.25, '2.30' 2.3, '2.35' 2.35, '2.40' 2.4, '2.45' 2.45, '2.50' 2.5, '2.55' 2.55, '2.60' 2.6) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7743,0.9081 center font ',13' 
set margins screen 0.5636, screen 0.9850, screen 0.1090, screen 0.7632
set logscale x
set xrange [0.882702996:9.06307108]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8) font ',12'
set xlabel 'block size' font ',13'
unset logscale y
set yrange [-0.095554807:0.111778122]
set ytics ('-0.08' -0.08, '-0.06' -0.06, '-0.04' -0.04, '-0.02' -0.02, '0.00' 0, '0.02' 0.02, '0.04' 0.04, '0.06' 0.06, '0.08' 0.08, '0.10' 0.1) font ',12'
set ylabel 'static minus dynamic, test loss (nats)' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'width, policy' at screen 0.2784,0.8583 center font ',12'
set margins screen 0.0677, screen 0.4891, screen 0.7726, screen 0.8411
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title '128, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title '128, static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title '192, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title '192, static'
unset label
set label 1 'width' at screen 0.7743,0.8240 center font ',12'
set margins screen 0.5636, screen 0.9850, screen 0.7726, screen 0.8069
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title '128', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1 title '192'
unset label
unset multiplot
set output
