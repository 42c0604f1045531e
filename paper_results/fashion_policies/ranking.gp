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
89.1966667 10.76 89.12 89.25
89.2666667 11.76 89.2 89.37
89.0633333 12.76 88.82 89.3
88.89 13.76 88.74 89.03
89.0533333 14.76 88.81 89.3
88.96 15.76 88.84 89.1
88.7866667 16.76 88.7 88.86
88.8466667 17.76 88.79 88.93
88.5666667 18.76 88.37 88.73
88.9533333 19.76 88.91 89.04
88.84 20.76 88.74 88.98
88.7966667 21.76 88.74 88.83
88.2766667 22.76 88.1 88.42
88.2666667 23.76 88.03 88.39
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
89.0133333 11 88.84 89.19
88.9566667 12 88.78 89.08
89.0533333 13 89.02 89.1
88.7133333 14 88.58 88.92
88.81 15 88.66 88.92
88.71 16 88.65 88.81
88.72 17 88.66 88.75
88.68 18 88.55 88.89
88.59 19 88.49 88.69
88.4733333 20 88.38 88.53
88.5733333 21 88.43 88.75
88.5766667 22 88.36 88.75
88.15 23 88.07 88.24
87.31 24 87.17 87.43
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
88.9233333 11.24 88.73 89.03
88.8833333 12.24 88.8 88.99
88.95 13.24 88.86 89.12
88.88 14.24 88.69 89.04
88.59 15.24 88.54 88.63
88.6733333 16.24 88.64 88.71
88.7733333 17.24 88.65 88.96
88.52 18.24 88.41 88.63
88.6533333 19.24 88.58 88.72
88.3766667 20.24 88.2 88.47
88.2866667 21.24 88.18 88.41
88.2066667 22.24 88.01 88.5
88.19 23.24 88.1 88.28
86.2433333 24.24 86.12 86.46
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
89.06 8.76 89.01 89.12
88.91 9.76 88.75 89.13
88.9166667 10.76 88.82 89.08
88.5666667 11.76 88.4 88.77
88.5333333 12.76 88.44 88.61
88.7866667 13.76 88.75 88.86
88.7833333 14.76 88.61 88.87
88.5866667 15.76 88.51 88.67
88.8133333 16.76 88.55 89.11
88.58 17.76 88.46 88.72
88.4866667 18.76 88.25 88.61
88.77 19.76 88.64 88.84
88.55 20.76 88.53 88.57
87.6133333 21.76 87.59 87.64
87.09 22.76 87.05 87.16
88.9666667 23.76 88.79 89.14
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
88.5766667 9 88.42 88.68
88.72 10 88.62 88.8
88.7233333 11 88.53 88.87
88.67 12 88.62 88.75
88.5766667 13 88.53 88.6
88.5533333 14 88.53 88.6
88.5233333 15 88.44 88.65
88.4466667 16 88.38 88.54
88.4433333 17 88.35 88.53
88.4433333 18 88.26 88.65
88.3266667 19 88.2 88.51
88.1866667 20 88.12 88.31
88.3266667 21 88.21 88.42
87.6766667 22 87.42 87.83
86.2466667 23 86.09 86.44
89.04 24 88.82 89.45
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
88.5466667 9.24 88.37 88.68
88.5133333 10.24 88.35 88.69
88.3533333 11.24 88.27 88.41
88.44 12.24 88.26 88.55
88.5266667 13.24 88.13 88.83
88.2566667 14.24 88.12 88.36
88.24 15.24 87.88 88.44
88.31 16.24 88.24 88.37
88.0233333 17.24 87.84 88.38
88.2233333 18.24 88.14 88.29
88.2166667 19.24 88.05 88.35
87.6866667 20.24 87.46 88
87.6233333 21.24 87.51 87.79
87.43 22.24 87.17 87.58
84.6933333 23.24 84.01 85.55
78.8933333 24.24 65.51 86.05
EOD
$data_1_7 << EOD
85.587 23.24 "◀ 84.7"
85.587 24.24 "◀ 78.9"
EOD
$data_2_0 << EOD
89.3933333 -0.24 89.25 89.48
88.6433333 0.76 88.55 88.78
88.5366667 1.76 88.31 88.7
89.0366667 2.76 88.8 89.19
88.4333333 3.76 88.28 88.54
88.2066667 4.76 88.05 88.35
88.5766667 5.76 88.32 88.73
88.5833333 6.76 88.5 88.74
88.2433333 7.76 88.02 88.4
88.3166667 8.76 88.23 88.4
88.32 9.76 88.16 88.46
88.4166667 10.76 88.2 88.63
88.2333333 11.76 87.96 88.76
88.3066667 12.76 88.08 88.58
88.26 13.76 87.95 88.51
88.29 14.76 88.17 88.41
88.3933333 15.76 88.23 88.55
88.3866667 16.76 88.33 88.48
88.0633333 17.76 87.96 88.21
88.39 18.76 88.33 88.49
88.1266667 19.76 87.95 88.33
88.42 20.76 88.16 88.59
86.7266667 21.76 86.69 86.75
85.3433333 22.76 85.22 85.43
88.66 23.76 88.5 88.81
EOD
$data_2_1 << EOD
89.3933333 0 89.25 89.48
88.6966667 1 88.48 88.95
88.54 2 88.42 88.6
88.4166667 3 88.33 88.57
88.1833333 4 88.1 88.31
88.17 5 88.07 88.34
88.2433333 6 87.98 88.42
88.4 7 88.02 88.62
88.2866667 8 88.02 88.53
88.22 9 87.91 88.56
88.2633333 10 87.92 88.52
88.19 11 88.12 88.24
88.2333333 12 88.13 88.34
87.9933333 13 87.92 88.12
88.17 14 87.96 88.58
87.95 15 87.84 88.04
87.9766667 16 87.81 88.23
88.0633333 17 87.88 88.27
87.8533333 18 87.76 87.99
87.91 19 87.82 87.99
87.8466667 20 87.79 87.95
87.6733333 21 87.6 87.8
86.8533333 22 86.67 87.1
84.4266667 23 84.21 84.56
87.7766667 24 87.72 87.81
EOD
$data_2_2 << EOD
89.3933333 0.24 89.25 89.48
88.26 1.24 88.17 88.43
88.05 2.24 87.99 88.15
87.47 3.24 87.32 87.59
88.2433333 4.24 88.1 88.48
87.94 5.24 87.66 88.17
87.47 6.24 87.23 87.73
87.1933333 7.24 86.66 87.62
87.5333333 8.24 87.39 87.61
87.5 9.24 87.2 87.67
87.38 10.24 87.23 87.53
87.33 11.24 86.74 87.64
87.3766667 12.24 86.96 87.94
87.4433333 13.24 86.78 87.93
87.2966667 14.24 87.21 87.37
87.3533333 15.24 87.23 87.57
87.1466667 16.24 87.06 87.21
86.84 17.24 86.69 86.93
87.2733333 18.24 87 87.48
86.7933333 19.24 86.64 86.93
86.7533333 20.24 86.4 87.37
86.5666667 21.24 86.43 86.64
85.52 22.24 84.89 85.98
81.72 23.24 79.53 83.33
72.9266667 24.24 61.51 79.4
EOD
$data_2_7 << EOD
82.865 23.24 "◀ 81.7"
82.865 24.24 "◀ 72.9"
EOD
$data_3_0 << EOD
89.3933333 -0.24 89.25 89.48
88.5866667 0.76 88.4 88.71
87.9366667 1.76 87.81 88.18
88.0033333 2.76 87.92 88.17
87.4033333 3.76 87.21 87.5
87.5233333 4.76 87.42 87.62
87.3333333 5.76 87.11 87.57
87.0933333 6.76 86.89 87.21
87.3566667 7.76 87.25 87.51
87.0533333 8.76 86.89 87.27
87.5533333 9.76 87.44 87.76
87.5166667 10.76 87.44 87.66
87.3333333 11.76 87.13 87.55
87.38 12.76 87.16 87.63
87.3133333 13.76 87.1 87.42
87.3366667 14.76 87.25 87.47
87.5333333 15.76 87.36 87.67
87.4 16.76 87.31 87.47
87.0333333 17.76 86.71 87.22
87.4966667 18.76 87.46 87.52
87.1833333 19.76 86.84 87.38
86.8566667 20.76 86.72 87.12
85.0166667 21.76 84.95 85.07
83.0633333 22.76 82.84 83.48
86.5466667 23.76 86.17 86.95
EOD
$data_3_1 << EOD
89.3933333 0 89.25 89.48
87.1266667 1 86.95 87.29
87.1366667 2 86.84 87.36
86.6133333 3 86.34 86.84
87.01 4 86.52 87.29
87.4533333 5 87.33 87.64
87.45 6 87.34 87.57
86.7766667 7 86.58 87.02
87.39 8 87.26 87.61
87.0666667 9 86.97 87.16
87.3133333 10 87.17 87.4
86.7166667 11 86.37 86.9
87.0366667 12 86.87 87.35
87.1766667 13 86.94 87.33
86.7266667 14 86.59 86.94
87.07 15 86.86 87.31
86.2366667 16 86.14 86.41
86.5966667 17 86.57 86.63
86.98 18 86.83 87.19
87.17 19 86.94 87.36
87.4033333 20 87.15 87.66
86.6233333 21 86.23 87.06
84.64 22 84.35 84.87
80.6866667 23 80.59 80.8
81.4666667 24 78.98 84.04
EOD
$data_3_2 << EOD
89.3933333 0.24 89.25 89.48
86.2666667 1.24 85.73 86.58
85.56 2.24 85.2 86.06
85.3533333 3.24 85.02 85.53
85.5 4.24 85.3 85.88
84.8766667 5.24 84.83 84.92
84.8766667 6.24 84.83 84.92
85.4166667 7.24 85.23 85.68
84.3066667 8.24 84.16 84.46
84.9066667 9.24 84.86 84.96
83.9433333 10.24 83.5 84.55
84.06 11.24 82.96 84.82
83.87 12.24 82.88 84.57
83.6033333 13.24 82.33 84.4
83.42 14.24 82.76 84.21
82.9166667 15.24 81.48 83.71
83.1033333 16.24 81.35 84.47
82.0233333 17.24 80.61 83.36
81.4766667 18.24 80.21 82.79
79.9033333 19.24 75.01 83.31
79.93 20.24 75.2 83.22
80.66 21.24 80.21 81.36
77.3033333 22.24 76.51 78.61
73.7566667 23.24 72.64 75.51
43.4533333 24.24 10 60.96
EOD
$data_3_7 << EOD
73.184 24.24 "◀ 43.5"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1188,1468 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ranking.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies by mean test accuracy over blocks' at screen 0.5000,0.9809 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.9605 center font ',12' tc rgb '#555555'
set label 5 'a value beside an arrow lies beyond the axis' at screen 0.9832,0.0075 right font ',10' tc rgb '#555555'
set label 4 'density 0.2' at screen 0.3098,0.9230 center font ',13' 
set margins screen 0.1288, screen 0.4907, screen 0.5204, screen 0.9087
unset logscale x
set xrange [86.053:90.2403333]
set xtics ('87' 87, '88' 88, '89' 89, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('small-world' 0, 'butterfly' 1, 'banded' 2, 'dense' 3, 'static' 4, 'block-diagonal' 5, 'constant fan-in' 6, 'SNIP' 7, 'scale-free' 8, 'MEST, soft' 9, 'SRigL' 10, 'MEST' 11, 'SET, by magnitude' 12, 'GMP' 13, 'RigL' 14, 'SET-ITOP' 15, 'RigL-ITOP' 16, 'SNFS' 17, 'N of M' 18, 'GraNet' 19, 'dynamic' 20, 'one shot, by norm' 21, 'BLaST' 22, 'one shot, random' 23, 'SET' 24) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_0_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.1' at screen 0.8022,0.9230 center font ',13' 
set margins screen 0.6212, screen 0.9832, screen 0.5204, screen 0.9087
unset logscale x
set xrange [85.587:89.833]
set xtics ('86' 86, '87' 87, '88' 88, '89' 89) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('dense' 0, 'small-world' 1, 'block-diagonal' 2, 'butterfly' 3, 'banded' 4, 'static' 5, 'constant fan-in' 6, 'MEST, soft' 7, 'GMP' 8, 'MEST' 9, 'SET, by magnitude' 10, 'SRigL' 11, 'RigL' 12, 'scale-free' 13, 'SET-ITOP' 14, 'dynamic' 15, 'RigL-ITOP' 16, 'N of M' 17, 'GraNet' 18, 'SNFS' 19, 'one shot, by norm' 20, 'BLaST' 21, 'one shot, random' 22, 'SET' 23, 'SNIP' 24) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_1_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_1_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_1_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_1_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8, \
     $data_1_7 using 1:2:3 with labels left offset 0.3,0.5 font ',10' tc rgb '#E69F00'
unset label
set label 4 'density 0.05' at screen 0.3098,0.4653 center font ',13' 
set margins screen 0.1288, screen 0.4907, screen 0.0627, screen 0.4510
unset logscale x
set xrange [82.865:89.795]
set xtics ('84' 84, '86' 86, '88' 88) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('dense' 0, 'small-world' 1, 'butterfly' 2, 'GMP' 3, 'block-diagonal' 4, 'banded' 5, 'MEST, soft' 6, 'MEST' 7, 'SNFS' 8, 'static' 9, 'SET, by magnitude' 10, 'SRigL' 11, 'constant fan-in' 12, 'GraNet' 13, 'SET-ITOP' 14, 'RigL' 15, 'BLaST' 16, 'dynamic' 17, 'RigL-ITOP' 18, 'N of M' 19, 'scale-free' 20, 'one shot, by norm' 21, 'one shot, random' 22, 'SET' 23, 'SNIP' 24) font ',12'
set ylabel '' font ',13'
plot $data_2_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_2_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_2_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_2_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_2_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_2_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8, \
     $data_2_7 using 1:2:3 with labels left offset 0.3,0.5 font ',10' tc rgb '#E69F00'
unset label
set label 4 'density 0.02' at screen 0.8022,0.4653 center font ',13' 
set margins screen 0.6212, screen 0.9832, screen 0.0627, screen 0.4510
unset logscale x
set xrange [73.184:90.256]
set xtics ('75' 75, '80' 80, '85' 85, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('dense' 0, 'GMP' 1, 'GraNet' 2, 'BLaST' 3, 'SNFS' 4, 'butterfly' 5, 'block-diagonal' 6, 'RigL-ITOP' 7, 'banded' 8, 'RigL' 9, 'small-world' 10, 'dynamic' 11, 'SET-ITOP' 12, 'SET, by magnitude' 13, 'SRigL' 14, 'MEST' 15, 'one shot, by norm' 16, 'N of M' 17, 'constant fan-in' 18, 'MEST, soft' 19, 'static' 20, 'scale-free' 21, 'one shot, random' 22, 'SET' 23, 'SNIP' 24) font ',12'
set ylabel '' font ',13'
plot $data_3_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_3_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_3_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_3_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_3_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_3_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8, \
     $data_3_7 using 1:2:3 with labels left offset 0.3,0.5 font ',10' tc rgb '#E69F00'
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
set margins screen 0.0168, screen 0.9832, screen 0.9346, screen 0.9496
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8 title 'block 4 x 4', \
     NaN with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8 title 'block 16 x 16'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1782,2202 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ranking.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies by mean test accuracy over blocks' at screen 0.5000,0.9809 center font ',17' 
set label 2 'bars span the seeds' at screen 0.5000,0.9605 center font ',12' tc rgb '#555555'
set label 5 'a value beside an arrow lies beyond the axis' at screen 0.9832,0.0075 right font ',10' tc rgb '#555555'
set label 4 'density 0.2' at screen 0.3098,0.9230 center font ',13' 
set margins screen 0.1288, screen 0.4907, screen 0.5204, screen 0.9087
unset logscale x
set xrange [86.053:90.2403333]
set xtics ('87' 87, '88' 88, '89' 89, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('small-world' 0, 'butterfly' 1, 'banded' 2, 'dense' 3, 'static' 4, 'block-diagonal' 5, 'constant fan-in' 6, 'SNIP' 7, 'scale-free' 8, 'MEST, soft' 9, 'SRigL' 10, 'MEST' 11, 'SET, by magnitude' 12, 'GMP' 13, 'RigL' 14, 'SET-ITOP' 15, 'RigL-ITOP' 16, 'SNFS' 17, 'N of M' 18, 'GraNet' 19, 'dynamic' 20, 'one shot, by norm' 21, 'BLaST' 22, 'one shot, random' 23, 'SET' 24) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_0_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8
unset label
set label 4 'density 0.1' at screen 0.8022,0.9230 center font ',13' 
set margins screen 0.6212, screen 0.9832, screen 0.5204, screen 0.9087
unset logscale x
set xrange [85.587:89.833]
set xtics ('86' 86, '87' 87, '88' 88, '89' 89) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('dense' 0, 'small-world' 1, 'block-diagonal' 2, 'butterfly' 3, 'banded' 4, 'static' 5, 'constant fan-in' 6, 'MEST, soft' 7, 'GMP' 8, 'MEST' 9, 'SET, by magnitude' 10, 'SRigL' 11, 'RigL' 12, 'scale-free' 13, 'SET-ITOP' 14, 'dynamic' 15, 'RigL-ITOP' 16, 'N of M' 17, 'GraNet' 18, 'SNFS' 19, 'one shot, by norm' 20, 'BLaST' 21, 'one shot, random' 22, 'SET' 23, 'SNIP' 24) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_1_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_1_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_1_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_1_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_1_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8, \
     $data_1_7 using 1:2:3 with labels left offset 0.3,0.5 font ',10' tc rgb '#E69F00'
unset label
set label 4 'density 0.05' at screen 0.3098,0.4653 center font ',13' 
set margins screen 0.1288, screen 0.4907, screen 0.0627, screen 0.4510
unset logscale x
set xrange [82.865:89.795]
set xtics ('84' 84, '86' 86, '88' 88) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('dense' 0, 'small-world' 1, 'butterfly' 2, 'GMP' 3, 'block-diagonal' 4, 'banded' 5, 'MEST, soft' 6, 'MEST' 7, 'SNFS' 8, 'static' 9, 'SET, by magnitude' 10, 'SRigL' 11, 'constant fan-in' 12, 'GraNet' 13, 'SET-ITOP' 14, 'RigL' 15, 'BLaST' 16, 'dynamic' 17, 'RigL-ITOP' 18, 'N of M' 19, 'scale-free' 20, 'one shot, by norm' 21, 'one shot, random' 22, 'SET' 23, 'SNIP' 24) font ',12'
set ylabel '' font ',13'
plot $data_2_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_2_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_2_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_2_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_2_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_2_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8, \
     $data_2_7 using 1:2:3 with labels left offset 0.3,0.5 font ',10' tc rgb '#E69F00'
unset label
set label 4 'density 0.02' at screen 0.8022,0.4653 center font ',13' 
set margins screen 0.6212, screen 0.9832, screen 0.0627, screen 0.4510
unset logscale x
set xrange [73.184:90.256]
set xtics ('75' 75, '80' 80, '85' 85, '90' 90) font ',12'
set xlabel 'test accuracy, %' font ',13'
unset logscale y
set yrange [24.7:-0.7]
set ytics ('dense' 0, 'GMP' 1, 'GraNet' 2, 'BLaST' 3, 'SNFS' 4, 'butterfly' 5, 'block-diagonal' 6, 'RigL-ITOP' 7, 'banded' 8, 'RigL' 9, 'small-world' 10, 'dynamic' 11, 'SET-ITOP' 12, 'SET, by magnitude' 13, 'SRigL' 14, 'MEST' 15, 'one shot, by norm' 16, 'N of M' 17, 'constant fan-in' 18, 'MEST, soft' 19, 'static' 20, 'scale-free' 21, 'one shot, random' 22, 'SET' 23, 'SNIP' 24) font ',12'
set ylabel '' font ',13'
plot $data_3_0 using 1:2:3:4 with xerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_3_0 using 1:2 with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8, \
     $data_3_1 using 1:2:3:4 with xerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_3_1 using 1:2 with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8, \
     $data_3_2 using 1:2:3:4 with xerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_3_2 using 1:2 with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8, \
     $data_3_7 using 1:2:3 with labels left offset 0.3,0.5 font ',10' tc rgb '#E69F00'
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
set margins screen 0.0168, screen 0.9832, screen 0.9346, screen 0.9496
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#009E73' lw 1.4 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with points lc rgb '#CC79A7' lw 1.4 pt 9 ps 0.8 title 'block 4 x 4', \
     NaN with points lc rgb '#E69F00' lw 1.4 pt 13 ps 0.8 title 'block 16 x 16'
unset label
unset multiplot
set output
