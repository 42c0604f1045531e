# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 26.6
0 -0.6
EOD
$data_0_1 << EOD
0.24 26.6
0.24 -0.6
EOD
$data_0_2 << EOD
0.0280754018 0.28
0.0385435792 0.28
0.0584401116 0.28
0.0423471158 1.28
-0.0297889898 2.28
0.0633359172 3.28
0.0666596708 3.28
0.0740974986 3.28
0.0237097177 3.28
0.0578004389 3.28
0.10858036 4.28
0.0814434479 4.28
0.0773011521 4.28
-0.196683442 4.28
0.0738975662 4.28
0.111576955 5.28
0.0804749527 5.28
0.0959845663 5.28
0.0879033945 5.28
0.0742486822 5.28
0.099146739 6.28
0.0701760138 6.28
0.0816599017 6.28
-0.0861157419 6.28
0.0585060608 6.28
0.117996154 7.28
0.0704787912 7.28
0.0423422575 7.28
0.0807509857 8.28
0.0764125942 9.28
-0.205586583 9.28
-0.263988338 9.28
0.0326467328 10.28
-0.00386256774 10.28
0.0338939493 10.28
0.0177165024 11.28
0.0017718779 12.28
-0.0212771055 12.28
0.0554932887 12.28
0.0584636078 13.28
-0.0126760781 13.28
0.0174391055 13.28
0.0141289296 13.28
0.0414007566 13.28
0.0605030267 14.28
0.00581599588 14.28
0.0191766775 14.28
0.0124398305 14.28
0.0582705494 14.28
0.06458518 15.28
0.0294839507 15.28
0.0511756838 15.28
0.0524154546 15.28
0.0490758078 15.28
0.0731123991 16.28
0.0290701412 16.28
0.0379210768 16.28
0.0560629557 16.28
0.0349359425 16.28
0.0334100316 17.28
0.0168809989 17.28
0.044523313 17.28
0.0125905415 18.28
0.00728468582 18.28
-0.0180410608 18.28
0.00687421102 19.28
-0.0274177783 19.28
-0.00721258928 19.28
0.0264920137 20.28
-0.0347640749 20.28
0.0326070336 20.28
-0.0251905287 21.28
0.0140505502 21.28
0.0340388526 21.28
0.0229688322 22.28
0.0460902157 22.28
0.0351466724 22.28
0.0431219932 23.28
0.0280488391 24.28
0.0123851375 25.28
-0.01426178 26.28
EOD
$data_0_3 << EOD
0.0423471158 1 NaN NaN
-0.0297889898 2 NaN NaN
0.0289078169 4 -0.128573754 0.186389388
0.0446745947 6 -0.0479849242 0.137334114
0.0769390674 7 -0.0180581853 0.17193632
0.0807509857 8 NaN NaN
-0.131054109 9 -0.58327543 0.321167212
0.0208927048 10 -0.0323907916 0.0741762012
0.0177165024 11 NaN NaN
0.0119960204 12 -0.0858699789 0.10986202
0.0237512643 13 -0.0101104476 0.0576129762
0.031241216 14 -0.00120549467 0.0636879267
0.0316047812 17 -0.00295061996 0.0661601823
0.000611388829 18 -0.0400569647 0.0412797424
-0.00925205219 19 -0.0520739068 0.0335698024
0.00811165748 20 -0.0844476858 0.100671001
0.00763295802 21 -0.0672243622 0.0824902782
0.0431219932 23 NaN NaN
0.0280488391 24 NaN NaN
0.0123851375 25 NaN NaN
-0.01426178 26 NaN NaN
EOD
$data_0_4 << EOD
0.0416863642 0 0.00336696949 0.0800057589
0.0571206486 3 0.032804185 0.0814371122
0.0900377102 5 0.0719979898 0.108077431
0.0493472154 15 0.0336489918 0.0650454389
0.0462205031 16 0.0237502908 0.0686907153
0.0347352401 22 0.00600093381 0.0634695464
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1096,884 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains' at screen 0.5000,0.9683 center font ',17' 
set label 2 '81 distinct pairs, 67 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.9344 center font ',12' tc rgb '#555555'
set label 5 'unless stated: density 0.1, number of updates 160, text default' at screen 0.9818,0.0124 right font ',10' tc rgb '#555555'
set margins screen 0.5073, screen 0.9818, screen 0.1041, screen 0.8484
unset logscale x
set xrange [-0.637541988:0.37543377]
set xtics ('-0.6' -0.6, '-0.4' -0.4, '-0.2' -0.2, '0.0' 0, '0.2' 0.2) font ',12'
set xlabel 'test loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [26.6:-0.6]
set ytics ('width 64, block size 1, tokens 51.2M, validation (3)' 0, 'width 64, block size 1, tokens 51.2M (1)' 1, 'width 64, block size 1, tokens 51.2M, density 0.5 (1)' 2, 'width 64, block size 1, tokens 102.4M, number of updates 20 (5)' 3, 'width 64, block size 1, tokens 102.4M, number of updates 40 (5)' 4, 'width 64, block size 1, tokens 102.4M, number of updates 80 (5)' 5, 'width 64, block size 1, tokens 102.4M (5)' 6, 'width 64, block size 1, tokens 204.8M, text novels (3)' 7, 'width 64, block size 1, tokens 204.8M, validation (1)' 8, 'width 64, block size 4, tokens 51.2M, number of updates 20, validation (3)' 9, 'width 64, block size 4, tokens 102.4M, number of updates 20, validation (3)' 10, 'width 64, block size 4, tokens 204.8M, number of updates 20, validation (1)' 11, 'width 128, block size 1, tokens 51.2M (3)' 12, 'width 128, block size 1, tokens 102.4M, number of updates 20 (5)' 13, 'width 128, block size 1, tokens 102.4M, number of updates 40 (5)' 14, 'width 128, block size 1, tokens 102.4M, number of updates 80 (5)' 15, 'width 128, block size 1, tokens 102.4M (5)' 16, 'width 128, block size 1, tokens 204.8M, text novels (3)' 17, 'width 128, block size 2, tokens 102.4M, number of updates 20 (3)' 18, 'width 128, block size 4, tokens 102.4M, number of updates 20 (3)' 19, 'width 128, block size 8, tokens 102.4M, number of updates 20 (3)' 20, 'width 192, block size 1, tokens 51.2M (3)' 21, 'width 192, block size 1, tokens 102.4M (3)' 22, 'width 192, block size 1, tokens 204.8M, text novels (1)' 23, 'width 192, block size 2, tokens 102.4M, number of updates 20 (1)' 24, 'width 192, block size 4, tokens 102.4M, number of updates 20 (1)' 25, 'width 192, block size 8, tokens 102.4M, number of updates 20 (1)' 26) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt 2, \
     $data_0_2 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_3 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_4 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1
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
set margins screen 0.0182, screen 0.9818, screen 0.8665, screen 0.9163
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#D55E00' lw 1.6 dt 2 title 'Dietrich et al. 2021, BERT-Medium: 0.24', \
     NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1644,1326 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'What a moving pattern gains' at screen 0.5000,0.9683 center font ',17' 
set label 2 '81 distinct pairs, 67 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.9344 center font ',12' tc rgb '#555555'
set label 5 'unless stated: density 0.1, number of updates 160, text default' at screen 0.9818,0.0124 right font ',10' tc rgb '#555555'
set margins screen 0.5073, screen 0.9818, screen 0.1041, screen 0.8484
unset logscale x
set xrange [-0.637541988:0.37543377]
set xtics ('-0.6' -0.6, '-0.4' -0.4, '-0.2' -0.2, '0.0' 0, '0.2' 0.2) font ',12'
set xlabel 'test loss (nats), static minus dynamic' font ',13'
unset logscale y
set yrange [26.6:-0.6]
set ytics ('width 64, block size 1, tokens 51.2M, validation (3)' 0, 'width 64, block size 1, tokens 51.2M (1)' 1, 'width 64, block size 1, tokens 51.2M, density 0.5 (1)' 2, 'width 64, block size 1, tokens 102.4M, number of updates 20 (5)' 3, 'width 64, block size 1, tokens 102.4M, number of updates 40 (5)' 4, 'width 64, block size 1, tokens 102.4M, number of updates 80 (5)' 5, 'width 64, block size 1, tokens 102.4M (5)' 6, 'width 64, block size 1, tokens 204.8M, text novels (3)' 7, 'width 64, block size 1, tokens 204.8M, validation (1)' 8, 'width 64, block size 4, tokens 51.2M, number of updates 20, validation (3)' 9, 'width 64, block size 4, tokens 102.4M, number of updates 20, validation (3)' 10, 'width 64, block size 4, tokens 204.8M, number of updates 20, validation (1)' 11, 'width 128, block size 1, tokens 51.2M (3)' 12, 'width 128, block size 1, tokens 102.4M, number of updates 20 (5)' 13, 'width 128, block size 1, tokens 102.4M, number of updates 40 (5)' 14, 'width 128, block size 1, tokens 102.4M, number of updates 80 (5)' 15, 'width 128, block size 1, tokens 102.4M (5)' 16, 'width 128, block size 1, tokens 204.8M, text novels (3)' 17, 'width 128, block size 2, tokens 102.4M, number of updates 20 (3)' 18, 'width 128, block size 4, tokens 102.4M, number of updates 20 (3)' 19, 'width 128, block size 8, tokens 102.4M, number of updates 20 (3)' 20, 'width 192, block size 1, tokens 51.2M (3)' 21, 'width 192, block size 1, tokens 102.4M (3)' 22, 'width 192, block size 1, tokens 204.8M, text novels (1)' 23, 'width 192, block size 2, tokens 102.4M, number of updates 20 (1)' 24, 'width 192, block size 4, tokens 102.4M, number of updates 20 (1)' 25, 'width 192, block size 8, tokens 102.4M, number of updates 20 (1)' 26) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt 2, \
     $data_0_2 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_3 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_4 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_4 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1
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
set margins screen 0.0182, screen 0.9818, screen 0.8665, screen 0.9163
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#D55E00' lw 1.6 dt 2 title 'Dietrich et al. 2021, BERT-Medium: 0.24', \
     NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
