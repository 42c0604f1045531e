# Draw again with: gnuplot ranking.gp
set encoding utf8
$data_0_0 << EOD
89.75 -0.24 89.67 89.79
89.4433333 0.76 89.34 89.52
89.57 1.76 89.56 89.58
89.3933333 2.76 89.25 89.48
89.2833333 3.76 89.25 89.34
89.1866667 4.76 89.04 89.38
89.27 5.76 89.07 89.37
89.4866667 6.76 89.19 89.66
89.1066667 7.76 89.02 89.26
89.2133333 8.76 89.13 89.27
89.1466667 9.76 89.1 89.22
89.26 10.76 89.15 89.32
89.1966667 11.76 89.12 89.25
89.0633333 12.76 88.82 89.3
89.1133333 13.76 89.04 89.2
88.89 14.76 88.74 89.03
88.7466667 15.76 88.52 88.87
88.7866667 16.76 88.63 89
88.8466667 17.76 88.79 88.93
88.7933333 18.76 88.71 88.88
88.9533333 19.76 88.91 89.04
88.84 20.76 88.74 88.98
88.2766667 21.76 88.1 88.42
88.2666667 22.76 88.03 88.39
EOD
$data_0_1 << EOD
89.76 0 89.64 89.88
89.5933333 1 89.5 89.77
89.5033333 2 89.35 89.72
89.3933333 3 89.25 89.48
89.2566667 4 89.18 89.31
89.3033333 5 89.24 89.42
89.21 6 89.12 89.3
89.71 7 89.67 89.73
89.1233333 8 88.89 89.37
89.03 9 88.94 89.11
89.0566667 10 88.96 89.18
88.9066667 11 88.84 88.97
89.0133333 12 88.84 89.19
89.0533333 13 89.02 89.1
88.93 14 88.89 88.96
88.7133333 15 88.58 88.92
88.86 16 88.75 89.04
88.7733333 17 88.62 89.06
88.68 18 88.55 88.89
88.55 19 88.45 88.65
88.4733333 20 88.38 88.53
88.5733333 21 88.43 88.75
88.15 22 88.07 88.24
87.31 23 87.17 87.43
EOD
$data_0_2 << EOD
89.8866667 0.24 89.82 89.97
89.67 1.24 89.45 90.05
89.56 2.24 89.29 89.83
89.3933333 3.24 89.25 89.48
89.42 4.24 89.29 89.62
89.3266667 5.24 89.09 89.47
89.2866667 6.24 89.21 89.43
88.2866667 7.24 87.71 88.66
89.1566667 8.24 89.11 89.24
89.0366667 9.24 88.93 89.24
88.9866667 10.24 88.92 89.08
89.0033333 11.24 88.92 89.14
88.9233333 12.24 88.73 89.03
88.95 13.24 88.86 89.12
88.66 14.24 88.61 88.69
88.88 15.24 88.69 89.04
88.8566667 16.24 88.77 89
88.7333333 17.24 88.66 88.77
88.52 18.24 88.41 88.63
88.5333333 19.24 88.41 88.69
88.3766667 20.24 88.2 88.47
88.2866667 21.24 88.18 88.41
88.19 22.24 88.1 88.28
86.2433333 23.24 86.12 86.46
EOD
$data_1_0 << EOD
89.3933333 -0.24 89.25 89.48
89.4733333 0.76 89.3 89.64
89.06 1.76 89 89.13
89.02 2.76 88.98 89.07
89.0233333 3.76 89.01 89.04
88.6866667 4.76 88.66 88.72
88.8466667 5.76 88.74 88.94
89.0966667 6.76 88.92 89.29
88.86 7.76 88.69 88.96
89.0366667 8.76 88.86 89.25
89.06 9.76 89.01 89.12
88.9166667 10.76 88.82 89.08
88.5666667 11.76 88.4 88.77
88.5333333 12.76 88.44 88.61
88.7833333 13.76 88.61 88.87
88.8066667 14.76 88.71 88.89
88.5733333 15.76 88.52 88.63
88.8133333 16.76 88.55 89.11
88.52 17.76 88.43 88.63
88.5933333 18.76 88.31 88.82
88.77 19.76 88.64 88.84
87.6133333 20.76 87.59 87.64
87.09 21.76 87.05 87.16
88.9666667 22.76 88.79 89.14
EOD
$data_1_1 << EOD
89.3933333 0 89.25 89.48
89.35 1 89.23 89.51
89.19 2 89.13 89.29
89.15 3 88.94 89.45
88.91 4 88.84 89
88.9 5 88.86 88.97
88.87 6 88.66 89.1
88.7766667 7 88.69 88.83
88.99 8 88.97 89.01
88.6066667 9 88.53 88.69
88.5766667 10 88.42 88.68
88.7233333 11 88.53 88.87
88.67 12 88.62 88.75
88.5766667 13 88.53 88.6
88.5233333 14 88.44 88.65
88.5733333 15 88.38 88.81
88.6 16 88.56 88.67
88.4433333 17 88.35 88.53
88.34 18 88.23 88.5
88.23 19 88.16 88.3
88.1866667 20 88.12 88.31
87.6766667 21 87.42 87.83
86.2466667 22 86.09 86.44
89.04 23 88.82 89.45
EOD
$data_1_2 << EOD
89.3933333 0.24 89.25 89.48
89.14 1.24 88.96 89.33
88.83 2.24 88.65 89.04
88.8366667 3.24 88.74 88.92
88.9466667 4.24 88.7 89.16
88.84 5.24 88.66 88.98
88.6566667 6.24 88.5 88.86
88.4333333 7.24 88.3 88.54
88.3733333 8.24 88.3 88.41
88.5433333 9.24 88.36 88.64
88.5466667 10.24 88.37 88.68
88.3533333 11.24 88.27 88.41
88.44 12.24 88.26 88.55
88.5266667 13.24 88.13 88.83
88.24 14.24 87.88 88.44
88.1633333 15.24 88.08 88.24
88.2666667 16.24 88.08 88.37
88.0233333 17.24 87.84 88.38
88.1466667 18.24 88.03 88.28
88.13 19.24 88.06 88.21
87.6866667 20.24 87.46 88
87.43 21.24 87.17 87.58
84.6933333 22.24 84.01 85.55
78.8933333 23.24 65.51 86.05
EOD
$data_2_0 << EOD
89.3933333 -0.24 89.25 89.48
88.6433333 0.76 88.55 88.78
88.5366667 1.76 88.31 88.7
89.0366667 2.76 88.8 89.19
88.4333333 3.76 88.28 88.54
88.2066667 4.76 88.05 88.35
88.5766667 5.76 88.32 88.73
88.1733333 6.76 88.05 88.29
88.5833333 7.76 88.5 88.74
88.4033333 8.76 88.17 88.55
88.3166667 9.76 88.23 88.4
88.4166667 10.76 88.2 88.63
88.5 11.76 88.28 88.79
88.2333333 12.76 87.96 88.76
88.3933333 13.76 88.24 88.49
88.29 14.76 88.17 88.41
88.0666667 15.76 87.94 88.31
88.3866667 16.76 88.33 88.48
88.39 17.76 88.33 88.49
88.1266667 18.76 87.95 88.33
88.42 19.76 88.16 88.59
86.7266667 20.76 86.69 86.75
85.3433333 21.76 85.22 85.43
88.66 22.76 88.5 88.81
EOD
$data_2_1 << EOD
89.3933333 0 89.25 89.48
88.6966667 1 88.48 88.95
88.54 2 88.42 88.6
88.4166667 3 88.33 88.57
88.1833333 4 88.1 88.31
88.17 5 88.07 88.34
88.2433333 6 87.98 88.42
88.32 7 88.25 88.37
88.4 8 88.02 88.62
88.3733333 9 88.21 88.61
88.22 10 87.91 88.56
88.19 11 88.12 88.24
88.0833333 12 88.08 88.09
88.2333333 13 88.13 88.34
88.17 14 87.89 88.35
87.95 15 87.84 88.04
88.0366667 16 87.75 88.39
88.0633333 17 87.88 88.27
87.91 18 87.82 87.99
87.8466667 19 87.79 87.95
87.6733333 20 87.6 87.8
86.8533333 21 86.67 87.1
84.4266667 22 84.21 84.56
87.7766667 23 87.72 87.81
EOD
$data_2_2 << EOD
89.3933333 0.24 89.25 89.48
88.26 1.24 88.17 88.43
88.05 2.24 87.99 88.15
87.47 3.24 87.32 87.59
88.2433333 4.24 88.1 88.48
87.94 5.24 87.66 88.17
87.47 6.24 87.23 87.73
87.7333333 7.24 87.53 87.96
87.1933333 8.24 86.66 87.62
87.3166667 9.24 86.99 87.59
87.5 10.24 87.2 87.67
87.33 11.24 86.74 87.64
87.2733333 12.24 86.77 87.57
87.3766667 13.24 86.96 87.94
87.21 14.24 86.9 87.54
87.3533333 15.24 87.23 87.57
87.46 16.24 87.31 87.64
86.84 17.24 86.69 86.93
86.7933333 18.24 86.64 86.93
86.7533333 19.24 86.4 87.37
86.5666667 20.24 86.43 86.64
85.52 21.24 84.89 85.98
81.72 22.24 79.53 83.33
72.9266667 23.24 61.51 79.4
EOD
$data_3_0 << EOD
89.3933333 -0.24 89.25 89.48
88.5866667 0.76 88.4 88.71
87.9666667 1.76 87.85 88.16
87.48 2.76 87.3 87.6
87.5233333 3.76 87.42 87.62
87.3333333 4.76 87.11 87.57
87.12 5.76 86.89 87.25
87.3566667 6.76 87.25 87.51
87.0533333 7.76 86.89 87.27
87.5533333 8.76 87.44 87.76
87.5033333 9.76 87.15 87.71
87.5166667 10.76 87.44 87.66
87.3633333 11.76 87.19 87.5
87.3133333 12.76 87.1 87.42
87.3366667 13.76 87.25 87.47
87.5333333 14.76 87.36 87.67
87.4 15.76 87.31 87.47
87.0333333 16.76 86.71 87.22
87.4966667 17.76 87.46 87.52
87.1833333 18.76 86.84 87.38
86.8566667 19.76 86.72 87.12
85.0166667 20.76 84.95 85.07
83.0633333 21.76 82.84 83.48
86.5466667 22.76 86.17 86.95
EOD
$data_3_1 << EOD
89.3933333 0 89.25 89.48
87.1266667 1 86.95 87.29
86.8366667 2 86.64 87.13
86.9233333 3 86.5 87.15
87.4533333 4 87.33 87.64
87.45 5 87.34 87.57
86.69 6 86.59 86.83
87.39 7 87.26 87.61
87.0666667 8 86.97 87.16
87.3133333 9 87.17 87.4
87.0066667 10 86.9 87.12
86.7166667 11 86.37 86.9
87.4966667 12 87.24 87.84
86.7266667 13 86.59 86.94
87.07 14 86.86 87.31
86.2366667 15 86.14 86.41
86.5966667 16 86.57 86.63
86.98 17 86.83 87.19
87.17 18 86.94 87.36
87.4033333 19 87.15 87.66
86.6233333 20 86.23 87.06
84.64 21 84.35 84.87
80.6866667 22 80.59 80.8
81.4666667 23 78.98 84.04
EOD
$data_3_2 << EOD
89.3933333 0.24 89.25 89.48
86.2666667 1.24 85.73 86.58
85.7666667 2.24 85.48 86.17
85.5166667 3.24 85.32 85.71
84.8766667 4.24 84.83 84.92
84.8766667 5.24 84.83 84.92
85.4566667 6.24 85.19 85.61
84.3066667 7.24 84.16 84.46
84.9066667 8.24 84.86 84.96
83.9433333 9.24 83.5 84.55
83.81 10.24 82.84 84.31
84.06 11.24 82.96 84.82
83.33 12.24 81.59 84.82
83.42 13.24 82.76 84.21
82.9166667 14.24 81.48 83.71
83.1033333 15.24 81.35 84.47
82.0233333 16.24 80.61 83.36
81.4766667 17.24 80.21 82.79
79.9033333 18.24 75.01 83.31
79.93 19.24 75.2 83.22
80.66 20.24 80.21 81.36
77.3033333 21.24 76.51 78.61
73.7566667 22.24 72.64 75.51
43.4533333 23.24 10 60.96
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1202,1402 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ranking.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies by mean test accuracy over blocks' at screen 0.5000,0.9800 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.9586 center font ',12' tc rgb '#555555'
set label 4 'density 0.2' at screen 0.3120,0.9194 center font ',13' 
set margins screen 0.1331, screen 0.4908, screen 0.5136, screen 0.9044
unset logscale x
set xrange [86.053:90.2403333]
set xtics ('87' 87, '88' 88, '89' 89, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('small_world' 0, 'butterfly' 1, 'banded' 2, 'dense' 3, 'static' 4, 'block_diagonal' 5, 'constant_fan_in' 6, 'snip' 7, 'scale_free' 8, 'mest_soft' 9, 'srigl' 10, 'set_magnitude' 11, 'mest' 12, 'gmp' 13, 'itop_set' 14, 'rigl' 15, 'itop_rigl' 16, 'snfs' 17, 'n_of_m' 18, 'granet' 19, 'dynamic' 20, 'one_shot_magnitude' 21, 'one_shot_random' 22, 'set' 23) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_0_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_0_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_0_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.1 (down to 79% off the axis)' at screen 0.8045,0.9194 center font ',13' 
set margins screen 0.6256, screen 0.9834, screen 0.5136, screen 0.9044
unset logscale x
set xrange [85.587:89.833]
set xtics ('86' 86, '87' 87, '88' 88, '89' 89) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('dense' 0, 'small_world' 1, 'block_diagonal' 2, 'butterfly' 3, 'banded' 4, 'static' 5, 'constant_fan_in' 6, 'mest_soft' 7, 'gmp' 8, 'set_magnitude' 9, 'mest' 10, 'srigl' 11, 'rigl' 12, 'scale_free' 13, 'dynamic' 14, 'itop_set' 15, 'granet' 16, 'n_of_m' 17, 'snfs' 18, 'itop_rigl' 19, 'one_shot_magnitude' 20, 'one_shot_random' 21, 'set' 22, 'snip' 23) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_1_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_1_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_1_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_1_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_1_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.05 (down to 73% off the axis)' at screen 0.3120,0.4558 center font ',13' 
set margins screen 0.1331, screen 0.4908, screen 0.0499, screen 0.4408
unset logscale x
set xrange [82.8545:89.7955]
set xtics ('84' 84, '86' 86, '88' 88) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('dense' 0, 'small_world' 1, 'butterfly' 2, 'gmp' 3, 'block_diagonal' 4, 'banded' 5, 'mest_soft' 6, 'snfs' 7, 'mest' 8, 'set_magnitude' 9, 'static' 10, 'srigl' 11, 'granet' 12, 'constant_fan_in' 13, 'itop_set' 14, 'rigl' 15, 'itop_rigl' 16, 'dynamic' 17, 'n_of_m' 18, 'scale_free' 19, 'one_shot_magnitude' 20, 'one_shot_random' 21, 'set' 22, 'snip' 23) font ',12'
set ylabel '' font ',13'
plot $data_2_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_2_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_2_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_2_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_2_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_2_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.02 (down to 43% off the axis)' at screen 0.8045,0.4558 center font ',13' 
set margins screen 0.6256, screen 0.9834, screen 0.0499, screen 0.4408
unset logscale x
set xrange [72.407:90.293]
set xtics ('75' 75, '80' 80, '85' 85, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('dense' 0, 'gmp' 1, 'granet' 2, 'snfs' 3, 'butterfly' 4, 'block_diagonal' 5, 'itop_rigl' 6, 'banded' 7, 'rigl' 8, 'small_world' 9, 'itop_set' 10, 'dynamic' 11, 'set_magnitude' 12, 'srigl' 13, 'mest' 14, 'one_shot_magnitude' 15, 'n_of_m' 16, 'constant_fan_in' 17, 'mest_soft' 18, 'static' 19, 'scale_free' 20, 'one_shot_random' 21, 'set' 22, 'snip' 23) font ',12'
set ylabel '' font ',13'
plot $data_3_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_3_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_3_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_3_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_3_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_3_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
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
set margins screen 0.0166, screen 0.9834, screen 0.9315, screen 0.9472
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8 title 'block 4 x 4', \
     NaN with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8 title 'block 16 x 16'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1803,2103 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ranking.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies by mean test accuracy over blocks' at screen 0.5000,0.9800 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.9586 center font ',12' tc rgb '#555555'
set label 4 'density 0.2' at screen 0.3120,0.9194 center font ',13' 
set margins screen 0.1331, screen 0.4908, screen 0.5136, screen 0.9044
unset logscale x
set xrange [86.053:90.2403333]
set xtics ('87' 87, '88' 88, '89' 89, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('small_world' 0, 'butterfly' 1, 'banded' 2, 'dense' 3, 'static' 4, 'block_diagonal' 5, 'constant_fan_in' 6, 'snip' 7, 'scale_free' 8, 'mest_soft' 9, 'srigl' 10, 'set_magnitude' 11, 'mest' 12, 'gmp' 13, 'itop_set' 14, 'rigl' 15, 'itop_rigl' 16, 'snfs' 17, 'n_of_m' 18, 'granet' 19, 'dynamic' 20, 'one_shot_magnitude' 21, 'one_shot_random' 22, 'set' 23) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_0_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_0_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_0_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.1 (down to 79% off the axis)' at screen 0.8045,0.9194 center font ',13' 
set margins screen 0.6256, screen 0.9834, screen 0.5136, screen 0.9044
unset logscale x
set xrange [85.587:89.833]
set xtics ('86' 86, '87' 87, '88' 88, '89' 89) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('dense' 0, 'small_world' 1, 'block_diagonal' 2, 'butterfly' 3, 'banded' 4, 'static' 5, 'constant_fan_in' 6, 'mest_soft' 7, 'gmp' 8, 'set_magnitude' 9, 'mest' 10, 'srigl' 11, 'rigl' 12, 'scale_free' 13, 'dynamic' 14, 'itop_set' 15, 'granet' 16, 'n_of_m' 17, 'snfs' 18, 'itop_rigl' 19, 'one_shot_magnitude' 20, 'one_shot_random' 21, 'set' 22, 'snip' 23) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_1_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_1_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_1_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_1_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_1_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.05 (down to 73% off the axis)' at screen 0.3120,0.4558 center font ',13' 
set margins screen 0.1331, screen 0.4908, screen 0.0499, screen 0.4408
unset logscale x
set xrange [82.8545:89.7955]
set xtics ('84' 84, '86' 86, '88' 88) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('dense' 0, 'small_world' 1, 'butterfly' 2, 'gmp' 3, 'block_diagonal' 4, 'banded' 5, 'mest_soft' 6, 'snfs' 7, 'mest' 8, 'set_magnitude' 9, 'static' 10, 'srigl' 11, 'granet' 12, 'constant_fan_in' 13, 'itop_set' 14, 'rigl' 15, 'itop_rigl' 16, 'dynamic' 17, 'n_of_m' 18, 'scale_free' 19, 'one_shot_magnitude' 20, 'one_shot_random' 21, 'set' 22, 'snip' 23) font ',12'
set ylabel '' font ',13'
plot $data_2_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_2_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_2_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_2_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_2_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_2_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.02 (down to 43% off the axis)' at screen 0.8045,0.4558 center font ',13' 
set margins screen 0.6256, screen 0.9834, screen 0.0499, screen 0.4408
unset logscale x
set xrange [72.407:90.293]
set xtics ('75' 75, '80' 80, '85' 85, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [23.7:-0.7]
set ytics ('dense' 0, 'gmp' 1, 'granet' 2, 'snfs' 3, 'butterfly' 4, 'block_diagonal' 5, 'itop_rigl' 6, 'banded' 7, 'rigl' 8, 'small_world' 9, 'itop_set' 10, 'dynamic' 11, 'set_magnitude' 12, 'srigl' 13, 'mest' 14, 'one_shot_magnitude' 15, 'n_of_m' 16, 'constant_fan_in' 17, 'mest_soft' 18, 'static' 19, 'scale_free' 20, 'one_shot_random' 21, 'set' 22, 'snip' 23) font ',12'
set ylabel '' font ',13'
plot $data_3_0 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.4 dt 1 ps 0, \
     $data_3_0 using 1:2 with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8, \
     $data_3_1 using 1:2:3:4 with xerrorbars lc rgb '#D55E00' lw 1.4 dt 1 ps 0, \
     $data_3_1 using 1:2 with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8, \
     $data_3_2 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 ps 0, \
     $data_3_2 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8
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
set margins screen 0.0166, screen 0.9834, screen 0.9315, screen 0.9472
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#0072B2' lw 1.4 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with points lc rgb '#D55E00' lw 1.4 pt 9 ps 0.8 title 'block 4 x 4', \
     NaN with points lc rgb '#009E73' lw 1.4 pt 13 ps 0.8 title 'block 16 x 16'
unset label
unset multiplot
set output
