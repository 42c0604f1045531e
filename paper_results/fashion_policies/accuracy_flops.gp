$d0 << EOD
742399555840 89.39333333333333 89.25 89.48
EOD
$d1 << EOD
152268452736 89.28333333333333 89.25 89.34
78501985152 88.68666666666667 88.66000000000001 88.72
41618451328 88.31666666666665 88.23 88.4
19489066112 87.18333333333334 86.83999999999999 87.38
EOD
$d2 << EOD
152292417792 89.25666666666667 89.18 89.31
78527750400 88.89999999999999 88.86 88.97
41640616192 88.22 87.91 88.56
19496454400 87.40333333333334 87.15 87.66000000000001
EOD
$d3 << EOD
152675858688 89.42 89.29 89.62
78939994368 88.84 88.66000000000001 88.98
41995254016 87.5 87.2 87.67
20047313152 79.93 75.2 83.22
EOD
$d4 << EOD
152268452736 88.95333333333333 88.91 89.03999999999999
78501985152 88.78333333333333 88.61 88.87
41618451328 88.38666666666667 88.33 88.48
19489066112 87.51666666666668 87.44 87.66000000000001
EOD
$d5 << EOD
152292417792 88.47333333333333 88.38000000000001 88.53
78527750400 88.52333333333333 88.44 88.64999999999999
41640616192 88.06333333333333 87.88 88.27000000000001
19496454400 86.71666666666667 86.37 86.9
EOD
$d6 << EOD
152675858688 88.37666666666667 88.2 88.47
78939994368 88.24 87.88 88.44
41995254016 86.83999999999999 86.69 86.92999999999999
20047313152 84.05999999999999 82.96 84.82
EOD
$d7 << EOD
152268452736 88.26666666666667 88.03 88.39
78501985152 87.09000000000002 87.05000000000001 87.16000000000001
41618451328 85.34333333333333 85.22 85.42999999999999
19489066112 83.06333333333335 82.84 83.48
EOD
$d8 << EOD
152292417792 87.31 87.17 87.42999999999999
78527750400 86.24666666666666 86.09 86.44
41640616192 84.42666666666666 84.21 84.56
19496454400 80.68666666666667 80.58999999999999 80.80000000000001
EOD
$d9 << EOD
152675858688 86.24333333333333 86.11999999999999 86.46000000000001
78939994368 84.69333333333333 84.00999999999999 85.55
41995254016 81.72 79.53 83.33
20047313152 73.75666666666666 72.64 75.51
EOD
$d10 << EOD
152268452736 89.25999999999999 89.14999999999999 89.32
78501985152 89.03666666666666 88.86 89.25
41618451328 88.40333333333334 88.17 88.55
19489066112 87.36333333333334 87.19 87.5
EOD
$d11 << EOD
152292417792 88.90666666666665 88.84 88.97
78527750400 88.60666666666667 88.53 88.69
41640616192 88.37333333333332 88.21 88.61
19496454400 87.49666666666666 87.24 87.83999999999999
EOD
$d12 << EOD
152675858688 89.00333333333333 88.92 89.14
78939994368 88.54333333333332 88.36 88.64
41995254016 87.31666666666666 86.99 87.59
20047313152 83.33 81.58999999999999 84.82
EOD
$d13 << EOD
154585805696 88.89 88.74 89.03
80819338112 88.56666666666668 88.4 88.77000000000001
43935804288 88.28999999999999 88.17 88.41
21806419072 87.05333333333334 86.89 87.27000000000001
EOD
$d14 << EOD
154609770752 88.71333333333334 88.58 88.92
80845103360 88.66999999999999 88.62 88.75
43957969152 87.95 87.83999999999999 88.03999999999999
21813807360 87.06666666666666 86.97 87.16000000000001
EOD
$d15 << EOD
154993211648 88.88 88.69 89.03999999999999
81257347328 88.44 88.26 88.55
44312606976 87.35333333333334 87.22999999999999 87.57000000000001
22364666112 84.90666666666668 84.86 84.96000000000001
EOD
$d16 << EOD
152268452736 89.11333333333333 89.03999999999999 89.2
78501985152 88.80666666666667 88.71 88.89
41618451328 88.39333333333333 88.24 88.49000000000001
19489066112 87.50333333333334 87.15 87.71
EOD
$d17 << EOD
152292417792 88.92999999999999 88.89 88.96
78527750400 88.57333333333334 88.38000000000001 88.81
41640616192 88.17 87.89 88.35
19496454400 87.00666666666666 86.9 87.12
EOD
$d18 << EOD
152675858688 88.66000000000001 88.61 88.69
78939994368 88.16333333333333 88.08 88.24
41995254016 87.21 86.9 87.53999999999999
20047313152 83.81 82.84 84.31
EOD
$d19 << EOD
153222656896 88.74666666666667 88.52 88.87
79456189312 88.59333333333333 88.31 88.82
42572655488 88.06666666666666 87.94 88.31
20443270272 87.12 86.89 87.25
EOD
$d20 << EOD
153246621952 88.86 88.75 89.03999999999999
79481954560 88.23 88.16000000000001 88.3
42594820352 88.03666666666666 87.75 88.39
20450658560 86.68999999999998 86.59 86.83
EOD
$d21 << EOD
153630062848 88.85666666666667 88.77000000000001 89
79894198528 88.13 88.06 88.21
42949458176 87.46000000000001 87.31 87.64
21001517312 85.45666666666666 85.19 85.61
EOD
$d22 << EOD
482476521344 88.78666666666668 88.63 89
404029570346.6667 88.51999999999998 88.42999999999999 88.63
364560326698.6667 88.17333333333333 88.05 88.29
340646189098.6667 87.48 87.3 87.6
EOD
$d23 << EOD
482283274496 88.77333333333333 88.62 89.05999999999999
403955676757.3333 88.34 88.23 88.5
364544591445.3333 88.32 88.25 88.37
340612693589.3333 86.92333333333335 86.5 87.15
EOD
$d24 << EOD
482235059797.3333 88.73333333333335 88.66000000000001 88.77000000000001
403989685162.6667 88.14666666666668 88.03 88.28
364774122410.6667 87.73333333333333 87.53 87.96000000000001
340933086805.3333 85.51666666666668 85.32 85.71
EOD
$d25 << EOD
272210895744 89.06333333333333 88.82 89.3
213436796544 88.86 88.69 88.96
184049511040 89.03666666666666 88.8 89.19
166417990528 88.58666666666667 88.4 88.71
EOD
$d26 << EOD
272244793600 89.05333333333334 89.02 89.1
213474808064 88.99000000000001 88.97 89.01
184083230976 88.41666666666667 88.33 88.57000000000001
166439360768 87.12666666666667 86.95 87.29
EOD
$d27 << EOD
272783948032 88.94999999999999 88.86 89.12
214097443072 88.37333333333333 88.3 88.41
184642615552 87.47000000000001 87.32 87.59
167139784960 86.26666666666667 85.72999999999999 86.58
EOD
$d28 << EOD
177324330197.33334 88.79333333333334 88.71 88.88000000000001
110677931136 88.57333333333334 88.52 88.63
77132201173.33333 88.50000000000001 88.28 88.79
56897951360 87.96666666666665 87.85 88.16000000000001
EOD
$d29 << EOD
184052971093.33334 88.55 88.44999999999999 88.64999999999999
117032907008 88.6 88.56 88.67
81271776853.33333 88.08333333333334 88.08 88.09
58691595861.333336 86.83666666666666 86.64 87.13
EOD
$d30 << EOD
189280751189.33334 88.53333333333332 88.41 88.69
119758523989.33333 88.26666666666667 88.08 88.37
83474670506.66667 87.27333333333334 86.77 87.57000000000001
60178239061.333336 85.76666666666667 85.48 86.17
EOD
$d31 << EOD
152268452736 89.19666666666667 89.12 89.25
78501985152 89.05999999999999 89.01 89.12
41618451328 88.58333333333333 88.5 88.74
19489066112 87.33666666666666 87.25 87.47
EOD
$d32 << EOD
152292417792 89.01333333333334 88.84 89.19
78527750400 88.57666666666665 88.42 88.68
41640616192 88.4 88.02 88.62
19496454400 87.07 86.86 87.31
EOD
$d33 << EOD
152675858688 88.92333333333333 88.73 89.03
78939994368 88.54666666666667 88.37 88.68
41995254016 87.19333333333333 86.66 87.62
20047313152 82.91666666666666 81.47999999999999 83.71
EOD
$d34 << EOD
165983789952 89.21333333333334 89.13 89.27000000000001
85360529536 89.09666666666668 88.92 89.29
45048424064 88.57666666666667 88.32 88.73
20862055296 87.49666666666668 87.46000000000001 87.52
EOD
$d35 << EOD
166028239104 89.02999999999999 88.94 89.11
85407662336 88.77666666666667 88.69 88.83
45091569920 88.24333333333333 87.98 88.42
20890990848 87.17 86.94 87.36
EOD
$d36 << EOD
166799784192 89.03666666666666 88.92999999999999 89.24
86187751680 88.43333333333334 88.3 88.53999999999999
45785921792 87.47 87.22999999999999 87.72999999999999
21833758976 79.90333333333334 75.01 83.31
EOD
$d37 << EOD
155200139392 89.48666666666666 89.19 89.66
82267832960 88.96666666666667 88.79 89.14
45124096640 88.66000000000001 88.5 88.81
22051801472 86.54666666666667 86.17 86.95
EOD
$d38 << EOD
166641639680 89.71000000000001 89.67 89.73
89958134016 89.03999999999999 88.82 89.45
49500258560 87.77666666666666 87.72 87.81
23772838144 81.46666666666667 78.97999999999999 84.04
EOD
$d39 << EOD
185166313728 88.28666666666666 87.71 88.66000000000001
100200659200 78.89333333333333 65.51 86.05000000000001
53546367232 72.92666666666668 61.51 79.4
25107216640 43.453333333333326 10 60.96
EOD
$d40 << EOD
439345971072 88.84 88.74 88.98
401464230784 88.77000000000001 88.64 88.84
382523210624 88.42 88.16000000000001 88.59
371158973568 87.53333333333335 87.36 87.67
EOD
$d41 << EOD
439358234880 88.57333333333334 88.42999999999999 88.75
401477394688 88.18666666666667 88.12 88.31
382534574336 87.67333333333333 87.6 87.8
371162761472 86.23666666666666 86.14 86.41
EOD
$d42 << EOD
439554455808 88.28666666666666 88.18 88.41
401688017152 87.68666666666668 87.46000000000001 88
382716393728 86.56666666666666 86.42999999999999 86.64
371444791552 83.10333333333334 81.35 84.47
EOD
$d43 << EOD
439345971072 88.27666666666666 88.1 88.42
401464230784 87.61333333333333 87.59 87.64
382523210624 86.72666666666666 86.69 86.75
371158973568 85.01666666666667 84.95 85.07000000000001
EOD
$d44 << EOD
439358234880 88.14999999999999 88.07000000000001 88.24
401477394688 87.67666666666668 87.42 87.83
382534574336 86.85333333333332 86.67 87.1
371162761472 84.64 84.35000000000001 84.87
EOD
$d45 << EOD
439554455808 88.19 88.1 88.28
401688017152 87.42999999999999 87.17 87.58
382716393728 85.52 84.89 85.98
371444791552 77.30333333333334 76.51 78.61
EOD
$d46 << EOD
154585805696 89.14666666666666 89.1 89.22
80819338112 88.91666666666667 88.82 89.08
43935804288 88.41666666666667 88.2 88.63
21806419072 87.31333333333332 87.1 87.42
EOD
$d47 << EOD
154609770752 89.05666666666666 88.96 89.18
80845103360 88.72333333333334 88.53 88.87
43957969152 88.19 88.12 88.24
21813807360 86.72666666666666 86.59 86.94
EOD
$d48 << EOD
154993211648 88.98666666666666 88.92 89.08
81257347328 88.35333333333334 88.27000000000001 88.41
44312606976 87.33 86.74 87.64
22364666112 83.41999999999999 82.76 84.21
EOD
$d49 << EOD
152268452736 88.84666666666666 88.79 88.92999999999999
78501985152 88.81333333333332 88.55 89.11
41618451328 88.39 88.33 88.49000000000001
19489066112 87.4 87.31 87.47
EOD
$d50 << EOD
152292417792 88.68 88.55 88.89
78527750400 88.44333333333333 88.35 88.53
41640616192 87.91000000000001 87.82 87.99
19496454400 86.59666666666666 86.57000000000001 86.63
EOD
$d51 << EOD
152675858688 88.51999999999998 88.41 88.63
78939994368 88.02333333333333 87.83999999999999 88.38000000000001
41995254016 86.79333333333334 86.64 86.92999999999999
20047313152 82.02333333333334 80.61 83.36
EOD
$d52 << EOD
152268452736 89.27000000000001 89.07000000000001 89.37
78501985152 88.84666666666666 88.74 88.94
41618451328 88.23333333333335 87.96000000000001 88.75999999999999
19489066112 87.03333333333333 86.71 87.22
EOD
$d53 << EOD
152292417792 89.21000000000001 89.12 89.3
78527750400 88.87 88.66000000000001 89.1
41640616192 88.23333333333333 88.13 88.34
19496454400 86.98 86.83 87.19
EOD
$d54 << EOD
152675858688 89.28666666666666 89.21 89.42999999999999
78939994368 88.65666666666667 88.5 88.86
41995254016 87.37666666666667 86.96000000000001 87.94
20047313152 81.47666666666667 80.21000000000001 82.78999999999999
EOD
$d55 << EOD
152268452736 89.18666666666667 89.03999999999999 89.38000000000001
78501985152 89.06 89 89.13
41618451328 88.43333333333334 88.28 88.53999999999999
19489066112 87.33333333333334 87.11 87.57000000000001
EOD
$d56 << EOD
152292417792 89.30333333333334 89.24 89.42
78527750400 89.19 89.13 89.29
41640616192 88.18333333333334 88.1 88.31
19496454400 87.44999999999999 87.33999999999999 87.57000000000001
EOD
$d57 << EOD
152675858688 89.32666666666668 89.09 89.47
78939994368 88.83 88.64999999999999 89.03999999999999
41995254016 88.24333333333333 88.1 88.48
20047313152 84.87666666666667 84.83000000000001 84.92
EOD
$d58 << EOD
152268452736 89.57000000000001 89.56 89.58
78501985152 89.02333333333333 89.01 89.03999999999999
41618451328 88.20666666666666 88.05 88.35
19489066112 87.35666666666667 87.25 87.51
EOD
$d59 << EOD
152292417792 89.50333333333333 89.35 89.72
78527750400 88.91 88.84 89
41640616192 88.17 88.07000000000001 88.34
19496454400 87.38999999999999 87.26 87.61
EOD
$d60 << EOD
152675858688 89.56 89.29 89.83
78939994368 88.94666666666667 88.7 89.16
41995254016 87.94000000000001 87.66000000000001 88.17
20047313152 84.30666666666667 84.16 84.46000000000001
EOD
$d61 << EOD
152268452736 89.44333333333333 89.34 89.52
78501985152 89.02000000000001 88.98 89.07000000000001
41618451328 88.53666666666666 88.31 88.7
19489066112 87.52333333333333 87.42 87.62
EOD
$d62 << EOD
152292417792 89.59333333333333 89.5 89.77000000000001
78527750400 89.15 88.94 89.45
41640616192 88.54 88.42 88.6
19496454400 87.45333333333333 87.33 87.64
EOD
$d63 << EOD
152675858688 89.67 89.45 90.05
78939994368 88.83666666666666 88.74 88.92
41995254016 88.05000000000001 87.99 88.14999999999999
20047313152 84.87666666666667 84.83000000000001 84.92
EOD
$d64 << EOD
152268452736 89.75 89.67 89.79
78501985152 89.47333333333334 89.3 89.64
41618451328 88.64333333333333 88.55 88.78
19489066112 87.55333333333333 87.44 87.76
EOD
$d65 << EOD
152292417792 89.76 89.64 89.88000000000001
78527750400 89.35 89.23 89.51
41640616192 88.69666666666666 88.48 88.94999999999999
19496454400 87.31333333333335 87.17 87.4
EOD
$d66 << EOD
152675858688 89.88666666666667 89.82 89.97
78939994368 89.14 88.96 89.33
41995254016 88.26 88.17 88.42999999999999
20047313152 83.94333333333334 83.5 84.55
EOD
$d67 << EOD
152268452736 89.10666666666667 89.02 89.25999999999999
78501985152 88.53333333333332 88.44 88.61
41618451328 88.12666666666665 87.94999999999999 88.33
19489066112 86.85666666666665 86.72 87.12
EOD
$d68 << EOD
152292417792 89.12333333333335 88.89 89.37
78527750400 88.57666666666667 88.53 88.6
41640616192 87.84666666666666 87.79 87.94999999999999
19496454400 86.62333333333333 86.22999999999999 87.06
EOD
$d69 << EOD
152675858688 89.15666666666667 89.11 89.24
78939994368 88.52666666666667 88.13 88.83
41995254016 86.75333333333333 86.4 87.37
20047313152 80.66 80.21000000000001 81.36
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1420,1240 dynamic standalone background rgb 'white'
set output 'accuracy_flops.svg'
set multiplot title 'Test accuracy against FLOPs of the whole training run, updates included; bars span the seeds (down to 43% off the axis)'
set key off
set logscale x
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set yrange [81.42950000000003:90.4605]
set xrange [14991589316.923077:965119422592]
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'static' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d1 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d2 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d3 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'dynamic' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d4 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d5 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d6 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'set' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d7 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d8 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d9 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'set_magnitude' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d10 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d11 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d12 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'rigl' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d13 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d14 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d15 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'itop_set' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d16 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d17 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d18 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'itop_rigl' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d19 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d20 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d21 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'snfs' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d22 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d23 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d24 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'gmp' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d25 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d26 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d27 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'granet' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d28 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d29 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d30 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'mest' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d31 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d32 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d33 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'mest_soft' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d34 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d35 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d36 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'snip' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d37 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d38 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d39 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'one_shot_magnitude' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d40 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d41 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d42 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'one_shot_random' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d43 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d44 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d45 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'srigl' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d46 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d47 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d48 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'n_of_m' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d49 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d50 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d51 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'constant_fan_in' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d52 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d53 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d54 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'block_diagonal' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d55 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d56 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d57 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'banded' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d58 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d59 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d60 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.08870967741935487
set tmargin at screen 0.22580645161290325
set title 'butterfly' noenhanced offset 0,-0.6
set format y '%g'
set format x '10^{%T}'
set ylabel 'accuracy, %'
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d61 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d62 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d63 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.08870967741935487
set tmargin at screen 0.22580645161290325
set title 'small_world' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d64 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d65 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d66 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.08870967741935487
set tmargin at screen 0.22580645161290325
set title 'scale_free' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d67 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d68 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d69 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
unset tics
unset border
unset grid
unset title
unset xlabel
unset ylabel
unset logscale
set xrange [0:1]
set yrange [0:1]
set lmargin at screen 0.02
set rmargin at screen 0.98
set bmargin at screen 0.939516129032258
set tmargin at screen 0.9637096774193549
set key center center horizontal maxcols 5 Left reverse samplen 2 width 2
plot NaN with linespoints lc rgb '#0072B2' pt 7 lw 1.4 title '1 x 1', \
  NaN with linespoints lc rgb '#D55E00' pt 9 lw 1.4 title '4 x 4', \
  NaN with linespoints lc rgb '#009E73' pt 13 lw 1.4 title '16 x 16', \
  NaN with points lc rgb '#333333' pt 5 title 'dense', \
  NaN with lines lc rgb '#dcdcdc' title 'the other policies'
unset multiplot
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 2130,1860 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'accuracy_flops.png'
set multiplot title 'Test accuracy against FLOPs of the whole training run, updates included; bars span the seeds (down to 43% off the axis)'
set key off
set logscale x
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set yrange [81.42950000000003:90.4605]
set xrange [14991589316.923077:965119422592]
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'static' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d1 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d2 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d3 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'dynamic' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d4 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d5 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d6 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'set' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d7 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d8 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d9 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'set_magnitude' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d10 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d11 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d12 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.7661290322580645
set tmargin at screen 0.9032258064516129
set title 'rigl' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d13 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d14 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d15 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'itop_set' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d16 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d17 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d18 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'itop_rigl' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d19 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d20 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d21 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'snfs' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d22 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d23 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d24 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'gmp' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d25 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d26 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d27 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.5967741935483871
set tmargin at screen 0.7338709677419355
set title 'granet' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d28 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d29 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d30 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'mest' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d31 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d32 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d33 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'mest_soft' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d34 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d35 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d36 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'snip' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d37 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d38 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d39 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'one_shot_magnitude' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d40 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d41 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d42 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.42741935483870963
set tmargin at screen 0.564516129032258
set title 'one_shot_random' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d43 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d44 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d45 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'srigl' noenhanced offset 0,-0.6
set format y '%g'
set format x ''
set ylabel 'accuracy, %'
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d46 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d47 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d48 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'n_of_m' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d49 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d50 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d51 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'constant_fan_in' noenhanced offset 0,-0.6
set format y ''
set format x ''
set ylabel ''
set xlabel ''
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d52 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d53 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d54 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.6267605633802817
set rmargin at screen 0.8042253521126761
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'block_diagonal' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d55 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d56 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d57 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.8169014084507042
set rmargin at screen 0.9943661971830986
set bmargin at screen 0.25806451612903225
set tmargin at screen 0.3951612903225806
set title 'banded' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d58 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d59 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d60 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.056338028169014086
set rmargin at screen 0.23380281690140844
set bmargin at screen 0.08870967741935487
set tmargin at screen 0.22580645161290325
set title 'butterfly' noenhanced offset 0,-0.6
set format y '%g'
set format x '10^{%T}'
set ylabel 'accuracy, %'
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d61 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d62 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d63 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.24647887323943662
set rmargin at screen 0.423943661971831
set bmargin at screen 0.08870967741935487
set tmargin at screen 0.22580645161290325
set title 'small_world' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d64 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d65 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d66 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
set lmargin at screen 0.43661971830985913
set rmargin at screen 0.6140845070422535
set bmargin at screen 0.08870967741935487
set tmargin at screen 0.22580645161290325
set title 'scale_free' noenhanced offset 0,-0.6
set format y ''
set format x '10^{%T}'
set ylabel ''
set xlabel 'training FLOPs'
plot $d0 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d1 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d2 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d3 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d4 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d5 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d6 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d7 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d8 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d9 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d10 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d11 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d12 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d13 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d14 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d15 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d16 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d17 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d18 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d19 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d20 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d21 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d22 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d23 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d24 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d25 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d26 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d27 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d28 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d29 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d30 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d31 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d32 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d33 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d34 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d35 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d36 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d37 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d38 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d39 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d40 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d41 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d42 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d43 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d44 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d45 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d46 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d47 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d48 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d49 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d50 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d51 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d52 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d53 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d54 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d55 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d56 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d57 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d58 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d59 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d60 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d61 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d62 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d63 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d64 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d65 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d66 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d67 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d68 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d69 with lines lc rgb '#dcdcdc' lw 0.8 notitle, \
  $d0 using 1:2:3:4 with yerrorlines lc rgb '#333333' pt 5 ps 0.7 lw 1.4 notitle, \
  $d67 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' pt 7 ps 0.7 lw 1.4 notitle, \
  $d68 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' pt 9 ps 0.7 lw 1.4 notitle, \
  $d69 using 1:2:3:4 with yerrorlines lc rgb '#009E73' pt 13 ps 0.7 lw 1.4 notitle
unset tics
unset border
unset grid
unset title
unset xlabel
unset ylabel
unset logscale
set xrange [0:1]
set yrange [0:1]
set lmargin at screen 0.02
set rmargin at screen 0.98
set bmargin at screen 0.939516129032258
set tmargin at screen 0.9637096774193549
set key center center horizontal maxcols 5 Left reverse samplen 2 width 2
plot NaN with linespoints lc rgb '#0072B2' pt 7 lw 1.4 title '1 x 1', \
  NaN with linespoints lc rgb '#D55E00' pt 9 lw 1.4 title '4 x 4', \
  NaN with linespoints lc rgb '#009E73' pt 13 lw 1.4 title '16 x 16', \
  NaN with points lc rgb '#333333' pt 5 title 'dense', \
  NaN with lines lc rgb '#dcdcdc' title 'the other policies'
unset multiplot
