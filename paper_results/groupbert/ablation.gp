# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
-0.0055 2.45906691 2.45906691 2.45906691
EOD
$row1 << EOD
0.0095 2.5646163 2.5646163 2.5646163
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 640,586 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2321
set tmargin at screen 0.88
set xlabel 'training.learning_rate' noenhanced
unset logscale x
set xtics ('0.002' 0.002) noenhanced
set xrange [-0.498:0.502]
set lmargin at screen 0.1300
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'validation_loss' noenhanced
set key at screen 0.5500,0.1126 center top maxcols 1 Left reverse samplen 3 title 'model.name, model.hidden, model.norm, training.tokens' noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title 'groupbert_nano, 0, post, 51200000' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title 'nano, 84, pre, 51200000' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 960,879 fontscale 1.5 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'GroupBERT and BERT at equal training FLOPs' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2321
set tmargin at screen 0.88
set xlabel 'training.learning_rate' noenhanced
unset logscale x
set xtics ('0.002' 0.002) noenhanced
set xrange [-0.498:0.502]
set lmargin at screen 0.1300
set rmargin at screen 0.9700
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'validation_loss' noenhanced
set key at screen 0.5500,0.1126 center top maxcols 1 Left reverse samplen 3 title 'model.name, model.hidden, model.norm, training.tokens' noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title 'groupbert_nano, 0, post, 51200000' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title 'nano, 84, pre, 51200000' noenhanced
unset multiplot
set output
