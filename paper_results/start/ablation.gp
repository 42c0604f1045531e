# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
-0.208333333 2.9391261 2.90319753 2.97505466
0.791666667 2.97428743 2.96084728 2.98772758
EOD
$row1 << EOD
-0.125 2.93849901 2.92982691 2.9471711
0.875 2.98123362 2.95148153 3.01098572
EOD
$row2 << EOD
-0.0416666667 3.14452118 2.86213836 3.42690399
0.958333333 3.04334063 2.99878848 3.08789279
EOD
$row3 << EOD
0.0416666667 2.93741 2.89262305 2.98219695
1.04166667 2.96578869 2.9263518 3.00522558
EOD
$row4 << EOD
0.125 2.96152024 2.9543449 2.96869558
1.125 3.07452134 3.03750725 3.11153543
EOD
$row5 << EOD
0.208333333 2.99186158 2.83232028 3.15140289
1.20833333 2.95493976 2.93725128 2.97262823
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,696 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Start and regularisation' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.3534
set tmargin at screen 0.85
set xlabel 'policy' noenhanced
unset logscale x
set xtics ('dynamic' 0, 'static' 1) noenhanced
set xrange [-0.5:1.5]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.2529 center top maxcols 1 Left reverse samplen 3 title "first deviation, first deviation of the embedding,\nweight decay, group lasso, beta2" noenhanced
plot $row0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '0.02, 0.0, 0.0, 0.0, 0.999' noenhanced, \
     $row1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 5 ps 0.8 title '0.02, 0.0, 0.0, 0.01, 0.999' noenhanced, \
     $row2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.8 dt 1 pt 9 ps 0.8 title '0.02, 0.0, 0.01, 0.0, 0.98' noenhanced, \
     $row3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 9 ps 0.8 title '0.02, 0.0, 0.01, 0.0, 0.999' noenhanced, \
     $row4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 11 ps 0.8 title '0.02, 0.0, 0.1, 0.0, 0.999' noenhanced, \
     $row5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 13 ps 0.8 title '0.0632, 0.02, 0.01, 0.0, 0.999' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,1044 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Start and regularisation' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.3534
set tmargin at screen 0.85
set xlabel 'policy' noenhanced
unset logscale x
set xtics ('dynamic' 0, 'static' 1) noenhanced
set xrange [-0.5:1.5]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.5700,0.2529 center top maxcols 1 Left reverse samplen 3 title "first deviation, first deviation of the embedding,\nweight decay, group lasso, beta2" noenhanced
plot $row0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '0.02, 0.0, 0.0, 0.0, 0.999' noenhanced, \
     $row1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 5 ps 0.8 title '0.02, 0.0, 0.0, 0.01, 0.999' noenhanced, \
     $row2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.8 dt 1 pt 9 ps 0.8 title '0.02, 0.0, 0.01, 0.0, 0.98' noenhanced, \
     $row3 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 9 ps 0.8 title '0.02, 0.0, 0.01, 0.0, 0.999' noenhanced, \
     $row4 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 11 ps 0.8 title '0.02, 0.0, 0.1, 0.0, 0.999' noenhanced, \
     $row5 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.8 dt 1 pt 13 ps 0.8 title '0.0632, 0.02, 0.01, 0.0, 0.999' noenhanced
unset multiplot
set output
