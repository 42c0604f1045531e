# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
19.55 2.81462376 2.80066633 2.82858119
39.55 2.84283659 2.72119918 2.964474
79.55 2.7817067 2.76962017 2.79379322
EOD
$data_0_1 << EOD
20.45 2.4568353 2.4445215 2.4691491
40.45 2.44934535 2.43771079 2.4609799
80.45 2.43123935 2.42163281 2.44084589
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 670,620 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by number of updates' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9048 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1129, screen 0.7903
unset logscale x
set xrange [16.4:83.6]
set xtics ('20' 20, '40' 40, '80' 80) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.38906233:2.99704447]
set ytics ('2.40' 2.4, '2.45' 2.45, '2.50' 2.5, '2.55' 2.55, '2.60' 2.6, '2.65' 2.65, '2.70' 2.7, '2.75' 2.75, '2.80' 2.8, '2.85' 2.85, '2.90' 2.9, '2.95' 2.95) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'width, learning rate' at screen 0.5522,0.8532 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title '64, 0.004', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title '128, 0.002'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1005,930 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss by number of updates' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.5522,0.9048 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1129, screen 0.7903
unset logscale x
set xrange [16.4:83.6]
set xtics ('20' 20, '40' 40, '80' 80) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [2.38906233:2.99704447]
set ytics ('2.40' 2.4, '2.45' 2.45, '2.50' 2.5, '2.55' 2.55, '2.60' 2.6, '2.65' 2.65, '2.70' 2.7, '2.75' 2.75, '2.80' 2.8, '2.85' 2.85, '2.90' 2.9, '2.95' 2.95) font ',12'
set ylabel 'test loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#009E73' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#CC79A7' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'width, learning rate' at screen 0.5522,0.8532 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title '64, 0.004', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title '128, 0.002'
unset label
unset multiplot
set output
