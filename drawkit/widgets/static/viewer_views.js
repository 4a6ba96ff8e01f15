// The viewer's views: the reading, and what it is for. One sheet, with the boxes of the one or the balloons of the other.

const VIEWS = [
  ["reading", "Reading", "What was read, to review and to correct"],
  ["inspection", "Inspection", "The characteristics to inspect, numbered, with balloons on the sheet"],
  ["checks", "Checks", "The drawing checked against the standards"],
];
const WORKING = { compare: "Comparing …", inspection: "Numbering …", checks: "Checking …" };

const SHEET_KEYS = {
  reading: "N and B mark the next and the last item, A accepts, X rejects, D draws a box for a new item.",
  inspection: "N and B mark the next and the last characteristic, X leaves it out, R renumbers it, M merges several, D adds one, Shift and the arrows move its balloon.",
  checks: "N and B mark the next and the last finding, E corrects it in the reading.",
  compare: "N and B mark the next and the last change.",
};

function tabsPart(model) {
  const node = element("div", "dkv-views");
  node.setAttribute("role", "tablist");
  node.setAttribute("aria-label", "View");
  const tabs = VIEWS.map(([name, text, label]) => {
    const tab = button("dkv-view", text, () => setTrait(model, "view", name));
    tab.setAttribute("role", "tab");
    tab.title = label;
    tab.dataset.view = name;
    return tab;
  });
  node.append(...tabs);
  node.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const to = tabs[(tabs.indexOf(event.target) + by + tabs.length) % tabs.length];
    to.focus();
    to.click();
  });
  const paint = () => {
    for (const tab of tabs) {
      const here = tab.dataset.view === model.get("view");
      tab.setAttribute("aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
    }
    node.hidden = !model.get("sheets").length;
  };
  return { node, paint };
}

// What stands beside the sheet in a view other than the reading, and the way between its rows and the balloons.
function viewsPart(model, root, shelf, sheet, { tell, asks }, parts) {
  const node = element("div", "dkv-side dkv-outcomes");
  const waiting = element("div", "dku-quiet dkv-working");
  waiting.setAttribute("role", "status");
  let marked = "";
  let shownView = "";
  const view = () => model.get("view");
  const panel = () => panels[view()];
  const outcome = () => (model.get("outcome").view === view() ? model.get("outcome") : null);
  const rows = () => outcome()?.rows ?? [];
  const row = () => rows().find((one) => one.key === marked);

  const mark = () => {
    const here = row();
    panel()?.mark(here);
    sheet.pins.mark(marked, here?.page === model.get("page") ? here.box : null, here?.colour, panel()?.list.picked() ?? []);
  };
  const only = (key) => {
    panel()?.list.only(key);
    marked = key;
  };
  const show = () => {
    const here = row();
    if (here?.box && here.page === model.get("page")) sheet.view.show(here.box);
  };
  const choose = (key) => {
    only(key);
    const page = row()?.page;
    if (page && page !== model.get("page")) setTrait(model, "page", page);
    mark();
    show();
  };
  // To the place, with the keyboard: there one can zoom and go on.
  const jump = (key) => {
    choose(key);
    if (row()?.box) sheet.frame.focus({ preventScroll: true });
  };
  const toReading = (key) => {
    setTrait(model, "view", "reading");
    shelf.choose(key);
    sheet.frame.focus({ preventScroll: true });
  };
  // Marks a row beside those that are marked.
  const touch = (key) => {
    marked = key;
    mark();
    show();
  };
  const context = { model, sheet, asks, choose, jump, touch, toReading, tell, row };
  const panels = Object.fromEntries(Object.entries(parts).map(([name, made]) => [name, made(context)]));
  node.append(waiting);

  const pins = () => {
    const told = model.get("balloons");
    const fits = told.view === view() && told.page === model.get("page");
    const known = new Map(rows().map((one) => [one.key, one]));
    sheet.pins.told = (key) => (known.has(key) ? panel().told(known.get(key)) : "");
    sheet.pins.paint(fits ? told.placed : []);
  };
  const paint = () => {
    const now = view();
    root.dataset.view = now;
    sheet.pins.on = now !== "reading";
    sheet.pins.moved = panel()?.move ?? null;
    node.hidden = !sheet.pins.on;
    const ready = Boolean(outcome());
    write(waiting, sheet.pins.on && !ready ? model.gone || WORKING[now] || "" : "");
    waiting.hidden = !waiting.textContent;
    const seen = ready ? panel().node : null; // what is not seen is not there
    if (seen !== (waiting.nextSibling ?? null)) node.replaceChildren(waiting, ...(seen ? [seen] : []));
    if (shownView !== now) marked = "";
    if (shownView && shownView !== now) {
      tell("");
      if (sheet.draw.active()) sheet.draw.clear();
    }
    shownView = now;
    sheet.frame.setAttribute("aria-label", `Sheet. ${SHEET_KEYS[now] ?? ""} Plus and minus zoom, 0 fits, arrows move, Page Up and Page Down turn pages`);
    if (ready) panel().paint(outcome());
    pins();
    mark();
  };
  const turned = () => {
    pins();
    mark();
    show();
  };
  const step = (by) => {
    const inList = panel().list.holds(document.activeElement);
    choose(panel().list.next(by));
    if (inList) panel().list.focus();
  };
  // Whether the key was for this view.
  const onKey = (event) => {
    if (!sheet.pins.on || !outcome()) return false;
    const keys = { n: () => step(1), b: () => step(-1), ...panel().keys };
    const act = keys[event.key.toLowerCase()];
    if (!act) return false;
    act(row());
    return true;
  };
  sheet.pins.choose = (key, more = false) => {
    const { toggle } = panel().list;
    if (more && key && toggle) return toggle(key);
    only(key);
    mark(); // what was clicked is in sight already
  };
  const drawn = () => row() && panel()?.drawn(row());
  return { node, paint, pins, turned, drawn, onKey };
}
