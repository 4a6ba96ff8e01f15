// The viewer's sheet: the picture of a page with its boxes, what is told of them, and the hands on it.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 1.35;

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
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
  stage.append(picture);
  const fine = finer(model, shelf, frame, stage, picture);
  const crops = fineCrops(model);
  stage.append(overlay);
  frame.append(stage, tip, hint, empty);

  const scale = element("span", "dkv-scale");
  const boxes = new Map();
  const view = camera(frame, stage, ({ scale: now }) => {
    scale.textContent = percent(now);
    frame.classList.toggle("dkv-zoomed", now > 1.001);
    fine.later();
  });
  const caption = element("div", "dkv-caption");
  let loaded = () => {}; // who wants to draw with the picture
  picture.addEventListener("load", () => (loaded(), fine.later()));
  const images = pictures(model, ({ url, caption: text }) => {
    write(caption, text);
    caption.hidden = !text;
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
    const placed = shelf.here().filter((item) => item.box && shelf.kinds.has(item.kind));
    const area = ({ kind, box: [x0, top, x1, bottom] }) => {
      const out = 2 * shelf.kinds.get(kind).around;
      return (x1 - x0 + out) * (bottom - top + out);
    };
    placed.sort((a, b) => area(b) - area(a)); // the smaller lies above the larger, or nobody could reach it
    const texts = shape("g", { class: "dkv-texts" });
    const rects = shape("g", { class: "dkv-boxes" });
    for (const item of placed) {
      const kind = shelf.kinds.get(item.kind);
      const [x0, top, x1, bottom] = item.box;
      const out = kind.around + 1;
      const rect = shape("rect", {
        x: x0 - out, y: top - out, width: x1 - x0 + 2 * out, height: bottom - top + 2 * out, rx: 1.5,
        stroke: kind.colour, fill: kind.colour, "fill-opacity": kind.fill, class: "dkv-box",
      });
      if (kind.dashed) rect.setAttribute("stroke-dasharray", "5 3");
      dress(rect, item);
      rect.dataset.key = item.key;
      rect.dataset.box = String(item.box);
      boxes.set(item.key, rect);
      rects.append(rect);
      texts.append(written(item));
    }
    overlay.replaceChildren(texts, rects);
    draw.again();
    pins.again();
    sift();
    mark();
    frame.dataset.boxes = placed.length;
    frame.dataset.took = (performance.now() - begun).toFixed(1);
  };
  // What is decided steps back, so that what is left to decide stands out.
  const dress = (rect, item) => {
    rect.classList.toggle("dkv-corrected", Object.keys(item.read).length > 0);
    rect.classList.toggle("dkv-done", item.state !== "read");
    rect.classList.toggle("dkv-gone", item.state === "rejected");
  };
  // Paints the boxes of these items anew; all where there are new ones, or a box has another place.
  const refresh = (keys) => {
    const here = keys.map((key) => shelf.items.get(key)).filter((item) => item?.page === model.get("page") && item.box);
    const same = (item) => boxes.get(item.key)?.dataset.box === String(item.box);
    if (keys.some((key) => boxes.has(key) && !shelf.items.has(key)) || !here.every(same)) return paint();
    for (const item of here) dress(boxes.get(item.key), item);
    sift();
  };
  const sift = () => {
    for (const [key, rect] of boxes) rect.classList.toggle("dkv-off", !shelf.shown(shelf.items.get(key)));
  };
  const mark = () => {
    const key = model.get("selected");
    for (const [one, rect] of boxes) rect.classList.toggle("dkv-marked", one === key || shelf.chosen.has(one));
  };
  const reveal = () => {
    if (pins.on) return;
    const item = shelf.items.get(model.get("selected"));
    if (item?.box && item.page === model.get("page") && shelf.from !== "sheet") view.show(item.box);
    shelf.from = "";
  };
  const turn = () => {
    const sheet = shelf.sheet();
    paint();
    if (!sheet) return;
    fine.drop();
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
        line.append(element("span", "dku-quiet", label), element("span", "", cell));
        return line;
      });
      const head = element("div", "dkv-tip-kind");
      const dot = element("span", "dkv-dot");
      dot.style.background = kind.colour;
      head.append(dot, `${kind.label} · ${item.trust} (${percent(item.sure)})`);
      if (item.state !== "read") head.append(` · ${DONE[item.state]} ${item.state}`);
      tip.replaceChildren(head, element("div", "dkv-tip-text", item.text), ...lines);
    }
    const area = frame.getBoundingClientRect();
    const [x, y] = [event.clientX - area.left, event.clientY - area.top];
    const over = x + 18 + tip.offsetWidth > area.width;
    const below = y + 18 + tip.offsetHeight > area.height;
    tip.style.left = `${Math.max(over ? x - 12 - tip.offsetWidth : x + 14, 4)}px`;
    tip.style.top = `${Math.max(below ? y - 12 - tip.offsetHeight : y + 16, 4)}px`;
  };

  const toSheet = (event) => {
    const [area, page] = [stage.getBoundingClientRect(), shelf.sheet()];
    return [((event.clientX - area.left) / area.width) * page.width, ((event.clientY - area.top) / area.height) * page.height];
  };
  // A small box in the middle of what is seen, for those who draw by keys.
  const middle = () => {
    const area = frame.getBoundingClientRect();
    return middle.around(...toSheet({ clientX: area.left + area.width / 2, clientY: area.top + area.height / 2 }));
  };
  middle.around = (x, y) => {
    const [wide, high] = [4 * middle.step(), 1.5 * middle.step()];
    const page = shelf.sheet();
    const within = (at, half, size) => Math.min(Math.max(at, half), Math.max(size - half, half)); // no part of it off the page
    const [cx, cy] = [within(x, wide, page.width), within(y, high, page.height)];
    return [cx - wide, cy - high, cx + wide, cy + high];
  };
  middle.step = () => ((shelf.sheet()?.width ?? 1) / (stage.getBoundingClientRect().width || 1)) * 10;
  const draw = drawPart(frame, overlay, toSheet, middle);
  const pins = pinPart(frame, overlay, toSheet, () => shelf.sheet(), middle.step);
  const leave = () => (pins.on ? pins.choose("") : shelf.choose(""));

  let held = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    frame.focus({ preventScroll: true });
    if (draw.down(event) || pins.down(event)) return frame.setPointerCapture(event.pointerId);
    held = { x: event.clientX, y: event.clientY, left: view.view.x, top: view.view.y, key: event.target.dataset?.key, pin: pins.at(event) };
  });
  frame.addEventListener("pointermove", (event) => {
    if (draw.active()) return void draw.move(event);
    if (pins.move(event)) return void (tip.hidden = true);
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
    if (draw.up() || pins.up()) return;
    if (held && !held.moved && event.type === "pointerup") {
      if (pins.on) pins.choose(held.pin, event.ctrlKey || event.metaKey);
      else if (held.key && (event.ctrlKey || event.metaKey)) shelf.toggle(held.key);
      else shelf.choose(held.key ?? "", "sheet");
    }
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
    setTrait(model, "page", to);
  };
  const keys = {
    "+": () => view.zoom(STEP), "=": () => view.zoom(STEP), "-": () => view.zoom(1 / STEP), 0: view.fit,
    ArrowLeft: () => view.pan(80, 0), ArrowRight: () => view.pan(-80, 0), ArrowUp: () => view.pan(0, 80),
    ArrowDown: () => view.pan(0, -80), PageUp: () => turnBy(-1), PageDown: () => turnBy(1), Escape: leave,
  };
  frame.addEventListener("keydown", (event) => {
    if (draw.key(event) || pins.key(event)) {
      event.preventDefault();
      return event.stopPropagation();
    }
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
    fine.stop();
    crops.stop();
    clearTimeout(fading);
  };
  const pageOf = (number) => model.get("sheets").find((sheet) => sheet.page === number);
  const pictureOf = (number) => (number === model.get("page") && !picture.hidden && picture.complete ? picture : null);
  const onPicture = (tellIt) => {
    const before = loaded;
    loaded = () => (before(), tellIt());
  };
  return {
    frame, caption, scale, view, draw, pins, crops, pageOf, pictureOf, onPicture, paint, refresh, sift, mark, reveal, turn, turnBy, stop,
    missing: images.missing,
  };
}
