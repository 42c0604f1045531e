# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
0.0018499676 3.00184582 3.00184582 3.00184582
0.00369993519 2.99390788 2.98515272 3.00266304
0.00739987038 5.04765608 5.04765608 5.04765608
EOD
$data_0_1 << EOD
0.00190858045 3.03533442 3.03047489 3.04019396
0.0038171609 3.03245429 3.03245429 3.03245429
0.0076343218 5.04716502 5.04716502 5.04716502
EOD
$data_0_2 << EOD
0.00393810069 2.8541985 2.8541985 2.8541985
0.00787620139 2.96191426 2.69677083 3.22705768
0.0157524028 5.04630916 5.04630916 5.04630916
EOD
$data_0_3 << EOD
0.00406287224 2.88984469 2.88984469 2.88984469
0.00812574449 2.8642939 2.85022048 2.87836733
EOD
$data_0_4 << EOD
0.00209579848 2.72559794 2.72559794 2.72559794
0.00419159695 2.70006686 2.69147309 2.70866062
EOD
$data_0_5 << EOD
0.00216220004 2.83629322 2.83629322 2.83629322
0.00432440007 2.78221935 2.76743388 2.79700483
EOD
$data_0_7 << EOD
0.00739987038 3.25919276 "▲ 5.05"
EOD
$data_0_9 << EOD
0.0076343218 3.25919276 "▲ 5.05"
EOD
$data_0_11 << EOD
0.0157524028 3.25919276 "▲ 5.05"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,752 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by depth and batch' at screen 0.5000,0.9628 center font ',17' 
set label 5 'a value beside an arrow lies beyond the axis' at screen 0.9701,0.0146 right font ',10' tc rgb '#555555'
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9215 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1223, screen 0.6809
set logscale x
set xrange [0.00176540599:0.0181261422]
set xtics ('0.002' 0.002, '0.004' 0.004, '0.008' 0.008, '0.016' 0.016) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.65933802:3.25919276]
set ytics ('2.70' 2.7, '2.75' 2.75, '2.80' 2.8, '2.85' 2.85, '2.90' 2.9, '2.95' 2.95, '3.00' 3, '3.05' 3.05, '3.10' 3.1, '3.15' 3.15, '3.20' 3.2, '3.25' 3.25) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_7 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#0072B2', \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_9 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#D55E00', \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_11 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#0072B2', \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 3 pt 9 ps 1.1, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_5 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 3 pt 9 ps 1.1
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
set label 1 'usual values: layers 1, batch 32, tokens 102400000, policy dynamic' at screen 0.5522,0.8790 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.6888, screen 0.8644
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'usual values', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128, policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4, policy static'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,1128 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by depth and batch' at screen 0.5000,0.9628 center font ',17' 
set label 5 'a value beside an arrow lies beyond the axis' at screen 0.9701,0.0146 right font ',10' tc rgb '#555555'
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9215 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1223, screen 0.6809
set logscale x
set xrange [0.00176540599:0.0181261422]
set xtics ('0.002' 0.002, '0.004' 0.004, '0.008' 0.008, '0.016' 0.016) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.65933802:3.25919276]
set ytics ('2.70' 2.7, '2.75' 2.75, '2.80' 2.8, '2.85' 2.85, '2.90' 2.9, '2.95' 2.95, '3.00' 3, '3.05' 3.05, '3.10' 3.1, '3.15' 3.15, '3.20' 3.2, '3.25' 3.25) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_7 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#0072B2', \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_9 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#D55E00', \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_11 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#0072B2', \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 3 pt 9 ps 1.1, \
     $data_0_5 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_5 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 3 pt 9 ps 1.1
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
set label 1 'usual values: layers 1, batch 32, tokens 102400000, policy dynamic' at screen 0.5522,0.8790 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.6888, screen 0.8644
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'usual values', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128, policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4, policy static'
unset label
unset multiplot
set output
