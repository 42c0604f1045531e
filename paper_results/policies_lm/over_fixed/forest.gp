# Draw again with: gnuplot forest.gp
set encoding utf8
$data_0_0 << EOD
0 4.6
0 -0.6
EOD
$data_0_1 << EOD
-0.099146739 0.28
-0.0701760138 0.28
-0.0816599017 0.28
0.0861157419 0.28
-0.0585060608 0.28
-0.0541047953 1.28
-0.0495162966 1.28
-0.0589687619 1.28
-0.0469425837 2.28
-0.0577602243 2.28
-0.0533980427 2.28
0.00208279485 3.28
0.0254467578 3.28
-0.00607267071 3.28
-0.085065121 4.28
-0.0735930999 4.28
-0.0248023922 4.28
EOD
$data_0_2 << EOD
-0.0446745947 0 -0.137334114 0.0479849242
0.00715229398 3 -0.0334910129 0.0477956008
-0.0611535377 4 -0.140650658 0.0183435829
EOD
$data_0_3 << EOD
-0.0541966179 1 -0.0659398401 -0.0424533957
-0.0527002836 2 -0.0662212215 -0.0391793456
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 835,334 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies on a language model, less a fixed pattern' at screen 0.5000,0.9162 center font ',17' 
set label 2 '17 distinct pairs, 3 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8263 center font ',12' tc rgb '#555555'
set margins screen 0.1329, screen 0.9760, screen 0.2096, screen 0.5988
unset logscale x
set xrange [-0.154256642:0.0997217259]
set xtics ('-0.15' -0.15, '-0.10' -0.1, '-0.05' -0.05, '0.00' 0, '0.05' 0.05) font ',12'
set xlabel 'test loss (nats), others minus static' font ',13'
unset logscale y
set yrange [4.6:-0.6]
set ytics ('dynamic (5)' 0, 'GMP (3)' 1, 'GraNet (3)' 2, 'RigL (3)' 3, 'SET (3)' 4) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_3 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1
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
set margins screen 0.0240, screen 0.9760, screen 0.6467, screen 0.7784
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1252,501 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'forest.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Policies on a language model, less a fixed pattern' at screen 0.5000,0.9162 center font ',17' 
set label 2 '17 distinct pairs, 3 of them above zero; number of pairs in brackets; each policy at the rate that most seeds have' at screen 0.5000,0.8263 center font ',12' tc rgb '#555555'
set margins screen 0.1329, screen 0.9760, screen 0.2096, screen 0.5988
unset logscale x
set xrange [-0.154256642:0.0997217259]
set xtics ('-0.15' -0.15, '-0.10' -0.1, '-0.05' -0.05, '0.00' 0, '0.05' 0.05) font ',12'
set xlabel 'test loss (nats), others minus static' font ',13'
unset logscale y
set yrange [4.6:-0.6]
set ytics ('dynamic (5)' 0, 'GMP (3)' 1, 'GraNet (3)' 2, 'RigL (3)' 3, 'SET (3)' 4) font ',12'
set ylabel '' font ',13'
plot $data_0_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_0_1 using 1:2 with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4, \
     $data_0_2 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1, \
     $data_0_3 using 1:2:3:4 with xerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1
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
set margins screen 0.0240, screen 0.9760, screen 0.6467, screen 0.7784
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with points lc rgb '#888888' lw 1.8 pt 7 ps 0.4 title 'one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 4 ps 1.1 title 'mean, 95% interval with zero, or one pair', \
     NaN with points lc rgb '#0072B2' lw 1.8 pt 5 ps 1.1 title 'mean, 95% interval without zero'
unset label
unset multiplot
set output
