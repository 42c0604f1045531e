# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
0.000969289817 2.52024622
0.00193857963 2.45906691
0.00387715927 2.55826009
EOD
$data_0_1 << EOD
0.0005 2.57222101
0.001 2.40628899
0.002 3.23361688
0.004 5.04760831
EOD
$data_0_2 << EOD
0.00051584159 2.5836085
0.00103168318 2.54787431
0.00206336636 2.5646163
0.00412673272 2.5728748
EOD
$data_0_6 << EOD
0.004 3.28325656 "▲ 5.05"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 663,664 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5000,0.9578 center font ',17' 
set label 5 'a value beside an arrow lies beyond the axis' at screen 0.9698,0.0166 right font ',10' tc rgb '#555555'
set label 4 'one seed' at screen 0.5475,0.9111 center font ',13' 
set margins screen 0.1252, screen 0.9698, screen 0.1386, screen 0.7711
set logscale x
set xrange [0.000441351498:0.00453153554]
set xtics ('0.0005' 0.0005, '0.001' 0.001, '0.002' 0.002, '0.004' 0.004) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.35664932:3.28325656]
set ytics ('2.4' 2.4, '2.5' 2.5, '2.6' 2.6, '2.7' 2.7, '2.8' 2.8, '2.9' 2.9, '3.0' 3, '3.1' 3.1, '3.2' 3.2) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_6 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#CC79A7', \
     $data_0_2 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 3 pt 9 ps 1.1
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
set label 1 'model, width, placement of norms' at screen 0.5475,0.8630 center font ',12'
set margins screen 0.1252, screen 0.9698, screen 0.7801, screen 0.8464
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'groupbert_nano, 64, pre-norm', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title 'nano, 84, post-norm', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 3 pt 9 ps 1.1 title 'nano, 84, pre-norm'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 994,996 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5000,0.9578 center font ',17' 
set label 5 'a value beside an arrow lies beyond the axis' at screen 0.9698,0.0166 right font ',10' tc rgb '#555555'
set label 4 'one seed' at screen 0.5475,0.9111 center font ',13' 
set margins screen 0.1252, screen 0.9698, screen 0.1386, screen 0.7711
set logscale x
set xrange [0.000441351498:0.00453153554]
set xtics ('0.0005' 0.0005, '0.001' 0.001, '0.002' 0.002, '0.004' 0.004) font ',12'
set xlabel 'learning rate' font ',13'
unset logscale y
set yrange [2.35664932:3.28325656]
set ytics ('2.4' 2.4, '2.5' 2.5, '2.6' 2.6, '2.7' 2.7, '2.8' 2.8, '2.9' 2.9, '3.0' 3, '3.1' 3.1, '3.2' 3.2) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_0 using 1:2 with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2 with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_6 using 1:2:3 with labels center offset 0,-0.7 font ',10' tc rgb '#CC79A7', \
     $data_0_2 using 1:2 with linespoints lc rgb '#E69F00' lw 1.8 dt 3 pt 9 ps 1.1
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
set label 1 'model, width, placement of norms' at screen 0.5475,0.8630 center font ',12'
set margins screen 0.1252, screen 0.9698, screen 0.7801, screen 0.8464
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#009E73' lw 1.8 dt 1 pt 7 ps 1.1 title 'groupbert_nano, 64, pre-norm', \
     NaN with linespoints lc rgb '#CC79A7' lw 1.8 dt 2 pt 5 ps 1.1 title 'nano, 84, post-norm', \
     NaN with linespoints lc rgb '#E69F00' lw 1.8 dt 3 pt 9 ps 1.1 title 'nano, 84, pre-norm'
unset label
unset multiplot
set output
