// SPDX-License-Identifier: Apache-2.0
// The page of `espalier report`. All that it shows stands in the element #data; text reaches the
// document by textContent and attributes alone, never as markup. What is chosen stands in the
// address behind #, so that a view can be kept and sent:
//   #where=model.block==4&where=validation_loss<3&text=seed_2&sort=-validation_loss&run=NAME
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);

// ---- Elements

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  for (const child of children) if (child !== null && child !== undefined) node.append(child);
  return node;
}
const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// ---- Values

// As std::from_chars reads one, whole.
const isNumber = text => /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);

const isInteger = text => /^-?\d+$/.test(text);

/// Few digits, and large counts as 51.2M.
function short(value) {
  const size = Math.abs(value);
  if (value === 0) return "0";
  if (size >= 1e15 || size < 1e-4) return value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
  for (const [unit, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e4, "k"]])
    if (size >= unit) return Number((value / (letter === "k" ? 1e3 : unit)).toPrecision(4)) + letter;
  return String(Number(value.toPrecision(5)));
}
const shown = text => (isNumber(text) && (Math.abs(text) >= 1e6 || !isInteger(text)) ? short(Number(text)) : text);

/// Which of two numbers is larger, as the sign of what is returned: integers exactly, where doubles skip some.
function difference(a, b) {
  if (!isInteger(a) || !isInteger(b)) return Number(a) - Number(b);
  return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
}

const place = new Map(data.columns.map((name, i) => [name, i]));
place.set("run.seed", place.get("seed"));
// The values of a column stand in their order; a run has the place of its own.
const valuesOf = name => (place.has(name) ? data.values[place.get(name)] : [""]);
const rank = (run, name) => (place.has(name) ? run.cells[place.get(name)] : 0);
const cell = (run, name) => valuesOf(name)[rank(run, name)];
const title = name => data.titles[place.get(name)] || name;
const amount = (run, name) => (isNumber(cell(run, name)) ? Number(cell(run, name)) : NaN);
const nameOf = run => cell(run, "name");

data.runs.forEach((run, i) => {
  run.id = i;
  // What the address calls it.
  run.key = data.runs.some(other => other !== run && nameOf(other) === nameOf(run)) ? cell(run, "folder") : nameOf(run);
});

// ---- Filters

/// As `RunCondition` of the program compares: the number of a percentage counts, and null is no order.
function order(a, b) {
  const [one, other] = [a, b].map(text => text.replace(/%$/, ""));
  return isNumber(one) && isNumber(other) ? difference(one, other) : null;
}
const signs = {
  "=": (a, b) => (order(a, b) === null ? a === b : order(a, b) === 0),
  "<": (a, b) => order(a, b) < 0,
  "<=": (a, b) => order(a, b) !== null && order(a, b) <= 0,
  ">": (a, b) => order(a, b) > 0,
  ">=": (a, b) => order(a, b) !== null && order(a, b) >= 0,
};
signs["=="] = signs["="];
signs["!="] = (a, b) => !signs["="](a, b);

/// KEY=VALUE, or == != < <= > >= in place of =, as in `espalier runs ls --where`; null if `text` is none.
function condition(text) {
  const parts = /^([^=!<>]+?)\s*([=!<>]+)\s*([^=!<>].*|)$/.exec(text.trim());
  if (!parts || !signs[parts[2]]) return null;
  const key = parts[1] === "loss" ? "validation_loss" : parts[1], value = parts[3].replace(/^(['"])(.*)\1$/, "$2");
  if (!place.has(key) || (/[<>]/.test(parts[2]) && order(value, value) === null)) return null;
  return {key, value, holds: run => signs[parts[2]](cell(run, key), value)};
}

// What one can choose by a list: the state, and each key in which the runs differ.
const listed = ["status", ...data.swept].filter(name => valuesOf(name).length > 1 || name === "status");
if (valuesOf("seed").length > 1) listed.push("seed");

const qualities = data.metrics.map(metric => metric.name).filter(name =>
  data.runs.some(run => isFinite(amount(run, name))));
const costs = ["encoder_training_flops", "total_training_flops", "encoder_flops_per_sequence", "seconds",
  "parameters", "tokens"].filter(name => data.runs.some(run => amount(run, name) > 0));
const quantities = data.quantities.filter(of => data.runs.some(run => of.curves.some(name => run.curves[name])));
const higherIsBetter = name => data.metrics.some(metric => metric.name === name && metric.higher_is_better);

const usual = {
  where: [], text: "", sort: "", run: "", columns: "", reload: "", group: "", smooth: "0",
  colour: ["topology.policy", ...data.swept, "mode"].find(name => valuesOf(name).length > 1) || "name",
  quantity: quantities.length ? quantities[0].name : "", x: "linear", y: "linear",
  quality: qualities[0] || "", cost: costs[0] || "", "front-x": "log", "front-y": "linear",
};
// The best of the runs whose patterns moved, or of all.
const best = [...data.runs].sort((a, b) => {
  const unknown = run => (isFinite(amount(run, usual.quality)) ? 0 : 1), film = run => (run.patterns && run.patterns.film ? 0 : 1);
  const order = higherIsBetter(usual.quality) ? -1 : 1;
  return unknown(a) - unknown(b) || film(a) - film(b) || order * (amount(a, usual.quality) - amount(b, usual.quality)) || 0;
})[0];
if (best) usual.run = best.key;
const chosen = {...usual};

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  for (const name of Object.keys(usual)) chosen[name] = asked.has(name) ? asked.get(name) : usual[name];
  chosen.where = asked.getAll("where");
}

function writeAddress() {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen))
    if (name === "where") value.forEach(text => asked.append("where", text));
    else if (value !== usual[name]) asked.set(name, value);
  const hash = asked.toString().replaceAll("%3D", "=").replaceAll("%3C", "<").replaceAll("%3E", ">");
  if (hash !== location.hash.slice(1)) location.replace("#" + hash);
}

/// A condition of `where` that a list stands for: [key, value], or null.
function listedChoice(text) {
  const parts = /^([^=!<>]+)==?([^=!<>].*|)$/.exec(text);
  if (!parts || !listed.includes(parts[1])) return null;
  const value = valuesOf(parts[1]).find(known => signs["="](known, parts[2]));
  return value === undefined ? null : [parts[1], value];
}

let visible = [];

function choose() {
  const conditions = chosen.where.map(condition);
  const wrong = chosen.where.filter((text, i) => conditions[i] === null);
  byId("wrong").textContent = wrong.length
    ? `No condition: ${wrong.join("; ")}. Expected KEY=VALUE, or != < <= > >= in place of =, with a column of the table.` : "";
  byId("conditions").setAttribute("aria-invalid", wrong.length > 0);
  const words = chosen.text.toLowerCase().split(/\s+/);
  visible = data.runs.filter(run =>
    words.every(word => nameOf(run).toLowerCase().includes(word)) &&
    conditions.every(each => each === null || each.holds(run)));
  byId("count").textContent = `${visible.length} of ${data.runs.length} runs`;
}

// ---- Colours

const dashes = ["", "7 3", "2 2", "9 3 2 3", "14 4", "4 6"];
let colours = new Map();

function colourRuns() {
  if (!place.has(chosen.colour)) chosen.colour = usual.colour;
  colours = new Map(valuesOf(chosen.colour).map((value, i) => [value, {
    colour: data.colours[i % data.colours.length],
    dash: dashes[Math.floor(i / data.colours.length) % dashes.length]}]));
}
const lookOf = run => colours.get(cell(run, chosen.colour));

function drawLegend() {
  const present = new Set(visible.map(run => cell(run, chosen.colour)));
  const values = [...colours.keys()].filter(value => present.has(value));
  const most = 24;
  byId("legend").replaceChildren(...values.slice(0, most).map(value => {
    const {colour, dash} = colours.get(value);
    return html("li", {}, svg("svg", {viewBox: "0 0 36 12", "aria-hidden": "true"},
      svg("line", {x1: 0, x2: 36, y1: 6, y2: 6, stroke: colour, "stroke-width": 3, "stroke-dasharray": dash || null})),
      `${chosen.colour === "name" ? "" : chosen.colour + " "}${shown(value) || "(none)"}`);
  }), ...(values.length > most ? [html("li", {}, `and ${values.length - most} more`)] : []));
}

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
  if (low === high) {
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

// ---- Table

const columns = () => (chosen.columns === "all" ? data.columns : data.usual);

function drawTable() {
  const falling = chosen.sort.startsWith("-"), by = falling ? chosen.sort.slice(1) : chosen.sort;
  const rows = [...visible];
  if (place.has(by))
    rows.sort((a, b) => {
      const one = cell(a, by), other = cell(b, by);
      if ((one === "") !== (other === "")) return one === "" ? 1 : -1;  // the unknown stays last
      return (rank(a, by) - rank(b, by)) * (falling ? -1 : 1);
    });
  const numeric = new Map(columns().map(name => [name, valuesOf(name).some(isNumber) &&
    valuesOf(name).every(text => text === "" || isNumber(text))]));
  const head = html("tr", {}, ...columns().map(name => {
    const sorted = name === by ? (falling ? "descending" : "ascending") : null;
    return html("th", {scope: "col", title: name, class: numeric.get(name) ? "number" : null, "aria-sort": sorted},
      html("button", {type: "button", click: () => change({sort: sorted === "ascending" ? "-" + name : name})},
        title(name) + (sorted ? (falling ? " \u25be" : " \u25b4") : "")));
  }));
  const body = rows.map(run => html("tr", {"data-run": run.id, "data-key": run.key,
    pointerenter: () => pointAt([run]), pointerleave: () => pointAt([])},
    ...columns().map(name => {
      const text = cell(run, name);
      if (name !== "name") return html("td", {class: numeric.get(name) ? "number" : null, title: shown(text) === text ? null : text}, shown(text));
      const swatch = html("span", {class: "swatch", "aria-hidden": "true"});
      swatch.style.background = lookOf(run).colour;
      return html("td", {}, swatch, html("button", {type: "button", click: () => select(run),
        focus: () => pointAt([run]), blur: () => pointAt([])}, text || "(no name)"));
    })));
  byId("table").replaceChildren(html("thead", {}, head), html("tbody", {}, ...body));
}

// ---- One run

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
// Empty, four shades of how much is stored, grown, dropped.
const shades = ["#ffffff", "#b8c4d6", "#8595ae", "#516688", "#1d3557", data.grown, data.dropped]
  .map(text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16)));

/// Paints cells, two to a letter, on a canvas.
function paint(canvas, picture, cells) {
  canvas.width = picture.cols;
  canvas.height = picture.rows;
  const context = canvas.getContext("2d"), image = context.createImageData(picture.cols, picture.rows);
  for (let i = 0; i < picture.rows * picture.cols; ++i) {
    const two = alphabet.indexOf(cells[i >> 1]), shade = shades[i & 1 ? two & 7 : two >> 3] || shades[0];
    image.data.set([...shade, 255], 4 * i);
  }
  context.putImageData(image, 0, 0);
}

/// A canvas with the shape of the weight, `size` pixels along its longer side.
function canvasOf(picture, size, label) {
  const canvas = html("canvas", {role: "img", "aria-label": label});
  const [rows, cols] = picture.shape, longer = Math.max(rows, cols);
  canvas.style.width = Math.max(size / 8, size * cols / longer) + "px";
  canvas.style.height = Math.max(size / 8, size * rows / longer) + "px";
  return canvas;
}

function pictureOf(picture) {
  const pair = html("div", {class: "pair"});
  picture.cells.forEach((cells, i) => {
    const canvas = canvasOf(picture, 132, `${picture.name}, ${i ? "end" : "start"}`);
    paint(canvas, picture, cells);
    pair.append(canvas);
  });
  return html("figure", {}, pair, html("figcaption", {}, picture.name, html("br"),
    `${picture.shape.join(" \u00d7 ")}, ${picture.caption}`));
}

function filmOf(film) {
  const canvas = canvasOf(film, 360, `Pattern of ${film.name}, update by update`);
  const slider = html("input", {type: "range", min: 0, max: film.frames.length - 1, value: 0, "aria-label": "Update"});
  const caption = html("span", {});
  const button = html("button", {type: "button"}, "Play");
  let timer = null;
  const show = () => {
    const [text, cells] = film.frames[slider.value];
    paint(canvas, film, cells);
    caption.textContent = text;
    slider.setAttribute("aria-valuetext", text);
  };
  const stop = () => { clearInterval(timer); timer = null; button.textContent = "Play"; };
  slider.addEventListener("input", () => { stop(); show(); });
  button.addEventListener("click", () => {
    if (timer !== null) return stop();
    if (Number(slider.value) === film.frames.length - 1) slider.value = 0;
    button.textContent = "Pause";
    timer = setInterval(() => {
      if (!slider.isConnected || Number(slider.value) === film.frames.length - 1) return stop();
      slider.value = Number(slider.value) + 1;
      show();
    }, 200);
  });
  show();
  return html("div", {id: "film"}, html("h3", {}, `How ${film.name} moved`), canvas,
    html("p", {class: "film"}, button, slider, caption),
    html("ul", {class: "keys"}, ...[["stored", shades[4]], ["grown", shades[5]], ["dropped", shades[6]]].map(([text, colour]) => {
      const swatch = html("span", {class: "swatch"});
      swatch.style.background = `rgb(${colour})`;
      return html("li", {}, swatch, text);
    })));
}

/// The configuration, with the keys in which the runs differ marked.
function configOf(run) {
  let table = "";
  const lines = run.config.split("\n").flatMap(line => {
    const section = /^\[(.*)\]$/.exec(line), key = /^(\w+) = /.exec(line);
    if (section) table = section[1];
    const differs = key && (data.swept.includes(`${table}.${key[1]}`) ||
      (`${table}.${key[1]}` === "run.seed" && valuesOf("seed").length > 1));
    return [differs ? html("mark", {}, line) : line, "\n"];
  });
  return html("pre", {tabindex: 0, "aria-label": "Configuration"}, ...lines);
}

function drawRun() {
  const run = data.runs.find(each => each.key === chosen.run);
  byId("run").hidden = !run;
  if (!run) return;
  byId("run-title").textContent = nameOf(run);
  const facts = html("div", {}, html("h3", {}, "Provenance"),
    html("dl", {}, ...run.facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)])));
  const parts = [facts];
  if (run.config) parts.push(html("div", {}, html("h3", {}, "Configuration"), configOf(run)));
  const patterns = run.patterns;
  if (patterns && (patterns.note || patterns.pictures.length))
    parts.push(html("div", {class: "patterns"}, html("h3", {}, "Patterns at start and end"),
      patterns.note ? html("p", {}, patterns.note) : null,
      html("div", {class: "pictures"}, ...patterns.pictures.map(pictureOf)),
      patterns.film ? filmOf(patterns.film) : null));
  byId("run-body").replaceChildren(...parts);
}

function select(run) {
  change({run: run.key});
  byId("run").scrollIntoView({block: "start", behavior: "auto"});
}

// ---- Controls

const tick = (id, name, on, off) => {
  byId(id).addEventListener("change", event => change({[name]: event.target.checked ? on : off}));
  return () => { byId(id).checked = chosen[name] === on; };
};
const listOf = (id, name, options) => {
  byId(id).replaceChildren(...options.map(([value, text]) => html("option", {value}, text)));
  byId(id).addEventListener("change", event => change({[name]: event.target.value}));
  return () => { byId(id).value = chosen[name]; };
};
/// Draws while the slider moves, and keeps the address for when it rests.
function smoothing() {
  const slider = byId("smooth");
  slider.addEventListener("input", () => { chosen.smooth = slider.value; drawCurves(); markChosen(); });
  slider.addEventListener("change", () => change({smooth: slider.value}));
  return () => { slider.value = chosen.smooth; };
}
const plain = names => names.map(name => [name, title(name)]);

function setUp() {
  byId("title").textContent = document.title = data.title;
  byId("made").textContent = `Made ${data.made} by espalier ${data.version}.`;
  byId("notes").replaceChildren(...data.notes.map(text => html("li", {}, text)));
  const open = data.runs.some(run => cell(run, "status") === "running");
  byId("reloading").hidden = !open;
  if (open) byId("made").textContent += " Some runs still train.";

  const choices = listed.map(key => {
    const list = html("select", {"data-key": key}, html("option", {value: "*"}, "any"),
      ...valuesOf(key).map(value => html("option", {value: "=" + value}, shown(value) || "(none)")));
    list.addEventListener("change", () => {
      const others = chosen.where.filter(text => (listedChoice(text) || [])[0] !== key);
      change({where: list.value === "*" ? others : [...others, `${key}==${list.value.slice(1)}`]});
    });
    return {key, list};
  });
  byId("choices").replaceChildren(...choices.map(({key, list}) => html("label", {}, key, list)));
  byId("text").addEventListener("input", event => change({text: event.target.value}));
  byId("conditions").addEventListener("change", event => change({where: [
    ...chosen.where.filter(listedChoice), ...event.target.value.split(";").map(text => text.trim()).filter(Boolean)]}));
  byId("filters").addEventListener("submit", event => event.preventDefault());
  byId("reset").addEventListener("click", () => change({...usual}));

  const controls = [
    listOf("colour", "colour", [...new Set([...data.swept, "seed", "mode", "model", "status", "name"])].map(name => [name, name])),
    listOf("quantity", "quantity", quantities.map(of => [of.name, of.name])),
    listOf("quality", "quality", plain(qualities)), listOf("cost", "cost", plain(costs)),
    listOf("group", "group", [["", "each run"], ["seed", "mean over seeds"], ...[...new Set([...data.swept, "mode", "model", "status"])]
      .map(name => [name, `mean by ${name}`])]),
    smoothing(), tick("curves-log-x", "x", "log", "linear"), tick("curves-log-y", "y", "log", "linear"),
    tick("front-log-x", "front-x", "log", "linear"), tick("front-log-y", "front-y", "log", "linear"),
    tick("all-columns", "columns", "all", ""), tick("reload", "reload", "on", ""),
  ];
  return () => {
    controls.forEach(update => update());
    for (const {key, list} of choices) {
      const own = chosen.where.map(listedChoice).find(choice => choice && choice[0] === key);
      list.value = own ? "=" + own[1] : "*";
    }
    if (document.activeElement !== byId("text")) byId("text").value = chosen.text;
    byId("conditions").value = chosen.where.filter(text => !listedChoice(text)).join("; ");
  };
}

const showChoices = setUp();

function drawAll() {
  choose();
  colourRuns();
  showChoices();
  drawLegend();
  drawCurves();
  drawFront();
  drawParallel();
  drawTable();
  drawRun();
  markChosen();
}

function change(values) {
  const runOnly = Object.keys(values).every(name => name === "run");
  Object.assign(chosen, values);
  writeAddress();
  if (!runOnly) return drawAll();
  markChosen();
  drawRun();
}

window.addEventListener("hashchange", () => {
  const before = JSON.stringify(chosen);
  readAddress();
  if (JSON.stringify(chosen) !== before) drawAll();
});
setInterval(() => { if (chosen.reload === "on") location.reload(); }, 30000);

readAddress();
drawAll();
