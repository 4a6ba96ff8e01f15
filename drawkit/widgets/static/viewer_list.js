// A table of what a view tells, one row of which is marked: by a click, by the arrows, or from the sheet. Where it is
// given `touch`, rows are marked beside that one too: by Ctrl and a click, or by Shift and the arrows.

function listPart({ label, columns, cells, choose, jump, touch }) {
  const scroll = element("div", "dkv-scroll dkv-list");
  const none = element("div", "dkv-none dku-quiet");
  const lines = new Map();
  let marked = "";
  let chosen = new Set();

  const paint = (rows, told) => {
    const table = element("table", "dkv-table");
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", label);
    table.setAttribute("aria-rowcount", rows.length + 1);
    if (touch) table.setAttribute("aria-multiselectable", "true");
    table.style.setProperty("--dkv-columns", columns.map((column) => column.width).join(" "));
    const head = as("row", element("tr"));
    for (const column of columns) {
      const cell = as("columnheader", element("th", column.number ? "dkv-number" : "", column.short ?? column.label));
      cell.title = cell.dataset.copy = column.label;
      head.append(cell);
    }
    table.append(as("rowgroup", element("thead")), as("rowgroup", element("tbody")));
    table.tHead.append(head);
    const before = [...lines.keys()];
    lines.clear();
    for (const row of rows) {
      const line = as("row", element("tr", "dkv-line"));
      line.dataset.row = row.key;
      line.append(...cells(row).map((cell, at) => dressed(cell, columns[at])));
      lines.set(row.key, line);
    }
    table.tBodies[0].append(...lines.values());
    if (before.join() !== [...lines.keys()].join()) only(marked); // a number may name another row now
    const instead = ({ dataset: { row } }) => lines.get(row) ?? [...lines.values()].at(Math.min(before.indexOf(row), lines.size - 1));
    mark(marked); // before the focus comes back: what has no tab index takes none
    keepFocus(scroll, () => scroll.replaceChildren(...(rows.length ? [table] : [])), instead);
    write(none, told);
    none.hidden = !told;
  };
  const dressed = (cell, { number }) => {
    const node = cell instanceof Node ? cell : element("td", "", cell);
    node.classList.toggle("dkv-number", Boolean(number));
    return as("gridcell", node);
  };
  const only = (key) => (chosen = new Set([key]));
  const picked = () => [...lines.keys()].filter((key) => chosen.has(key));
  // Marks a row beside those that are marked; again takes it out.
  const toggle = (key) => {
    if (!lines.has(key)) return;
    if (!chosen.has(key)) chosen.add(key);
    else if (picked().length > 1) chosen.delete(key);
    touch(chosen.has(key) ? key : chosen.has(marked) ? marked : picked()[0]);
  };
  // Goes on to a row: it is marked too, or, on the way back, the one that was gone on to is no more.
  const extend = (to) => {
    if (chosen.has(to)) chosen.delete(marked);
    else chosen.add(to);
    touch(to);
  };
  const mark = (key) => {
    marked = key;
    if (!chosen.has(key)) only(key);
    const first = lines.has(key) ? key : lines.keys().next().value;
    for (const [one, line] of lines) {
      line.setAttribute("aria-selected", String(chosen.has(one)));
      line.tabIndex = one === first ? 0 : -1;
    }
  };
  const reveal = () => {
    const line = lines.get(marked);
    if (!line) return;
    const [from, to] = [scroll.scrollTop + 26, scroll.scrollTop + scroll.clientHeight];
    if (line.offsetTop >= from && line.offsetTop + line.offsetHeight <= to) return;
    scroll.scrollTo({ top: line.offsetTop - scroll.clientHeight / 2, behavior: calm() ? "auto" : "smooth" });
  };
  // The row so many after the marked one; before all of them stands none. Or the nearest that is not among `gone`.
  const next = (by, gone = null) => {
    const keys = [...lines.keys()];
    const at = keys.indexOf(marked);
    if (gone) return (by > 0 ? keys.slice(at + 1) : keys.slice(0, at).reverse()).find((key) => !gone.includes(key)) ?? "";
    return keys[at < 0 ? (by > 0 ? 0 : keys.length - 1) : Math.min(Math.max(at + by, 0), keys.length - 1)] ?? "";
  };
  const lineOf = (event) => event.target.closest(".dkv-line");
  scroll.addEventListener("click", (event) => {
    const line = lineOf(event);
    if (line && touch && (event.ctrlKey || event.metaKey)) toggle(line.dataset.row);
    else if (line) choose(line.dataset.row);
  });
  scroll.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    const to = { ArrowDown: next(1), ArrowUp: next(-1), Home: [...lines.keys()][0], End: [...lines.keys()].at(-1) }[event.key];
    if (!line || (!to && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    if (!to) return jump(line.dataset.row);
    if (touch && event.shiftKey && event.key.startsWith("Arrow")) to === marked || extend(to);
    else choose(to);
    lines.get(marked)?.focus({ preventScroll: true });
  });
  const focus = () => (lines.get(marked) ?? lines.values().next().value)?.focus({ preventScroll: true });
  const copied = () => [...scroll.querySelectorAll("tr")];
  return { nodes: [scroll, none], paint, mark, only, picked, toggle: touch && toggle, reveal, next, focus, copied, holds: (node) => scroll.contains(node) };
}

function tagCell(word, colour) {
  const cell = element("td");
  const tag = element("span", "dkv-tag", word);
  tag.style.setProperty("--dkv-tag", colour);
  cell.append(tag);
  return cell;
}

// Buttons that leave rows of one kind alone in the list; each tells how many there are.
function filtersPart(kinds, kindOf, list) {
  let rows = [];
  let told = "";
  let only = "";
  const made = kinds.map(([name, title, meaning]) => {
    const node = tool("dkv-filter", title, meaning, () => {
      only = only === name ? "" : name;
      shown();
    });
    node.setAttribute("aria-label", `Show only: ${title.toLowerCase()}`);
    return { name, title, node };
  });
  const shown = () => {
    for (const { name, title, node } of made) {
      const count = rows.filter((row) => kindOf(row) === name).length;
      write(node, `${title} ${count}`);
      node.setAttribute("aria-pressed", String(only === name));
      node.hidden = !count;
    }
    list.paint(rows.filter((row) => !only || kindOf(row) === only), told);
  };
  const paint = (outcome) => {
    ({ rows, told } = outcome);
    if (!rows.some((row) => kindOf(row) === only)) only = "";
    shown();
  };
  return { nodes: made.map(({ node }) => node), paint };
}
