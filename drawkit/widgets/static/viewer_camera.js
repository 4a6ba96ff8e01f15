// The viewer's sheet, what moves it and what lies under its boxes: zoom, pan, and the pictures of the pages.

const MOST = 24; // times the sheet that fits
const REST = 120; // milliseconds after which a sheet that moved is laid out anew

// Zoom and pan: `view` is the scale (1 fits the width) and the offset of the sheet in pixels. While the sheet moves it
// is carried as it was drawn, which costs the same for any number of boxes; at rest it is laid out in its size.
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
  let laid = 1; // the size that it was laid out in: pixels a point
  let resting = 0;
  const lay = () => {
    resting = 0;
    laid = base() * view.scale;
    stage.style.width = `${size.width * laid}px`;
    stage.style.height = `${size.height * laid}px`;
    stage.style.transform = `translate(${view.x}px, ${view.y}px)`;
    stage.style.willChange = "";
  };
  const paint = (moving) => {
    clearTimeout(resting);
    if (moving) {
      stage.style.willChange = "transform";
      stage.style.transform = `translate(${view.x}px, ${view.y}px) scale(${(base() * view.scale) / laid})`;
      resting = setTimeout(lay, REST);
    } else lay();
    onMove(view);
  };
  const jump = (wish, moving = false) => {
    goal = null;
    Object.assign(view, bounded(wish));
    paint(moving);
  };
  const step = () => {
    running = 0;
    if (!goal) return;
    for (const name of ["scale", "x", "y"]) view[name] += (goal[name] - view[name]) * 0.28;
    const near = Math.abs(goal.x - view.x) + Math.abs(goal.y - view.y) < 0.6 && Math.abs(goal.scale - view.scale) < 0.002;
    if (near) Object.assign(view, goal);
    paint(true);
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
    drag: (x, y) => jump({ scale: view.scale, x, y }, true),
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
    stop: () => {
      cancelAnimationFrame(running);
      clearTimeout(resting);
    },
  };
}

// The pictures of the pages and what is to be said of them: asked for once, kept as long as the result stays.
function pictures(model, show) {
  const kept = new Map();
  let edition = model.get("edition");
  const clear = () => {
    for (const { url } of kept.values()) if (url) URL.revokeObjectURL(url);
    kept.clear();
    edition = model.get("edition");
  };
  const heard = (content, buffers) => {
    if (content.op !== "picture" || content.edition !== model.get("edition")) return;
    const png = content.there ? new Blob([buffers[0]], { type: "image/png" }) : null;
    kept.set(content.page, { url: png ? URL.createObjectURL(png) : "", caption: content.caption });
    if (content.page === model.get("page")) show(kept.get(content.page));
  };
  model.on("msg:custom", heard);
  const missing = () => {
    if (!kept.has(model.get("page"))) show({ url: "", caption: "" }); // nobody is there to send it
  };
  return {
    missing,
    ask: () => {
      if (edition !== model.get("edition")) clear();
      const page = model.get("page");
      if (kept.has(page)) return show(kept.get(page));
      show({ url: null, caption: "" });
      model.send({ op: "picture", page, edition });
      if (model.gone) missing();
    },
    stop: () => {
      model.off("msg:custom", heard);
      clear();
    },
  };
}

const SETTLED = 140; // milliseconds after which a view that no longer moves is looked at
const AROUND = 0.15; // of what is seen: drawn beside it, so that a small step shows nothing coarse
const FINER = 1.1; // times the picture's pixels from which on they are too few

// The part of a page that is seen in more detail than its picture has, drawn anew as fine as the screen shows it.
function finer(model, shelf, frame, stage, picture) {
  let node = element("img", "dkv-picture dkv-fine");
  let timer = 0;
  let asked = null;
  let shown = null;
  let none = ""; // the page of which there is nothing finer
  node.hidden = true;
  const here = () => `${model.get("edition")}:${model.get("page")}`;
  const drop = () => {
    node.hidden = true;
    if (shown?.url) URL.revokeObjectURL(shown.url);
    asked = shown = null;
    delete frame.dataset.fine;
  };
  const wanted = () => {
    const sheet = shelf.sheet();
    if (!sheet || picture.hidden || !picture.naturalWidth) return null;
    const [area, page] = [frame.getBoundingClientRect(), stage.getBoundingClientRect()];
    const scale = page.width / sheet.width;
    const fine = scale * (window.devicePixelRatio || 1);
    if (!(fine * sheet.width > FINER * picture.naturalWidth)) return null;
    const [x, y] = [(area.left - page.left) / scale, (area.top - page.top) / scale];
    const [wide, high] = [area.width / scale, area.height / scale];
    const within = (n, most) => Math.min(Math.max(n, 0), most);
    const grown = (by) => [
      within(x - by * wide, sheet.width), within(y - by * high, sheet.height),
      within(x + (1 + by) * wide, sheet.width), within(y + (1 + by) * high, sheet.height),
    ];
    return { seen: grown(0), box: grown(AROUND), dpi: 72 * fine };
  };
  const covers = (one, { seen, dpi }) =>
    one && one.dpi > 0.8 * dpi && one.box[0] <= seen[0] + 1 && one.box[1] <= seen[1] + 1 && one.box[2] >= seen[2] - 1 && one.box[3] >= seen[3] - 1;
  const look = () => {
    const wish = model.gone || none === here() ? null : wanted();
    if (!wish || asked || covers(shown, wish)) return;
    asked = { ...wish, place: here() };
    model.send({ op: "part", page: model.get("page"), edition: model.get("edition"), box: wish.box, dpi: wish.dpi });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLED);
  };
  const heard = (content, buffers) => {
    if (content.op !== "part" || !asked || asked.place !== here() || `${content.edition}:${content.page}` !== asked.place) return;
    const { dpi, place } = asked;
    asked = null;
    if (!content.there) {
      none = place;
      return;
    }
    const sheet = shelf.sheet();
    const next = element("img", "dkv-picture dkv-fine");
    const url = URL.createObjectURL(new Blob([buffers[0]], { type: "image/png" }));
    const [x0, top, x1, bottom] = content.box;
    const share = (n, whole) => `${(100 * n) / whole}%`;
    Object.assign(next, { alt: "", draggable: false, src: url });
    Object.assign(next.style, {
      left: share(x0, sheet.width), top: share(top, sheet.height),
      width: share(x1 - x0, sheet.width), height: share(bottom - top, sheet.height),
    });
    next.decode().then(() => {
      if (place !== here()) return URL.revokeObjectURL(url);
      if (shown?.url) URL.revokeObjectURL(shown.url);
      shown = { box: content.box, dpi, url };
      node.replaceWith(next);
      node = next;
      frame.dataset.fine = "there";
      later(); // it may have moved on meanwhile
    }, () => URL.revokeObjectURL(url));
  };
  model.on("msg:custom", heard);
  stage.append(node);
  return {
    later,
    drop,
    stop: () => {
      clearTimeout(timer);
      model.off("msg:custom", heard);
      drop();
    },
  };
}
