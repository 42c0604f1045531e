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
  colour: ["topology.policy", ...data.swept, "policy"].find(name => valuesOf(name).length > 1) || "name",
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
