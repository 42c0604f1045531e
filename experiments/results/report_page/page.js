// SPDX-License-Identifier: Apache-2.0
// The table and the controls; draws the page in the end.

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
    listOf("colour", "colour", [...new Set([...data.swept, "seed", "policy", "model", "status", "name"])].map(name => [name, name])),
    listOf("quantity", "quantity", quantities.map(of => [of.name, of.name])),
    listOf("quality", "quality", plain(qualities)), listOf("cost", "cost", plain(costs)),
    listOf("group", "group", [["", "each run"], ["seed", "mean over seeds"], ...[...new Set([...data.swept, "policy", "model", "status"])]
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
