# Draw again with: gnuplot ablation.gp
set encoding utf8
$row0 << EOD
4712198.87 5.02451509 4.97236295 5.07666724
11780497.2 4.89178504 4.87285527 4.91071481
47121988.7 2.89456886 2.85270895 2.93642878
94243977.5 2.76678183 2.75174934 2.78181432
188487955 2.71704458 2.71704458 2.71704458
EOD
$row1 << EOD
4980288.61 5.04231121 5.01335319 5.07126923
12450721.5 5.0122629 4.9962326 5.0282932
49802886.1 2.93625523 2.90713035 2.9653801
99605772.2 2.85401822 2.84777117 2.86026528
199211544 2.79779556 2.79779556 2.79779556
EOD
$row2 << EOD
5263630.7 5.05884098 5.05676344 5.06091851
13159076.7 5.00315647 4.95515492 5.05115802
52636307 3.18362535 2.99413357 3.37311712
105272614 2.91540045 2.87126573 2.95953517
210545228 2.85506253 2.85506253 2.85506253
EOD
$row3 << EOD
5563092.88 5.05823824 5.05698322 5.05949327
13907732.2 4.70106731 4.26871375 5.13342088
55630928.8 3.05257124 3.01652422 3.08861826
111261858 2.93629315 2.91357842 2.95900789
222523715 2.87277903 2.87277903 2.87277903
EOD
$difference0 << EOD
4980288.61 0.0177961158 -0.0407485302 0.0763407618
12450721.5 0.120477858 0.107815394 0.133140323
49802886.1 0.0416863642 0.00336696949 0.0800057589
99605772.2 0.0872363962 0.0460400064 0.128432786
199211544 0.0807509857 0.0807509857 0.0807509857
EOD
$difference1 << EOD
5263630.7 -0.000602735511 -0.00313284894 0.00192737792
13159076.7 -0.302089152 -1.42590207 0.821723763
52636307 -0.131054109 -0.58327543 0.321167212
105272614 0.0208927048 -0.0323907916 0.0741762012
210545228 0.0177165024 0.0177165024 0.0177165024
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1280,630 dynamic standalone background rgb 'white'
set output 'ablation.svg'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Validation loss over the length of training' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.85
set xlabel 'tokens' noenhanced
set logscale x
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000, '204.8M' 204800000) noenhanced
set xrange [4103423.69:255536859]
set lmargin at screen 0.0850
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'validation loss (nats)' noenhanced
set key at screen 0.2850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size, policy" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, dynamic' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, static' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, dynamic' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, static' noenhanced
unset label 1
set lmargin at screen 0.5850
set rmargin at screen 0.9850
set title 'paired by seed; bars: 95% interval' noenhanced
set ylabel 'static minus dynamic' noenhanced
set key at screen 0.7850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size" noenhanced
set yrange [-0.873538875:0.18290365]
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 0.8 title '1' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 0.8 title '4' noenhanced
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1920,945 fontscale 1.125 linewidth 1.5 pointscale 1.5
set output 'ablation.png'
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set multiplot
set label 1 'Validation loss over the length of training' at screen 0.5,0.96 center font ',15' noenhanced
set bmargin at screen 0.2857
set tmargin at screen 0.85
set xlabel 'tokens' noenhanced
set logscale x
set xtics ('5.12M' 5120000, '12.8M' 12800000, '51.2M' 51200000, '102.4M' 102400000, '204.8M' 204800000) noenhanced
set xrange [4103423.69:255536859]
set lmargin at screen 0.0850
set rmargin at screen 0.4850
set title 'mean over the seeds; bars: standard deviation' noenhanced
set ylabel 'validation loss (nats)' noenhanced
set key at screen 0.2850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size, policy" noenhanced
plot $row0 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 1 pt 7 ps 0.8 title '1, dynamic' noenhanced, \
     $row1 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 1 pt 7 ps 0.8 title '1, static' noenhanced, \
     $row2 using 1:2:3:4 with yerrorlines lc rgb '#0072B2' lw 1.8 dt 2 pt 5 ps 0.8 title '4, dynamic' noenhanced, \
     $row3 using 1:2:3:4 with yerrorlines lc rgb '#D55E00' lw 1.8 dt 2 pt 5 ps 0.8 title '4, static' noenhanced
unset label 1
set lmargin at screen 0.5850
set rmargin at screen 0.9850
set title 'paired by seed; bars: 95% interval' noenhanced
set ylabel 'static minus dynamic' noenhanced
set key at screen 0.7850,0.1746 center top maxcols 1 Left reverse samplen 3 title "block size" noenhanced
set yrange [-0.873538875:0.18290365]
plot 0 with lines lc rgb '#888888' lw 1 notitle, \
     $difference0 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 1 pt 7 ps 0.8 title '1' noenhanced, \
     $difference1 using 1:2:3:4 with yerrorlines lc rgb '#333333' lw 1.8 dt 2 pt 5 ps 0.8 title '4' noenhanced
unset multiplot
set output
