# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
0.000969289817 2.52024622 2.52024622 2.52024622
0.00193857963 2.45906691 2.45906691 2.45906691
0.00387715927 2.55826009 2.55826009 2.55826009
EOD
$row1 << EOD
0.0005 2.57222101 2.57222101 2.57222101
0.001 2.40628899 2.40628899 2.40628899
0.002 3.23361688 3.23361688 3.23361688
0.004 5.04760831 5.04760831 5.04760831
EOD
$row2 << EOD
0.00051584159 2.5836085 2.5836085 2.5836085
0.00103168318 2.54787431 2.54787431 2.54787431
0.00206336636 2.5646163 2.5646163 2.5646163
0.00412673272 2.5728748 2.5728748 2.5728748
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,608 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2599
set tmargin at screen 0.85
set xlabel 'learning rate' noenhanced
set logscale x
set xtics ('0.0005' 0.0005, '0.001' 0.001, '0.002' 0.002, '0.004' 0.004) noenhanced
set xrange [0.000441351498:0.00453153554]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'one seed' noenhanced
set ylabel 'validation loss (nats)' noenhanced
set key at screen 0.5700,0.1447 center top maxcols 1 Left reverse samplen 3 title "model, width, placement of norms" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title 'groupbert_nano, 64, pre' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title 'nano, 84, post' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title 'nano, 84, pre' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,912 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2599
set tmargin at screen 0.85
set xlabel 'learning rate' noenhanced
set logscale x
set xtics ('0.0005' 0.0005, '0.001' 0.001, '0.002' 0.002, '0.004' 0.004) noenhanced
set xrange [0.000441351498:0.00453153554]
set lmargin at screen 0.1700
set rmargin at screen 0.9700
set title 'one seed' noenhanced
set ylabel 'validation loss (nats)' noenhanced
set key at screen 0.5700,0.1447 center top maxcols 1 Left reverse samplen 3 title "model, width, placement of norms" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title 'groupbert_nano, 64, pre' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title 'nano, 84, post' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title 'nano, 84, pre' noenhanced
unset multiplot
set output
