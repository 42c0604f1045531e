# Draw again with: gnuplot frontier.gp
set encoding utf8
$data_0_0 << EOD
456.40015 3.19398529
471.874313 3.01471095
708.012189 2.88053204
859.683557 2.66435903
EOD
$data_0_1 << EOD
253.617748 3.64234746
456.885695 2.9190748
1319.05594 2.49950131
3994.07924 2.16904579
EOD
$data_0_2 << EOD
562.273617 2.87174441
1434.45636 2.48058656
2628.07348 2.27887865
EOD
$data_0_3 << EOD
622.16424 2.82706981
1481.56076 2.43436606
2792.11793 2.24414341
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 712,566 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes, each trained on 102 M tokens' at screen 0.5000,0.9505 center font ',17' 
set label 2 'each row at its best rate, all with several seeds' at screen 0.5000,0.8975 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9719,0.0194 right font ',10' tc rgb '#555555'
set margins screen 0.1166, screen 0.9719, screen 0.1625, screen 0.7633
set logscale x
set xrange [214.953945:4712.49496]
set xtics ('500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.10262567:3.75740607]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6) font ',12'
set ylabel 'test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0281, screen 0.9719, screen 0.7915, screen 0.8693
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1068,849 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'frontier.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'The lowest loss for a cost, over sizes, each trained on 102 M tokens' at screen 0.5000,0.9505 center font ',17' 
set label 2 'each row at its best rate, all with several seeds' at screen 0.5000,0.8975 center font ',12' tc rgb '#555555'
set label 5 'lines: lower hulls, straight in both logarithms' at screen 0.9719,0.0194 right font ',10' tc rgb '#555555'
set margins screen 0.1166, screen 0.9719, screen 0.1625, screen 0.7633
set logscale x
set xrange [214.953945:4712.49496]
set xtics ('500' 500, '1000' 1000, '2000' 2000) font ',12'
set xlabel 'training steps on one thread, seconds' font ',13'
set logscale y
set yrange [2.10262567:3.75740607]
set ytics ('2.2' 2.2, '2.4' 2.4, '2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6) font ',12'
set ylabel 'test loss (nats per prediction)' font ',13'
plot $data_0_0 using 1:2 with points lc rgb '#333333' lw 1 pt 6 ps 0.8, \
     $data_0_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1, \
     $data_0_3 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1
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
set margins screen 0.0281, screen 0.9719, screen 0.7915, screen 0.8693
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#333333' lw 1 pt 6 ps 0.8 title 'dense, not on its frontier', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1 title 'dense, on its frontier', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1 title 'static, on its frontier', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1 title 'dynamic, on its frontier'
unset label
unset multiplot
set output
