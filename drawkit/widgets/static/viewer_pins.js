// Numbered balloons over the sheet, beside what they number: chosen by a click and, where that is allowed, moved by a
// drag or by Shift and the arrows.

const RESTS = 700; // milliseconds without a key after which a balloon rests where the arrows have brought it

function pinPart(frame, overlay, toSheet, page, step) {
  const own = { on: false, choose: () => {}, told: () => "", moved: null };
  const layer = shape("g", { class: "dkv-pins" });
  const spot = shape("rect", { class: "dkv-spot", rx: 1.5 });
  const groups = new Map();
  let marked = "";
  let others = []; // that are marked beside it
  let held = null; // the balloon that is being moved, where it was, and where the hand took it
  let resting = 0;

  // The leader ends at the box, and begins at the rim.
  const put = (group, { x, y, radius, box: [x0, top, x1, bottom] }) => {
    const [line, circle, text] = group.querySelectorAll("line, circle, text");
    const [ex, ey] = [Math.min(Math.max(x, x0), x1), Math.min(Math.max(y, top), bottom)];
    const away = Math.hypot(ex - x, ey - y);
    const share = away > radius ? radius / away : 1;
    const set = (node, values) => Object.entries(values).forEach(([name, value]) => node.setAttribute(name, value));
    set(line, { x1: x + (ex - x) * share, y1: y + (ey - y) * share, x2: ex, y2: ey });
    set(circle, { cx: x, cy: y, r: radius });
    set(text, { x, y });
  };
  const made = (one) => {
    const group = shape("g", { class: "dkv-pin", style: `--dkv-pin: ${one.colour}` });
    group.dataset.pin = one.key;
    const [x0, top, x1, bottom] = one.box;
    const size = one.radius / Math.max(0.31 * one.number.length + 0.34, 1.02);
    group.classList.toggle("dkv-movable", Boolean(own.moved));
    const text = shape("text", { "font-size": size });
    text.textContent = one.number;
    const title = shape("title", {});
    title.textContent = own.told(one.key);
    const box = { x: x0 - 1, y: top - 1, width: x1 - x0 + 2, height: bottom - top + 2, rx: 1.5 };
    group.append(title, shape("rect", box), shape("line", {}), shape("circle", {}), text);
    put(group, one);
    return group;
  };
  own.paint = (placed) => {
    held = null;
    clearTimeout(resting);
    groups.clear();
    for (const one of placed) groups.set(made(one), one);
    layer.replaceChildren(spot, ...groups.keys());
    own.mark(marked, null, "", others);
  };
  // Marks a row's balloons, and its box where that has none yet; those of other rows too.
  own.mark = (key, box = null, colour = "", beside = []) => {
    marked = key;
    others = beside;
    let found = false;
    for (const group of groups.keys()) {
      const here = group.dataset.pin === key;
      group.classList.toggle("dkv-pin-marked", here || others.includes(group.dataset.pin));
      if (here) layer.append(group); // above the others
      found = found || here;
    }
    spot.toggleAttribute("hidden", found || !box);
    if (!box) return;
    const [x0, top, x1, bottom] = box;
    spot.style.stroke = colour;
    for (const [name, value] of Object.entries({ x: x0 - 1, y: top - 1, width: x1 - x0 + 2, height: bottom - top + 2 })) spot.setAttribute(name, value);
  };
  const to = (x, y) => {
    const { width, height } = page();
    held.at = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    put(held.group, { ...held.one, x: held.at[0], y: held.at[1] });
  };
  const rest = () => {
    const { one, at, more } = held;
    held = null;
    clearTimeout(resting);
    frame.classList.remove("dkv-held");
    if (at) own.moved(one, ...at);
    else own.choose(one.key, more);
  };
  const begin = (group, from) => (held = { group, one: groups.get(group), from, at: null });
  own.back = (one) => [...groups].forEach(([group, other]) => other === one && put(group, one));
  own.down = (event) => {
    if (!own.on || !own.moved || !["circle", "text"].includes(event.target.tagName)) return false;
    const group = event.target.closest("[data-pin]");
    if (!group) return false;
    if (held) rest();
    Object.assign(begin(group, toSheet(event)), { seen: [event.clientX, event.clientY], more: event.ctrlKey || event.metaKey });
    return true;
  };
  own.move = (event) => {
    if (!held?.seen) return false;
    if (!held.at && Math.hypot(event.clientX - held.seen[0], event.clientY - held.seen[1]) < 4) return true;
    frame.classList.add("dkv-held");
    const [x, y] = toSheet(event);
    to(held.one.x + x - held.from[0], held.one.y + y - held.from[1]);
    return true;
  };
  own.up = () => Boolean(held?.seen && (rest(), true));
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  own.key = (event) => {
    if (held && event.key === "Escape") {
      own.back(held.one);
      held = null;
      clearTimeout(resting);
      frame.classList.remove("dkv-held");
      return true;
    }
    const by = STEPS[event.key];
    const group = [...groups.keys()].find((one) => one.dataset.pin === marked);
    if (!by || !event.shiftKey || event.ctrlKey || event.altKey || !own.moved || !group) return false;
    if (!held) begin(group, null);
    const [x, y] = held.at ?? [held.one.x, held.one.y];
    to(x + (by[0] * step()) / 2, y + (by[1] * step()) / 2);
    clearTimeout(resting);
    resting = setTimeout(() => held && rest(), RESTS); // many steps are one edit
    return true;
  };
  own.again = () => overlay.append(layer);
  own.at = (event) => event.target.closest?.("[data-pin]")?.dataset.pin ?? "";
  return own;
}
