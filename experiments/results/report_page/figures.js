// SPDX-License-Identifier: Apache-2.0
// The figures of the page: curves, quality against cost, parallel coordinates.

// ---- Axes

const width = 720, height = 430, left = 62, right = 14, top_ = 12, bottom = 46;

function niceTicks(low, high, count) {
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= raw * 0.999);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) ticks.push(i * step);
  return ticks;
}

/// A scale of values that are at hand, a little wider than they are; `log` wants them positive.
function scaleOf(values, log, from, to, count) {
  const finite = values.filter(value => isFinite(value) && (!log || value > 0));
  if (finite.length === 0) return null;
  let low = Infinity, high = -Infinity;
  for (const value of finite) { low = Math.min(low, value); high = Math.max(high, value); }
  const map = log ? Math.log : value => value;
  // What is shorter has no ticks that are numbers of their own.
  if (high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high))) {
    const slack = log ? 0 : Math.abs(low) * 0.1 || 1;
    low = log ? low / 1.5 : low - slack;
    high = log ? high * 1.5 : high + slack;
  }
  const margin = (map(high) - map(low)) * 0.03, begin = map(low) - margin, end = map(high) + margin;
  const at = value => from + (map(value) - begin) / (end - begin) * (to - from);
  let ticks;
  if (log && high / low >= 4) {
    const decades = Math.log10(high / low);
    const factors = decades > 2.5 ? [1] : decades > 1.2 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7];
    ticks = [];
    for (let e = Math.floor(Math.log10(low)) - 1; e <= Math.ceil(Math.log10(high)); ++e)
      for (const factor of factors) ticks.push(Number((factor * 10 ** e).toPrecision(3)));
  } else {
    ticks = niceTicks(low, high, count);
  }
  return {at, ticks: ticks.filter(tick => (!log || tick > 0) && map(tick) >= begin && map(tick) <= end)};
}

/// An empty figure with axes, and the element that takes what is drawn.
function axes(x, y, xName, yName, label) {
  const field = svg("g");
  const node = svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label});
  for (const tick of y.ticks)
    node.append(svg("line", {class: "grid", x1: left, x2: width - right, y1: y.at(tick), y2: y.at(tick)}),
      svg("text", {class: "tick", x: left - 7, y: y.at(tick) + 4, "text-anchor": "end"}, short(tick)));
  let last = -Infinity;
  for (const tick of x.ticks) {
    node.append(svg("line", {class: "grid", x1: x.at(tick), x2: x.at(tick), y1: top_, y2: height - bottom}));
    if (x.at(tick) - last < 44) continue;
    last = x.at(tick);
    node.append(svg("text", {class: "tick", x: last, y: height - bottom + 17, "text-anchor": "middle"}, short(tick)));
  }
  node.append(
    svg("path", {class: "axis", d: `M${left},${top_}V${height - bottom}H${width - right}`}),
    svg("text", {class: "name", x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle"}, xName),
    svg("text", {class: "name", x: -(top_ + height - bottom) / 2, y: 13, transform: "rotate(-90)", "text-anchor": "middle"}, yName),
    field);
  return {node, field};
}

// ---- Pointing at runs

// What shows several runs names all of them in its data-run, so that one finds it by each.
const shownOf = run => document.querySelectorAll(`[data-run~="${run.id}"]`);
let hot = "";

function pointAt(runs) {
  const ids = runs.map(run => run.id).join(" ");
  if (hot === ids) return;
  hot = ids;
  document.querySelectorAll(".hot").forEach(node => node.classList.remove("hot"));
  document.querySelectorAll(".figure").forEach(node => node.classList.toggle("dimmed", runs.length > 0));
  for (const node of runs.flatMap(run => [...shownOf(run)])) {
    node.classList.add("hot");
    if (node instanceof SVGElement) node.parentNode.append(node);  // above the others
  }
}

/// The run that is shown below stands out in every panel.
function markChosen() {
  document.querySelectorAll(".chosen").forEach(node => node.classList.remove("chosen"));
  document.querySelectorAll("tbody tr").forEach(row => row.setAttribute("aria-selected", row.dataset.key === chosen.run));
  const run = data.runs.find(each => each.key === chosen.run);
  if (run) shownOf(run).forEach(node => node.classList.add("chosen"));
}

function tell(text, event) {
  const tip = byId("tip");
  tip.hidden = text === null;
  if (text === null) return;
  tip.textContent = text;
  const room = document.documentElement.clientWidth - tip.offsetWidth - 12;
  tip.style.left = Math.max(4, Math.min(event.pageX + 14, room)) + "px";
  tip.style.top = event.pageY + 16 + "px";
}

/// Tells of the nearest of `marks`, each {x, y, runs, text}, within some pixels of the pointer.
function makeHover(figure, marks) {
  const nearest = event => {
    const box = figure.getBoundingClientRect();
    const {width: wide, height: high} = figure.viewBox.baseVal;
    const x = (event.clientX - box.left) / box.width * wide, y = (event.clientY - box.top) / box.height * high;
    let best = null, distance = 28 ** 2;
    for (const mark of marks) {
      const d = (mark.x - x) ** 2 + (mark.y - y) ** 2;
      if (d < distance) { best = mark; distance = d; }
    }
    return best;
  };
  figure.addEventListener("pointermove", event => {
    const mark = nearest(event);
    pointAt(mark ? mark.runs : []);
    tell(mark && mark.text(), event);
  });
  figure.addEventListener("pointerleave", () => { pointAt([]); tell(null); });
  figure.addEventListener("click", event => {
    const mark = nearest(event);
    if (mark) select(mark.runs[0]);
  });
}

// ---- Curves

const empty = text => html("p", {class: "empty"}, text);

/// A mean of the values so far, in which one counts `weight` times as much as the next (Adam's correction for the first ones).
/// Points are apart by what the page has left out; a wide gap forgets more.
function smoothed(points, weight) {
  if (weight === 0 || points.length < 3) return points;
  const usual = (points[points.length - 1].step - points[0].step) / (points.length - 1) || 1;
  let sum = 0, total = 0;
  return points.map(({step, value}, i) => {
    const kept = i === 0 ? 0 : weight ** Math.min(10, (step - points[i - 1].step) / usual);
    sum = kept * sum + (1 - weight) * value;
    total = kept * total + (1 - weight);
    return {step, value: sum / total};
  });
}

/// The value of a curve at a step, on the straight line between its neighbours; NaN outside of it. `from` is where to look first.
function valueAt(points, step, from) {
  let i = from;
  while (i < points.length && points[i].step < step) ++i;
  if (i === points.length) return {i, value: NaN};
  if (points[i].step === step) return {i, value: points[i].value};
  if (i === 0) return {i, value: NaN};
  const [a, b] = [points[i - 1], points[i]];
  return {i, value: a.value + (b.value - a.value) * (step - a.step) / (b.step - a.step)};
}

/// Mean and standard deviation of curves, at the steps of any of them where all have begun and none has ended.
function meanOf(curves) {
  const most = 240, last = Math.min(...curves.map(points => points[points.length - 1].step));
  const first = Math.max(...curves.map(points => points[0].step));
  const all = [...new Set(curves.flatMap(points => points.map(point => point.step)))].sort((a, b) => a - b)
    .filter(step => step >= first && step <= last);
  const every = Math.ceil(all.length / most), at = curves.map(() => 0);
  return all.filter((_, i) => i % every === 0 || i === all.length - 1).map(step => {
    const values = curves.map((points, c) => {
      const {i, value} = valueAt(points, step, at[c]);
      at[c] = i;
      return value;
    });
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return {step, value: mean, spread: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0};
  });
}

/// The visible runs, as groups that have one curve: each alone, those that differ in the seed alone, or those of one value of a key.
function groups() {
  const keys = chosen.group === "seed" ? data.swept : place.has(chosen.group) ? [chosen.group] : null;
  if (keys === null) return visible.map(run => ({name: nameOf(run), runs: [run]}));
  const found = new Map();
  for (const run of visible) {
    const name = keys.map(key => `${key} ${shown(cell(run, key)) || "(none)"}`).join(", ");
    found.set(name, [...(found.get(name) || []), run]);
  }
  return [...found].map(([name, runs]) => ({name: `${name}\nmean of ${runs.length}`, runs}));
}

function drawCurves() {
  const of = quantities.find(each => each.name === chosen.quantity) || quantities[0];
  const logX = chosen.x === "log", logY = chosen.y === "log", weight = Math.min(0.99, Math.max(0, Number(chosen.smooth) || 0));
  const pointsOf = curve => curve[0].map((step, i) => ({step, value: curve[1][i]}))
    .filter(({step, value}) => value !== null && (!logX || step > 0) && (!logY || value > 0));
  const drawn = [];
  for (const {name, runs} of groups())
    for (const kind of of ? of.curves : []) {
      const raw = runs.filter(run => run.curves[kind]).map(run => pointsOf(run.curves[kind])).filter(points => points.length);
      if (raw.length === 0) continue;
      const curves = raw.map(points => smoothed(points, weight));
      const points = raw.length > 1 ? meanOf(curves) : curves[0];
      if (points.length) drawn.push({name, runs, kind, points, raw: weight > 0 && raw.length === 1 ? raw[0] : []});
    }
  const low = point => point.value - (point.spread || 0), high = point => point.value + (point.spread || 0);
  const x = scaleOf(drawn.flatMap(curve => curve.points.map(point => point.step)), logX, left, width - right, 7);
  const y = scaleOf(drawn.flatMap(curve => [...curve.points.flatMap(point => [low(point), high(point)]), ...curve.raw.map(point => point.value)]),
    logY, height - bottom, top_, 6);
  if (!x || !y) return byId("curves").replaceChildren(empty("Nothing recorded."));
  const {node, field} = axes(x, y, "optimizer step", of.name, `${of.name} of ${visible.length} runs by optimizer step`);
  const marks = [], pathOf = places => "M" + places.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join("L");
  const line = points => points.map(point => [x.at(point.step), y.at(point.value)]);
  for (const {name, runs, kind, points, raw} of drawn) {
    const {colour, dash} = lookOf(runs[0]), ids = runs.map(run => run.id).join(" ");
    const training = kind.startsWith("training") && of.curves.length > 1;
    if (raw.length) field.append(svg("path", {class: "raw", stroke: colour, d: pathOf(line(raw))}));
    const banded = points.filter(point => point.spread > 0 && (!logY || low(point) > 0));
    if (banded.length > 1 && !training)
      field.append(svg("path", {class: "band", "data-run": ids, fill: colour, d: pathOf([
        ...banded.map(point => [x.at(point.step), y.at(high(point))]), ...banded.reverse().map(point => [x.at(point.step), y.at(low(point))])]) + "Z"}));
    field.append(svg("path", {class: training ? "curve training" : "curve", "data-run": ids, "data-curve": kind,
      stroke: colour, "stroke-dasharray": dash || null, d: pathOf(line(points))}));
    // A curve of one value has no line.
    if (!training && points.length < 3)
      for (const [cx, cy] of line(points))
        field.append(svg("circle", {class: "point", "data-run": ids, r: 4, fill: colour, cx: cx.toFixed(1), cy: cy.toFixed(1)}));
    marks.push(...points.map(point => ({x: x.at(point.step), y: y.at(point.value), runs, text: () => `${name}\nstep ${point.step}\n` +
      `${kind} ${Number(point.value.toPrecision(6))}${point.spread > 0 ? ` \u00b1 ${short(point.spread)}` : ""}`})));
  }
  makeHover(node, marks);
  byId("curves").replaceChildren(node);
}

// ---- Cost and quality

/// The runs that none beats in both. A run that is not done may yet be better, and has its ring alone.
function frontier(marks, better) {
  let best = null;
  return [...marks].sort((a, b) => a.cost - b.cost || better(a.quality, b.quality)).filter(mark => {
    if (best !== null && better(mark.quality, best) >= 0) return false;
    best = mark.quality;
    return true;
  });
}

function drawFront() {
  const logX = chosen["front-x"] === "log", logY = chosen["front-y"] === "log";
  const marks = visible.map(run => ({run, runs: [run], cost: amount(run, chosen.cost), quality: amount(run, chosen.quality)}))
    .filter(mark => isFinite(mark.cost) && isFinite(mark.quality) && (!logX || mark.cost > 0) && (!logY || mark.quality > 0));
  const x = scaleOf(marks.map(mark => mark.cost), logX, left, width - right, 6);
  const y = scaleOf(marks.map(mark => mark.quality), logY, height - bottom, top_, 6);
  if (!x || !y) return byId("front").replaceChildren(empty("No run with both."));
  const {node, field} = axes(x, y, title(chosen.cost), title(chosen.quality),
    `${title(chosen.quality)} of ${marks.length} runs against ${title(chosen.cost)}`);
  for (const mark of marks) {
    mark.x = x.at(mark.cost);
    mark.y = y.at(mark.quality);
    mark.text = () => `${nameOf(mark.run)}\n${title(chosen.cost)} ${short(mark.cost)}\n` +
      `${title(chosen.quality)} ${Number(mark.quality.toPrecision(6))}` +
      (cell(mark.run, "status") === "done" ? "" : `\n${cell(mark.run, "status")}`);
  }
  const better = higherIsBetter(chosen.quality) ? (a, b) => b - a : (a, b) => a - b;
  const front = frontier(marks.filter(mark => cell(mark.run, "status") === "done"), better);
  field.append(svg("path", {class: "frontier", "data-runs": front.length,
    d: front.map((mark, i) => (i ? `H${mark.x.toFixed(1)}V${mark.y.toFixed(1)}` : `M${mark.x.toFixed(1)},${mark.y.toFixed(1)}`)).join("")}));
  for (const mark of marks) {
    const done = cell(mark.run, "status") === "done", {colour} = lookOf(mark.run);
    field.append(svg("circle", {class: done ? "point" : "point open", "data-run": mark.run.id,
      cx: mark.x.toFixed(1), cy: mark.y.toFixed(1), r: 5.5, fill: colour, stroke: colour}));
  }
  makeHover(node, marks);
  byId("front").replaceChildren(node);
}

// ---- Parallel coordinates

/// Where the values of `name` stand on an upright axis, and what is written there: numbers by their value, on a logarithmic
/// axis if they are far apart, and others one above the other.
function uprightAxis(name, low, high) {
  const values = valuesOf(name), most = 9;
  if (values.every(isNumber) || name === chosen.quality) {
    const numbers = values.filter(isNumber).map(Number);
    const log = numbers[0] > 0 && numbers[numbers.length - 1] / numbers[0] >= 8;
    const scale = scaleOf(numbers, log, low, high, 6);
    const ticks = numbers.length <= most ? numbers : scale ? scale.ticks : [];
    return {at: text => (isNumber(text) ? scale.at(Number(text)) : NaN), ticks: ticks.map(value => [scale.at(value), short(value)])};
  }
  const at = text => low + (high - low) * (values.indexOf(text) + 0.5) / values.length;
  const every = Math.ceil(values.length / 18);
  return {at, ticks: values.filter((_, i) => i % every === 0).map(text => [at(text), shown(text) || "(none)"])};
}

function drawParallel() {
  const keys = data.swept.filter(name => valuesOf(name).length > 1);
  byId("parallel-part").hidden = keys.length === 0;
  if (keys.length === 0) return;
  const names = [...keys.slice(0, 9), chosen.quality].filter(Boolean);
  const wide = 1080, high = 340, margin = 70, low = high - 14, top = 48;
  const field = svg("g"), marks = [];
  const node = svg("svg", {viewBox: `0 0 ${wide} ${high}`, role: "img",
    "aria-label": `${visible.length} runs by ${names.map(title).join(", ")}`}, field);
  const axes = names.map((name, i) => ({name, x: margin + i * (wide - 2 * margin) / Math.max(1, names.length - 1), ...uprightAxis(name, low, top)}));
  for (const run of visible) {
    const points = axes.map(axis => ({x: axis.x, y: axis.at(cell(run, axis.name))})).filter(point => isFinite(point.y));
    const text = () => [nameOf(run), ...names.map(name => `${title(name)} ${shown(cell(run, name)) || "(none)"}`)].join("\n");
    const {colour, dash} = lookOf(run);
    field.append(svg("path", {class: "curve", "data-run": run.id, "data-axes": points.length, stroke: colour, "stroke-dasharray": dash || null,
      d: "M" + points.map(point => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join("L")}));
    marks.push(...points.map(point => ({...point, runs: [run], text})));
  }
  axes.forEach(({name, x, ticks}, i) => node.append(
    svg("path", {class: "axis", d: `M${x},${top}V${low}`}),
    svg("text", {class: "name", x, y: names.length > 5 && i % 2 ? 30 : 14, "text-anchor": "middle"}, title(name)),
    ...ticks.map(([y, text]) => svg("text", {class: "tick halo", x: x + 5, y: y + 4}, text))));
  makeHover(node, marks);
  byId("parallel").replaceChildren(node);
}
