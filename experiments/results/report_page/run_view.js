// SPDX-License-Identifier: Apache-2.0
// What the page shows of the chosen run: facts, configuration, patterns.

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
