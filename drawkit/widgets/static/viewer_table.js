// The viewer's table: one row an item, sorted, sifted, marked; the order in which a person goes through them.

const RANKS = { look: 0, likely: 1, sure: 2 };
const TRUST = { sure: "At most one of ten such readings is wrong", likely: "Likely right", look: "Look at the sheet" };
// What is to be looked at comes first, the least sure at the top; what is sure stands as it was read.
const byDoubt = (a, b) => RANKS[a.trust] - RANKS[b.trust] || (a.trust === "sure" ? byPlace(a, b) : a.sure - b.sure || byPlace(a, b));
const place = (item) => Number(item.key.slice(item.key.indexOf(":") + 1));
const byPlace = (a, b) => place(a) - place(b);
const number = (text) => Number.parseFloat(text.replace(",", "."));

function comparing({ at, page, row, trust, state, number: isNumber }) {
  if (trust) return (a, b) => a.sure - b.sure;
  if (row) return byPlace;
  if (page) return (a, b) => a.page - b.page;
  if (state) return (a, b) => a.state.localeCompare(b.state);
  const compared = isNumber ? (a, b) => number(a) - number(b) : (a, b) => a.localeCompare(b, undefined, { numeric: true });
  const empty = (text) => (isNumber ? Number.isNaN(number(text)) : !text);
  return (a, b) => empty(a.cells[at]) - empty(b.cells[at]) || (empty(a.cells[at]) ? 0 : compared(a.cells[at], b.cells[at]));
}

// What is above the table: which one, what is sought, what is left to do.
function tableHead(model, shelf, changed, linesOf) {
  const node = element("div", "dkv-head");
  const pick = element("select", "dku-field dkv-field");
  pick.setAttribute("aria-label", "Table");
  const find = element("input", "dku-field dkv-field");
  Object.assign(find, { type: "search", placeholder: "Find", spellcheck: false });
  find.setAttribute("aria-label", "Find in the table");
  const toggle = (kind, text, label, name) =>
    tool(kind, text, label, () => {
      shelf[name] = !shelf[name];
      changed();
    });
  const doubt = toggle("dkv-doubtful", "To look at", "Show only what is not sure", "doubtful");
  const open = toggle("dkv-open", "Open", "Show only what is not reviewed yet", "open");
  node.append(pick, find, doubt, open, copyButton(linesOf));
  find.addEventListener("input", changed);
  const paint = () => {
    doubt.setAttribute("aria-pressed", String(shelf.doubtful));
    open.setAttribute("aria-pressed", String(shelf.open));
    shelf.words = find.value.trim().toLowerCase();
  };
  const count = (items) => {
    write(doubt, `To look at ${items.filter((item) => item.trust !== "sure" && item.state !== "rejected").length}`);
    write(open, `Open ${items.filter((item) => item.state === "read").length}`);
  };
  const kinds = () => {
    const counts = new Map();
    for (const item of shelf.items.values()) counts.set(item.kind, (counts.get(item.kind) ?? 0) + (item.state !== "rejected"));
    const told = model.get("kinds");
    const chosen = told.some((kind) => kind.name === pick.value) ? pick.value : told[0]?.name;
    const options = told.map((kind) => {
      const option = element("option", "", `${kind.label} (${counts.get(kind.name) ?? 0})`);
      option.value = kind.name;
      return option;
    });
    pick.replaceChildren(...options);
    if (chosen) pick.value = chosen;
  };
  return { node, pick, find, paint, count, kinds };
}

const ROWS = 150; // rows laid out at first; the others follow as one scrolls, so that a filter costs the same on any drawing
const ROW_HEIGHT = 26; // CSS pixels, of a row of one line

function tablePart(model, shelf, sifted) {
  const box = element("div", "dkv-tables");
  let fitting = []; // the rows that the filters leave, as sorted
  let room = ROWS; // how many of them are laid out
  const refilter = () => {
    room = ROWS;
    head.paint();
    sift();
    sifted();
  };
  const head = tableHead(model, shelf, refilter, () => [...scroll.querySelectorAll("thead tr"), ...fitting]);
  let order = null; // the column that sorts, and whether down; null: what is doubtful first
  const scroll = element("div", "dkv-scroll");
  const none = element("div", "dkv-none dku-quiet");
  box.append(head.node, scroll, none);
  const rows = new Map();
  const several = () => model.get("sheets").length > 1;

  const paint = () => {
    head.kinds();
    list();
  };
  const columnsOf = (kind) => [
    { label: "#", number: true, row: true },
    { label: "Review", short: "✓", state: true },
    { label: "Trust", trust: true },
    ...kind.columns.map((column, at) => ({ ...column, at })),
    ...(several() ? [{ label: "Page", number: true, page: true }] : []),
  ];
  const ordered = (kind) => {
    const items = shelf.all().filter((item) => item.kind === kind.name);
    const sorting = columnsOf(kind).find(({ label }) => label === order?.label);
    items.sort(sorting ? comparing(sorting) : byDoubt);
    if (sorting && order.down) items.reverse();
    return items;
  };
  // Rows are grids of their own, alike: so a browser lays out those alone that are seen, however many there are.
  const template = (kind) => {
    const least = columnsOf(kind).map(({ row, state, trust, label, page, number: isNumber }) =>
      row ? 36 : state ? 34 : trust ? 58 : page ? 44 : label === "As read" || label === "Text" ? 84 : isNumber ? 62 : 74);
    const wide = (at) => (at < 3 ? `${least[at]}px` : `minmax(${least[at]}px, ${least[at]}fr)`);
    return { columns: least.map((_, at) => wide(at)).join(" "), width: least.reduce((sum, one) => sum + one) };
  };
  const list = () => {
    rows.clear();
    room = ROWS;
    const kind = shelf.kinds.get(head.pick.value);
    if (!kind) {
      none.textContent = model.get("sheets").length ? "Nothing was read." : "";
      return scroll.replaceChildren();
    }
    const table = element("table", "dkv-table");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", kind.label);
    table.setAttribute("aria-multiselectable", "true");
    const { columns, width } = template(kind);
    table.style.setProperty("--dkv-columns", columns);
    table.style.minWidth = `${width}px`;
    const line = as("row", element("tr"));
    line.append(...columnsOf(kind).map(heading));
    table.append(as("rowgroup", element("thead")), as("rowgroup", element("tbody")));
    table.tHead.append(line);
    const items = ordered(kind);
    const body = document.createDocumentFragment();
    for (const item of items) body.append(row(item, kind));
    table.tBodies[0].append(body);
    head.count(items);
    keepFocus(scroll, () => scroll.replaceChildren(table), (held) => rows.get(held.dataset.key));
    sift();
    mark();
  };
  // Sorts up, then down, then as before.
  const heading = (column) => {
    const { label, short, number } = column;
    const cell = as("columnheader", element("th", column.state ? "dkv-state" : number ? "dkv-number" : ""));
    cell.title = cell.dataset.copy = label;
    const sorts = order?.label === label;
    cell.setAttribute("aria-sort", sorts ? (order.down ? "descending" : "ascending") : "none");
    const sort = button("dkv-sort", "", () => {
      order = !sorts ? { label, down: false } : order.down ? null : { label, down: true };
      list();
      scroll.querySelector(`[data-sort="${label}"]`)?.focus();
    }, `Sort by ${label}`);
    sort.dataset.sort = label;
    sort.append(element("span", "dkv-heading", short ?? label));
    if (sorts) sort.append(element("span", "dkv-arrow", order.down ? " ▾" : " ▴"));
    cell.append(sort);
    return cell;
  };
  const row = (item, kind) => {
    const line = as("row", element("tr", "dkv-row"));
    line.dataset.key = item.key;
    line.tabIndex = -1;
    rows.set(item.key, line);
    fill(line, item, kind);
    return line;
  };
  const fill = (line, item, kind) => {
    line.dataset.state = item.state;
    const state = element("td", `dkv-state dkv-${item.state}`, DONE[item.state]);
    state.title = item.note ? `${DECIDED[item.state]}: ${item.note}` : DECIDED[item.state];
    state.dataset.copy = item.state;
    if (item.state !== "read") state.append(element("span", "dku-said", item.state));
    const trust = element("td", `dkv-trust dkv-${item.trust}`, item.trust);
    trust.title = `${TRUST[item.trust]} (${percent(item.sure)})`;
    const cells = kind.columns.map((column, at) => element("td", column.number ? "dkv-number" : "", item.cells[at]));
    const page = several() ? [element("td", "dkv-number", String(item.page))] : [];
    line.replaceChildren(element("td", "dkv-number", item.row ? String(item.row) : "–"), state, trust, ...cells, ...page);
    for (const cell of line.cells) as("gridcell", cell);
  };
  // Paints the rows of these items anew, in their places: nothing jumps while a person decides.
  const refresh = (keys) => {
    head.kinds();
    const kind = shelf.kinds.get(head.pick.value);
    const new_ = keys.some((key) => rows.has(key) !== (shelf.items.get(key)?.kind === kind?.name));
    if (!kind || new_) return list();
    for (const [key, line] of rows) {
      const item = shelf.items.get(key);
      if (keys.includes(key)) fill(line, item, kind);
      else write(line.cells[0], item.row ? String(item.row) : "–");
    }
    head.count([...rows.keys()].map((key) => shelf.items.get(key)));
    sift();
    mark();
  };
  const sift = () => {
    fitting = [...rows].filter(([key]) => shelf.fits(shelf.items.get(key))).map(([, line]) => line);
    layOut();
    const nothing = shelf.open ? "All of this is reviewed." : shelf.doubtful ? "Nothing of this is to be looked at." : "No row is as sure, or says that.";
    none.textContent = fitting.length || !rows.size ? "" : nothing;
    if (rows.size && ![...rows.values()].some((line) => line.tabIndex === 0)) rows.values().next().value.tabIndex = 0;
  };
  const layOut = () => {
    const table = scroll.querySelector("table");
    if (!table) return;
    const shown = new Set(fitting.slice(0, room));
    for (const line of rows.values()) if (line.hidden === shown.has(line)) line.hidden = !line.hidden;
    table.style.paddingBottom = `${(fitting.length - shown.size) * ROW_HEIGHT}px`; // the scroll bar tells of all
    table.setAttribute("aria-rowcount", fitting.length + 1);
  };
  const grow = (upTo) => {
    if (upTo <= room || room >= fitting.length) return;
    room = upTo + ROWS;
    layOut();
  };
  const mark = () => {
    const key = model.get("selected");
    for (const [one, line] of rows) {
      const told = String(one === key || shelf.chosen.has(one));
      if (line.getAttribute("aria-selected") !== told) line.setAttribute("aria-selected", told);
      if (rows.has(key)) line.tabIndex = one === key ? 0 : -1;
    }
  };
  const turnTo = (name) => {
    head.pick.value = name;
    order = null;
    list();
  };
  const reveal = () => {
    const item = shelf.items.get(model.get("selected"));
    if (!item) return;
    if (item.kind !== head.pick.value) {
      if (!shelf.fits(item)) head.find.value = "";
      turnTo(item.kind);
      refilter();
    }
    requestAnimationFrame(() => inSight(rows.get(item.key))); // once what stands below has its height
  };
  const inSight = (line) => {
    if (!line) return;
    grow(fitting.indexOf(line) + 1);
    const [from, to] = [scroll.scrollTop + 26, scroll.scrollTop + scroll.clientHeight];
    if (line.offsetTop < from || line.offsetTop + line.offsetHeight > to) {
      scroll.scrollTo({ top: line.offsetTop - scroll.clientHeight / 2, behavior: calm() ? "auto" : "smooth" });
    }
  };
  // The row after (or before) one, as the table is sorted and sifted; behind the last the next table goes on.
  const next = (by, wanted = () => true) => {
    const fits = (key) => {
      const item = shelf.items.get(key);
      return item && shelf.fits(item) && wanted(item);
    };
    const keys = [...rows.keys()];
    const at = keys.indexOf(model.get("selected"));
    const rest = by > 0 ? keys.slice(at + 1) : keys.slice(0, at < 0 ? keys.length : at).reverse();
    const found = rest.find(fits);
    if (found) return found;
    const kinds = model.get("kinds").map((kind) => kind.name);
    const here = kinds.indexOf(head.pick.value);
    for (let step = 1; step <= kinds.length; step += 1) {
      const name = kinds[(here + by * step + kinds.length * step) % kinds.length];
      const items = shelf.all().filter((item) => item.kind === name).sort(byDoubt);
      const other = (by > 0 ? items : items.reverse()).find((item) => fits(item.key) && item.key !== model.get("selected"));
      if (other) return other.key;
    }
    return "";
  };
  head.pick.addEventListener("change", () => {
    order = null;
    list();
  });
  const lineOf = (event) => event.target.closest(".dkv-row");
  const below = () => grow(Math.ceil((scroll.scrollTop + 2 * scroll.clientHeight) / ROW_HEIGHT));
  scroll.addEventListener("scroll", below, { passive: true });
  scroll.addEventListener("click", (event) => {
    const line = lineOf(event);
    if (!line) return;
    if (event.ctrlKey || event.metaKey) shelf.toggle(line.dataset.key);
    else shelf.choose(line.dataset.key);
  });
  scroll.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!line || (!by && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    const to = by ? fitting[fitting.indexOf(line) + by] : line;
    if (!to) return;
    grow(fitting.indexOf(to) + 1);
    to.focus({ preventScroll: true });
    if (by && event.shiftKey) shelf.toggle(to.dataset.key);
    else shelf.choose(to.dataset.key);
  });
  const focus = () => {
    const line = rows.get(model.get("selected"));
    grow(fitting.indexOf(line) + 1);
    line?.focus({ preventScroll: true });
    return Boolean(line);
  };
  const holds = (node) => scroll.contains(node);
  return { node: box, paint, refresh, sift, mark, reveal, next, focus, holds, kind: () => head.pick.value };
}
