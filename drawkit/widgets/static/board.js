// The browser's side of the task board: one row a task, painted in place, filtered here.

const FILTERS = [
  ["", "All", () => true],
  ["active", "Active", (row) => !row.ended],
  ["completed", "Completed", (row) => row.state === "completed"],
  ["failed", "Failed", (row) => row.state === "failed"],
  ["cancelled", "Cancelled", (row) => row.state === "cancelled"],
];
const LOOK_SECONDS = 10;
const SECONDS = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

function matching(model) {
  const [, , fits] = FILTERS.find(([name]) => name === model.get("only")) ?? FILTERS[0];
  const wanted = model.get("named").trim().toLowerCase();
  return model.get("rows").filter((row) => fits(row) && row.name.toLowerCase().includes(wanted));
}

function emptyRow(act, choose) {
  const tr = element("tr");
  const pick = element("input", "dkb-choose");
  pick.type = "checkbox";
  pick.addEventListener("change", () => choose(tr.dataset.key, pick.checked));
  const parts = {
    tr,
    pick,
    label: element("span", "dkb-label"),
    file: element("div", "dkb-file"),
    about: element("div", "dkb-about"),
    note: element("div", "dkb-note"),
    bar: element("progress", "dku-progress"),
    pages: element("td", "dkb-pages dku-number"),
    when: element("div", "dku-number"),
    took: element("div", "dkb-took dku-number"),
    open: button("dkb-open", "Open", () => act("open", tr.dataset.key)),
    cancel: button("dkb-cancel", "Cancel", () => act("cancel", tr.dataset.key)),
  };
  const [chosen, state, drawing, time, acts] = ["pick", "word", "drawing", "time", "acts"].map((kind) => element("td", `dkb-${kind}`));
  chosen.append(pick);
  state.append(element("span", "dkb-dot"), parts.label);
  drawing.append(parts.file, parts.about, parts.note, parts.bar);
  time.append(parts.when, parts.took);
  acts.append(parts.open, parts.cancel);
  tr.append(chosen, state, drawing, parts.pages, time, acts);
  return parts;
}

function paintRow(parts, row, shown, chosen) {
  const { tr, pick, label, file, about, note, bar, pages, when, took, open, cancel } = parts;
  tr.dataset.key = row.key;
  tr.dataset.state = row.state;
  tr.dataset.unread = Boolean(row.unread);
  if (shown) tr.setAttribute("aria-current", "true");
  else tr.removeAttribute("aria-current");
  pick.hidden = row.state !== "completed" || Boolean(row.unread);
  pick.checked = chosen.has(row.key);
  pick.setAttribute("aria-label", `Choose ${row.name} to compare it`);
  write(label, row.word);
  write(file, row.name);
  file.title = row.name;
  write(about, row.about);
  write(note, row.note);
  note.hidden = !row.note;
  bar.hidden = row.ended;
  bar.setAttribute("aria-label", `${row.name}: ${row.word}`);
  if (typeof row.share === "number") bar.value = row.share;
  else bar.removeAttribute("value");
  write(pages, row.pages ? String(row.pages) : "");
  const { short, whole } = moment(row.created);
  write(when, short);
  when.title = whole;
  write(took, row.took);
  open.hidden = row.state !== "completed";
  open.setAttribute("aria-label", `Open the result of ${row.name}`);
  cancel.hidden = row.ended;
  cancel.setAttribute("aria-label", `Cancel ${row.name}`);
  cancel.setAttribute("aria-disabled", String(row.stopping));
}

function table(act, choose, chosen) {
  const frame = element("div", "dkb-frame");
  const made = element("table", "dkb-table");
  const caption = element("caption", "dku-said", "Tasks, newest first");
  const head = element("tr");
  const titles = { pick: "", word: "State", drawing: "Drawing", pages: "Pages", time: "Time", acts: "" };
  for (const [kind, title] of Object.entries(titles)) {
    const cell = element(title ? "th" : "td", `dkb-${kind}`, title);
    if (title) cell.scope = "col";
    head.append(cell);
  }
  const thead = element("thead");
  thead.append(head);
  const body = element("tbody");
  made.append(caption, thead, body);
  const empty = element("div", "dkb-empty");
  frame.append(made, empty);
  const rows = new Map();
  const paint = (model) => {
    const wanted = matching(model);
    const keys = new Set(wanted.map((row) => row.key));
    for (const [key, parts] of rows) {
      if (keys.has(key)) continue;
      parts.tr.remove();
      rows.delete(key);
    }
    wanted.forEach((row, at) => {
      if (!rows.has(row.key)) rows.set(row.key, emptyRow(act, choose));
      const parts = rows.get(row.key);
      paintRow(parts, row, row.key === model.get("shown"), chosen);
      if (body.children[at] !== parts.tr) body.insertBefore(parts.tr, body.children[at] ?? null);
    });
    made.hidden = !wanted.length;
    empty.hidden = Boolean(wanted.length);
    const none = model.get("asked") ? "No tasks yet. Run a drawing, or submit one from code." : "Asking the service …";
    write(empty, model.get("rows").length ? "No task fits the filter." : none);
  };
  const kept = (model) => keepFocus(frame, () => paint(model), (held) => {
    const other = held.closest("tr")?.querySelector("button:not([hidden])"); // Cancel goes when the task ends
    return other?.isConnected ? other : frame.closest(".dkb").querySelector(".dkb-refresh");
  });
  return { node: frame, paint: kept };
}

function filters(model) {
  const box = element("div", "dkb-filters");
  const states = element("div", "dkb-states");
  states.setAttribute("role", "group");
  states.setAttribute("aria-label", "Show tasks");
  const buttons = FILTERS.map(([name, title, fits]) => {
    const made = button("dkb-state", title, () => setTrait(model, "only", name));
    made.dataset.only = name;
    states.append(made);
    return { made, name, title, fits };
  });
  const field = element("input", "dku-field dkb-name");
  Object.assign(field, { type: "search", placeholder: "File name", spellcheck: false });
  field.setAttribute("aria-label", "Show tasks of files whose name has");
  field.addEventListener("input", () => setTrait(model, "named", field.value));
  box.append(states, field);
  const paint = () => {
    for (const { made, name, title, fits } of buttons) {
      const count = model.get("rows").filter(fits).length;
      write(made, name && count ? `${title} ${count}` : title);
      made.setAttribute("aria-pressed", String(model.get("only") === name));
    }
    if (document.activeElement !== field) field.value = model.get("named");
  };
  return { node: box, paint };
}

function announcer() {
  const said = element("div", "dku-said");
  said.setAttribute("aria-live", "polite");
  const heard = new Map();
  let first = true;
  const paint = (rows) => {
    const news = rows.filter((row) => row.ended && heard.has(row.key) && heard.get(row.key) !== row.state);
    for (const row of rows) heard.set(row.key, row.state);
    if (!first && news.length) said.textContent = news.map((row) => `${row.name}: ${row.word}. ${row.note}`).join(" ");
    first = false;
  };
  return { node: said, paint };
}

function render({ model: given, el }) {
  const model = linked(given, el);
  const root = rootOf("dkb", "Tasks");
  let opening = "";
  const act = (op, key) => {
    if (op === "open") opening = key;
    model.send({ op, key });
  };
  const chosen = new Set(); // two tasks at most, to be compared
  const compare = button("dkb-compare", "", () => {
    if (chosen.size < 2) return;
    model.send({ op: "compare", keys: [...chosen] });
    reveal(root);
  });
  const paintCompare = () => {
    for (const key of chosen) if (!model.get("rows").some((row) => row.key === key)) chosen.delete(key);
    compare.hidden = !chosen.size;
    compare.setAttribute("aria-disabled", String(chosen.size < 2));
    write(compare, chosen.size < 2 ? "Choose another to compare" : "Compare the two");
  };
  const choose = (key, on) => {
    if (on && chosen.size > 1) chosen.delete(chosen.values().next().value); // the one that was chosen first gives way
    if (on) chosen.add(key);
    else chosen.delete(key);
    paintCompare();
    rows.paint(model);
  };
  const rows = table(act, choose, chosen);
  const picker = filters(model);
  const said = announcer();
  const head = element("div", "dkb-head");
  const news = element("span", "dkb-news dku-number");
  head.append(element("h3", "dku-title", "Tasks"), news, compare, button("dku-plain dkb-refresh", "Refresh", () => act("refresh", "")));
  const message = element("div", "dku-message dkb-message");
  message.setAttribute("role", "status");
  const older = button("dku-plain dkb-older", "Show older tasks", () => act("older", ""));
  const foot = element("div", "dkb-foot");
  foot.append(older);
  const result = element("div", "dkb-result");
  root.append(head, picker.node, message, rows.node, foot, said.node, result);
  el.append(root);

  const paintRows = () => {
    root.dataset.comparable = model.get("comparable");
    picker.paint();
    paintCompare();
    rows.paint(model);
    said.paint(model.get("rows"));
    if (opening && opening === model.get("shown")) {
      opening = "";
      reveal(root);
    }
  };
  const paintHead = () => {
    const { level, text } = { level: "info", text: "", ...model.get("message") };
    message.dataset.level = level;
    write(message, text);
    older.hidden = !model.get("more");
    write(news, model.get("asked") ? `as of ${SECONDS.format(new Date(model.get("asked")))}` : "");
  };
  const paintResult = () => {
    result.innerHTML = model.get("result_html"); // made by drawkit in the kernel, every text escaped
    result.hidden = !model.get("result_html");
  };
  const ends = [
    follow(model, {
      "rows only named shown comparable": paintRows,
      "message more asked": () => (paintHead(), rows.paint(model)),
      result_html: paintResult,
    }),
    parting(model, root, ".dkb-compare, .dkb-choose, .dkb-refresh, .dkb-open, .dkb-cancel, .dkb-older"),
    whileSeen(root, () => model.send({ op: "look" }), LOOK_SECONDS),
  ];
  return () => ends.forEach((end) => end());
}

export default { render };
