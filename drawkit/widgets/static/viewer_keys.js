// A person's way through a drawing: accept, reject, correct and on to the next, by buttons and by keys.

function reviewing(model, shelf, sheet, table, detail) {
  const asks = asker(model);
  const told = element("div", "dkv-told");
  told.setAttribute("role", "status");
  const tell = (text, wrong = false) => {
    told.classList.toggle("dkv-wrong", wrong);
    write(told, text);
  };
  const marked = () => shelf.items.get(model.get("selected"));
  const says = (item) => (item.text.length > 40 ? `${item.text.slice(0, 39)}…` : item.text || "an item without text");

  const choose = (key) => {
    const inTable = table.holds(document.activeElement);
    shelf.choose(key);
    if (inTable) table.focus();
  };
  const step = (by) => {
    const to = table.next(by);
    if (to) choose(to);
  };
  // Goes on at once: the kernel answers while the person looks at the next one.
  const decide = (action, words, on = true) => {
    const keys = shelf.picked().filter((key) => !shelf.items.get(key).fixed);
    if (!keys.length) return tell("Mark an item first: N goes to the next one.");
    const first = shelf.items.get(keys[0]);
    const back = action === "reject" && keys.every((key) => shelf.items.get(key).state === "rejected");
    const to = on && !back ? table.next(1, (item) => item.state === "read" && !item.follows && !keys.includes(item.key)) : "";
    asks.ask({ op: "decide", action: back ? "take_back" : action, keys }, (answer) => {
      if (answer.fault) {
        tell(answer.fault, true);
        return model.gone || choose(keys[0]);
      }
      const what = keys.length > 1 ? `${keys.length} items` : `“${says(first)}”`;
      tell(`${back ? "Taken back" : words}: ${what}. ${model.get("review").text ?? ""}`);
      if (answer.key) choose(answer.key);
    });
    if (to && !model.gone) choose(to);
  };
  const made = (key) => {
    detail.shut();
    tell(`Done. ${model.get("review").text ?? ""}`);
    if (key) choose(key);
    table.reveal();
    if (!table.focus()) sheet.frame.focus({ preventScroll: true });
  };
  const leave = () => {
    detail.shut();
    if (!sheet.frame.contains(document.activeElement)) sheet.frame.focus({ preventScroll: true });
  };
  const merge = () => {
    if (shelf.picked().length < 2) return tell("Mark two rows or more first: Ctrl and click, or Shift and the arrows in the table.", true);
    shelf.chosen = new Set([...shelf.chosen].sort((a, b) => place(shelf.items.get(a)) - place(shelf.items.get(b))));
    decide("merge", "Merged", false);
  };
  const ofOne = (make) => () => {
    const item = marked();
    if (!item || item.fixed || item.state === "rejected") return;
    detail.show(make({ model, asks, item, leave, made }));
  };
  const add = () => {
    if (!shelf.sheet() || model.gone) return tell(model.gone);
    tell("Draw a box on the sheet: drag, or move it with the arrows (with Shift: its size) and press Enter. Escape leaves it out.");
    sheet.draw.begin((box) => {
      tell("");
      const kind = shelf.kinds.has(table.kind()) ? table.kind() : "dimensions";
      detail.show(addPanel({ model, asks, kind, box, leave, made }), sheet.draw.clear);
    });
  };
  const undo = () => model.get("undoable") && model.send({ op: "undo" });

  const one = (item, several) => several < 2 && item.state !== "rejected";
  Object.assign(detail.acts, { asks, tell });
  detail.acts.list = [
    { name: "accept", text: "✓ Accept", key: "A", label: "It is right: accept it and go on", act: () => decide("accept", "Accepted"), fits: () => true },
    { name: "reject", text: "✕ Reject", key: "X", label: "It is not there: reject it and go on", act: () => decide("reject", "Rejected"), fits: () => true },
    { name: "merge", text: "Merge", key: "M", label: "Make one item of the marked ones", act: merge, fits: (_, several) => several > 1 },
    { name: "split", text: "Split", key: "S", label: "Make several items of it", act: ofOne(splitPanel), fits: one },
    { name: "kind", text: "Kind", key: "K", label: "It is of another kind", act: ofOne(kindPanel), fits: one },
  ];
  const keys = {
    a: () => decide("accept", "Accepted"), x: () => decide("reject", "Rejected"), n: () => step(1), b: () => step(-1),
    m: merge, s: ofOne(splitPanel), k: ofOne(kindPanel), e: detail.editFirst, d: add, u: undo,
  };
  // Whether the key was for the review.
  const onKey = (event) => {
    const act = model.get("view") === "reading" && keys[event.key.toLowerCase()];
    if (act) act();
    return Boolean(act);
  };
  return { told, tell, asks, add, undo, onKey, stop: asks.stop };
}

// How far the review is, in words and as a bar.
function progressPart(model) {
  const node = element("span", "dkv-group dkv-progress");
  const bar = element("progress", "dku-progress");
  bar.setAttribute("aria-label", "Reviewed");
  const words = element("span", "dkv-reviewed");
  node.append(bar, words);
  const paint = () => {
    const { done = 0, total = 0, text = "" } = model.get("review");
    node.hidden = !total;
    Object.assign(bar, { max: total || 1, value: done });
    write(words, text);
  };
  return { node, paint };
}
