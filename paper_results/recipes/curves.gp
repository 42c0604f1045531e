# Draw again with: gnuplot curves.gp
set encoding utf8
$data_0_0 << EOD
1433600 5.6020083
2867200 4.90484487
4300800 4.26047916
5734400 3.83302477
7168000 3.594503
8601600 3.42174832
10035200 3.28613606
11468800 3.20404251
12902400 3.10882072
14336000 3.06345409
15769600 2.99115678
17203200 2.96206773
18636800 2.91828353
20070400 2.8948212
21504000 2.86957719
22937600 2.84372245
24371200 2.81502467
25804800 2.80161227
27238400 2.78718368
28672000 2.78391799
EOD
$data_0_1 << EOD
405504 2.73265878
811008 2.70996779
1216512 2.71223344
1622016 2.68032191
2027520 2.67113375
2433024 2.65524163
2838528 2.64220454
3244032 2.61634634
3649536 2.59622261
4055040 2.58679546
4460544 2.5662622
4866048 2.55251725
5271552 2.54245853
5677056 2.52878833
6082560 2.52050835
6488064 2.51428665
6893568 2.504245
7299072 2.49470144
7704576 2.4930672
8110080 2.49035145
8294400 2.48822125
EOD
$data_0_2 << EOD
1423360 3.80114077
2846720 3.40629332
4270080 3.25688661
5693440 3.11725167
7116800 3.03071767
8540160 2.91115549
9963520 2.87406698
11386880 2.82477495
12810240 2.78236304
14233600 2.73553269
15656960 2.67796951
17080320 2.6349681
18503680 2.63887462
19927040 2.57255404
21350400 2.55523408
22773760 2.54452936
24197120 2.51774266
25620480 2.49318273
27043840 2.48012426
28467200 2.46545765
EOD
$data_0_3 << EOD
2304000 5.02917266
4608000 5.00678761
6912000 4.9756046
9216000 4.97920677
11520000 4.98563614
13824000 4.97693147
16128000 4.96631469
18432000 4.93246739
20736000 4.92578666
23040000 4.87382378
25344000 4.83004869
27648000 4.77806956
29952000 4.62806915
32256000 4.34319289
34560000 4.06461611
36864000 3.91606866
39168000 3.8289729
41472000 3.75956597
43776000 3.73550271
46080000 3.71455794
EOD
$data_0_4 << EOD
768000 4.84835098
1536000 4.79107127
2304000 4.68845046
3072000 4.30645719
3840000 3.94364001
4608000 3.82017116
5376000 3.74707693
6144000 3.69564976
6912000 3.66337275
7680000 3.64311214
8448000 3.5933028
9216000 3.56313014
9984000 3.53019455
10752000 3.51654539
11520000 3.48858901
12288000 3.47577561
13056000 3.45854242
13824000 3.44027244
14592000 3.4287876
15360000 3.42382239
EOD
$data_0_5 << EOD
2048000 4.86329221
4096000 3.98542931
6144000 3.38496493
8192000 3.19363705
10240000 3.09051586
12288000 3.01939843
14336000 2.96468328
16384000 2.91021897
18432000 2.89817479
20480000 2.83128166
22528000 2.81957235
24576000 2.80050521
26624000 2.75782386
28672000 2.72296129
30720000 2.71272219
32768000 2.68948791
34816000 2.6733343
36864000 2.6524724
38912000 2.64378894
40960000 2.63541905
EOD
$data_0_6 << EOD
499712 4.27255646
999424 3.96543966
1499136 3.79055564
1998848 3.68077686
2498560 3.60877
2998272 3.55457304
3497984 3.51816828
3997696 3.48611926
4497408 3.45634861
4997120 3.42683414
5496832 3.41105759
5996544 3.38262267
6496256 3.36961026
6995968 3.34608413
7495680 3.32030931
7995392 3.3001537
8495104 3.28930047
8994816 3.27183696
9494528 3.25857949
9994240 3.24686849
10000384 3.24686113
EOD
$data_0_7 << EOD
2048000 5.02228141
4096000 4.96904419
6144000 4.90330337
8192000 4.77863851
10240000 4.04326965
12288000 3.6529299
14336000 3.49693246
16384000 3.38655628
18432000 3.29431862
20480000 3.25957741
22528000 3.20583858
24576000 3.18957434
26624000 3.13707655
28672000 3.10337623
30720000 3.07755959
32768000 3.05123855
34816000 3.03758449
36864000 3.02484787
38912000 3.01941823
40960000 3.00728949
EOD
$data_0_8 << EOD
677888 5.39414278
2052096 5.05486804
4157440 5.01768622
6387712 4.96644964
8517632 4.86989003
10711040 4.66867708
12806144 4.35318848
14911488 4.09479253
17068032 3.95995364
19179520 3.88713898
20996096 3.87904097
21118976 3.8462426
EOD
$data_0_9 << EOD
316498.357 5.43177256
73806139.3 5.43177256
EOD
$data_0_10 << EOD
316498.357 4.99252383
73806139.3 4.99252383
EOD
$data_0_11 << EOD
2875392 5.1514293
5750784 5.04424985
8626176 5.01727779
11501568 4.9492897
14376960 4.82683088
17252352 3.93575817
20127744 3.54453161
23003136 3.43720718
25878528 3.2863826
28753920 3.30326113
31629312 3.25866303
34504704 3.24157401
37380096 3.21314258
40255488 3.14068721
43130880 3.12181525
46006272 3.08949484
48881664 3.05595496
51757056 3.04378436
54632448 3.04837563
57507840 3.02544115
57606144 3.02544339
EOD
$data_1_9 << EOD
316498.357 5.4317705
73806139.3 5.4317705
EOD
$data_1_10 << EOD
316498.357 4.99252199
73806139.3 4.99252199
EOD
$data_2_9 << EOD
316498.357 5.43177677
73806139.3 5.43177677
EOD
$data_2_10 << EOD
316498.357 4.99252776
73806139.3 4.99252776
EOD
$data_5_9 << EOD
316498.357 5.43176584
73806139.3 5.43176584
EOD
$data_5_10 << EOD
316498.357 4.99251743
73806139.3 4.99251743
EOD
$data_7_9 << EOD
316498.357 5.42728263
73806139.3 5.42728263
EOD
$data_8_9 << EOD
316498.357 5.44080366
73806139.3 5.44080366
EOD
$data_8_10 << EOD
316498.357 4.99783095
73806139.3 4.99783095
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1195,908 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'curves.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Recipes: validation loss over training' at screen 0.5000,0.9692 center font ',17' 
set label 4 'LAMB, large batches' at screen 0.1665,0.8998 center font ',13' 
set margins screen 0.0577, screen 0.2753, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('3' 3, '4' 4, '5' 5) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_0_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_11 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'GroupBERT, LAMB' at screen 0.4025,0.8998 center font ',13' 
set margins screen 0.2937, screen 0.5113, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'GroupBERT, LAMB, second phase' at screen 0.6385,0.8998 center font ',13' 
set margins screen 0.5297, screen 0.7473, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_2_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_2_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'GroupBERT, Adam' at screen 0.8745,0.8998 center font ',13' 
set margins screen 0.7657, screen 0.9833, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'BERT, first phase' at screen 0.1665,0.6311 center font ',13' 
set margins screen 0.0577, screen 0.2753, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('3' 3, '4' 4, '5' 5) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'BERT, second phase' at screen 0.4025,0.6311 center font ',13' 
set margins screen 0.2937, screen 0.5113, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_5_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_5_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_4 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'whole documents' at screen 0.6385,0.6311 center font ',13' 
set margins screen 0.5297, screen 0.7473, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'next token (GPT)' at screen 0.8745,0.6311 center font ',13' 
set margins screen 0.7657, screen 0.9833, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_7_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_7_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_6 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'masked words, next sentences' at screen 0.1665,0.3095 center font ',13' 
set margins screen 0.0577, screen 0.2753, screen 0.0771, screen 0.2863
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('3' 3, '4' 4, '5' 5) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_8_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_8_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_7 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'three minutes by the clock' at screen 0.4025,0.3095 center font ',13' 
set margins screen 0.2937, screen 0.5113, screen 0.0771, screen 0.2863
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_8 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
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
set margins screen 0.0167, screen 0.9833, screen 0.9185, screen 0.9427
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#dcdcdc' lw 0.8 dt 1 title 'the others', \
     NaN with lines lc rgb '#333333' lw 1 dt 2 title 'unigram entropy', \
     NaN with lines lc rgb '#333333' lw 1 dt 3 title 'context-free loss', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4 title 'the run'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1792,1362 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'curves.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Recipes: validation loss over training' at screen 0.5000,0.9692 center font ',17' 
set label 4 'LAMB, large batches' at screen 0.1665,0.8998 center font ',13' 
set margins screen 0.0577, screen 0.2753, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('3' 3, '4' 4, '5' 5) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_0_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_11 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'GroupBERT, LAMB' at screen 0.4025,0.8998 center font ',13' 
set margins screen 0.2937, screen 0.5113, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'GroupBERT, LAMB, second phase' at screen 0.6385,0.8998 center font ',13' 
set margins screen 0.5297, screen 0.7473, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_2_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_2_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'GroupBERT, Adam' at screen 0.8745,0.8998 center font ',13' 
set margins screen 0.7657, screen 0.9833, screen 0.6674, screen 0.8767
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'BERT, first phase' at screen 0.1665,0.6311 center font ',13' 
set margins screen 0.0577, screen 0.2753, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('3' 3, '4' 4, '5' 5) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'BERT, second phase' at screen 0.4025,0.6311 center font ',13' 
set margins screen 0.2937, screen 0.5113, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('' 1000000, '' 3000000, '' 10000000, '' 30000000) font ',12'
set xlabel '' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_5_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_5_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_4 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'whole documents' at screen 0.6385,0.6311 center font ',13' 
set margins screen 0.5297, screen 0.7473, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_5 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'next token (GPT)' at screen 0.8745,0.6311 center font ',13' 
set margins screen 0.7657, screen 0.9833, screen 0.3987, screen 0.6079
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_7_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_7_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_6 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'masked words, next sentences' at screen 0.1665,0.3095 center font ',13' 
set margins screen 0.0577, screen 0.2753, screen 0.0771, screen 0.2863
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('3' 3, '4' 4, '5' 5) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_8 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_8_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_8_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_7 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
unset label
set label 4 'three minutes by the clock' at screen 0.4025,0.3095 center font ',13' 
set margins screen 0.2937, screen 0.5113, screen 0.0771, screen 0.2863
set logscale x
set xrange [316498.357:73806139.3]
set xtics ('10⁶' 1000000, '3·10⁶' 3000000, '10⁷' 10000000, '3·10⁷' 30000000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.30863012:5.75883583]
set ytics ('' 3, '' 4, '' 5) font ',12'
set ylabel '' font ',13'
plot $data_0_11 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_0 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_1 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_2 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_3 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_4 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_5 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_6 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_0_7 using 1:2 with lines lc rgb '#dcdcdc' lw 0.8 dt 1, \
     $data_1_9 using 1:2 with lines lc rgb '#333333' lw 1 dt 2, \
     $data_1_10 using 1:2 with lines lc rgb '#333333' lw 1 dt 3, \
     $data_0_8 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4
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
set margins screen 0.0167, screen 0.9833, screen 0.9185, screen 0.9427
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with lines lc rgb '#dcdcdc' lw 0.8 dt 1 title 'the others', \
     NaN with lines lc rgb '#333333' lw 1 dt 2 title 'unigram entropy', \
     NaN with lines lc rgb '#333333' lw 1 dt 3 title 'context-free loss', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.4 title 'the run'
unset label
unset multiplot
set output
