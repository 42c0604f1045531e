# Draw again with: gnuplot accuracy_flops.gp
set encoding utf8
$data_0_0 << EOD
7.42399556e+11 89.3933333
EOD
$data_0_1 << EOD
1.52268453e+11 89.2833333
7.85019852e+10 88.6866667
4.16184513e+10 88.3166667
1.94890661e+10 87.1833333
EOD
$data_0_2 << EOD
1.52292418e+11 89.2566667
7.85277504e+10 88.9
4.16406162e+10 88.22
1.94964544e+10 87.4033333
EOD
$data_0_3 << EOD
1.52675859e+11 89.42
7.89399944e+10 88.84
4.1995254e+10 87.5
2.00473132e+10 79.93
EOD
$data_0_4 << EOD
1.52268453e+11 88.9533333
7.85019852e+10 88.7833333
4.16184513e+10 88.3866667
1.94890661e+10 87.5166667
EOD
$data_0_5 << EOD
1.52292418e+11 88.4733333
7.85277504e+10 88.5233333
4.16406162e+10 88.0633333
1.94964544e+10 86.7166667
EOD
$data_0_6 << EOD
1.52675859e+11 88.3766667
7.89399944e+10 88.24
4.1995254e+10 86.84
2.00473132e+10 84.06
EOD
$data_0_7 << EOD
1.52268453e+11 88.2666667
7.85019852e+10 87.09
4.16184513e+10 85.3433333
1.94890661e+10 83.0633333
EOD
$data_0_8 << EOD
1.52292418e+11 87.31
7.85277504e+10 86.2466667
4.16406162e+10 84.4266667
1.94964544e+10 80.6866667
EOD
$data_0_9 << EOD
1.52675859e+11 86.2433333
7.89399944e+10 84.6933333
4.1995254e+10 81.72
2.00473132e+10 73.7566667
EOD
$data_0_10 << EOD
1.52268453e+11 89.2666667
7.85019852e+10 88.91
4.16184513e+10 88.32
1.94890661e+10 87.38
EOD
$data_0_11 << EOD
1.52292418e+11 88.9566667
7.85277504e+10 88.72
4.16406162e+10 88.2633333
1.94964544e+10 87.1766667
EOD
$data_0_12 << EOD
1.52675859e+11 88.8833333
7.89399944e+10 88.5133333
4.1995254e+10 87.38
2.00473132e+10 83.6033333
EOD
$data_0_13 << EOD
1.54585806e+11 88.89
8.08193381e+10 88.5666667
4.39358043e+10 88.29
2.18064191e+10 87.0533333
EOD
$data_0_14 << EOD
1.54609771e+11 88.7133333
8.08451034e+10 88.67
4.39579692e+10 87.95
2.18138074e+10 87.0666667
EOD
$data_0_15 << EOD
1.54993212e+11 88.88
8.12573473e+10 88.44
4.4312607e+10 87.3533333
2.23646661e+10 84.9066667
EOD
$data_0_16 << EOD
1.52268453e+11 89.0533333
7.85019852e+10 88.7866667
4.16184513e+10 88.26
1.94890661e+10 87.3333333
EOD
$data_0_17 << EOD
1.52292418e+11 88.81
7.85277504e+10 88.5533333
4.16406162e+10 88.17
1.94964544e+10 87.0366667
EOD
$data_0_18 << EOD
1.52675859e+11 88.59
7.89399944e+10 88.2566667
4.1995254e+10 87.2966667
2.00473132e+10 83.87
EOD
$data_0_19 << EOD
1.53222657e+11 88.96
7.94561893e+10 88.5866667
4.25726555e+10 88.0633333
2.04432703e+10 87.0933333
EOD
$data_0_20 << EOD
1.53246622e+11 88.71
7.94819546e+10 88.4466667
4.25948204e+10 87.8533333
2.04506586e+10 86.7766667
EOD
$data_0_21 << EOD
1.53630063e+11 88.6733333
7.98941985e+10 88.31
4.29494582e+10 87.2733333
2.10015173e+10 85.4166667
EOD
$data_0_22 << EOD
4.82263704e+11 88.7866667
4.0400396e+11 88.4866667
3.64597249e+11 88.2433333
3.4065951e+11 87.4033333
EOD
$data_0_23 << EOD
4.82243378e+11 88.72
4.03977918e+11 88.3266667
3.64583681e+11 88.2866667
3.40598556e+11 87.01
EOD
$data_0_24 << EOD
4.82100405e+11 88.7733333
4.04047269e+11 88.2166667
3.64746357e+11 87.5333333
3.40916004e+11 85.5
EOD
$data_0_25 << EOD
2.72210896e+11 89.0633333
2.13436797e+11 88.86
1.84049511e+11 89.0366667
1.66417991e+11 88.5866667
EOD
$data_0_26 << EOD
2.72244794e+11 89.0533333
2.13474808e+11 88.99
1.84083231e+11 88.4166667
1.66439361e+11 87.1266667
EOD
$data_0_27 << EOD
2.72783948e+11 88.95
2.14097443e+11 88.3733333
1.84642616e+11 87.47
1.67139785e+11 86.2666667
EOD
$data_0_28 << EOD
1.77754742e+11 88.5666667
1.11120885e+11 88.58
7.7477838e+10 88.3066667
5.7009358e+10 87.9366667
EOD
$data_0_29 << EOD
1.85544127e+11 88.59
1.17869071e+11 88.4433333
8.14728536e+10 87.9933333
5.87865425e+10 87.1366667
EOD
$data_0_30 << EOD
1.90006213e+11 88.6533333
1.24271595e+11 88.2233333
8.3882217e+10 87.4433333
6.00652113e+10 85.56
EOD
$data_0_31 << EOD
2.75346138e+11 88.7966667
2.16572039e+11 88.55
1.87184753e+11 88.3933333
1.69553233e+11 88.0033333
EOD
$data_0_32 << EOD
2.75380036e+11 88.5766667
2.1661005e+11 88.3266667
1.87218473e+11 87.9766667
1.69574603e+11 86.6133333
EOD
$data_0_33 << EOD
2.7591919e+11 88.2066667
2.17232685e+11 87.6233333
1.87777858e+11 87.1466667
1.70275027e+11 85.3533333
EOD
$data_0_34 << EOD
1.52268453e+11 89.1966667
7.85019852e+10 89.06
4.16184513e+10 88.5833333
1.94890661e+10 87.3366667
EOD
$data_0_35 << EOD
1.52292418e+11 89.0133333
7.85277504e+10 88.5766667
4.16406162e+10 88.4
1.94964544e+10 87.07
EOD
$data_0_36 << EOD
1.52675859e+11 88.9233333
7.89399944e+10 88.5466667
4.1995254e+10 87.1933333
2.00473132e+10 82.9166667
EOD
$data_0_37 << EOD
1.6598379e+11 89.2133333
8.53605295e+10 89.0966667
4.50484241e+10 88.5766667
2.08620553e+10 87.4966667
EOD
$data_0_38 << EOD
1.66028239e+11 89.03
8.54076623e+10 88.7766667
4.50915699e+10 88.2433333
2.08909908e+10 87.17
EOD
$data_0_39 << EOD
1.66799784e+11 89.0366667
8.61877517e+10 88.4333333
4.57859218e+10 87.47
2.1833759e+10 79.9033333
EOD
$data_0_40 << EOD
1.55200139e+11 89.4866667
8.2267833e+10 88.9666667
4.51240966e+10 88.66
2.20518015e+10 86.5466667
EOD
$data_0_41 << EOD
1.6664164e+11 89.71
8.9958134e+10 89.04
4.95002586e+10 87.7766667
2.37728381e+10 81.4666667
EOD
$data_0_42 << EOD
1.85166314e+11 88.2866667
1.00200659e+11 78.8933333
5.35463672e+10 72.9266667
2.51072166e+10 43.4533333
EOD
$data_0_43 << EOD
4.39345971e+11 88.84
4.01464231e+11 88.77
3.82523211e+11 88.42
3.71158974e+11 87.5333333
EOD
$data_0_44 << EOD
4.39358235e+11 88.5733333
4.01477395e+11 88.1866667
3.82534574e+11 87.6733333
3.71162761e+11 86.2366667
EOD
$data_0_45 << EOD
4.39554456e+11 88.2866667
4.01688017e+11 87.6866667
3.82716394e+11 86.5666667
3.71444792e+11 83.1033333
EOD
$data_0_46 << EOD
4.39345971e+11 88.2766667
4.01464231e+11 87.6133333
3.82523211e+11 86.7266667
3.71158974e+11 85.0166667
EOD
$data_0_47 << EOD
4.39358235e+11 88.15
4.01477395e+11 87.6766667
3.82534574e+11 86.8533333
3.71162761e+11 84.64
EOD
$data_0_48 << EOD
4.39554456e+11 88.19
4.01688017e+11 87.43
3.82716394e+11 85.52
3.71444792e+11 77.3033333
EOD
$data_0_49 << EOD
1.54585806e+11 89.1466667
8.08193381e+10 88.9166667
4.39358043e+10 88.4166667
2.18064191e+10 87.3133333
EOD
$data_0_50 << EOD
1.54609771e+11 89.0566667
8.08451034e+10 88.7233333
4.39579692e+10 88.19
2.18138074e+10 86.7266667
EOD
$data_0_51 << EOD
1.54993212e+11 88.9866667
8.12573473e+10 88.3533333
4.4312607e+10 87.33
2.23646661e+10 83.42
EOD
$data_0_52 << EOD
1.52268453e+11 88.8466667
7.85019852e+10 88.8133333
4.16184513e+10 88.39
1.94890661e+10 87.4
EOD
$data_0_53 << EOD
1.52292418e+11 88.68
7.85277504e+10 88.4433333
4.16406162e+10 87.91
1.94964544e+10 86.5966667
EOD
$data_0_54 << EOD
1.52675859e+11 88.52
7.89399944e+10 88.0233333
4.1995254e+10 86.7933333
2.00473132e+10 82.0233333
EOD
$data_0_55 << EOD
1.52268453e+11 89.27
7.85019852e+10 88.8466667
4.16184513e+10 88.2333333
1.94890661e+10 87.0333333
EOD
$data_0_56 << EOD
1.52292418e+11 89.21
7.85277504e+10 88.87
4.16406162e+10 88.2333333
1.94964544e+10 86.98
EOD
$data_0_57 << EOD
1.52675859e+11 89.2866667
7.89399944e+10 88.6566667
4.1995254e+10 87.3766667
2.00473132e+10 81.4766667
EOD
$data_0_58 << EOD
1.52268453e+11 89.1866667
7.85019852e+10 89.06
4.16184513e+10 88.4333333
1.94890661e+10 87.3333333
EOD
$data_0_59 << EOD
1.52292418e+11 89.3033333
7.85277504e+10 89.19
4.16406162e+10 88.1833333
1.94964544e+10 87.45
EOD
$data_0_60 << EOD
1.52675859e+11 89.3266667
7.89399944e+10 88.83
4.1995254e+10 88.2433333
2.00473132e+10 84.8766667
EOD
$data_0_61 << EOD
1.52268453e+11 89.57
7.85019852e+10 89.0233333
4.16184513e+10 88.2066667
1.94890661e+10 87.3566667
EOD
$data_0_62 << EOD
1.52292418e+11 89.5033333
7.85277504e+10 88.91
4.16406162e+10 88.17
1.94964544e+10 87.39
EOD
$data_0_63 << EOD
1.52675859e+11 89.56
7.89399944e+10 88.9466667
4.1995254e+10 87.94
2.00473132e+10 84.3066667
EOD
$data_0_64 << EOD
1.52268453e+11 89.4433333
7.85019852e+10 89.02
4.16184513e+10 88.5366667
1.94890661e+10 87.5233333
EOD
$data_0_65 << EOD
1.52292418e+11 89.5933333
7.85277504e+10 89.15
4.16406162e+10 88.54
1.94964544e+10 87.4533333
EOD
$data_0_66 << EOD
1.52675859e+11 89.67
7.89399944e+10 88.8366667
4.1995254e+10 88.05
2.00473132e+10 84.8766667
EOD
$data_0_67 << EOD
1.52268453e+11 89.75
7.85019852e+10 89.4733333
4.16184513e+10 88.6433333
1.94890661e+10 87.5533333
EOD
$data_0_68 << EOD
1.52292418e+11 89.76
7.85277504e+10 89.35
4.16406162e+10 88.6966667
1.94964544e+10 87.3133333
EOD
$data_0_69 << EOD
1.52675859e+11 89.8866667
7.89399944e+10 89.14
4.1995254e+10 88.26
2.00473132e+10 83.9433333
EOD
$data_0_70 << EOD
1.52268453e+11 89.1066667
7.85019852e+10 88.5333333
4.16184513e+10 88.1266667
1.94890661e+10 86.8566667
EOD
$data_0_71 << EOD
1.52292418e+11 89.1233333
7.85277504e+10 88.5766667
4.16406162e+10 87.8466667
1.94964544e+10 86.6233333
EOD
$data_0_72 << EOD
1.52675859e+11 89.1566667
7.89399944e+10 88.5266667
4.1995254e+10 86.7533333
2.00473132e+10 80.66
EOD
$data_0_73 << EOD
7.42399556e+11 89.3933333 89.25 89.48
EOD
$data_0_74 << EOD
1.52268453e+11 89.2833333 89.25 89.34
7.85019852e+10 88.6866667 88.66 88.72
4.16184513e+10 88.3166667 88.23 88.4
1.94890661e+10 87.1833333 86.84 87.38
EOD
$data_0_75 << EOD
1.52292418e+11 89.2566667 89.18 89.31
7.85277504e+10 88.9 88.86 88.97
4.16406162e+10 88.22 87.91 88.56
1.94964544e+10 87.4033333 87.15 87.66
EOD
$data_0_76 << EOD
1.52675859e+11 89.42 89.29 89.62
7.89399944e+10 88.84 88.66 88.98
4.1995254e+10 87.5 87.2 87.67
2.00473132e+10 79.93 75.2 83.22
EOD
$data_1_74 << EOD
1.52268453e+11 88.9533333 88.91 89.04
7.85019852e+10 88.7833333 88.61 88.87
4.16184513e+10 88.3866667 88.33 88.48
1.94890661e+10 87.5166667 87.44 87.66
EOD
$data_1_75 << EOD
1.52292418e+11 88.4733333 88.38 88.53
7.85277504e+10 88.5233333 88.44 88.65
4.16406162e+10 88.0633333 87.88 88.27
1.94964544e+10 86.7166667 86.37 86.9
EOD
$data_1_76 << EOD
1.52675859e+11 88.3766667 88.2 88.47
7.89399944e+10 88.24 87.88 88.44
4.1995254e+10 86.84 86.69 86.93
2.00473132e+10 84.06 82.96 84.82
EOD
$data_2_74 << EOD
1.52268453e+11 88.2666667 88.03 88.39
7.85019852e+10 87.09 87.05 87.16
4.16184513e+10 85.3433333 85.22 85.43
1.94890661e+10 83.0633333 82.84 83.48
EOD
$data_2_75 << EOD
1.52292418e+11 87.31 87.17 87.43
7.85277504e+10 86.2466667 86.09 86.44
4.16406162e+10 84.4266667 84.21 84.56
1.94964544e+10 80.6866667 80.59 80.8
EOD
$data_2_76 << EOD
1.52675859e+11 86.2433333 86.12 86.46
7.89399944e+10 84.6933333 84.01 85.55
4.1995254e+10 81.72 79.53 83.33
2.00473132e+10 73.7566667 72.64 75.51
EOD
$data_3_74 << EOD
1.52268453e+11 89.2666667 89.2 89.37
7.85019852e+10 88.91 88.75 89.13
4.16184513e+10 88.32 88.16 88.46
1.94890661e+10 87.38 87.16 87.63
EOD
$data_3_75 << EOD
1.52292418e+11 88.9566667 88.78 89.08
7.85277504e+10 88.72 88.62 88.8
4.16406162e+10 88.2633333 87.92 88.52
1.94964544e+10 87.1766667 86.94 87.33
EOD
$data_3_76 << EOD
1.52675859e+11 88.8833333 88.8 88.99
7.89399944e+10 88.5133333 88.35 88.69
4.1995254e+10 87.38 87.23 87.53
2.00473132e+10 83.6033333 82.33 84.4
EOD
$data_4_74 << EOD
1.54585806e+11 88.89 88.74 89.03
8.08193381e+10 88.5666667 88.4 88.77
4.39358043e+10 88.29 88.17 88.41
2.18064191e+10 87.0533333 86.89 87.27
EOD
$data_4_75 << EOD
1.54609771e+11 88.7133333 88.58 88.92
8.08451034e+10 88.67 88.62 88.75
4.39579692e+10 87.95 87.84 88.04
2.18138074e+10 87.0666667 86.97 87.16
EOD
$data_4_76 << EOD
1.54993212e+11 88.88 88.69 89.04
8.12573473e+10 88.44 88.26 88.55
4.4312607e+10 87.3533333 87.23 87.57
2.23646661e+10 84.9066667 84.86 84.96
EOD
$data_5_74 << EOD
1.52268453e+11 89.0533333 88.81 89.3
7.85019852e+10 88.7866667 88.75 88.86
4.16184513e+10 88.26 87.95 88.51
1.94890661e+10 87.3333333 87.13 87.55
EOD
$data_5_75 << EOD
1.52292418e+11 88.81 88.66 88.92
7.85277504e+10 88.5533333 88.53 88.6
4.16406162e+10 88.17 87.96 88.58
1.94964544e+10 87.0366667 86.87 87.35
EOD
$data_5_76 << EOD
1.52675859e+11 88.59 88.54 88.63
7.89399944e+10 88.2566667 88.12 88.36
4.1995254e+10 87.2966667 87.21 87.37
2.00473132e+10 83.87 82.88 84.57
EOD
$data_6_74 << EOD
1.53222657e+11 88.96 88.84 89.1
7.94561893e+10 88.5866667 88.51 88.67
4.25726555e+10 88.0633333 87.96 88.21
2.04432703e+10 87.0933333 86.89 87.21
EOD
$data_6_75 << EOD
1.53246622e+11 88.71 88.65 88.81
7.94819546e+10 88.4466667 88.38 88.54
4.25948204e+10 87.8533333 87.76 87.99
2.04506586e+10 86.7766667 86.58 87.02
EOD
$data_6_76 << EOD
1.53630063e+11 88.6733333 88.64 88.71
7.98941985e+10 88.31 88.24 88.37
4.29494582e+10 87.2733333 87 87.48
2.10015173e+10 85.4166667 85.23 85.68
EOD
$data_7_74 << EOD
4.82263704e+11 88.7866667 88.7 88.86
4.0400396e+11 88.4866667 88.25 88.61
3.64597249e+11 88.2433333 88.02 88.4
3.4065951e+11 87.4033333 87.21 87.5
EOD
$data_7_75 << EOD
4.82243378e+11 88.72 88.66 88.75
4.03977918e+11 88.3266667 88.2 88.51
3.64583681e+11 88.2866667 88.02 88.53
3.40598556e+11 87.01 86.52 87.29
EOD
$data_7_76 << EOD
4.82100405e+11 88.7733333 88.65 88.96
4.04047269e+11 88.2166667 88.05 88.35
3.64746357e+11 87.5333333 87.39 87.61
3.40916004e+11 85.5 85.3 85.88
EOD
$data_8_74 << EOD
2.72210896e+11 89.0633333 88.82 89.3
2.13436797e+11 88.86 88.69 88.96
1.84049511e+11 89.0366667 88.8 89.19
1.66417991e+11 88.5866667 88.4 88.71
EOD
$data_8_75 << EOD
2.72244794e+11 89.0533333 89.02 89.1
2.13474808e+11 88.99 88.97 89.01
1.84083231e+11 88.4166667 88.33 88.57
1.66439361e+11 87.1266667 86.95 87.29
EOD
$data_8_76 << EOD
2.72783948e+11 88.95 88.86 89.12
2.14097443e+11 88.3733333 88.3 88.41
1.84642616e+11 87.47 87.32 87.59
1.67139785e+11 86.2666667 85.73 86.58
EOD
$data_9_74 << EOD
1.77754742e+11 88.5666667 88.37 88.73
1.11120885e+11 88.58 88.46 88.72
7.7477838e+10 88.3066667 88.08 88.58
5.7009358e+10 87.9366667 87.81 88.18
EOD
$data_9_75 << EOD
1.85544127e+11 88.59 88.49 88.69
1.17869071e+11 88.4433333 88.26 88.65
8.14728536e+10 87.9933333 87.92 88.12
5.87865425e+10 87.1366667 86.84 87.36
EOD
$data_9_76 << EOD
1.90006213e+11 88.6533333 88.58 88.72
1.24271595e+11 88.2233333 88.14 88.29
8.3882217e+10 87.4433333 86.78 87.93
6.00652113e+10 85.56 85.2 86.06
EOD
$data_10_74 << EOD
2.75346138e+11 88.7966667 88.74 88.83
2.16572039e+11 88.55 88.53 88.57
1.87184753e+11 88.3933333 88.23 88.55
1.69553233e+11 88.0033333 87.92 88.17
EOD
$data_10_75 << EOD
2.75380036e+11 88.5766667 88.36 88.75
2.1661005e+11 88.3266667 88.21 88.42
1.87218473e+11 87.9766667 87.81 88.23
1.69574603e+11 86.6133333 86.34 86.84
EOD
$data_10_76 << EOD
2.7591919e+11 88.2066667 88.01 88.5
2.17232685e+11 87.6233333 87.51 87.79
1.87777858e+11 87.1466667 87.06 87.21
1.70275027e+11 85.3533333 85.02 85.53
EOD
$data_11_74 << EOD
1.52268453e+11 89.1966667 89.12 89.25
7.85019852e+10 89.06 89.01 89.12
4.16184513e+10 88.5833333 88.5 88.74
1.94890661e+10 87.3366667 87.25 87.47
EOD
$data_11_75 << EOD
1.52292418e+11 89.0133333 88.84 89.19
7.85277504e+10 88.5766667 88.42 88.68
4.16406162e+10 88.4 88.02 88.62
1.94964544e+10 87.07 86.86 87.31
EOD
$data_11_76 << EOD
1.52675859e+11 88.9233333 88.73 89.03
7.89399944e+10 88.5466667 88.37 88.68
4.1995254e+10 87.1933333 86.66 87.62
2.00473132e+10 82.9166667 81.48 83.71
EOD
$data_12_74 << EOD
1.6598379e+11 89.2133333 89.13 89.27
8.53605295e+10 89.0966667 88.92 89.29
4.50484241e+10 88.5766667 88.32 88.73
2.08620553e+10 87.4966667 87.46 87.52
EOD
$data_12_75 << EOD
1.66028239e+11 89.03 88.94 89.11
8.54076623e+10 88.7766667 88.69 88.83
4.50915699e+10 88.2433333 87.98 88.42
2.08909908e+10 87.17 86.94 87.36
EOD
$data_12_76 << EOD
1.66799784e+11 89.0366667 88.93 89.24
8.61877517e+10 88.4333333 88.3 88.54
4.57859218e+10 87.47 87.23 87.73
2.1833759e+10 79.9033333 75.01 83.31
EOD
$data_13_74 << EOD
1.55200139e+11 89.4866667 89.19 89.66
8.2267833e+10 88.9666667 88.79 89.14
4.51240966e+10 88.66 88.5 88.81
2.20518015e+10 86.5466667 86.17 86.95
EOD
$data_13_75 << EOD
1.6664164e+11 89.71 89.67 89.73
8.9958134e+10 89.04 88.82 89.45
4.95002586e+10 87.7766667 87.72 87.81
2.37728381e+10 81.4666667 78.98 84.04
EOD
$data_13_76 << EOD
1.85166314e+11 88.2866667 87.71 88.66
1.00200659e+11 78.8933333 65.51 86.05
5.35463672e+10 72.9266667 61.51 79.4
2.51072166e+10 43.4533333 10 60.96
EOD
$data_14_74 << EOD
4.39345971e+11 88.84 88.74 88.98
4.01464231e+11 88.77 88.64 88.84
3.82523211e+11 88.42 88.16 88.59
3.71158974e+11 87.5333333 87.36 87.67
EOD
$data_14_75 << EOD
4.39358235e+11 88.5733333 88.43 88.75
4.01477395e+11 88.1866667 88.12 88.31
3.82534574e+11 87.6733333 87.6 87.8
3.71162761e+11 86.2366667 86.14 86.41
EOD
$data_14_76 << EOD
4.39554456e+11 88.2866667 88.18 88.41
4.01688017e+11 87.6866667 87.46 88
3.82716394e+11 86.5666667 86.43 86.64
3.71444792e+11 83.1033333 81.35 84.47
EOD
$data_15_74 << EOD
4.39345971e+11 88.2766667 88.1 88.42
4.01464231e+11 87.6133333 87.59 87.64
3.82523211e+11 86.7266667 86.69 86.75
3.71158974e+11 85.0166667 84.95 85.07
EOD
$data_15_75 << EOD
4.39358235e+11 88.15 88.07 88.24
4.01477395e+11 87.6766667 87.42 87.83
3.82534574e+11 86.8533333 86.67 87.1
3.71162761e+11 84.64 84.35 84.87
EOD
$data_15_76 << EOD
4.39554456e+11 88.19 88.1 88.28
4.01688017e+11 87.43 87.17 87.58
3.82716394e+11 85.52 84.89 85.98
3.71444792e+11 77.3033333 76.51 78.61
EOD
$data_16_74 << EOD
1.54585806e+11 89.1466667 89.1 89.22
8.08193381e+10 88.9166667 88.82 89.08
4.39358043e+10 88.4166667 88.2 88.63
2.18064191e+10 87.3133333 87.1 87.42
EOD
$data_16_75 << EOD
1.54609771e+11 89.0566667 88.96 89.18
8.08451034e+10 88.7233333 88.53 88.87
4.39579692e+10 88.19 88.12 88.24
2.18138074e+10 86.7266667 86.59 86.94
EOD
$data_16_76 << EOD
1.54993212e+11 88.9866667 88.92 89.08
8.12573473e+10 88.3533333 88.27 88.41
4.4312607e+10 87.33 86.74 87.64
2.23646661e+10 83.42 82.76 84.21
EOD
$data_17_74 << EOD
1.52268453e+11 88.8466667 88.79 88.93
7.85019852e+10 88.8133333 88.55 89.11
4.16184513e+10 88.39 88.33 88.49
1.94890661e+10 87.4 87.31 87.47
EOD
$data_17_75 << EOD
1.52292418e+11 88.68 88.55 88.89
7.85277504e+10 88.4433333 88.35 88.53
4.16406162e+10 87.91 87.82 87.99
1.94964544e+10 86.5966667 86.57 86.63
EOD
$data_17_76 << EOD
1.52675859e+11 88.52 88.41 88.63
7.89399944e+10 88.0233333 87.84 88.38
4.1995254e+10 86.7933333 86.64 86.93
2.00473132e+10 82.0233333 80.61 83.36
EOD
$data_18_74 << EOD
1.52268453e+11 89.27 89.07 89.37
7.85019852e+10 88.8466667 88.74 88.94
4.16184513e+10 88.2333333 87.96 88.76
1.94890661e+10 87.0333333 86.71 87.22
EOD
$data_18_75 << EOD
1.52292418e+11 89.21 89.12 89.3
7.85277504e+10 88.87 88.66 89.1
4.16406162e+10 88.2333333 88.13 88.34
1.94964544e+10 86.98 86.83 87.19
EOD
$data_18_76 << EOD
1.52675859e+11 89.2866667 89.21 89.43
7.89399944e+10 88.6566667 88.5 88.86
4.1995254e+10 87.3766667 86.96 87.94
2.00473132e+10 81.4766667 80.21 82.79
EOD
$data_19_74 << EOD
1.52268453e+11 89.1866667 89.04 89.38
7.85019852e+10 89.06 89 89.13
4.16184513e+10 88.4333333 88.28 88.54
1.94890661e+10 87.3333333 87.11 87.57
EOD
$data_19_75 << EOD
1.52292418e+11 89.3033333 89.24 89.42
7.85277504e+10 89.19 89.13 89.29
4.16406162e+10 88.1833333 88.1 88.31
1.94964544e+10 87.45 87.34 87.57
EOD
$data_19_76 << EOD
1.52675859e+11 89.3266667 89.09 89.47
7.89399944e+10 88.83 88.65 89.04
4.1995254e+10 88.2433333 88.1 88.48
2.00473132e+10 84.8766667 84.83 84.92
EOD
$data_20_74 << EOD
1.52268453e+11 89.57 89.56 89.58
7.85019852e+10 89.0233333 89.01 89.04
4.16184513e+10 88.2066667 88.05 88.35
1.94890661e+10 87.3566667 87.25 87.51
EOD
$data_20_75 << EOD
1.52292418e+11 89.5033333 89.35 89.72
7.85277504e+10 88.91 88.84 89
4.16406162e+10 88.17 88.07 88.34
1.94964544e+10 87.39 87.26 87.61
EOD
$data_20_76 << EOD
1.52675859e+11 89.56 89.29 89.83
7.89399944e+10 88.9466667 88.7 89.16
4.1995254e+10 87.94 87.66 88.17
2.00473132e+10 84.3066667 84.16 84.46
EOD
$data_21_74 << EOD
1.52268453e+11 89.4433333 89.34 89.52
7.85019852e+10 89.02 88.98 89.07
4.16184513e+10 88.5366667 88.31 88.7
1.94890661e+10 87.5233333 87.42 87.62
EOD
$data_21_75 << EOD
1.52292418e+11 89.5933333 89.5 89.77
7.85277504e+10 89.15 88.94 89.45
4.16406162e+10 88.54 88.42 88.6
1.94964544e+10 87.4533333 87.33 87.64
EOD
$data_21_76 << EOD
1.52675859e+11 89.67 89.45 90.05
7.89399944e+10 88.8366667 88.74 88.92
4.1995254e+10 88.05 87.99 88.15
2.00473132e+10 84.8766667 84.83 84.92
EOD
$data_22_74 << EOD
1.52268453e+11 89.75 89.67 89.79
7.85019852e+10 89.4733333 89.3 89.64
4.16184513e+10 88.6433333 88.55 88.78
1.94890661e+10 87.5533333 87.44 87.76
EOD
$data_22_75 << EOD
1.52292418e+11 89.76 89.64 89.88
7.85277504e+10 89.35 89.23 89.51
4.16406162e+10 88.6966667 88.48 88.95
1.94964544e+10 87.3133333 87.17 87.4
EOD
$data_22_76 << EOD
1.52675859e+11 89.8866667 89.82 89.97
7.89399944e+10 89.14 88.96 89.33
4.1995254e+10 88.26 88.17 88.43
2.00473132e+10 83.9433333 83.5 84.55
EOD
$data_23_74 << EOD
1.52268453e+11 89.1066667 89.02 89.26
7.85019852e+10 88.5333333 88.44 88.61
4.16184513e+10 88.1266667 87.95 88.33
1.94890661e+10 86.8566667 86.72 87.12
EOD
$data_23_75 << EOD
1.52292418e+11 89.1233333 88.89 89.37
7.85277504e+10 88.5766667 88.53 88.6
4.16406162e+10 87.8466667 87.79 87.95
1.94964544e+10 86.6233333 86.23 87.06
EOD
$data_23_76 << EOD
1.52675859e+11 89.1566667 89.11 89.24
7.89399944e+10 88.5266667 88.13 88.83
4.1995254e+10 86.7533333 86.4 87.37
2.00473132e+10 80.66 80.21 81.36
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1384,1318 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'accuracy_flops.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Training FLOPs, updates included, and test accuracy' at screen 0.5000,0.9788 center font ',17' 
set label 2 'bars span the seeds (down to 43% off the axis)' at screen 0.5000,0.9560 center font ',12' tc rgb '#555555'
set label 4 'static' at screen 0.1416,0.9143 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_0_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_0_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_0_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_0_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'dynamic' at screen 0.3309,0.9143 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_1_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_1_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_1_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_1_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_1_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_1_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SET' at screen 0.5202,0.9143 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_2_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_2_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_2_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_2_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_2_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_2_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SET, by magnitude' at screen 0.7095,0.9143 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_3_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_3_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_3_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_3_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_3_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_3_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'RigL' at screen 0.8988,0.9143 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_4_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_4_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_4_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_4_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_4_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_4_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SET-ITOP' at screen 0.1416,0.7443 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_5_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_5_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_5_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_5_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_5_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_5_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'RigL-ITOP' at screen 0.3309,0.7443 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_6_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_6_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_6_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_6_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_6_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_6_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SNFS' at screen 0.5202,0.7443 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_7_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_7_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_7_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_7_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_7_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_7_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'GMP' at screen 0.7095,0.7443 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_8_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_8_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_8_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_8_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_8_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_8_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'GraNet' at screen 0.8988,0.7443 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_9_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_9_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_9_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_9_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_9_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_9_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'BLaST' at screen 0.1416,0.5744 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_10_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_10_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_10_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_10_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_10_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_10_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'MEST' at screen 0.3309,0.5744 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_11_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_11_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_11_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_11_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_11_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_11_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'MEST, soft' at screen 0.5202,0.5744 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_12_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_12_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_12_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_12_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_12_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_12_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SNIP' at screen 0.7095,0.5744 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_13_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_13_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_13_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_13_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_13_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_13_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'one shot, by norm' at screen 0.8988,0.5744 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_14_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_14_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_14_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_14_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_14_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_14_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'one shot, random' at screen 0.1416,0.4044 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_15_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_15_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_15_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_15_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_15_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_15_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SRigL' at screen 0.3309,0.4044 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_16_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_16_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_16_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_16_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_16_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_16_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'N of M' at screen 0.5202,0.4044 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_17_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_17_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_17_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_17_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_17_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_17_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'constant fan-in' at screen 0.7095,0.4044 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_18_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_18_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_18_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_18_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_18_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_18_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'block-diagonal' at screen 0.8988,0.4044 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_19_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_19_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_19_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_19_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_19_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_19_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'banded' at screen 0.1416,0.1980 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_20_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_20_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_20_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_20_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_20_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_20_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'butterfly' at screen 0.3309,0.1980 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_21_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_21_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_21_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_21_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_21_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_21_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'small-world' at screen 0.5202,0.1980 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_22_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_22_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_22_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_22_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_22_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_22_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'scale-free' at screen 0.7095,0.1980 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_23_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_23_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_23_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_23_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_23_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_23_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
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
set margins screen 0.0145, screen 0.9855, screen 0.9272, screen 0.9439
set key center center horizontal maxcols 5 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#dcdcdc' lw 0.8 dt 1 title 'the other policies', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1 title 'dense', \
     NaN with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8 title 'block 4 x 4', \
     NaN with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8 title 'block 16 x 16'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 2076,1977 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'accuracy_flops.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Training FLOPs, updates included, and test accuracy' at screen 0.5000,0.9788 center font ',17' 
set label 2 'bars span the seeds (down to 43% off the axis)' at screen 0.5000,0.9560 center font ',12' tc rgb '#555555'
set label 4 'static' at screen 0.1416,0.9143 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_0_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_0_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_0_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_0_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_0_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_0_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'dynamic' at screen 0.3309,0.9143 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_1_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_1_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_1_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_1_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_1_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_1_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SET' at screen 0.5202,0.9143 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_2_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_2_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_2_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_2_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_2_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_2_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SET, by magnitude' at screen 0.7095,0.9143 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_3_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_3_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_3_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_3_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_3_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_3_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'RigL' at screen 0.8988,0.9143 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.7693, screen 0.8983
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_4_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_4_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_4_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_4_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_4_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_4_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SET-ITOP' at screen 0.1416,0.7443 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_5_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_5_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_5_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_5_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_5_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_5_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'RigL-ITOP' at screen 0.3309,0.7443 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_6_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_6_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_6_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_6_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_6_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_6_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SNFS' at screen 0.5202,0.7443 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_7_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_7_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_7_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_7_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_7_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_7_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'GMP' at screen 0.7095,0.7443 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_8_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_8_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_8_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_8_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_8_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_8_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'GraNet' at screen 0.8988,0.7443 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.5994, screen 0.7284
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_9_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_9_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_9_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_9_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_9_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_9_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'BLaST' at screen 0.1416,0.5744 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_10_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_10_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_10_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_10_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_10_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_10_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'MEST' at screen 0.3309,0.5744 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_11_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_11_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_11_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_11_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_11_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_11_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'MEST, soft' at screen 0.5202,0.5744 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_12_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_12_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_12_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_12_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_12_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_12_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SNIP' at screen 0.7095,0.5744 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_13_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_13_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_13_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_13_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_13_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_13_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'one shot, by norm' at screen 0.8988,0.5744 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.4294, screen 0.5584
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_14_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_14_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_14_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_14_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_14_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_14_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'one shot, random' at screen 0.1416,0.4044 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_15_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_15_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_15_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_15_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_15_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_15_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'SRigL' at screen 0.3309,0.4044 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_16_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_16_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_16_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_16_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_16_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_16_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'N of M' at screen 0.5202,0.4044 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_17_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_17_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_17_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_17_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_17_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_17_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'constant fan-in' at screen 0.7095,0.4044 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('' 3e+10, '' 1e+11, '' 3e+11) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_18_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_18_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_18_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_18_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_18_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_18_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'block-diagonal' at screen 0.8988,0.4044 center font ',13' 
set margins screen 0.8121, screen 0.9855, screen 0.2595, screen 0.3885
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_19_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_19_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_19_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_19_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_19_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_19_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'banded' at screen 0.1416,0.1980 center font ',13' 
set margins screen 0.0549, screen 0.2283, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('82' 82, '84' 84, '86' 86, '88' 88, '90' 90) font ',12'
set ylabel 'accuracy, %' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_20_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_20_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_20_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_20_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_20_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_20_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'butterfly' at screen 0.3309,0.1980 center font ',13' 
set margins screen 0.2442, screen 0.4176, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_21_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_21_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_21_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_21_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_21_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_21_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'small-world' at screen 0.5202,0.1980 center font ',13' 
set margins screen 0.4335, screen 0.6069, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_22_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_22_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_22_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_22_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_22_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_22_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
unset label
set label 4 'scale-free' at screen 0.7095,0.1980 center font ',13' 
set margins screen 0.6228, screen 0.7962, screen 0.0531, screen 0.1821
set logscale x
set xrange [1.6246084e+10:8.90594558e+11]
set xtics ('3·10¹⁰' 3e+10, '10¹¹' 1e+11, '3·10¹¹' 3e+11) font ',12'
set xlabel 'training FLOPs' font ',13'
unset logscale y
set yrange [81.4295:90.4605]
set ytics ('' 82, '' 84, '' 86, '' 88, '' 90) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#dcdcdc' lw 0.8 dt 1 pt 7 ps 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_10 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_12 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_13 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_14 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_15 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_16 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_17 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_18 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_19 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_20 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_21 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_22 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_23 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_24 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_25 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_26 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_27 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_28 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_29 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_30 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_31 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_32 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_33 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_34 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_35 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_36 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_37 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_38 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_39 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_40 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_41 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_42 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_43 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_44 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_45 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_46 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_47 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_48 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_49 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_50 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_51 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_52 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_53 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_54 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_55 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_56 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_57 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_58 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_59 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_60 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_61 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_62 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_63 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_64 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_65 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_66 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_67 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_68 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_69 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_70 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_71 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_72 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_73 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_73 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1, \
     $data_23_74 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.4 dt 1 pt 0, \
     $data_23_74 using 1:2 with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8, \
     $data_23_75 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.4 dt 1 pt 0, \
     $data_23_75 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8, \
     $data_23_76 using 1:2:3:4 with yerrorbars lc rgb '#E69F00' lw 1.4 dt 1 pt 0, \
     $data_23_76 using 1:2 with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8
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
set margins screen 0.0145, screen 0.9855, screen 0.9272, screen 0.9439
set key center center horizontal maxcols 5 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#dcdcdc' lw 0.8 dt 1 title 'the other policies', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 5 ps 1 title 'dense', \
     NaN with linespoints lc rgb '#009E73' lw 1.4 dt 1 pt 7 ps 0.8 title 'block 1 x 1', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.4 dt 1 pt 9 ps 0.8 title 'block 4 x 4', \
     NaN with linespoints lc rgb '#E69F00' lw 1.4 dt 1 pt 13 ps 0.8 title 'block 16 x 16'
unset label
unset multiplot
set output
