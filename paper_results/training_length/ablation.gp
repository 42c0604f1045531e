# Draw again with: gnuplot ablation.gp
set encoding utf8
$data_0_0 << EOD
4712198.87 5.02451509 4.97236295 5.07666724
11780497.2 4.89178504 4.87285527 4.91071481
47121988.7 2.89456886 2.85270895 2.93642878
94243977.5 2.76678183 2.75174934 2.78181432
188487955 2.71704458 2.71704458 2.71704458
EOD
$data_0_1 << EOD
4980288.61 5.04231121 5.01335319 5.07126923
12450721.5 5.0122629 4.9962326 5.0282932
49802886.1 2.93625523 2.90713035 2.9653801
99605772.2 2.85401822 2.84777117 2.86026528
199211544 2.79779556 2.79779556 2.79779556
EOD
$data_0_2 << EOD
5263630.7 5.05884098 5.05676344 5.06091851
13159076.7 5.00315647 4.95515492 5.05115802
52636307 3.18362535 2.99413357 3.37311712
105272614 2.91540045 2.87126573 2.95953517
210545228 2.85506253 2.85506253 2.85506253
EOD
$data_0_3 << EOD
5563092.88 5.05823824 5.05698322 5.05949327
13907732.2 4.70106731 4.26871375 5.13342088
55630928.8 3.05257124 3.01652422 3.08861826
111261858 2.93629315 2.91357842 2.95900789
222523715 2.87277903 2.87277903 2.87277903
EOD
$data_1_0 << EOD
4103423.69 0
255536859 0
EOD
$data_1_1 << EOD
4980288.61 0.0177961158 -0.0407485302 0.0763407618
12450721.5 0.120477858 0.107815394 0.133140323
49802886.1 0.0416863642 0.00336696949 0.0800057589
99605772.2 0.0872363962 0.0460400064 0.128432786
199211544 0.0807509857 0.0807509857 0.0807509857
EOD
$data_1_2 << EOD
5263630.7 -0.000602735511 -0.00313284894 0.00192737792
13159076.7 -0.302089152 -1.42590207 0.821723763
52636307 -0.131054109 -0.58327543 0.321167212
105272614 0.0208927048 -0.0323907916 0.0741762012
210545228 0.0177165024 0.0177165024 0.0177165024
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1315,642 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Validation loss over the length of training' at screen 0.5000,0.9564 center font ',17' 
set label 5 'a bar that ends at the frame reaches beyond it' at screen 0.9848,0.0171 right font ',10' tc rgb '#555555'
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.2760,0.9081 center font ',13' 
set margins screen 0.0631, screen 0.4890, screen 0.1433, screen 0.7975
set logscale x
set xrange [4103423.69:255536859]
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000, '204.8M' 204800000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.572062:5.27840346]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8, '4.0' 4, '4.2' 4.2, '4.4' 4.4, '4.6' 4.6, '4.8' 4.8, '5.0' 5, '5.2' 5.2) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7719,0.9081 center font ',13' 
set margins screen 0.5589, screen 0.9848, screen 0.1433, screen 0.7975
set logscale x
set xrange [4103423.69:255536859]
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000, '204.8M' 204800000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [-0.885230396:0.389453869]
set ytics ('-0.8' -0.8, '-0.7' -0.7, '-0.6' -0.6, '-0.5' -0.5, '-0.4' -0.4, '-0.3' -0.3, '-0.2' -0.2, '-0.1' -0.1, '0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3) font ',12'
set ylabel 'static minus dynamic, validation loss (nats)' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'block size, policy' at screen 0.2760,0.8583 center font ',12'
set margins screen 0.0631, screen 0.4890, screen 0.8069, screen 0.8411
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title '1, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title '1, static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title '4, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title '4, static'
unset label
set label 1 'block size' at screen 0.7719,0.8583 center font ',12'
set margins screen 0.5589, screen 0.9848, screen 0.8069, screen 0.8411
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title '1', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1 title '4'
unset label
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1972,963 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'ablation.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Validation loss over the length of training' at screen 0.5000,0.9564 center font ',17' 
set label 5 'a bar that ends at the frame reaches beyond it' at screen 0.9848,0.0171 right font ',10' tc rgb '#555555'
set label 4 'mean over the seeds; bars: standard deviation' at screen 0.2760,0.9081 center font ',13' 
set margins screen 0.0631, screen 0.4890, screen 0.1433, screen 0.7975
set logscale x
set xrange [4103423.69:255536859]
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000, '204.8M' 204800000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [2.572062:5.27840346]
set ytics ('2.6' 2.6, '2.8' 2.8, '3.0' 3, '3.2' 3.2, '3.4' 3.4, '3.6' 3.6, '3.8' 3.8, '4.0' 4, '4.2' 4.2, '4.4' 4.4, '4.6' 4.6, '4.8' 4.8, '5.0' 5, '5.2' 5.2) font ',12'
set ylabel 'validation loss (nats)' font ',13'
plot $data_0_0 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_0 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_1 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_1 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_0_2 using 1:2:3:4 with yerrorbars lc rgb '#0072B2' lw 1.5 dt 1 pt 0, \
     $data_0_2 using 1:2 with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1, \
     $data_0_3 using 1:2:3:4 with yerrorbars lc rgb '#D55E00' lw 1.5 dt 1 pt 0, \
     $data_0_3 using 1:2 with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1
unset label
set label 4 'paired by seed; bars: 95% interval' at screen 0.7719,0.9081 center font ',13' 
set margins screen 0.5589, screen 0.9848, screen 0.1433, screen 0.7975
set logscale x
set xrange [4103423.69:255536859]
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000, '204.8M' 204800000) font ',12'
set xlabel 'tokens' font ',13'
unset logscale y
set yrange [-0.885230396:0.389453869]
set ytics ('-0.8' -0.8, '-0.7' -0.7, '-0.6' -0.6, '-0.5' -0.5, '-0.4' -0.4, '-0.3' -0.3, '-0.2' -0.2, '-0.1' -0.1, '0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3) font ',12'
set ylabel 'static minus dynamic, validation loss (nats)' font ',13'
plot $data_1_0 using 1:2 with lines lc rgb '#888888' lw 1 dt 1, \
     $data_1_1 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_1 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1, \
     $data_1_2 using 1:2:3:4 with yerrorbars lc rgb '#333333' lw 1.5 dt 1 pt 0, \
     $data_1_2 using 1:2 with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1
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
set label 1 'block size, policy' at screen 0.2760,0.8583 center font ',12'
set margins screen 0.0631, screen 0.4890, screen 0.8069, screen 0.8411
set key center center horizontal maxcols 4 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 1.1 title '1, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 1.1 title '1, static', \
     NaN with linespoints lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 1.1 title '4, dynamic', \
     NaN with linespoints lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 1.1 title '4, static'
unset label
set label 1 'block size' at screen 0.7719,0.8583 center font ',12'
set margins screen 0.5589, screen 0.9848, screen 0.8069, screen 0.8411
set key center center horizontal maxcols 2 Left reverse font ',12' samplen 3 spacing 1.2
plot NaN with linespoints lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 1.1 title '1', \
     NaN with linespoints lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 1.1 title '4'
unset label
unset multiplot
set output
