# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
688128 3.64234746 3.61142745 3.67326747
2555904 3.19398529 3.183895 3.20407557
9830400 2.49950131 2.49212872 2.50687391
38535168 2.14513318 NaN NaN
EOD
$data_0_1 << EOD
1337472 2.87174441 2.86158374 2.88190507
4561920 2.48058656 2.46493162 2.49624151
9673728 2.27887865 2.27049117 2.28726613
EOD
$data_0_2 << EOD
1337472 2.82706981 2.75830478 2.89583485
4561920 2.43436606 2.41934305 2.44938907
9673728 2.24414341 2.22638272 2.26190409
EOD
$data_1_0 << EOD
5.18197398e+12 3.64234746 3.61142745 3.67326747
1.79965877e+13 3.19398529 3.183895 3.20407557
6.65286498e+13 2.49950131 2.49212872 2.50687391
2.55204037e+14 2.14513318 NaN NaN
EOD
$data_1_1 << EOD
1.18911582e+13 2.87174441 2.86158374 2.88190507
3.66436505e+13 2.48058656 2.46493162 2.49624151
7.42603197e+13 2.27887865 2.27049117 2.28726613
EOD
$data_1_2 << EOD
1.18911582e+13 2.82706981 2.75830478 2.89583485
3.66436505e+13 2.43436606 2.41934305 2.44938907
7.42603197e+13 2.24414341 2.22638272 2.26190409
EOD
$data_2_1 << EOD
4563456 2.48439265 2.47081741 2.49796788
9675264 2.28360713 NaN NaN
EOD
$data_2_2 << EOD
4563456 2.48378126 2.46837414 2.49918838
9675264 2.25555829 NaN NaN
EOD
$data_3_1 << EOD
3.66527649e+13 2.48439265 2.47081741 2.49796788
7.42700781e+13 2.28360713 NaN NaN
EOD
$data_3_2 << EOD
3.66527649e+13 2.48378126 2.46837414 2.49918838
7.42700781e+13 2.25555829 NaN NaN
EOD
$data_4_1 << EOD
4571136 2.51784453 2.50521393 2.53047514
9682944 2.32561588 NaN NaN
EOD
$data_4_2 << EOD
4571136 2.52709659 2.51985182 2.53434135
9682944 2.31323075 NaN NaN
EOD
$data_5_1 << EOD
3.67021729e+13 2.51784453 2.50521393 2.53047514
7.43194861e+13 2.32561588 NaN NaN
EOD
$data_5_2 << EOD
3.67021729e+13 2.52709659 2.51985182 2.53434135
7.43194861e+13 2.31323075 NaN NaN
EOD
$data_6_1 << EOD
4595712 2.57717857 2.55735257 2.59700457
9707520 2.37965219 NaN NaN
EOD
$data_6_2 << EOD
4595712 2.56906691 2.55163355 2.58650028
9707520 2.39391397 NaN NaN
EOD
$data_7_1 << EOD
3.68602785e+13 2.57717857 2.55735257 2.59700457
7.44775917e+13 2.37965219 NaN NaN
EOD
$data_7_2 << EOD
3.68602785e+13 2.56906691 2.55163355 2.58650028
7.44775917e+13 2.39391397 NaN NaN
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1245,1436 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs by block size' at screen 0.5000,0.9805 center font ',17' 
set label 2 'sparse: density 0.1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9596 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0077 right font ',10' tc rgb '#555555'
set label 4 'block 1x1' at screen 0.2916,0.8600 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.6783, screen 0.8454
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set label 4 'block 1x1' at screen 0.7590,0.8600 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.6783, screen 0.8454
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set label 4 'block 2x2' at screen 0.2916,0.6553 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.4735, screen 0.6407
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_2_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_2_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $data_2_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_2_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2
unset label
set label 4 'block 2x2' at screen 0.7590,0.6553 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.4735, screen 0.6407
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_3_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_3_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $data_3_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_3_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2
unset label
set label 4 'block 4x4' at screen 0.2916,0.4506 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.2688, screen 0.4359
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_4_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_4_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $data_4_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_4_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2
unset label
set label 4 'block 4x4' at screen 0.7590,0.4506 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.2688, screen 0.4359
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_5_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_5_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $data_5_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_5_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2
unset label
set label 4 'block 8x8' at screen 0.2916,0.2458 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.0641, screen 0.2312
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_6_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_6_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $data_6_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_6_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
unset label
set label 4 'block 8x8' at screen 0.7590,0.2458 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.0641, screen 0.2312
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_7_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_7_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $data_7_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_7_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
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
set margins screen 0.0161, screen 0.9839, screen 0.8719, screen 0.9485
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static, block 1x1, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, block 1x1, width 64, 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2 title 'static, block 2x2 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2 title 'dynamic, block 2x2 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2 title 'static, block 4x4 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2 title 'dynamic, block 4x4 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2 title 'static, block 8x8 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2 title 'dynamic, block 8x8 (these runs), width 128, 192'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1867,2154 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs by block size' at screen 0.5000,0.9805 center font ',17' 
set label 2 'sparse: density 0.1; 102 M tokens per run; 1 to 5 seeds, bars: one standard deviation; unigram entropy 5.43 nats' at screen 0.5000,0.9596 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9839,0.0077 right font ',10' tc rgb '#555555'
set label 4 'block 1x1' at screen 0.2916,0.8600 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.6783, screen 0.8454
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set label 4 'block 1x1' at screen 0.7590,0.8600 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.6783, screen 0.8454
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set label 4 'block 2x2' at screen 0.2916,0.6553 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.4735, screen 0.6407
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_2_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_2_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $data_2_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_2_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2
unset label
set label 4 'block 2x2' at screen 0.7590,0.6553 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.4735, screen 0.6407
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_3_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_3_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2, \
     $data_3_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_3_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2
unset label
set label 4 'block 4x4' at screen 0.2916,0.4506 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.2688, screen 0.4359
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('' 500000, '' 1000000, '' 2000000, '' 5000000, '' 10000000, '' 20000000, '' 50000000) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_4_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_4_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $data_4_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_4_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2
unset label
set label 4 'block 4x4' at screen 0.7590,0.4506 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.2688, screen 0.4359
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('' 5e+12, '' 1e+13, '' 2e+13, '' 5e+13, '' 1e+14, '' 2e+14) font ',12'
set xlabel '' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_5_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_5_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2, \
     $data_5_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_5_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2
unset label
set label 4 'block 8x8' at screen 0.2916,0.2458 center font ',13' 
set margins screen 0.0667, screen 0.5165, screen 0.0641, screen 0.2312
set logscale x
set xrange [498671.086:53175587.8]
set xtics ('5·10⁵' 500000, '10⁶' 1000000, '2·10⁶' 2000000, '5·10⁶' 5000000, '10⁷' 10000000, '2·10⁷' 20000000, '' 50000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('2.5' 2.5, '3.0' 3, '3.5' 3.5) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_6_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_6_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $data_6_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_6_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
unset label
set label 4 'block 8x8' at screen 0.7590,0.2458 center font ',13' 
set margins screen 0.5341, screen 0.9839, screen 0.0641, screen 0.2312
set logscale x
set xrange [3.79405693e+12:3.48561107e+14]
set xtics ('5·10¹²' 5e+12, '10¹³' 1e+13, '2·10¹³' 2e+13, '5·10¹³' 5e+13, '10¹⁴' 1e+14, '2·10¹⁴' 2e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.05478505:3.83477967]
set ytics ('' 2.5, '' 3, '' 3.5) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_0 using 1:2 with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6, \
     $data_7_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.2 dt 1 pt 0, \
     $data_7_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2, \
     $data_7_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.2 dt 1 pt 0, \
     $data_7_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2
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
set margins screen 0.0161, screen 0.9839, screen 0.8719, screen 0.9485
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 2.2 dt 1 pt 5 ps 1.6 title 'dense, width 16, 32, 64, 128', \
     NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 7 ps 1.3 title 'static, block 1x1, width 64, 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic, block 1x1, width 64, 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 8 ps 2 title 'static, block 2x2 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 8 ps 2 title 'dynamic, block 2x2 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 12 ps 2 title 'static, block 4x4 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 12 ps 2 title 'dynamic, block 4x4 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#D55E00' lw 1.2 dt 3 pt 10 ps 2 title 'static, block 8x8 (these runs), width 128, 192', \
     NaN with linespoints lc rgb '#0072B2' lw 1.2 dt 3 pt 10 ps 2 title 'dynamic, block 8x8 (these runs), width 128, 192'
unset label
unset multiplot
set output
