# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
19.0858045 2.88975539 2.87872015 2.90079062
152.686436 3.40445699 2.53358743 4.27532654
EOD
$row1 << EOD
19.6905035 2.88908747 2.87590095 2.90227399
157.524028 2.91977439 2.87577462 2.96377416
EOD
$row2 << EOD
20.3143612 3.04910206 3.02653161 3.07167251
162.51489 3.05232962 3.02209337 3.08256588
EOD
$row3 << EOD
20.9579848 3.05924496 3.03141683 3.08707308
167.663878 3.06658719 3.04154458 3.0916298
EOD
$difference0 << EOD
19.6905035 -0.000667914181 -0.0159263931 0.0145905647
157.524028 -0.484682595 -2.54175112 1.57238593
EOD
$difference1 << EOD
20.3143612 0.0101428958 -0.00441252415 0.0246983157
162.51489 0.0142575665 -0.00467134271 0.0331864757
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,630 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Random against gradient growth' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
set logscale x
set xtics ('20' 20, '160' 160) noenhanced
set xrange [17.6540599:181.261422]
set lmargin at screen 0.0850
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.2850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size, growth" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, gradient' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, random' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, gradient' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, random' noenhanced
unset label 1
set lmargin at screen 0.5850
set rmargin at screen 0.9850
set title 'paired by seed; bars: 95% interval' noenhanced
set ylabel 'random minus gradient' noenhanced
set key at screen 0.7850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size" noenhanced
set yrange [-1.52850539:0.109569994]
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 0.8 title '1' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 0.8 title '4' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,945 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Random against gradient growth' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.85
set xlabel 'number of updates' noenhanced
set logscale x
set xtics ('20' 20, '160' 160) noenhanced
set xrange [17.6540599:181.261422]
set lmargin at screen 0.0850
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.2850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size, growth" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, gradient' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, random' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, gradient' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, random' noenhanced
unset label 1
set lmargin at screen 0.5850
set rmargin at screen 0.9850
set title 'paired by seed; bars: 95% interval' noenhanced
set ylabel 'random minus gradient' noenhanced
set key at screen 0.7850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size" noenhanced
set yrange [-1.52850539:0.109569994]
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 0.8 title '1' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 0.8 title '4' noenhanced
unset multiplot
set output
