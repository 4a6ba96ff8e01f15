// The viewer's sheet, what moves it and what lies under its boxes: zoom, pan, and the pictures of the pages.

const MOST = 24; // times the sheet that fits

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
