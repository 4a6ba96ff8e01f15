// The browser's side of the task board: one row a task, painted in place, filtered here.

const FILTERS = [
  ["", "All", () => true],
  ["active", "Active", (row) => !row.ended],
  ["waiting", "To run", (row) => ["ready", "locked", "pages"].includes(row.state)],
  ["completed", "Completed", (row) => row.state === "completed"],
  ["doubtful", "To look at", (row) => row.doubtful > 0],
  ["failed", "Failed", (row) => ["failed", "refused"].includes(row.state)],
  ["cancelled", "Cancelled", (row) => row.state === "cancelled"],
];
const ALWAYS = ["", "active", "completed"]; // the others are offered where there are such rows
const ORDERS = [
  ["", "As they came"],
  ["name", "Name"],
  ["state", "State"],
  ["pages", "Pages"],
  ["doubtful", "Most to look at"],
  ["least", "Least sure"],
  ["done", "Least reviewed"],
];
const LOOK_SECONDS = 10;
const SECONDS = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

function matching(model) {
  const [, , fits] = FILTERS.find(([name]) => name === model.get("only")) ?? FILTERS[0];
  const wanted = model.get("named").trim().toLowerCase();
  const rows = model.get("rows").filter((row) => fits(row) && row.name.toLowerCase().includes(wanted));
  const by = SORTS[model.get("order")];
  return by ? rows.sort(by) : rows;
}

// Rows of which that is not known come last.
const least = (value) => (a, b) => (value(a) ?? Infinity) - (value(b) ?? Infinity);
const WORDS = new Intl.Collator(undefined, { numeric: true });
const SORTS = {
  name: (a, b) => WORDS.compare(a.name, b.name),
  state: (a, b) => WORDS.compare(a.word, b.word),
  pages: least((row) => -(row.pages ?? 0)),
  doubtful: least((row) => (row.doubtful === undefined ? undefined : -row.doubtful)),
  least: least((row) => row.least),
  done: least((row) => (row.total ? row.done / row.total : undefined)),
};

// The small pages: asked for when their row comes in sight, and kept.
function sights(model, frame) {
  const kept = new Map();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) want(target);
  }, { root: frame });
  const want = (node) => {
    const { key, wanted } = node.dataset;
    if (wanted !== "true" || kept.has(key)) return;
    kept.set(key, "");
    model.send({ op: "sight", key });
  };
  const paint = (node) => {
    const url = kept.get(node.dataset.key);
    node.classList.toggle("dkb-pictured", Boolean(url));
    node.style.backgroundImage = url ? `url(${url})` : "";
  };
  const heard = (content, buffers) => {
    if (content.op !== "sight" || !content.there) return;
    kept.set(content.key, URL.createObjectURL(new Blob([buffers[0]], { type: "image/png" })));
    for (const node of frame.querySelectorAll(".dkb-sight")) if (node.dataset.key === content.key) paint(node);
  };
  model.on("msg:custom", heard);
  return {
    watch: (node) => seen.observe(node),
    forget: (node) => seen.unobserve(node),
    // A row that has a result: its picture is asked for now if it is in sight, else when it comes there.
    show: (node, row) => {
      const wanted = String(row.state === "completed");
      if (node.dataset.key === row.key && node.dataset.wanted === wanted) return;
      Object.assign(node.dataset, { key: row.key, wanted });
      paint(node);
      seen.unobserve(node);
      seen.observe(node);
    },
    stop: () => {
      seen.disconnect();
      model.off("msg:custom", heard);
      for (const url of kept.values()) if (url) URL.revokeObjectURL(url);
    },
  };
}

let boardNotes = 0;

function emptyRow(act, choose) {
  const tr = element("tr");
  const pick = element("input", "dkb-choose");
  pick.type = "checkbox";
  pick.addEventListener("change", () => choose(tr.dataset.task, pick.checked));
  const parts = {
    tr,
    pick,
    label: element("span", "dkb-label"),
    file: element("div", "dkb-file"),
    about: element("div", "dkb-about"),
    note: Object.assign(element("div", "dkb-note"), { id: `dkb-note-${boardNotes++}` }),
    bar: element("progress", "dku-progress"),
    question: null,
    answer: (op, more) => act(op, tr.dataset.key, more),
    sight: element("span", "dkb-sight"),
    pages: element("td", "dkb-pages dku-number"),
    doubtful: element("div", "dkb-doubtful dku-number"),
    least: element("div", "dkb-least dku-number"),
    done: element("div", "dkb-done dku-number"),
    reviewed: element("progress", "dku-progress dkb-reviewed"),
    when: element("div", "dku-number"),
    took: element("div", "dkb-took dku-number"),
    open: button("dkb-open", "Open", () => act("open", tr.dataset.key)),
    cancel: button("dkb-cancel", "Cancel", () => act("cancel", tr.dataset.key)),
    remove: button("dku-plain dkb-remove", "✕", () => act("remove", tr.dataset.key)),
  };
  const kinds = ["pick", "page", "drawing", "look", "review", "time", "acts"];
  const [chosen, page, drawing, look, review, time, acts] = kinds.map((kind) => element("td", `dkb-${kind}`));
  chosen.append(pick);
  page.append(parts.sight);
  const state = element("div", "dkb-word");
  state.append(element("span", "dkb-dot"), parts.label, parts.about);
  drawing.append(parts.file, state, parts.note, parts.bar); // a question comes behind the note
  look.append(parts.doubtful, parts.least);
  review.append(parts.done, parts.reviewed);
  time.append(parts.when, parts.took);
  acts.append(parts.open, parts.cancel, parts.remove);
  tr.append(chosen, page, drawing, parts.pages, look, review, time, acts);
  return parts;
}

function paintFacts({ doubtful, least, done, reviewed }, row) {
  const known = Boolean(row.total); // of a sheet on which nothing was read there is nothing to review
  write(doubtful, !known ? "" : row.doubtful ? `${row.doubtful} to look at` : "all sure");
  write(least, known && row.doubtful && row.least !== null ? `least ${percent(row.least)}` : "");
  write(done, known ? `${row.done} of ${row.total}` : "");
  reviewed.hidden = !known;
  reviewed.value = known ? row.done / Math.max(row.total, 1) : 0;
  reviewed.setAttribute("aria-label", `${row.name}: reviewed`);
}

function paintRow(parts, row, shown, chosen) {
  const { tr, pick, label, file, about, note, bar, pages, when, took, open, cancel, remove } = parts;
  Object.assign(tr.dataset, { key: row.key, task: row.task, entry: row.entry ?? "", wrong: String(Boolean(row.wrong)) });
  tr.dataset.state = row.state;
  tr.dataset.unread = Boolean(row.unread);
  tr.dataset.warn = Boolean(row.unread || row.warn);
  if (shown) tr.setAttribute("aria-current", "true");
  else tr.removeAttribute("aria-current");
  pick.hidden = row.state !== "completed" || Boolean(row.unread);
  pick.checked = chosen.has(row.task);
  pick.setAttribute("aria-label", `Choose ${row.name} to compare it`);
  write(label, row.word);
  write(file, row.name);
  file.title = row.name;
  write(about, row.about);
  write(note, row.note);
  note.hidden = !row.note;
  note.title = row.note;
  askBeside(parts, { asks: "", ...row });
  paintFacts(parts, row);
  bar.hidden = row.ended;
  bar.setAttribute("aria-label", `${row.name}: ${row.word}`);
  if (typeof row.share === "number") bar.value = row.share;
  else bar.removeAttribute("value");
  write(pages, row.pages ? String(row.pages) : "");
  const { short, whole } = moment(row.created);
  write(when, short);
  when.title = whole;
  write(took, row.took);
  open.hidden = !(row.showable ?? row.state === "completed");
  open.setAttribute("aria-label", `Open the result of ${row.name}`);
  cancel.hidden = row.ended || !row.task;
  remove.hidden = !row.removable;
  remove.setAttribute("aria-label", `Remove ${row.name}`);
  cancel.setAttribute("aria-label", `Cancel ${row.name}`);
  cancel.setAttribute("aria-disabled", String(row.stopping));
}

function table(act, choose, chosen, model) {
  const frame = element("div", "dkb-frame");
  const made = element("table", "dkb-table");
  const caption = element("caption", "dku-said", "");
  const head = element("tr");
  const titles = { pick: "", page: "", drawing: "Drawing", pages: "Pages", look: "To look at", review: "Reviewed", time: "Time", acts: "" };
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
  const small = sights(model, frame);
  const paint = (model) => {
    write(caption, model.get("heading"));
    const wanted = matching(model);
    const [keys, known] = [wanted, model.get("rows")].map((some) => new Set(some.map((row) => row.key)));
    for (const [key, parts] of rows) {
      if (keys.has(key)) continue;
      parts.tr.remove(); // a filter shows it again as it is
      if (known.has(key)) continue;
      small.forget(parts.sight);
      rows.delete(key);
    }
    wanted.forEach((row, at) => {
      if (!rows.has(row.key)) rows.set(row.key, emptyRow(act, choose));
      const parts = rows.get(row.key);
      const shown = Boolean(row.task) && row.task === model.get("shown");
      if (parts.row !== row || parts.shown !== shown || parts.pick.checked !== chosen.has(row.task)) {
        paintRow(parts, row, shown, chosen);
        small.show(parts.sight, row);
        Object.assign(parts, { row, shown });
      }
      if (body.children[at] !== parts.tr) body.insertBefore(parts.tr, body.children[at] ?? null);
    });
    made.hidden = !wanted.length;
    empty.hidden = Boolean(wanted.length);
    const none = model.get("asked") ? "None yet. Run a drawing, or submit one from code." : "Asking the service …";
    write(empty, model.get("rows").length ? "None fits the filter." : none);
  };
  const kept = (model) => keepFocus(frame, () => paint(model), (held) => {
    const other = held.closest("tr")?.querySelector("button:not([hidden])"); // Cancel goes when the task ends
    return other?.isConnected ? other : frame.closest(".dkb").querySelector(".dkb-refresh");
  });
  return { node: frame, paint: kept, stop: small.stop };
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
  const sort = element("select", "dku-field dkb-order");
  sort.setAttribute("aria-label", "Sort by");
  for (const [name, title] of ORDERS) sort.append(Object.assign(element("option", "", title), { value: name }));
  sort.addEventListener("change", () => setTrait(model, "order", sort.value));
  box.append(states, field, sort);
  const paint = () => {
    sort.value = model.get("order");
    for (const { made, name, title, fits } of buttons) {
      const count = model.get("rows").filter(fits).length;
      made.hidden = !count && !ALWAYS.includes(name) && model.get("only") !== name;
      write(made, name && count ? `${title} ${count}` : title);
      made.setAttribute("aria-pressed", String(model.get("only") === name));
    }
    if (document.activeElement !== field) field.value = model.get("named");
  };
  return { node: box, paint };
}

const percent = (share) => `${Math.floor(100 * share)} %`;

function announcer() {
  const said = element("div", "dku-said");
  said.setAttribute("aria-live", "polite");
  const heard = new Map();
  let first = true;
  const paint = (rows) => {
    const news = rows.filter((row) => row.entry === undefined && row.ended && heard.has(row.key) && heard.get(row.key) !== row.state);
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
  const act = (op, key, more = {}) => {
    if (op === "open") opening = model.get("rows").find((row) => row.key === key)?.task ?? "";
    model.send({ ...more, op, key });
  };
  const chosen = new Set(); // two tasks at most, to be compared
  const compare = button("dkb-compare", "", () => {
    if (chosen.size < 2) return;
    model.send({ op: "compare", keys: [...chosen] });
    reveal(root);
  });
  const paintCompare = () => {
    for (const key of chosen) if (!model.get("rows").some((row) => row.task === key)) chosen.delete(key);
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
  const rows = table(act, choose, chosen, model);
  const picker = filters(model);
  const said = announcer();
  const head = element("div", "dkb-head");
  const news = element("span", "dkb-news dku-number");
  head.append(element("h3", "dku-title", model.get("heading")), news, compare, button("dku-plain dkb-refresh", "Refresh", () => act("refresh", "")));
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
      "rows only named order shown comparable": paintRows,
      "message more asked": () => (paintHead(), rows.paint(model)),
      result_html: paintResult,
    }),
    parting(model, root, ".dkb-compare, .dkb-choose, .dkb-refresh, .dkb-open, .dkb-cancel, .dkb-remove, .dkz-answer, .dkz-button, .dkb-older"),
    rows.stop,
    whileSeen(root, () => model.send({ op: "look" }), LOOK_SECONDS),
  ];
  return () => ends.forEach((end) => end());
}

export default { render };
