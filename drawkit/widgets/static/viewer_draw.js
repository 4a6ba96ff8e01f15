// A box drawn on the sheet, by a drag, a click or the arrows: where something stands that was not read.

function drawPart(frame, overlay, toSheet, middle) {
  const rect = shape("rect", { class: "dkv-drawn" });
  let done = null; // who waits for the box
  let box = null;
  let from = null;
  const paint = () => {
    const [x0, top, x1, bottom] = box;
    for (const [name, value] of Object.entries({ x: x0, y: top, width: x1 - x0, height: bottom - top })) rect.setAttribute(name, value);
    if (rect.parentNode !== overlay) overlay.append(rect);
  };
  const stop = () => {
    done = from = null;
    frame.classList.remove("dkv-drawing");
  };
  const clear = () => {
    stop();
    rect.remove();
  };
  const end = () => {
    const told = done;
    stop();
    told(box.map((edge) => Math.round(edge * 10) / 10));
  };
  const begin = (then) => {
    done = then;
    box = middle();
    frame.classList.add("dkv-drawing");
    paint();
    frame.focus({ preventScroll: true });
  };
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const key = (event) => {
    if (!done) return false;
    const step = STEPS[event.key];
    if (step) {
      const by = middle.step() * (event.ctrlKey ? 5 : 1);
      const [x, y] = step.map((one) => one * by);
      const [x0, top, x1, bottom] = box;
      box = event.shiftKey ? [x0, top, Math.max(x1 + x, x0 + 2), Math.max(bottom + y, top + 2)] : [x0 + x, top + y, x1 + x, bottom + y];
      paint();
    } else if (event.key === "Enter") end();
    else if (event.key === "Escape") {
      const told = done;
      clear();
      told(null);
    } else return false;
    return true;
  };
  const down = (event) => {
    if (!done) return false;
    from = toSheet(event);
    box = [...from, ...from];
    return true;
  };
  const move = (event) => {
    if (!from) return false;
    const to = toSheet(event);
    box = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])];
    paint();
    return true;
  };
  const up = () => {
    if (!from) return false;
    if (box[2] - box[0] <= 2 || box[3] - box[1] <= 2) box = middle.around(...from); // a click is enough
    from = null;
    paint();
    end();
    return true;
  };
  return { begin, clear, key, down, move, up, active: () => Boolean(done), again: () => box && rect.isConnected === false && done && paint() };
}
