// The browser's side of the result viewer: the sheet with its boxes, the table beside it, the fields to correct.

const SVG = "http://www.w3.org/2000/svg";
const MOST = 24; // times the sheet that fits
const STEP = 1.35;

function element(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(kind, text, label, act) {
  const made = element("button", `dkv-button ${kind}`, text);
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.title = label;
  made.addEventListener("click", act);
  return made;
}

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const percent = (share) => `${Math.round(share * 100)} %`;
const said = (value) => (value === true ? "yes" : value === false ? "no" : value === null ? "—" : String(value));
const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// What several parts need to know of the items.
function library(model) {
  const own = { items: new Map(), kinds: new Map() };
  own.read = () => {
    own.items = new Map(model.get("items").map((item) => [item.key, item]));
    own.kinds = new Map(model.get("kinds").map((kind) => [kind.name, kind]));
  };
  own.shown = (item) => !model.get("hidden").includes(item.kind) && item.sure >= model.get("least");
  own.sheet = () => model.get("sheets").find((sheet) => sheet.page === model.get("page"));
  own.here = () => model.get("items").filter((item) => item.page === model.get("page"));
  own.choose = (key, from) => {
    own.from = from; // what a person clicked on the sheet is in sight already
    model.set("selected", key);
    const item = own.items.get(key);
    if (item && item.page !== model.get("page")) model.set("page", item.page);
    model.save_changes();
  };
  own.read();
  return own;
}

// Zoom and pan: `view` is the scale (1 fits the width) and the offset of the sheet in pixels.
function camera(frame, stage, onMove) {
  const view = { scale: 1, x: 0, y: 0 };
  let size = { width: 1, height: 1 };
  let goal = null;
  let running = 0;

  const base = () => Math.min(frame.clientWidth / size.width, frame.clientHeight / size.height) || 1;
  const bounded = (wish) => {
    const scale = Math.min(Math.max(wish.scale, 1), MOST);
    const part = (offset, whole, inside) =>
      whole <= inside ? (inside - whole) / 2 : Math.min(Math.max(offset, inside - whole), 0);
    const width = size.width * base() * scale;
    const height = size.height * base() * scale;
    return { scale, x: part(wish.x, width, frame.clientWidth), y: part(wish.y, height, frame.clientHeight) };
  };
  const paint = () => {
    stage.style.width = `${size.width * base() * view.scale}px`;
    stage.style.height = `${size.height * base() * view.scale}px`;
    stage.style.transform = `translate(${view.x}px, ${view.y}px)`;
    onMove(view);
  };
  const jump = (wish) => {
    goal = null;
    Object.assign(view, bounded(wish));
    paint();
  };
  const step = () => {
    running = 0;
    if (!goal) return;
    for (const name of ["scale", "x", "y"]) view[name] += (goal[name] - view[name]) * 0.28;
    const near = Math.abs(goal.x - view.x) + Math.abs(goal.y - view.y) < 0.6 && Math.abs(goal.scale - view.scale) < 0.002;
    if (near) Object.assign(view, goal);
    paint();
    if (near) goal = null;
    else running = requestAnimationFrame(step);
  };
  const glide = (wish) => {
    if (calm()) return jump(wish);
    goal = bounded(wish);
    if (!running) running = requestAnimationFrame(step);
  };
  const around = (factor, px, py) => {
    const from = goal ?? view;
    const scale = Math.min(Math.max(from.scale * factor, 1), MOST);
    const share = scale / from.scale;
    return { scale, x: px - (px - from.x) * share, y: py - (py - from.y) * share };
  };
  return {
    view,
    fit: () => glide({ scale: 1, x: 0, y: 0 }),
    resize: (to) => {
      if (to) size = to;
      jump(to ? { scale: 1, x: 0, y: 0 } : view);
    },
    zoom: (factor, px = frame.clientWidth / 2, py = frame.clientHeight / 2) => glide(around(factor, px, py)),
    pan: (dx, dy) => {
      const from = goal ?? view;
      glide({ scale: from.scale, x: from.x + dx, y: from.y + dy });
    },
    drag: (x, y) => jump({ scale: view.scale, x, y }),
    // Brings a box into sight, large enough to be read.
    show: ([x0, top, x1, bottom]) => {
      const unit = base();
      const now = unit * view.scale;
      const readable = Math.min(x1 - x0, bottom - top) * now >= 11;
      const inside =
        view.x + x0 * now > 8 && view.y + top * now > 8 &&
        view.x + x1 * now < frame.clientWidth - 8 && view.y + bottom * now < frame.clientHeight - 8;
      if (readable && inside) return;
      const fits = Math.min(frame.clientWidth / ((x1 - x0) * unit * 1.5 || 1), frame.clientHeight / ((bottom - top) * unit * 1.5 || 1));
      const wanted = 20 / (Math.min(x1 - x0, bottom - top) * unit || 1);
      const scale = Math.max(Math.min(Math.max(wanted, view.scale), fits, MOST), 1);
      const x = frame.clientWidth / 2 - ((x0 + x1) / 2) * unit * scale;
      const y = frame.clientHeight / 2 - ((top + bottom) / 2) * unit * scale;
      glide({ scale, x, y });
    },
    stop: () => cancelAnimationFrame(running),
  };
}

// The pictures of the pages: asked for once, kept as long as the result stays.
function pictures(model, show) {
  const kept = new Map();
  let edition = model.get("edition");
  const clear = () => {
    for (const url of kept.values()) if (url) URL.revokeObjectURL(url);
    kept.clear();
    edition = model.get("edition");
  };
  const heard = (content, buffers) => {
    if (content.op !== "picture" || content.edition !== model.get("edition")) return;
    const png = content.there ? new Blob([buffers[0]], { type: "image/png" }) : null;
    kept.set(content.page, png ? URL.createObjectURL(png) : "");
    if (content.page === model.get("page")) show(kept.get(content.page));
  };
  model.on("msg:custom", heard);
  return {
    ask: () => {
      if (edition !== model.get("edition")) clear();
      const page = model.get("page");
      if (kept.has(page)) return show(kept.get(page));
      show(null);
      model.send({ op: "picture", page, edition });
    },
    stop: () => {
      model.off("msg:custom", heard);
      clear();
    },
  };
}

function written(item) {
  const [x0, top, x1, bottom] = item.box;
  const turned = Math.abs(item.turn % 180) > 45 && Math.abs(item.turn % 180) < 135;
  const along = turned ? bottom - top : x1 - x0;
  const across = turned ? x1 - x0 : bottom - top;
  const size = Math.min(across * 0.85, along / (0.58 * Math.max(item.text.length, 1)), 16);
  const [x, y] = [(x0 + x1) / 2, (top + bottom) / 2];
  const text = shape("text", { x, y, "font-size": Math.max(size, 0.5), transform: `rotate(${-item.turn} ${x} ${y})` });
  text.textContent = item.text;
  return text;
}

function sheetPart(model, shelf) {
  const frame = element("div", "dkv-frame");
  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  frame.setAttribute("aria-roledescription", "drawing");
  frame.setAttribute(
    "aria-label",
    "Sheet. Plus and minus zoom, 0 fits, arrows move, N and B mark the next and the last item, Page Up and Page Down turn pages",
  );
  const stage = element("div", "dkv-stage");
  const picture = element("img", "dkv-picture");
  picture.alt = "";
  picture.draggable = false;
  const overlay = shape("svg", { class: "dkv-overlay", preserveAspectRatio: "none" });
  const tip = element("div", "dkv-tip");
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  const hint = element("div", "dkv-hint", "Click the sheet, or hold Ctrl, to zoom with the wheel");
  hint.hidden = true;
  const empty = element("div", "dkv-empty", "No result yet.");
  stage.append(picture, overlay);
  frame.append(stage, tip, hint, empty);

  const scale = element("span", "dkv-scale");
  const boxes = new Map();
  const view = camera(frame, stage, ({ scale: now }) => {
    scale.textContent = percent(now);
    frame.classList.toggle("dkv-zoomed", now > 1.001);
  });
  const images = pictures(model, (url) => {
    picture.hidden = !url;
    if (url) picture.src = url;
    overlay.classList.toggle("dkv-bare", url === "");
    frame.dataset.picture = url === null ? "asked" : url ? "there" : "none";
  });

  const paint = () => {
    const begun = performance.now();
    const sheet = shelf.sheet();
    empty.hidden = Boolean(sheet);
    stage.hidden = !sheet;
    boxes.clear();
    if (!sheet) return overlay.replaceChildren();
    overlay.setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
    const placed = shelf.here().filter((item) => item.box);
    const area = ({ kind, box: [x0, top, x1, bottom] }) => {
      const out = 2 * shelf.kinds.get(kind).around;
      return (x1 - x0 + out) * (bottom - top + out);
    };
    placed.sort((a, b) => area(b) - area(a)); // the smaller lies above the larger, or nobody could reach it
    const texts = shape("g", { class: "dkv-texts" });
    const rects = shape("g", {});
    for (const item of placed) {
      const kind = shelf.kinds.get(item.kind);
      const [x0, top, x1, bottom] = item.box;
      const out = kind.around + 1;
      const rect = shape("rect", {
        x: x0 - out, y: top - out, width: x1 - x0 + 2 * out, height: bottom - top + 2 * out, rx: 1.5,
        stroke: kind.colour, fill: kind.colour, "fill-opacity": kind.fill, class: "dkv-box",
      });
      if (kind.dashed) rect.setAttribute("stroke-dasharray", "5 3");
      if (Object.keys(item.read).length) rect.classList.add("dkv-corrected");
      rect.dataset.key = item.key;
      boxes.set(item.key, rect);
      rects.append(rect);
      texts.append(written(item));
    }
    overlay.replaceChildren(texts, rects);
    sift();
    mark();
    frame.dataset.boxes = placed.length;
    frame.dataset.took = (performance.now() - begun).toFixed(1);
  };
  const sift = () => {
    for (const [key, rect] of boxes) rect.classList.toggle("dkv-off", !shelf.shown(shelf.items.get(key)));
  };
  const mark = () => {
    for (const [key, rect] of boxes) rect.classList.toggle("dkv-marked", key === model.get("selected"));
  };
  const reveal = () => {
    const item = shelf.items.get(model.get("selected"));
    if (item?.box && item.page === model.get("page") && shelf.from !== "sheet") view.show(item.box);
    shelf.from = "";
  };
  const turn = () => {
    const sheet = shelf.sheet();
    paint();
    if (!sheet) return;
    view.resize(sheet);
    images.ask();
    reveal();
  };

  const tell = (event) => {
    const key = event.target.dataset?.key;
    const item = key && shelf.items.get(key);
    for (const rect of overlay.querySelectorAll(".dkv-hover")) rect.classList.remove("dkv-hover");
    tip.hidden = !item;
    if (!item) return;
    boxes.get(key).classList.add("dkv-hover");
    const kind = shelf.kinds.get(item.kind);
    if (tip.dataset.key !== key) {
      tip.dataset.key = key;
      const facts = kind.columns
        .map((column, at) => [column.label, item.cells[at]])
        .filter(([label, cell]) => cell && label !== "As read" && cell !== item.text);
      const lines = facts.map(([label, cell]) => {
        const line = element("div", "dkv-fact");
        line.append(element("span", "dkv-quiet", label), element("span", "", cell));
        return line;
      });
      const head = element("div", "dkv-tip-kind");
      const dot = element("span", "dkv-dot");
      dot.style.background = kind.colour;
      head.append(dot, `${kind.label} · ${percent(item.sure)} sure`);
      if (Object.keys(item.read).length) head.append(" · ✎ by hand");
      tip.replaceChildren(head, element("div", "dkv-tip-text", item.text), ...lines);
    }
    const area = frame.getBoundingClientRect();
    const [x, y] = [event.clientX - area.left, event.clientY - area.top];
    const over = x + 18 + tip.offsetWidth > area.width;
    const below = y + 18 + tip.offsetHeight > area.height;
    tip.style.left = `${Math.max(over ? x - 12 - tip.offsetWidth : x + 14, 4)}px`;
    tip.style.top = `${Math.max(below ? y - 12 - tip.offsetHeight : y + 16, 4)}px`;
  };

  let held = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = { x: event.clientX, y: event.clientY, left: view.view.x, top: view.view.y, key: event.target.dataset?.key };
    frame.focus({ preventScroll: true });
  });
  frame.addEventListener("pointermove", (event) => {
    if (!held) return tell(event);
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) < 4) return;
    if (!held.moved) frame.setPointerCapture(event.pointerId);
    held.moved = true;
    tip.hidden = true;
    frame.classList.add("dkv-held");
    view.drag(held.left + dx, held.top + dy);
  });
  const release = (event) => {
    if (held && !held.moved && event.type === "pointerup") shelf.choose(held.key ?? "", "sheet");
    held = null;
    frame.classList.remove("dkv-held");
  };
  frame.addEventListener("pointerup", release);
  frame.addEventListener("pointercancel", release);
  frame.addEventListener("pointerleave", () => (tip.hidden = true));
  frame.addEventListener("dblclick", (event) => {
    const area = frame.getBoundingClientRect();
    view.zoom(event.shiftKey ? 0.5 : 2, event.clientX - area.left, event.clientY - area.top);
  });
  let fading = 0;
  const wheel = (event) => {
    const area = frame.getBoundingClientRect();
    if (!event.ctrlKey && !event.metaKey && !frame.matches(":focus-within")) {
      hint.hidden = false; // the page scrolls on: nobody is caught by a picture
      clearTimeout(fading);
      fading = setTimeout(() => (hint.hidden = true), 1400);
      return;
    }
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    view.zoom(Math.exp(-Math.max(Math.min(pixels, 240), -240) * 0.0022), event.clientX - area.left, event.clientY - area.top);
  };
  frame.addEventListener("wheel", wheel, { passive: false });

  const turnBy = (by) => {
    const pages = model.get("sheets").map((sheet) => sheet.page);
    const to = pages[pages.indexOf(model.get("page")) + by];
    if (to === undefined) return;
    model.set("page", to);
    model.save_changes();
  };
  const next = (by) => {
    const order = shelf.here().filter((item) => item.box && shelf.shown(item)).map((item) => item.key);
    const at = order.indexOf(model.get("selected"));
    const to = order[at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length];
    if (to) shelf.choose(to);
  };
  const keys = {
    "+": () => view.zoom(STEP), "=": () => view.zoom(STEP), "-": () => view.zoom(1 / STEP), 0: view.fit,
    ArrowLeft: () => view.pan(80, 0), ArrowRight: () => view.pan(-80, 0), ArrowUp: () => view.pan(0, 80),
    ArrowDown: () => view.pan(0, -80), PageUp: () => turnBy(-1), PageDown: () => turnBy(1), n: () => next(1),
    b: () => next(-1), Escape: () => shelf.choose(""),
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  const watcher = new ResizeObserver(() => view.resize());
  watcher.observe(frame);
  const stop = () => {
    watcher.disconnect();
    view.stop();
    images.stop();
    clearTimeout(fading);
  };
  return { frame, scale, view, paint, sift, mark, reveal, turn, turnBy, stop };
}

function toolbar(model, sheet) {
  const bar = element("div", "dkv-bar");
  const name = element("span", "dkv-name");
  const pages = element("span", "dkv-group dkv-pages");
  const which = element("span", "dkv-which");
  which.setAttribute("aria-live", "polite");
  const before = button("dkv-before", "‹", "Previous page", () => sheet.turnBy(-1));
  const after = button("dkv-after", "›", "Next page", () => sheet.turnBy(1));
  pages.append(before, which, after);
  const zoom = element("span", "dkv-group");
  zoom.append(
    button("dkv-out", "−", "Zoom out", () => sheet.view.zoom(1 / STEP)),
    sheet.scale,
    button("dkv-in", "+", "Zoom in", () => sheet.view.zoom(STEP)),
    button("dkv-fit", "Fit", "Show the whole sheet", sheet.view.fit),
  );
  const sure = element("label", "dkv-group dkv-sure");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: 100, step: 1 });
  slider.setAttribute("aria-label", "Show what was read with at least this confidence");
  const told = element("span", "dkv-least");
  slider.addEventListener("input", () => {
    model.set("least", slider.valueAsNumber / 100);
    model.save_changes();
  });
  sure.append("Sure at least", slider, told);
  const undo = button("dkv-undo", "↶ Undo", "Undo the last correction", () => model.send({ op: "undo" }));
  bar.append(name, pages, zoom, sure, undo);
  const paint = () => {
    const sheets = model.get("sheets");
    const at = sheets.findIndex((one) => one.page === model.get("page"));
    name.textContent = model.get("name");
    name.title = model.get("name");
    pages.hidden = sheets.length < 2;
    which.textContent = `Page ${model.get("page")} of ${sheets.length}`;
    before.disabled = at <= 0;
    after.disabled = at >= sheets.length - 1;
    const least = Math.round(model.get("least") * 100);
    if (slider.valueAsNumber !== least) slider.value = least;
    told.textContent = percent(model.get("least"));
    undo.hidden = !model.get("undoable");
  };
  return { node: bar, paint };
}

function legendPart(model, shelf) {
  const legend = element("div", "dkv-legend");
  legend.setAttribute("role", "group");
  legend.setAttribute("aria-label", "Kinds that are shown");
  const flip = (name, alone) => {
    const all = model.get("kinds").map((kind) => kind.name);
    const hidden = model.get("hidden");
    const others = all.filter((kind) => kind !== name);
    const only = alone && !hidden.includes(name) && others.every((kind) => hidden.includes(kind));
    if (alone) model.set("hidden", only ? [] : others);
    else model.set("hidden", hidden.includes(name) ? hidden.filter((kind) => kind !== name) : [...hidden, name]);
    model.save_changes();
  };
  const paint = () => {
    const counts = new Map();
    for (const item of shelf.here()) {
      if (item.sure >= model.get("least")) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
    }
    const chips = model.get("kinds").map((kind) => {
      const chip = element("button", "dkv-chip");
      chip.type = "button";
      chip.dataset.kind = kind.name;
      chip.title = `Show or hide ${kind.label.toLowerCase()}; double click: these alone`;
      chip.setAttribute("aria-pressed", String(!model.get("hidden").includes(kind.name)));
      const swatch = element("span", "dkv-swatch");
      swatch.style.borderColor = kind.colour;
      swatch.style.borderStyle = kind.dashed ? "dashed" : "solid";
      swatch.style.setProperty("--dkv-colour", kind.colour);
      chip.append(swatch, kind.label, element("span", "dkv-count", String(counts.get(kind.name) ?? 0)));
      chip.addEventListener("click", (event) => flip(kind.name, event.shiftKey || event.detail === 2));
      return chip;
    });
    const focused = legend.contains(document.activeElement) && document.activeElement.dataset.kind;
    legend.replaceChildren(...chips);
    if (focused) legend.querySelector(`[data-kind="${focused}"]`)?.focus();
  };
  return { node: legend, paint };
}

function tablePart(model, shelf) {
  const box = element("div", "dkv-tables");
  const pick = element("select", "dkv-field");
  pick.setAttribute("aria-label", "Table");
  const find = element("input", "dkv-field");
  Object.assign(find, { type: "search", placeholder: "Find", spellcheck: false });
  find.setAttribute("aria-label", "Find in the table");
  const head = element("div", "dkv-head");
  head.append(pick, find);
  const scroll = element("div", "dkv-scroll");
  const none = element("div", "dkv-none dkv-quiet");
  box.append(head, scroll, none);
  const rows = new Map();

  const paint = () => {
    const kinds = model.get("kinds");
    const chosen = kinds.some((kind) => kind.name === pick.value) ? pick.value : kinds[0]?.name;
    pick.replaceChildren(
      ...kinds.map((kind) => {
        const number = model.get("items").filter((item) => item.kind === kind.name).length;
        const option = element("option", "", `${kind.label} (${number})`);
        option.value = kind.name;
        return option;
      }),
    );
    if (chosen) pick.value = chosen;
    list();
  };
  const list = () => {
    rows.clear();
    const kind = shelf.kinds.get(pick.value);
    if (!kind) {
      none.textContent = model.get("sheets").length ? "Nothing was read." : "";
      return scroll.replaceChildren();
    }
    const several = model.get("sheets").length > 1;
    const table = element("table", "dkv-table");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", kind.label);
    const line = element("tr");
    const titles = [...kind.columns, ...(several ? [{ label: "Page", number: true }] : []), { label: "Sure", number: true }];
    for (const { label, number } of titles) line.append(element("th", number ? "dkv-number" : "", label));
    table.append(element("thead"), element("tbody"));
    table.tHead.append(line);
    for (const item of model.get("items")) {
      if (item.kind === kind.name) table.tBodies[0].append(row(item, kind, several));
    }
    scroll.replaceChildren(table);
    sift();
    mark();
  };
  const row = (item, kind, several) => {
    const line = element("tr", "dkv-row");
    line.dataset.key = item.key;
    line.tabIndex = -1;
    kind.columns.forEach((column, at) => {
      const cell = element("td", column.number ? "dkv-number" : "", item.cells[at]);
      if (at === 0 && Object.keys(item.read).length) {
        const pen = element("span", "dkv-pen", "✎ ");
        pen.title = "Corrected by hand";
        cell.prepend(pen);
      }
      line.append(cell);
    });
    if (several) line.append(element("td", "dkv-number", String(item.page)));
    const sure = element("td", "dkv-number", percent(item.sure));
    sure.classList.toggle("dkv-doubt", item.sure < 0.5);
    line.append(sure);
    rows.set(item.key, line);
    return line;
  };
  const sift = () => {
    const words = find.value.trim().toLowerCase();
    let seen = 0;
    for (const [key, line] of rows) {
      const item = shelf.items.get(key);
      const told = !words || [item.text, ...item.cells].join("\n").toLowerCase().includes(words);
      line.hidden = item.sure < model.get("least") || !told;
      seen += line.hidden ? 0 : 1;
    }
    none.textContent = seen || !rows.size ? "" : "No row is as sure, or says that.";
    if (rows.size && ![...rows.values()].some((line) => line.tabIndex === 0)) rows.values().next().value.tabIndex = 0;
  };
  const mark = () => {
    const key = model.get("selected");
    for (const [one, line] of rows) {
      line.setAttribute("aria-selected", String(one === key));
      if (rows.has(key)) line.tabIndex = one === key ? 0 : -1;
    }
  };
  const reveal = () => {
    const item = shelf.items.get(model.get("selected"));
    if (!item) return;
    if (item.kind !== pick.value) {
      pick.value = item.kind;
      find.value = "";
      list();
    }
    const line = rows.get(item.key);
    if (!line) return;
    const [from, to] = [scroll.scrollTop + 26, scroll.scrollTop + scroll.clientHeight];
    if (line.offsetTop < from || line.offsetTop + line.offsetHeight > to) {
      scroll.scrollTo({ top: line.offsetTop - scroll.clientHeight / 2, behavior: calm() ? "auto" : "smooth" });
    }
  };
  pick.addEventListener("change", list);
  find.addEventListener("input", sift);
  const lineOf = (event) => event.target.closest(".dkv-row");
  scroll.addEventListener("click", (event) => {
    if (lineOf(event)) shelf.choose(lineOf(event).dataset.key);
  });
  scroll.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!line || (!by && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    const seen = [...rows.values()].filter((one) => !one.hidden);
    const to = by ? seen[seen.indexOf(line) + by] : line;
    if (!to) return;
    to.focus({ preventScroll: true });
    shelf.choose(to.dataset.key);
  });
  return { node: box, paint, sift, mark, reveal };
}

// The marked item with all its fields; each can be corrected.
function detailPart(model, shelf) {
  const box = element("section", "dkv-detail");
  box.setAttribute("aria-label", "The marked item");
  let open = "";
  let all = false;
  const paint = () => {
    const item = shelf.items.get(model.get("selected"));
    box.hidden = !item;
    if (!item) {
      open = "";
      return box.replaceChildren();
    }
    const kind = shelf.kinds.get(item.kind);
    const head = element("div", "dkv-detail-head");
    const dot = element("span", "dkv-dot");
    dot.style.background = kind.colour;
    const facts = [kind.label, `${percent(item.sure)} sure`, item.from, item.zone && `zone ${item.zone}`, !item.box && "no place on the sheet"];
    head.append(dot, facts.filter(Boolean).join(" · "));
    const list = element("dl", "dkv-fields");
    const told = kind.fields.filter((field) => all || field.name in item.read || filled(item.values[field.name]));
    for (const field of told) list.append(...line(item, field));
    const more = button("dkv-more", all ? "Fewer fields" : `All ${kind.fields.length} fields`, "Show the empty fields too", () => {
      all = !all;
      paint();
    });
    more.hidden = !all && told.length === kind.fields.length;
    box.replaceChildren(head, list, more);
    box.querySelector(".dkv-input")?.focus();
  };
  const filled = (value) => value !== null && value !== "" && value !== false;
  const line = (item, field) => {
    const term = element("dt", "dkv-quiet", field.label);
    const place = element("dd", "dkv-value");
    place.dataset.field = field.name;
    const id = `${item.key}:${field.name}`;
    if (open === id) place.append(editor(item, field));
    else place.append(...value(item, field, id));
    const fault = model.get("said");
    if (fault.key === item.key && fault.field === field.name) {
      const told = element("div", "dkv-fault", fault.text);
      told.setAttribute("role", "alert");
      place.append(told);
    }
    return [term, place];
  };
  const value = (item, field, id) => {
    const parts = [element("span", "dkv-said", said(item.values[field.name]))];
    if (!item.fixed) {
      parts.push(
        button("dkv-edit", "✎", `Correct ${field.label.toLowerCase()}`, () => {
          open = id;
          model.set("said", {});
          paint();
        }),
      );
    }
    if (field.name in item.read) {
      parts[0].classList.add("dkv-hand");
      parts.push(element("span", "dkv-read dkv-quiet", `by hand; read: ${said(item.read[field.name])}`));
      parts.push(
        button("dkv-back", "↺", `Take back the correction of ${field.label.toLowerCase()}`, () =>
          model.send({ op: "take_back", key: item.key, field: field.name }),
        ),
      );
    }
    return parts;
  };
  const editor = (item, field) => {
    const form = element("span", "dkv-editor");
    const choices = field.flag ? ["false", "true"] : field.choices;
    const now = item.values[field.name];
    const input = element(choices.length ? "select" : "input", "dkv-field dkv-input");
    input.setAttribute("aria-label", `New value of ${field.label.toLowerCase()}`);
    if (choices.length) {
      for (const choice of [...(field.optional ? [""] : []), ...choices]) {
        const words = field.flag ? said(choice === "true") : choice.replaceAll("_", " ") || "—";
        const option = element("option", "", words);
        option.value = choice;
        input.append(option);
      }
    } else Object.assign(input, { type: "text", spellcheck: false });
    input.value = now === null ? "" : String(now);
    const close = () => {
      open = "";
      paint();
      box.querySelector(`[data-field="${field.name}"] .dkv-edit`)?.focus();
    };
    const save = () => {
      model.send({ op: "correct", key: item.key, field: field.name, value: input.value });
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") save();
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    form.append(input, button("dkv-save", "Save", "Save the correction", save), button("dkv-leave", "✕", "Leave it as it is", close));
    return form;
  };
  const heard = () => {
    // After a correction the kernel tells the items anew; a refusal keeps the field open.
    if (!Object.keys(model.get("said")).length) open = "";
    paint();
  };
  return { node: box, paint, heard };
}

function render({ model, el }) {
  const root = element("div", "dkv");
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // else the notebook takes the keys for itself
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Result");
  const shelf = library(model);
  const sheet = sheetPart(model, shelf);
  const bar = toolbar(model, sheet);
  const legend = legendPart(model, shelf);
  const table = tablePart(model, shelf);
  const detail = detailPart(model, shelf);
  const body = element("div", "dkv-body");
  const side = element("div", "dkv-side");
  const remark = element("div", "dkv-remark");
  side.append(table.node, detail.node);
  body.append(sheet.frame, side);
  root.append(bar.node, legend.node, remark, body);

  const remarks = () => {
    const here = shelf.sheet();
    remark.hidden = !here || (here.readable && !here.remarks);
    remark.classList.toggle("dkv-unreadable", Boolean(here && !here.readable));
    remark.textContent = here && !here.readable ? `This page cannot be trusted. ${here.remarks}` : (here?.remarks ?? "");
  };
  const everything = () => {
    shelf.read();
    bar.paint();
    legend.paint();
    table.paint();
    detail.heard();
    remarks();
  };
  const size = () => body.style.setProperty("--dkv-height", `${model.get("height")}px`);
  const watched = {
    "change:items": () => (everything(), sheet.paint()),
    "change:edition": () => (everything(), sheet.turn()),
    "change:page": () => (bar.paint(), legend.paint(), remarks(), sheet.turn()),
    "change:hidden": () => (legend.paint(), sheet.sift()),
    "change:least": () => (bar.paint(), legend.paint(), sheet.sift(), table.sift()),
    "change:selected": () => (sheet.mark(), detail.paint(), table.reveal(), table.mark(), sheet.reveal()),
    "change:said": detail.heard,
    "change:undoable change:name": bar.paint,
    "change:height": size,
  };
  for (const [events, paint] of Object.entries(watched)) for (const event of events.split(" ")) model.on(event, paint);
  el.append(root);
  size();
  everything();
  sheet.turn();
  return () => {
    for (const [events, paint] of Object.entries(watched)) for (const event of events.split(" ")) model.off(event, paint);
    sheet.stop();
  };
}

export default { render };
