# Draw again with: gnuplot triton_load.gp, in the folder of triton_load.csv
set encoding utf8
set terminal svg size 640,420 font 'DejaVu Sans,12' background rgb 'white'
set output 'triton_load.svg'
set datafile separator ','
set grid lt 1 lc rgb '#d8d8d8' lw 0.8
set border 3 lc rgb '#666666'
set tics nomirror out
set logscale y
set xlabel 'texts of 16 tokens in a second'
set ylabel 'milliseconds until the answer'
set key top left
rate(column) = strcol(1)[1:4] eq 'rate' ? $2 : NaN
plot 'triton_load.csv' every ::1 using (rate(1)):5 with linespoints lw 2 pt 9 lc rgb '#CC79A7' title '99 of 100 within', \
     '' every ::1 using (rate(1)):4 with linespoints lw 2 pt 7 lc rgb '#D55E00' title '95 of 100 within', \
     '' every ::1 using (rate(1)):3 with linespoints lw 2 pt 5 lc rgb '#0072B2' title 'half within'
