# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
0.954290225 2.43436606 2.41934305 2.44938907
1.90858045 2.48378126 2.46837414 2.49918838
3.8171609 2.52709659 2.51985182 2.53434135
7.6343218 2.56906691 2.55163355 2.58650028
EOD
$row1 << EOD
0.984525173 2.48058656 2.46493162 2.49624151
1.96905035 2.48439265 2.47081741 2.49796788
3.93810069 2.51784453 2.50521393 2.53047514
7.87620139 2.57717857 2.55735257 2.59700457
EOD
$row2 << EOD
1.01571806 2.24414341 2.22638272 2.26190409
2.03143612 2.25555829 2.25555829 2.25555829
4.06287224 2.31323075 2.31323075 2.31323075
8.12574449 2.39391397 2.39391397 2.39391397
EOD
$row3 << EOD
1.04789924 2.27887865 2.27049117 2.28726613
2.09579848 2.28360713 2.28360713 2.28360713
4.19159695 2.32561588 2.32561588 2.32561588
8.38319391 2.37965219 2.37965219 2.37965219
EOD
$difference0 << EOD
0.984525173 0.0462205031 0.0237502908 0.0686907153
1.96905035 0.000611388829 -0.0400569647 0.0412797424
3.93810069 -0.00925205219 -0.0520739068 0.0335698024
7.87620139 0.00811165748 -0.0844476858 0.100671001
EOD
$difference1 << EOD
1.01571806 0.0347352401 0.00600093381 0.0634695464
2.03143612 0.0280488391 0.0280488391 0.0280488391
4.06287224 0.0123851375 0.0123851375 0.0123851375
8.12574449 -0.01426178 -0.01426178 -0.01426178
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,630 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Test loss by block size, widths of 128 and 192' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.85
set xlabel 'block size' noenhanced
set logscale x
set xtics ('1' 1, '2' 2, '4' 4, '8' 8) noenhanced
set xrange [0.882702996:9.06307108]
set lmargin at screen 0.0850
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.2850,0.1746 center top maxcols 1 Left reverse samplen 3 title "width, policy" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '128, dynamic' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '128, static' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '192, dynamic' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '192, static' noenhanced
unset label 1
set lmargin at screen 0.5850
set rmargin at screen 0.9850
set title 'paired by seed; bars: 95% interval' noenhanced
set ylabel 'static minus dynamic' noenhanced
set key at screen 0.7850,0.1746 center top maxcols 1 Left reverse samplen 3 title "width" noenhanced
set yrange [-0.0412366633:0.0795849875]
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 0.8 title '128' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 0.8 title '192' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,945 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Test loss by block size, widths of 128 and 192' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.85
set xlabel 'block size' noenhanced
set logscale x
set xtics ('1' 1, '2' 2, '4' 4, '8' 8) noenhanced
set xrange [0.882702996:9.06307108]
set lmargin at screen 0.0850
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'test loss (nats)' noenhanced
set key at screen 0.2850,0.1746 center top maxcols 1 Left reverse samplen 3 title "width, policy" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '128, dynamic' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '128, static' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '192, dynamic' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '192, static' noenhanced
unset label 1
set lmargin at screen 0.5850
set rmargin at screen 0.9850
set title 'paired by seed; bars: 95% interval' noenhanced
set ylabel 'static minus dynamic' noenhanced
set key at screen 0.7850,0.1746 center top maxcols 1 Left reverse samplen 3 title "width" noenhanced
set yrange [-0.0412366633:0.0795849875]
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 0.8 title '128' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 0.8 title '192' noenhanced
unset multiplot
set output
