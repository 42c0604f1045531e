# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
26.445 0.415561224 0.360121265 0.471001184
63.445 0.504846939 0.421638104 0.588055773
EOD
$data_0_1 << EOD
64 0.550765306 0.511148444 0.590382168
EOD
$data_0_2 << EOD
64.555 0.560969388 0.50271752 0.619221256
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
set label 1 'Answer spans in dictionary entries, pre-trained' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.5522,0.9048 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1129, screen 0.7903
unset logscale x
set xrange [24.78:66.22]
set xtics ('27' 27, '64' 64) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [0.344575265:0.634767255]
set ytics ('0.35' 0.35, '0.40' 0.4, '0.45' 0.45, '0.50' 0.5, '0.55' 0.55, '0.60' 0.6) font ',12'
set ylabel 'exact match' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'policy' at screen 0.5522,0.8532 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title 'dense', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
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
set label 1 'Answer spans in dictionary entries, pre-trained' at screen 0.5000,0.9548 center font ',17' 
set label 4 'mean over the seeds; bars: standard deviation; each at its best rate' at screen 0.5522,0.9048 center font ',13' 
set margins screen 0.1343, screen 0.9701, screen 0.1129, screen 0.7903
unset logscale x
set xrange [24.78:66.22]
set xtics ('27' 27, '64' 64) font ',12'
set xlabel 'width' font ',13'
unset logscale y
set yrange [0.344575265:0.634767255]
set ytics ('0.35' 0.35, '0.40' 0.4, '0.45' 0.45, '0.50' 0.5, '0.55' 0.55, '0.60' 0.6) font ',12'
set ylabel 'exact match' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1
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
set label 1 'policy' at screen 0.5522,0.8532 center font ',12'
set margins screen 0.1343, screen 0.9701, screen 0.8000, screen 0.8355
set key center center horizontal maxcols 3 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title 'dense', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title 'dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title 'static'
unset label
unset multiplot
set output
