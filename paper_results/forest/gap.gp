# Draw again with: gnuplot gap.gp
set encoding utf8
$data_0_0 << EOD
-5120000 0
107520000 0
EOD
$data_0_1 << EOD
40960000 -0.105203275 -0.566317401 0.355910851
51200000 0.0106444845 -0.147129609 0.168418578
61440000 0.0281778398 -0.0856740497 0.142029729
71680000 0.0431568148 -0.0561780824 0.142491712
81920000 0.0494857232 -0.0463103453 0.145281792
92160000 0.0496717569 -0.040512854 0.139856368
102400000 0.0460653556 -0.0433204874 0.135451199
EOD
$data_0_2 << EOD
10240000 0.0395076052 0.0242212498 0.0547939605
20480000 0.0660984999 0.0414461149 0.0907508848
30720000 0.0797429607 0.0564030765 0.103082845
40960000 0.093885505 0.0736666545 0.114104356
51200000 0.0945812907 0.0719789167 0.117183665
61440000 0.0987299303 0.0811435651 0.116316295
71680000 0.0924011244 0.0730078776 0.111794371
81920000 0.0816774699 0.0658660587 0.0974888812
92160000 0.0624985349 0.0445210155 0.0804760542
102400000 0.0426169677 0.025217503 0.0600164324
EOD
$data_0_3 << EOD
10240000 -0.0355881035 -0.0575025007 -0.0136737062
20480000 -0.0239281661 -0.0598702191 0.0120138869
30720000 -0.0153219438 -0.0453042516 0.0146603641
40960000 -0.000222477233 -0.0306044521 0.0301594977
51200000 0.010708681 -0.0217686232 0.0431859852
61440000 0.0279794839 0.00279103561 0.0531679321
71680000 0.031027152 0.00961886242 0.0524354415
81920000 0.0379365857 0.0142540358 0.0616191355
92160000 0.0358398428 0.0214612114 0.0502184741
102400000 0.034184481 0.0198353481 0.048533614
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,562 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'gap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains over training' at screen 0.5000,0.9502 center font ',17' 
set label 2 'mean over pairs of one seed, whose number is in brackets; bars: 95% interval' at screen 0.5000,0.8968 center font ',12' tc rgb '#555555'
set margins screen 0.1343, screen 0.9701, screen 0.1246, screen 0.8007
unset logscale x
set xrange [-5120000:107520000]
set xtics ('0' 0, '2·10⁷' 20000000, '4·10⁷' 40000000, '6·10⁷' 60000000, '8·10⁷' 80000000, '10⁸' 100000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [-0.824266633:0.412109779]
set ytics ('-0.8' -0.8, '-0.6' -0.6, '-0.4' -0.4, '-0.2' -0.2, '0.0' 0, '0.2' 0.2, '0.4' 0.4) font ',12'
set ylabel 'validation loss (nats), static minus dynamic' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 5 ps 1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 9 ps 1
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
set margins screen 0.0299, screen 0.9701, screen 0.8292, screen 0.8683
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1 title 'width 64 (5)', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 5 ps 1 title 'width 128 (5)', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 9 ps 1 title 'width 192 (3)'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,843 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'gap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains over training' at screen 0.5000,0.9502 center font ',17' 
set label 2 'mean over pairs of one seed, whose number is in brackets; bars: 95% interval' at screen 0.5000,0.8968 center font ',12' tc rgb '#555555'
set margins screen 0.1343, screen 0.9701, screen 0.1246, screen 0.8007
unset logscale x
set xrange [-5120000:107520000]
set xtics ('0' 0, '2·10⁷' 20000000, '4·10⁷' 40000000, '6·10⁷' 60000000, '8·10⁷' 80000000, '10⁸' 100000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [-0.824266633:0.412109779]
set ytics ('-0.8' -0.8, '-0.6' -0.6, '-0.4' -0.4, '-0.2' -0.2, '0.0' 0, '0.2' 0.2, '0.4' 0.4) font ',12'
set ylabel 'validation loss (nats), static minus dynamic' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 5 ps 1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 9 ps 1
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
set margins screen 0.0299, screen 0.9701, screen 0.8292, screen 0.8683
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1 title 'width 64 (5)', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 1 pt 5 ps 1 title 'width 128 (5)', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 1 pt 9 ps 1 title 'width 192 (3)'
unset label
unset multiplot
set output
