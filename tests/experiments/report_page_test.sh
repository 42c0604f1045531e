#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The page of `espalier report` as a browser shows it: what its address chooses, no complaint in the console, nothing
# loaded. Skipped (77) where there is no Chromium.
# usage: report_page_test.sh PROGRAM
set -euo pipefail
espalier=$1
chromium=$(command -v chromium || true)
[[ -n $chromium ]] || { printf 'skipped: no chromium (Debian package chromium)\n' && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# open FILE [ADDRESS]: shows a page, leaves its elements in dom.html, what the console said in console.txt and what the
# page asked the network for in loaded.txt.
open() {
  rm -rf profile
  # --no-sandbox: the tests may run as root, and the page is ours.
  timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --virtual-time-budget=3000 \
    --enable-logging=stderr --log-net-log="$folder/net.json" --dump-dom "file://$folder/$1${2-}" \
    >dom.html 2>log.txt || fail "chromium cannot show $1: $(tail -n 3 log.txt)"
  grep -F CONSOLE log.txt >console.txt || true
  # What the browser asks for by itself has no page as its initiator.
  python3 -c 'import json
for event in json.load(open("net.json"))["events"]:
  parts = event.get("params", {})
  if parts.get("initiator", "not an origin") != "not an origin": print(parts["url"])' >loaded.txt
}
# expect WHAT COUNT PATTERN: so many places of the page have the pattern.
expect() {
  local found
  found=$({ grep -oE -- "$3" dom.html || true; } | wc -l)
  ((found == $2)) || fail "$1: $found of '$3', expected $2"
}
expect_quiet() {
  [[ ! -s console.txt ]] || fail "$1: the console says: $(head -n 3 console.txt)"
  [[ ! -s loaded.txt ]] || fail "$1: asks for $(head -n 3 loaded.txt)"
}

for i in $(seq 1 400); do
  printf 'the %s sees a %s near the %s\n\n' "animal$((i % 7))" "tree$((i * i % 5))" "house$((i % 3))"
done >text.txt
cat >base.toml <<'TOML'
model = { name = "nano", layers = 1, hidden = 32, heads = 2, density = 0.25 }
topology = { updates = 4 }
data = { corpus = "text.txt", vocabulary_size = 64, sequence = 16, validation_fraction = 0.2 }
training = { steps = 40, batch = 4, validation_sequences = 4 }
TOML
cat >sweep.toml <<'TOML'
[sweep]
base = "base.toml"
folder = "runs"
[grid]
"topology.policy" = ["static", "dynamic"]
"model.block" = [1, 4]
TOML
"$espalier" sweep --config sweep.toml --workers 1 --quiet >/dev/null
"$espalier" report runs --out . --title 'Four runs' >/dev/null

row='<tr data-run="[0-9]+"'
curve='<path class="curve( training)?( chosen)?" data-run="[0-9]+" data-curve="training loss"'
point='<circle class="point( chosen)?" data-run="[0-9]+" cx="[-0-9.]+" cy="[-0-9.]+" r="5.5"'

open report.html
expect_quiet 'a page'
expect 'all runs' 1 '<title>Four runs</title>'
expect 'all runs' 1 '>4 of 4 runs<'
expect 'all runs' 4 "$row"
expect 'all runs' 4 "$curve"
expect 'all runs' 4 "$point"
expect 'a line of each run through both keys and the quality' 4 'class="curve( chosen)?" data-run="[0-9]+" data-axes="3"'
expect 'the run that is shown, in the table and four figures of it' 1 '<tr data-run="[0-9]+" data-key="policy_dynamic-block_[14]" aria-selected="true" class="chosen"'
expect 'the run that is shown, in every panel' 4 '<(path|circle) class="(curve|point)( training)? chosen"'
expect 'both policies in the legend' 2 '</svg>topology.policy (static|dynamic)<'
expect 'its best moving run' 1 '<h2 id="run-title">policy_dynamic-block_[14]</h2>'
expect 'the key that differs, marked' 1 "<mark>policy = 'dynamic'</mark>"
expect 'how a pattern moved' 1 'id="film"'
expect 'start and end of six weights, one of them again' 13 '<canvas '

open report.html '#where=model.block==4'
expect_quiet 'a filtered page'
expect 'one block' 1 '>2 of 4 runs<'
expect 'one block' 2 "$row"
expect 'one block' 2 "$curve"
expect 'one block' 2 "$point"
expect 'one block' 2 'data-axes="3"'
expect 'rows of that block' 2 'data-key="policy_(static|dynamic)-block_4"'

open report.html "#where=loss<100&where=topology.policy!='static'&text=BLOCK_1&x=log&quality=accuracy&sort=-seed&columns=all"
expect_quiet 'a page with all kinds of choices'
expect 'one run' 1 '>1 of 4 runs<'
expect 'one run' 1 "$curve"
expect 'one run' 1 'data-key="policy_dynamic-block_1"'
expect 'every column' 1 '>vocabulary hash</button>'
expect 'sorted by' 1 'aria-sort="descending"'

# As `espalier runs ls --where` takes it.
open report.html '#where=progress>60'
expect 'all that have come far' 1 '>4 of 4 runs<'
open report.html '#where=progress>=100%25&sort=-validation_loss'
expect 'all that have come to the end' 1 '>4 of 4 runs<'
expect 'nothing wrong' 1 '<span id="wrong" role="alert"></span>'
expect 'a title in words with its unit' 1 '>validation loss \(nats\) .</button>'

open report.html '#where=colour==red&where=validation_loss<0'
expect_quiet 'a page of a wrong condition'
expect 'no run' 1 '>0 of 4 runs<'
expect 'no run' 0 "$row"
expect 'what is wrong' 1 'No condition: colour==red[.] Expected KEY=VALUE'

# Means: of one value of a key, and of runs that differ in the seed alone, of which there are none.
open report.html '#group=topology.policy&quantity=validation%20loss'
expect_quiet 'a page of means'
expect 'a mean of two runs each' 2 '<path class="curve( chosen)?" data-run="[0-9] [0-9]" data-curve="validation loss"'
expect 'their bands' 2 '<path class="band( chosen)?" data-run="[0-9] [0-9]"'
expect 'runs elsewhere' 4 "$point"
expect 'a choice of colours and of means by policy' 2 '<option value="policy">(policy|mean by policy)</option>'
open report.html '#group=policy&colour=policy&quantity=validation%20loss'
expect 'means by policy' 2 '<path class="curve( chosen)?" data-run="[0-9] [0-9]" data-curve="validation loss"'
expect 'policies in the legend' 2 '</svg>policy (static|dynamic)<'
open report.html '#group=gone'
expect 'a key that is not there' 4 "$curve"
open report.html '#group=seed&quantity=validation%20loss'
expect_quiet 'a page of means over seeds'
expect 'runs of one seed' 4 '<path class="curve( chosen)?" data-run="[0-9]" data-curve="validation loss"'
expect 'no band of one run' 0 'class="band'

open report.html '#smooth=0.9&quantity=training%20loss'
expect_quiet 'a smoothed page'
expect 'each curve as it is, behind the smooth one' 4 '<path class="raw"'
expect 'smooth curves' 4 "$curve"

# Numbers that can be worked by hand: the mean of 1 and 3 at step 1 and of 2 and 6 at step 2, and deviations of 2 and 4 by the
# root of two. Smoothed by a half, 3, 6 and 6 have the weights 1; 1 and 2; 1, 2 and 4.
cat >numbers.html <<'HTML'
<script>
const near = (a, b) => Math.abs(a - b) < 1e-12;
const mean = meanOf([[{step: 1, value: 1}, {step: 2, value: 2}], [{step: 0, value: 5}, {step: 1, value: 3}, {step: 3, value: 9}]]);
const smooth = smoothed([{step: 0, value: 3}, {step: 1, value: 6}, {step: 2, value: 6}], 0.5);
document.body.setAttribute("data-mean", [mean.map(point => point.step), near(mean[0].value, 2), near(mean[1].value, 4),
  near(mean[0].spread, 2 / Math.SQRT2), near(mean[1].spread, 4 / Math.SQRT2), mean.length].join());
// Two runs whose losses differ in their last bit.
document.body.setAttribute("data-ticks", scaleOf([3, 3 + 2 ** -51], false, 0, 100, 6).ticks);
document.body.setAttribute("data-smooth", [near(smooth[0].value, 3), near(smooth[1].value, 5), near(smooth[2].value, 39 / 7)].join());
</script>
HTML
sed '/http-equiv="Content-Security-Policy"/d' report.html | cat - numbers.html >counted.html
open counted.html
expect_quiet 'a page that counts'
expect "means by hand: $(grep -oE '<body[^>]*>' dom.html)" 1 'data-mean="1,2,true,true,true,true,2"'
expect "round ticks around what is one number: $(grep -oE '<body[^>]*>' dom.html)" 1 'data-ticks="2.7,2.8'
expect "smoothing by hand: $(grep -oE '<body[^>]*>' dom.html)" 1 'data-smooth="true,true,true"'

# Names that mean something to a browser, or are no text at all.
hostile=$'<\'"&lt;\xff</script><img src=http://127.0.0.1:9/a onerror=alert(1)>'
mkdir -p "$hostile"
cp -r runs/policy_dynamic-block_4 "$hostile/run"
"$espalier" report "$hostile" --out hostile --title "$hostile" >/dev/null
open hostile/report.html
expect_quiet 'a hostile page'
expect 'a hostile run' 1 '>1 of 1 runs<'
expect 'a hostile run' 1 "$row"
expect 'no element of its own' 0 '<img'

# What is looked for would be found: without its policy a page may load and complain, with it it may only complain.
image='<img src="http://127.0.0.1:9/canary">'
sed "s|</header>|$image&|" report.html >canary.html
open canary.html
grep -qF 'violates' console.txt || fail "the policy refuses nothing: $(cat console.txt)"
[[ ! -s loaded.txt ]] || fail "the policy lets a page ask for $(cat loaded.txt)"
sed '/http-equiv="Content-Security-Policy"/d' canary.html >loose.html
open loose.html
grep -qF '127.0.0.1:9/canary' loaded.txt || fail 'a request is not noticed'

# A hand on the page: it points at a run that is not the one shown, clicks on it, points elsewhere, and plays the film to
# its end. The policy lets no script in but the page's own: the copy has none.
cat >hand.html <<'HTML'
<script type="module">
const said = name => text => document.body.setAttribute("data-" + name, text);
const title = () => document.getElementById("run-title").textContent, tip = document.getElementById("tip");
const key = id => document.querySelector(`tr[data-run="${id}"]`).dataset.key;
const shown = title(), points = [...document.querySelectorAll("circle.point")];
const point = points.find(each => key(each.dataset.run) !== shown), box = point.getBoundingClientRect();
const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true};
const film = document.getElementById("film"), slider = film.querySelector("input"), play = film.querySelector("button");
const picture = () => film.querySelector("canvas").toDataURL(), first = picture();
play.click();
said("playing")(play.textContent);
const watch = setInterval(() => {
  if (Number(slider.value) < Number(slider.max)) return;
  clearInterval(watch);
  said("film")(`${slider.max > 1 ? "moved" : "short"} ${picture() === first ? "same" : "other"} picture`);
  const figure = point.closest("svg");
  figure.dispatchEvent(new PointerEvent("pointermove", at));
  said("pointed")(tip.hidden ? "hidden" : tip.textContent.includes(key(point.dataset.run)) ? "named" : "another");
  said("hot")(document.querySelectorAll(`tr.hot[data-run="${point.dataset.run}"]`).length);
  said("lines")(["curves", "front", "parallel"].filter(id => document.querySelector(`#${id} .hot[data-run="${point.dataset.run}"]`)));
  figure.dispatchEvent(new MouseEvent("click", at));
  said("chosen")(["curves", "front", "parallel"].filter(id => document.querySelector(`#${id} .chosen[data-run="${point.dataset.run}"]`)));
  said("clicked")(title() === key(point.dataset.run) ? "shown" : title());
  figure.dispatchEvent(new PointerEvent("pointerleave", {bubbles: true}));
  said("left")(tip.hidden ? "hidden" : tip.textContent);
}, 50);
</script>
HTML
sed '/http-equiv="Content-Security-Policy"/d' report.html | cat - hand.html >touched.html
open touched.html
expect_quiet 'a touched page'
for seen in 'playing="Pause"' 'film="moved other picture"' 'pointed="named"' 'hot="1"' 'lines="curves,front,parallel"' 'chosen="curves,front,parallel"' 'clicked="shown"' 'left="hidden"'; do
  expect "a touched page: $(grep -oE '<body[^>]*>' dom.html)" 1 "<body[^>]* data-$seen"
done

((failures == 0)) || { printf '%d failures\n' "$failures" && exit 1; }
printf 'all as expected\n'
