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
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 663,730 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by depth and batch' at screen 0.5000,0.9616 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5475,0.9192 center font ',13' 
set margins screen 0.1252, screen 0.9698, screen 0.0959, screen 0.6712
set logscale x
set xrange [0.00176540599:0.0181261422]
set xtics ('0.002' 0.002, '0.004' 0.004, '0.008' 0.008, '0.016' 0.016) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.55010211:5.18902706]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8, '4.0' 4, '4.2' 4.2, '4.4' 4.4, '4.6' 4.6, '4.8' 4.8, '5.0' 5) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
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
set label 1 'base: layers 1, batch 32, tokens 102400000, policy dynamic' at screen 0.5475,0.8753 center font ',12'
set margins screen 0.1252, screen 0.9698, screen 0.6795, screen 0.8603
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'base', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128, policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4, policy static'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 994,1095 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by depth and batch' at screen 0.5000,0.9616 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5475,0.9192 center font ',13' 
set margins screen 0.1252, screen 0.9698, screen 0.0959, screen 0.6712
set logscale x
set xrange [0.00176540599:0.0181261422]
set xtics ('0.002' 0.002, '0.004' 0.004, '0.008' 0.008, '0.016' 0.016) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.55010211:5.18902706]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8, '4.0' 4, '4.2' 4.2, '4.4' 4.4, '4.6' 4.6, '4.8' 4.8, '5.0' 5) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
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
set label 1 'base: layers 1, batch 32, tokens 102400000, policy dynamic' at screen 0.5475,0.8753 center font ',12'
set margins screen 0.1252, screen 0.9698, screen 0.6795, screen 0.8603
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'base', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title 'layers 2, batch 128, policy static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 3 pt 9 ps 1.1 title 'layers 4, policy static'
unset label
unset multiplot
set output
