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
      if (item.sure >= model.get("least")) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
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

function tablePart(model, shelf) {
  const box = element("div", "dkv-tables");
  const pick = element("select", "dku-field dkv-field");
  pick.setAttribute("aria-label", "Table");
  const find = element("input", "dku-field dkv-field");
  Object.assign(find, { type: "search", placeholder: "Find", spellcheck: false });
  find.setAttribute("aria-label", "Find in the table");
  const head = element("div", "dkv-head");
  const copy = copyButton(() => scroll.querySelector("table"));
  head.append(pick, find, copy);
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
    const titles = [...kind.columns, ...(several ? [{ label: "Page", number: true }] : []), { label: "Sure", number: true }];
    for (const { label, number } of titles) line.append(element("th", number ? "dkv-number" : "", label));
    table.append(element("thead"), element("tbody"));
    table.tHead.append(line);
    for (const item of model.get("items")) {
      if (item.kind === kind.name) table.tBodies[0].append(row(item, kind, several));
    }
    keepFocus(scroll, () => scroll.replaceChildren(table), (held) => rows.get(held.dataset.key));
    sift();
    mark();
  };
  const row = (item, kind, several) => {
    const line = element("tr", "dkv-row");
    line.dataset.key = item.key;
    line.tabIndex = -1;
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
    const sure = element("td", "dkv-number", percent(item.sure));
    sure.classList.toggle("dkv-doubt", item.sure < 0.5);
    line.append(sure);
    rows.set(item.key, line);
    return line;
  };
  const sift = () => {
    const words = find.value.trim().toLowerCase();
    let seen = 0;
    for (const [key, line] of rows) {
      const item = shelf.items.get(key);
      const told = !words || [item.text, ...item.cells].join("\n").toLowerCase().includes(words);
      line.hidden = item.sure < model.get("least") || !told;
      seen += line.hidden ? 0 : 1;
    }
    none.textContent = seen || !rows.size ? "" : "No row is as sure, or says that.";
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
      list();
    }
    const line = rows.get(item.key);
    if (!line) return;
    const [from, to] = [scroll.scrollTop + 26, scroll.scrollTop + scroll.clientHeight];
    if (line.offsetTop < from || line.offsetTop + line.offsetHeight > to) {
      scroll.scrollTo({ top: line.offsetTop - scroll.clientHeight / 2, behavior: calm() ? "auto" : "smooth" });
    }
  };
  pick.addEventListener("change", list);
  find.addEventListener("input", sift);
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
