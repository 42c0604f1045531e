# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
18.0250093 2.94459225 2.94459225 2.94459225
36.0500185 2.92016212 2.92016212 2.92016212
72.100037 2.96666371 2.96666371 2.96666371
144.200074 3.01552737 3.01552737 3.01552737
288.400148 2.89198524 2.89198524 2.89198524
EOD
$row1 << EOD
18.790455 2.90232039 2.90232039 2.90232039
37.58091 2.93170739 2.93170739 2.93170739
75.1618199 2.96621737 2.96621737 2.96621737
150.32364 2.96907916 2.96907916 2.96907916
300.64728 3.14575128 3.14575128 3.14575128
EOD
$row2 << EOD
19.588406 2.92483883 2.92483883 2.92483883
39.1768119 3.00792268 3.00792268 3.00792268
78.3536238 2.99334153 2.99334153 2.99334153
156.707248 3.01135439 3.01135439 3.01135439
313.414495 3.09894233 3.09894233 3.09894233
EOD
$row3 << EOD
20.4202425 3.05728237 3.05728237 3.05728237
81.6809701 3.05492476 3.05492476 3.05492476
326.72388 3.05525375 3.05525375 3.05525375
EOD
$row4 << EOD
21.2874036 3.05985656 3.05985656 3.05985656
85.1496146 3.07083031 3.07083031 3.07083031
340.598458 3.07933414 3.07933414 3.07933414
EOD
$row5 << EOD
22.1913894 3.10767216 3.10767216 3.10767216
88.7655578 3.14761614 3.14761614 3.14761614
355.062231 3.19137303 3.19137303 3.19137303
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,674 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Updates and drop fraction' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.3323
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
set logscale x
set xtics ('20' 20, '40' 40, '80' 80, '160' 160, '320' 320) noenhanced
set xrange [16.9349062:377.917652]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'one seed' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.2285 center top maxcols 1 Left reverse samplen 3 title "block size, drop fraction" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.1' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.5' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 1.0' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, 0.1' noenhanced, \
     $row4 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, 0.5' noenhanced, \
     $row5 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 0.8 title '4, 1.0' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,1011 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Updates and drop fraction' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.3323
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
set logscale x
set xtics ('20' 20, '40' 40, '80' 80, '160' 160, '320' 320) noenhanced
set xrange [16.9349062:377.917652]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'one seed' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.2285 center top maxcols 1 Left reverse samplen 3 title "block size, drop fraction" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.1' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 0.5' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 0.8 title '1, 1.0' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, 0.1' noenhanced, \
     $row4 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, 0.5' noenhanced, \
     $row5 using 1:2:3:4 with yerrorlines lc rgb '#009E73' lw 1.8 dt 2 pt 5 ps 0.8 title '4, 1.0' noenhanced
unset multiplot
set output
