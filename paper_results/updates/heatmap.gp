# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
0 0 2.94459225 "2.945"
1 0 2.92016212 "2.920"
2 0 2.96666371 "2.967"
3 0 3.01552737 "3.016"
4 0 2.89198524 "2.892"
0 1 2.90232039 "2.902"
1 1 2.93170739 "2.932"
2 1 2.96621737 "2.966"
3 1 2.96907916 "2.969"
4 1 3.14575128 "3.146"
0 2 2.92483883 "2.925"
1 2 3.00792268 "3.008"
2 2 2.99334153 "2.993"
3 2 3.01135439 "3.011"
4 2 3.09894233 "3.099"
0 3 3.05728237 "3.057"
2 3 3.05492476 "3.055"
4 3 3.05525375 "3.055"
0 4 3.05985656 "3.060"
2 4 3.07083031 "3.071"
4 4 3.07933414 "3.079"
0 5 3.10767216 "3.108"
2 5 3.14761614 "3.148"
4 5 3.19137303 "3.191"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 804,378 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Updates and drop fraction' at screen 0.5000,0.9259 center font ',17' 
set label 2 'test loss (nats): one seed' at screen 0.5000,0.8466 center font ',12' tc rgb '#555555'
set margins screen 0.1294, screen 0.8632, screen 0.1852, screen 0.7884
unset logscale x
set xrange [-0.5:4.5]
set xtics ('20' 0, '40' 1, '80' 2, '160' 3, '320' 4) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [5.5:-0.5]
set ytics ('1, 0.1' 0, '1, 0.5' 1, '1, 1.0' 2, '4, 0.1' 3, '4, 0.5' 4, '4, 1.0' 5) font ',12'
set ylabel 'block size, drop fraction' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.89198524:3.19137303]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.05664852 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.05664852 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
unset multiplot
set output
reset
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1206,567 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Updates and drop fraction' at screen 0.5000,0.9259 center font ',17' 
set label 2 'test loss (nats): one seed' at screen 0.5000,0.8466 center font ',12' tc rgb '#555555'
set margins screen 0.1294, screen 0.8632, screen 0.1852, screen 0.7884
unset logscale x
set xrange [-0.5:4.5]
set xtics ('20' 0, '40' 1, '80' 2, '160' 3, '320' 4) font ',12'
set xlabel 'number of updates' font ',13'
unset logscale y
set yrange [5.5:-0.5]
set ytics ('1, 0.1' 0, '1, 0.5' 1, '1, 1.0' 2, '4, 0.1' 3, '4, 0.5' 4, '4, 1.0' 5) font ',12'
set ylabel 'block size, drop fraction' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [2.89198524:3.19137303]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 3.05664852 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 3.05664852 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
unset multiplot
set output
