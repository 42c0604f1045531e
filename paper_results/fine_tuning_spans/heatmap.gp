# Draw again with: gnuplot heatmap.gp
set encoding utf8
$data_0_0 << EOD
1 0 0.142649199 "0.143"
0 1 0.347363946 "0.347 ± 0.073"
1 1 0.429403202 "0.429"
1 2 0.355167394 "0.355"
1 3 0.387190684 "0.387"
0 4 0.421343537 "0.421 ± 0.077"
1 4 0.50363901 "0.504"
1 5 0.37845706 "0.378"
1 6 0.544395924 "0.544"
0 7 0.465986395 "0.466 ± 0.087"
1 7 0.566229985 "0.566"
1 8 0.330422125 "0.330"
0 9 0.556547619 "0.557 ± 0.051"
1 10 0.525473071 "0.525"
0 11 0.569727891 "0.570 ± 0.013"
1 11 0.569141194 "0.569"
1 12 0.537117904 "0.537"
1 13 0.556040757 "0.556"
0 14 0.566751701 "0.567 ± 0.062"
1 14 0.534206696 "0.534"
EOD
reset
set terminal svg enhanced font 'DejaVu Sans,13' size 1083,742 dynamic standalone background rgb 'white'
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.svg'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Answer spans in dictionary entries' at screen 0.5000,0.9623 center font ',17' 
set label 2 'exact match: mean ± standard deviation over the seeds' at screen 0.5000,0.9218 center font ',12' tc rgb '#555555'
set label 3 'unless stated: policy dense, width 64, model.encoder , learning rate 0.004' at screen 0.9815,0.0148 right font ',10' tc rgb '#555555'
set margins screen 0.6805, screen 0.8984, screen 0.1240, screen 0.8922
unset logscale x
set xrange [-0.5:1.5]
set xtics ('.cache/fine_tuning/spans/test.json' 0, '.cache/fine_tuning/spans/validation.json' 1) font ',12'
set xlabel 'data.validation_questions' font ',13'
unset logscale y
set yrange [14.5:-0.5]
set ytics ('width 27, learning rate 0.001' 0, 'width 27, learning rate 0.002' 1, 'width 27' 2, 'width 27, model.encoder runs/fine_tuning_encoders-paper/small_dense-seed_{seed}, learning rate 0.002' 3, 'width 27, model.encoder runs/fine_tuning_encoders-paper/small_dense-seed_{seed}' 4, 'width 27, model.encoder runs/fine_tuning_encoders-paper/small_dense-seed_{seed}, learning rate 0.008' 5, 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}, learning rate 0.001' 6, 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}, learning rate 0.002' 7, 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}' 8, 'policy dynamic, model.encoder runs/fine_tuning_encoders-paper/sparse-seed_{seed}, learning rate 0.008' 9, 'policy static' 10, 'policy static, learning rate 0.008' 11, 'policy static, learning rate 0.016' 12, 'policy static, model.encoder runs/fine_tuning_encoders-paper/sparse-seed_{seed}' 13, 'policy static, model.encoder runs/fine_tuning_encoders-paper/sparse-seed_{seed}, learning rate 0.008' 14) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.142649199:0.569727891]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.37754248 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.37754248 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
set terminal pngcairo enhanced font 'DejaVu Sans,13' size 1624,1113 fontscale 1.125 linewidth 1.5 pointscale 1.5
set termoption noenhanced
set datafile missing 'NaN'
set output 'heatmap.png'
set multiplot
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
unset key
set label 1 'Answer spans in dictionary entries' at screen 0.5000,0.9623 center font ',17' 
set label 2 'exact match: mean ± standard deviation over the seeds' at screen 0.5000,0.9218 center font ',12' tc rgb '#555555'
set label 3 'unless stated: policy dense, width 64, model.encoder , learning rate 0.004' at screen 0.9815,0.0148 right font ',10' tc rgb '#555555'
set margins screen 0.6805, screen 0.8984, screen 0.1240, screen 0.8922
unset logscale x
set xrange [-0.5:1.5]
set xtics ('.cache/fine_tuning/spans/test.json' 0, '.cache/fine_tuning/spans/validation.json' 1) font ',12'
set xlabel 'data.validation_questions' font ',13'
unset logscale y
set yrange [14.5:-0.5]
set ytics ('width 27, learning rate 0.001' 0, 'width 27, learning rate 0.002' 1, 'width 27' 2, 'width 27, model.encoder runs/fine_tuning_encoders-paper/small_dense-seed_{seed}, learning rate 0.002' 3, 'width 27, model.encoder runs/fine_tuning_encoders-paper/small_dense-seed_{seed}' 4, 'width 27, model.encoder runs/fine_tuning_encoders-paper/small_dense-seed_{seed}, learning rate 0.008' 5, 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}, learning rate 0.001' 6, 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}, learning rate 0.002' 7, 'model.encoder runs/fine_tuning_encoders-paper/dense-seed_{seed}' 8, 'policy dynamic, model.encoder runs/fine_tuning_encoders-paper/sparse-seed_{seed}, learning rate 0.008' 9, 'policy static' 10, 'policy static, learning rate 0.008' 11, 'policy static, learning rate 0.016' 12, 'policy static, model.encoder runs/fine_tuning_encoders-paper/sparse-seed_{seed}' 13, 'policy static, model.encoder runs/fine_tuning_encoders-paper/sparse-seed_{seed}, learning rate 0.008' 14) font ',12'
set ylabel '' font ',13'
set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')
set cbrange [0.142649199:0.569727891]
set cbtics scale 0.5 font ',10'
set colorbox
set tics scale 0
unset border
unset grid
set object 1 rectangle from graph 0,0 to graph 1,1 fc rgb '#eeeeee' fs noborder behind
set style fill solid 1 border rgb '#ffffff'
plot $data_0_0 using 1:2:(0.5):(0.5):3 with boxxyerror palette, \
     $data_0_0 using 1:($3 > 0.37754248 ? $2 : NaN):4 with labels font ',10' tc rgb '#222222', \
     $data_0_0 using 1:($3 > 0.37754248 ? NaN : $2):4 with labels font ',10' tc rgb '#ffffff'
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
