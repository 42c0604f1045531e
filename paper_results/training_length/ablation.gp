# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
4786265.5 5.02451509 4.97236295 5.07666724
11965663.8 4.89666626 4.87271392 4.9206186
47862655 2.91084271 2.86707654 2.95460887
95725310.1 2.76526152 2.74433108 2.78619197
EOD
$row1 << EOD
5006246.57 5.04231121 5.01335319 5.07126923
12515616.4 5.01825496 5.00097744 5.03553247
50062465.7 2.9441522 2.90778815 2.98051624
100124931 2.85050582 2.84849844 2.8525132
EOD
$row2 << EOD
5236338.17 5.05932121 5.05662888 5.06201353
13090845.4 5.0302356 5.0157919 5.0446793
52363381.7 3.09966171 2.92786266 3.27146077
104726763 2.92955989 2.87766761 2.98145216
EOD
$row3 << EOD
5477004.98 5.05826564 5.05649203 5.06003925
13692512.5 4.56128083 4.05470641 5.06785525
54770049.8 3.03507472 3.00747025 3.06267919
109540100 2.94395197 2.91787567 2.97002827
EOD
$difference0 << EOD
5006246.57 0.0177961158 -0.00127182204 0.0441420628
12515616.4 0.121588699 0.116868883 0.126308514
50062465.7 0.0333094905 0.0280754018 0.0385435792
100124931 0.0852442951 0.0690248031 0.101463787
EOD
$difference1 << EOD
5236338.17 -0.00105556773 -0.00170519799 -0.000405937475
13090845.4 -0.46895477 -0.816943739 -0.120965801
52363381.7 -0.0645869945 -0.205586583 0.0764125942
104726763 0.0143920825 -0.00386256774 0.0326467328
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,630 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Validation loss over the length of training' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.88
set xlabel 'training.tokens' noenhanced
set logscale x
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000) noenhanced
set xrange [4277678.7:122563670]
set lmargin at screen 0.0650
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'validation_loss' noenhanced
set key at screen 0.2750,0.1746 center top maxcols 1 Left reverse samplen 3 title 'model.block, topology.policy' noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, dynamic' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, static' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, dynamic' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, static' noenhanced
unset label 1
set lmargin at screen 0.5650
set rmargin at screen 0.9850
set title 'paired by seed; bars: lowest to highest' noenhanced
set ylabel 'static minus dynamic' noenhanced
set key at screen 0.7750,0.1746 center top maxcols 1 Left reverse samplen 3 title 'model.block' noenhanced
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '4' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,945 fontscale 1.5 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Validation loss over the length of training' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.88
set xlabel 'training.tokens' noenhanced
set logscale x
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000) noenhanced
set xrange [4277678.7:122563670]
set lmargin at screen 0.0650
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'validation_loss' noenhanced
set key at screen 0.2750,0.1746 center top maxcols 1 Left reverse samplen 3 title 'model.block, topology.policy' noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, dynamic' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, static' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, dynamic' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, static' noenhanced
unset label 1
set lmargin at screen 0.5650
set rmargin at screen 0.9850
set title 'paired by seed; bars: lowest to highest' noenhanced
set ylabel 'static minus dynamic' noenhanced
set key at screen 0.7750,0.1746 center top maxcols 1 Left reverse samplen 3 title 'model.block' noenhanced
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '4' noenhanced
unset multiplot
set output
