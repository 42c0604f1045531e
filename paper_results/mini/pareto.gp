# Draw again with: gnuplot pareto.gp
set encoding utf8
$data_0_0 << EOD
33345792 2.05539584
EOD
$data_0_1 << EOD
33345792 2.01172703
EOD
$data_1_0 << EOD
2.31974111e+14 2.05539584
EOD
$data_1_1 << EOD
2.31974111e+14 2.01172703
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1259,584 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, four layers' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 102 M tokens per run; one seed each; unigram entropy 5.43 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9841,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0770, screen 0.5218, screen 0.1575, screen 0.8082
set logscale x
set xrange [22307127:49846932.1]
set xtics ('2.5·10⁷' 25000000, '3·10⁷' 30000000, '3.5·10⁷' 35000000, '4·10⁷' 40000000, '4.5·10⁷' 45000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.00827386:2.05893003]
set ytics ('2.010' 2.01, '2.015' 2.015, '2.020' 2.02, '2.025' 2.025, '2.030' 2.03, '2.035' 2.035, '2.040' 2.04, '2.045' 2.045, '2.050' 2.05, '2.055' 2.055) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5393, screen 0.9841, screen 0.1575, screen 0.8082
set logscale x
set xrange [1.55182278e+14:3.46766325e+14]
set xtics ('2·10¹⁴' 2e+14, '2.5·10¹⁴' 2.5e+14, '3·10¹⁴' 3e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.00827386:2.05893003]
set ytics ('' 2.01, '' 2.015, '' 2.02, '' 2.025, '' 2.03, '' 2.035, '' 2.04, '' 2.045, '' 2.05, '' 2.055) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
set margins screen 0.0159, screen 0.9841, screen 0.8356, screen 0.8733
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static: mini', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic: mini'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1888,876 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'pareto.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Test loss against FLOPs, four layers' at screen 0.5000,0.9521 center font ',17' 
set label 2 'sparse: density 0.1, block 1x1; 102 M tokens per run; one seed each; unigram entropy 5.43 nats' at screen 0.5000,0.9007 center font ',12' tc rgb '#555555'
set label 5 'legend: the points of a curve from left to right' at screen 0.9841,0.0188 right font ',10' tc rgb '#555555'
set margins screen 0.0770, screen 0.5218, screen 0.1575, screen 0.8082
set logscale x
set xrange [22307127:49846932.1]
set xtics ('2.5·10⁷' 25000000, '3·10⁷' 30000000, '3.5·10⁷' 35000000, '4·10⁷' 40000000, '4.5·10⁷' 45000000) font ',12'
set xlabel 'Encoder, training FLOPs per sequence' font ',13'
set logscale y
set yrange [2.00827386:2.05893003]
set ytics ('2.010' 2.01, '2.015' 2.015, '2.020' 2.02, '2.025' 2.025, '2.030' 2.03, '2.035' 2.035, '2.040' 2.04, '2.045' 2.045, '2.050' 2.05, '2.055' 2.055) font ',12'
set ylabel 'Test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
unset label
set margins screen 0.5393, screen 0.9841, screen 0.1575, screen 0.8082
set logscale x
set xrange [1.55182278e+14:3.46766325e+14]
set xtics ('2·10¹⁴' 2e+14, '2.5·10¹⁴' 2.5e+14, '3·10¹⁴' 3e+14) font ',12'
set xlabel 'Whole run, every counted training FLOP' font ',13'
set logscale y
set yrange [2.00827386:2.05893003]
set ytics ('' 2.01, '' 2.015, '' 2.02, '' 2.025, '' 2.03, '' 2.035, '' 2.04, '' 2.045, '' 2.05, '' 2.055) font ',12'
set ylabel '' font ',13'
plot $data_1_0 using 1:2 with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3, \
     $data_1_1 using 1:2 with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3
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
set margins screen 0.0159, screen 0.9841, screen 0.8356, screen 0.8733
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#D55E00' lw 2.2 dt 1 pt 9 ps 1.3 title 'static: mini', \
     NaN with linespoints lc rgb '#0072B2' lw 2.2 dt 1 pt 7 ps 1.3 title 'dynamic: mini'
unset label
unset multiplot
set output
