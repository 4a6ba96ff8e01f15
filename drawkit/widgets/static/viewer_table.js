// The viewer's legend and its table: what there is to see, by kind and by row.

function legendPart(model, shelf) {
  const legend = element("div", "dkv-legend");
  legend.setAttribute("role", "group");
  legend.setAttribute("aria-label", "Kinds that are shown");
  let before = []; // what was hidden before the first click of a double one, which hides or shows its kind
  const flip = (name, alone, second) => {
    const all = model.get("kinds").map((kind) => kind.name);
    const hidden = second ? before : model.get("hidden");
    before = hidden;
    const others = all.filter((kind) => kind !== name);
    const only = alone && !hidden.includes(name) && others.every((kind) => hidden.includes(kind));
    if (alone) model.set("hidden", only ? [] : others);
    else model.set("hidden", hidden.includes(name) ? hidden.filter((kind) => kind !== name) : [...hidden, name]);
    model.save_changes();
  };
  const paint = () => {
    const counts = new Map();
    for (const item of shelf.here()) {
      if (shelf.fits(item)) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
    }
    const chips = model.get("kinds").map((kind) => {
      const chip = element("button", "dkv-chip");
      chip.type = "button";
      chip.dataset.kind = kind.name;
      chip.title = `Show or hide ${kind.label.toLowerCase()}; double click: these alone`;
      chip.setAttribute("aria-pressed", String(!model.get("hidden").includes(kind.name)));
      const swatch = element("span", "dkv-swatch");
      swatch.style.borderColor = kind.colour;
      swatch.style.borderStyle = kind.dashed ? "dashed" : "solid";
      swatch.style.setProperty("--dkv-colour", kind.colour);
      chip.append(swatch, kind.label, element("span", "dkv-count", String(counts.get(kind.name) ?? 0)));
      chip.addEventListener("click", (event) => flip(kind.name, event.shiftKey || event.detail === 2, event.detail === 2));
      return chip;
    });
    const again = (held) => legend.querySelector(`[data-kind="${held.dataset.kind}"]`);
    keepFocus(legend, () => legend.replaceChildren(...chips), again);
  };
  return { node: legend, paint };
}

const RANKS = { look: 0, likely: 1, sure: 2 };
const TRUST = { sure: "At most one of ten such readings is wrong", likely: "Likely right", look: "Look at the sheet" };
// What is to be looked at comes first, the least sure at the top; what is sure stands as it was read.
const byDoubt = (a, b) => RANKS[a.trust] - RANKS[b.trust] || (a.trust === "sure" ? a.row - b.row : a.sure - b.sure || a.row - b.row);
const number = (text) => Number.parseFloat(text.replace(",", "."));

function comparing({ at, page, row, trust, number: isNumber }) {
  if (trust) return (a, b) => a.sure - b.sure;
  if (row) return (a, b) => a.row - b.row;
  if (page) return (a, b) => a.page - b.page;
  const compared = isNumber ? (a, b) => number(a) - number(b) : (a, b) => a.localeCompare(b, undefined, { numeric: true });
  const empty = (text) => (isNumber ? Number.isNaN(number(text)) : !text);
  return (a, b) => empty(a.cells[at]) - empty(b.cells[at]) || (empty(a.cells[at]) ? 0 : compared(a.cells[at], b.cells[at]));
}

function tablePart(model, shelf, sifted) {
  const box = element("div", "dkv-tables");
  const pick = element("select", "dku-field dkv-field");
  pick.setAttribute("aria-label", "Table");
  const find = element("input", "dku-field dkv-field");
  Object.assign(find, { type: "search", placeholder: "Find", spellcheck: false });
  find.setAttribute("aria-label", "Find in the table");
  const head = element("div", "dkv-head");
  const copy = copyButton(() => scroll.querySelector("table"));
  const doubt = tool("dkv-doubtful", "To look at", "Show only what is not sure", () => {
    shelf.doubtful = !shelf.doubtful;
    refilter();
  });
  head.append(pick, find, doubt, copy);
  let order = null; // the column that sorts, and whether down; null: what is doubtful first
  const refilter = () => {
    doubt.setAttribute("aria-pressed", String(shelf.doubtful));
    sift();
    sifted();
  };
  const scroll = element("div", "dkv-scroll");
  const none = element("div", "dkv-none dku-quiet");
  box.append(head, scroll, none);
  const rows = new Map();

  const paint = () => {
    const kinds = model.get("kinds");
    const chosen = kinds.some((kind) => kind.name === pick.value) ? pick.value : kinds[0]?.name;
    pick.replaceChildren(
      ...kinds.map((kind) => {
        const number = model.get("items").filter((item) => item.kind === kind.name).length;
        const option = element("option", "", `${kind.label} (${number})`);
        option.value = kind.name;
        return option;
      }),
    );
    if (chosen) pick.value = chosen;
    list();
  };
  const list = () => {
    rows.clear();
    const kind = shelf.kinds.get(pick.value);
    if (!kind) {
      none.textContent = model.get("sheets").length ? "Nothing was read." : "";
      return scroll.replaceChildren();
    }
    const several = model.get("sheets").length > 1;
    const table = element("table", "dkv-table");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", kind.label);
    const line = element("tr");
    const columns = [
      { label: "#", number: true, row: true },
      { label: "Trust", trust: true },
      ...kind.columns.map((column, at) => ({ ...column, at })),
      ...(several ? [{ label: "Page", number: true, page: true }] : []),
    ];
    line.append(...columns.map(heading));
    table.append(element("thead"), element("tbody"));
    table.tHead.append(line);
    const items = model.get("items").filter((item) => item.kind === kind.name);
    const sorting = columns.find(({ label }) => label === order?.label);
    items.sort(sorting ? comparing(sorting) : byDoubt);
    if (sorting && order.down) items.reverse();
    for (const item of items) table.tBodies[0].append(row(item, kind, several));
    const doubtful = items.filter((item) => item.trust !== "sure").length;
    write(doubt, `To look at ${doubtful}`);
    keepFocus(scroll, () => scroll.replaceChildren(table), (held) => rows.get(held.dataset.key));
    sift();
    mark();
  };
  // Sorts up, then down, then as before.
  const heading = (column) => {
    const { label, number } = column;
    const cell = element("th", number ? "dkv-number" : "");
    const sorts = order?.label === label;
    cell.setAttribute("aria-sort", sorts ? (order.down ? "descending" : "ascending") : "none");
    const sort = button("dkv-sort", label + (sorts ? (order.down ? " ▾" : " ▴") : ""), () => {
      order = !sorts ? { label, down: false } : order.down ? null : { label, down: true };
      list();
      scroll.querySelector(`[data-sort="${label}"]`)?.focus();
    }, `Sort by ${label}`);
    sort.dataset.sort = label;
    cell.append(sort);
    return cell;
  };
  const row = (item, kind, several) => {
    const line = element("tr", "dkv-row");
    line.dataset.key = item.key;
    line.tabIndex = -1;
    line.append(element("td", "dkv-number", String(item.row)));
    const trust = element("td", `dkv-trust dkv-${item.trust}`, item.trust);
    trust.title = `${TRUST[item.trust]} (${percent(item.sure)})`;
    line.append(trust);
    kind.columns.forEach((column, at) => {
      const cell = element("td", column.number ? "dkv-number" : "", item.cells[at]);
      if (at === 0 && Object.keys(item.read).length) {
        const pen = element("span", "dkv-pen", "✎ ");
        pen.title = "Corrected by hand";
        cell.prepend(pen);
      }
      line.append(cell);
    });
    if (several) line.append(element("td", "dkv-number", String(item.page)));
    rows.set(item.key, line);
    return line;
  };
  const sift = () => {
    shelf.words = find.value.trim().toLowerCase();
    let seen = 0;
    for (const [key, line] of rows) {
      line.hidden = !shelf.fits(shelf.items.get(key));
      seen += line.hidden ? 0 : 1;
    }
    none.textContent = seen || !rows.size ? "" : shelf.doubtful ? "Nothing of this is to be looked at." : "No row is as sure, or says that.";
    if (rows.size && ![...rows.values()].some((line) => line.tabIndex === 0)) rows.values().next().value.tabIndex = 0;
  };
  const mark = () => {
    const key = model.get("selected");
    for (const [one, line] of rows) {
      line.setAttribute("aria-selected", String(one === key));
      if (rows.has(key)) line.tabIndex = one === key ? 0 : -1;
    }
  };
  const reveal = () => {
    const item = shelf.items.get(model.get("selected"));
    if (!item) return;
    if (item.kind !== pick.value) {
      pick.value = item.kind;
      find.value = "";
      order = null;
      list();
      sifted();
    }
    const line = rows.get(item.key);
    if (!line) return;
    const [from, to] = [scroll.scrollTop + 26, scroll.scrollTop + scroll.clientHeight];
    if (line.offsetTop < from || line.offsetTop + line.offsetHeight > to) {
      scroll.scrollTo({ top: line.offsetTop - scroll.clientHeight / 2, behavior: calm() ? "auto" : "smooth" });
    }
  };
  pick.addEventListener("change", () => {
    order = null;
    list();
  });
  find.addEventListener("input", refilter);
  const lineOf = (event) => event.target.closest(".dkv-row");
  scroll.addEventListener("click", (event) => {
    if (lineOf(event)) shelf.choose(lineOf(event).dataset.key);
  });
  scroll.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!line || (!by && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    const seen = [...rows.values()].filter((one) => !one.hidden);
    const to = by ? seen[seen.indexOf(line) + by] : line;
    if (!to) return;
    to.focus({ preventScroll: true });
    shelf.choose(to.dataset.key);
  });
  return { node: box, paint, sift, mark, reveal };
}
