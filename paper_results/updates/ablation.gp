# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
18.0250093 2.94459225
36.0500185 2.92016212
72.100037 2.96666371
144.200074 3.01552737
288.400148 2.89198524
EOD
$data_0_1 << EOD
18.790455 2.90232039
37.58091 2.93170739
75.1618199 2.96621737
150.32364 2.96907916
300.64728 3.14575128
EOD
$data_0_2 << EOD
19.588406 2.92483883
39.1768119 3.00792268
78.3536238 2.99334153
156.707248 3.01135439
313.414495 3.09894233
EOD
$data_0_3 << EOD
20.4202425 3.05728237
81.6809701 3.05492476
326.72388 3.05525375
EOD
$data_0_4 << EOD
21.2874036 3.05985656
85.1496146 3.07083031
340.598458 3.07933414
EOD
$data_0_5 << EOD
22.1913894 3.10767216
88.7655578 3.14761614
355.062231 3.19137303
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,642 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Updates and drop fraction' at screen 0.5000,0.9564 center font ',17' 
set label 4 'one seed' at screen 0.5522,0.9081 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1090, screen 0.7632
set logscale x
set xrange [16.9349062:377.917652]
set xtics ('20' 20, '40' 40, '80' 80, '160' 160, '320' 320) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.87402197:3.20933629]
set ytics ('2.90' 2.9, '2.95' 2.95, '3.00' 3, '3.05' 3.05, '3.10' 3.1, '3.15' 3.15, '3.20' 3.2) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'block size, drop fraction' at screen 0.5522,0.8583 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.7726, screen 0.8411
set key center center horizontal maxcols 5 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title '1, 0.1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title '1, 0.5', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1 title '1, 1.0', \
     NaN with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1 title '4, 0.1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title '4, 0.5', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 2 pt 5 ps 1.1 title '4, 1.0'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,963 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Updates and drop fraction' at screen 0.5000,0.9564 center font ',17' 
set label 4 'one seed' at screen 0.5522,0.9081 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1090, screen 0.7632
set logscale x
set xrange [16.9349062:377.917652]
set xtics ('20' 20, '40' 40, '80' 80, '160' 160, '320' 320) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.87402197:3.20933629]
set ytics ('2.90' 2.9, '2.95' 2.95, '3.00' 3, '3.05' 3.05, '3.10' 3.1, '3.15' 3.15, '3.20' 3.2) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_4 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_5 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'block size, drop fraction' at screen 0.5522,0.8583 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.7726, screen 0.8411
set key center center horizontal maxcols 5 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title '1, 0.1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 7 ps 1.1 title '1, 0.5', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 7 ps 1.1 title '1, 1.0', \
     NaN with linespoints lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 1.1 title '4, 0.1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title '4, 0.5', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 2 pt 5 ps 1.1 title '4, 1.0'
unset label
unset multiplot
set output
