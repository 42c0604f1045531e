# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
0.766666667 0.142649199
EOD
$data_0_1 << EOD
-0.2 0.347363946 0.274835365 0.419892526
0.8 0.429403202 0.429403202 0.429403202
EOD
$data_0_2 << EOD
0.833333333 0.355167394
EOD
$data_0_3 << EOD
0.866666667 0.387190684
EOD
$data_0_4 << EOD
-0.1 0.421343537 0.344258668 0.498428407
0.9 0.50363901 0.50363901 0.50363901
EOD
$data_0_5 << EOD
0.933333333 0.37845706
EOD
$data_0_6 << EOD
0.966666667 0.544395924
EOD
$data_0_7 << EOD
0 0.465986395 0.379005078 0.552967712
1 0.566229985 0.566229985 0.566229985
EOD
$data_0_8 << EOD
1.03333333 0.330422125
EOD
$data_0_9 << EOD
0.0666666667 0.556547619 0.505585705 0.607509533
EOD
$data_0_10 << EOD
1.1 0.525473071
EOD
$data_0_11 << EOD
0.133333333 0.569727891 0.556329973 0.583125809
1.13333333 0.569141194 0.569141194 0.569141194
EOD
$data_0_12 << EOD
1.16666667 0.537117904
EOD
$data_0_13 << EOD
1.2 0.556040757
EOD
$data_0_14 << EOD
0.233333333 0.566751701 0.505178325 0.628325076
1.23333333 0.534206696 0.534206696 0.534206696
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,928 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Answer spans in dictionary entries' at screen 0.5000,0.9698 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9364 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.0754, screen 0.5280
unset logscale x
set xrange [-0.5:1.5]
set xtics ('.cache/fine_tuning/spans/test.json' 0, '.cache/fine_tuning/spans/validation.json' 1) font ',12'
set xlabel 'data.validation_questions' font ',13'
unset logscale y
set yrange [0.113508647:0.657465629]
set ytics ('0.15' 0.15, '0.20' 0.2, '0.25' 0.25, '0.30' 0.3, '0.35' 0.35, '0.40' 0.4, '0.45' 0.45, '0.50' 0.5, '0.55' 0.55, '0.60' 0.6, '0.65' 0.65) font ',12'
set ylabel 'exact match' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 7 ps 1.1, \
     $data_0_2 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1, \
     $data_0_3 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 5 ps 1.1, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 ps 0, \
     $data_0_4 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 5 ps 1.1, \
     $data_0_5 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1, \
     $data_0_6 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 9 ps 1.1, \
     $data_0_7 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_7 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 9 ps 1.1, \
     $data_0_8 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 9 ps 1.1, \
     $data_0_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 ps 0, \
     $data_0_9 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 11 ps 1.1, \
     $data_0_10 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 13 ps 1.1, \
     $data_0_11 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 ps 0, \
     $data_0_11 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 13 ps 1.1, \
     $data_0_12 using 1:2 with points lc rgb '#E69F00' lw 1.8 pt 13 ps 1.1, \
     $data_0_13 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 6 ps 1.1, \
     $data_0_14 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 ps 0, \
     $data_0_14 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 6 ps 1.1
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
set label 1 'unless stated: policy dense, width 64, model.encoder , learning rate 0.004' at screen 0.5522,0.9019 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.5345, screen 0.8901
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#0072B2' lw 1.8 pt 7 ps 1.1 title 'width 27, learning rate 0.001', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 7 ps 1.1 title 'width 27, learning rate 0.002', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1 title 'width 27', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 5 ps 1.1 title 'width 27, model.encoder runs/fine_..e-seed_{seed}, learning rate 0.002', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 5 ps 1.1 title 'width 27, model.encoder runs/fine_..ders-paper/small_dense-seed_{seed}', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1 title 'width 27, model.encoder runs/fine_..e-seed_{seed}, learning rate 0.008', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 9 ps 1.1 title 'model.encoder runs/fine_tuning_enc..e-seed_{seed}, learning rate 0.001', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 9 ps 1.1 title 'model.encoder runs/fine_tuning_enc..e-seed_{seed}, learning rate 0.002', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 9 ps 1.1 title 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 11 ps 1.1 title 'policy dynamic, model.encoder runs..e-seed_{seed}, learning rate 0.008', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 13 ps 1.1 title 'policy static', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 13 ps 1.1 title 'policy static, learning rate 0.008', \
     NaN with points lc rgb '#E69F00' lw 1.8 pt 13 ps 1.1 title 'policy static, learning rate 0.016', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 6 ps 1.1 title 'policy static, model.encoder runs/.._encoders-paper/sparse-seed_{seed}', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 6 ps 1.1 title 'policy static, model.encoder runs/..e-seed_{seed}, learning rate 0.008'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,1392 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Answer spans in dictionary entries' at screen 0.5000,0.9698 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9364 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.0754, screen 0.5280
unset logscale x
set xrange [-0.5:1.5]
set xtics ('.cache/fine_tuning/spans/test.json' 0, '.cache/fine_tuning/spans/validation.json' 1) font ',12'
set xlabel 'data.validation_questions' font ',13'
unset logscale y
set yrange [0.113508647:0.657465629]
set ytics ('0.15' 0.15, '0.20' 0.2, '0.25' 0.25, '0.30' 0.3, '0.35' 0.35, '0.40' 0.4, '0.45' 0.45, '0.50' 0.5, '0.55' 0.55, '0.60' 0.6, '0.65' 0.65) font ',12'
set ylabel 'exact match' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_1 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 7 ps 1.1, \
     $data_0_2 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1, \
     $data_0_3 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 5 ps 1.1, \
     $data_0_4 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 ps 0, \
     $data_0_4 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 5 ps 1.1, \
     $data_0_5 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1, \
     $data_0_6 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 9 ps 1.1, \
     $data_0_7 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 ps 0, \
     $data_0_7 using 1:2 with points lc rgb '#D55E00' lw 1.8 pt 9 ps 1.1, \
     $data_0_8 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 9 ps 1.1, \
     $data_0_9 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 ps 0, \
     $data_0_9 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 11 ps 1.1, \
     $data_0_10 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 13 ps 1.1, \
     $data_0_11 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 ps 0, \
     $data_0_11 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 13 ps 1.1, \
     $data_0_12 using 1:2 with points lc rgb '#E69F00' lw 1.8 pt 13 ps 1.1, \
     $data_0_13 using 1:2 with points lc rgb '#009E73' lw 1.8 pt 6 ps 1.1, \
     $data_0_14 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 ps 0, \
     $data_0_14 using 1:2 with points lc rgb '#CC79A7' lw 1.8 pt 6 ps 1.1
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
set label 1 'unless stated: policy dense, width 64, model.encoder , learning rate 0.004' at screen 0.5522,0.9019 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.5345, screen 0.8901
set key center center horizontal maxcols 1 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#0072B2' lw 1.8 pt 7 ps 1.1 title 'width 27, learning rate 0.001', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 7 ps 1.1 title 'width 27, learning rate 0.002', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 7 ps 1.1 title 'width 27', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 5 ps 1.1 title 'width 27, model.encoder runs/fine_..e-seed_{seed}, learning rate 0.002', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 5 ps 1.1 title 'width 27, model.encoder runs/fine_..ders-paper/small_dense-seed_{seed}', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 5 ps 1.1 title 'width 27, model.encoder runs/fine_..e-seed_{seed}, learning rate 0.008', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 9 ps 1.1 title 'model.encoder runs/fine_tuning_enc..e-seed_{seed}, learning rate 0.001', \
     NaN with points lc rgb '#D55E00' lw 1.8 pt 9 ps 1.1 title 'model.encoder runs/fine_tuning_enc..e-seed_{seed}, learning rate 0.002', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 9 ps 1.1 title 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 11 ps 1.1 title 'policy dynamic, model.encoder runs..e-seed_{seed}, learning rate 0.008', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 13 ps 1.1 title 'policy static', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 13 ps 1.1 title 'policy static, learning rate 0.008', \
     NaN with points lc rgb '#E69F00' lw 1.8 pt 13 ps 1.1 title 'policy static, learning rate 0.016', \
     NaN with points lc rgb '#009E73' lw 1.8 pt 6 ps 1.1 title 'policy static, model.encoder runs/.._encoders-paper/sparse-seed_{seed}', \
     NaN with points lc rgb '#CC79A7' lw 1.8 pt 6 ps 1.1 title 'policy static, model.encoder runs/..e-seed_{seed}, learning rate 0.008'
unset label
unset multiplot
set output
