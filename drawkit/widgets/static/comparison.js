// The browser's side of a comparison: both sheets on each other, the changes beside them, rows and balloons linked.

const CHANGES = [
  ["changed", "Changed", "At the same place another value"],
  ["added", "Added", "On the new sheet alone"],
  ["removed", "Removed", "On the old sheet alone"],
  ["moved", "Moved", "The same value at another place of its view"],
  ["unsure", "Unsure", "The readings differ, and one of them is not sure enough to tell: look at the place"],
];

function changesPart({ model, sheet, choose, jump }) {
  const node = element("div", "dkv-outcome");
  const several = () => model.get("sheets").length > 1;
  const place = (row) => (row.page ? where(row, several()) : "no place");
  const list = listPart({
    label: "Changes",
    columns: [
      { label: "Number", short: "#", number: true, width: "34px" },
      { label: "Change", width: "82px" },
      { label: "Old and new", width: "minmax(110px, 1fr)" },
      { label: "In", width: "88px" },
      { label: "Where", width: "54px" },
    ],
    cells: (row) => [row.key, tagCell(row.change, row.colour), texts(row), row.table, place(row)],
    choose,
    jump,
  });
  const texts = ({ old, new: now }) => {
    const cell = element("td");
    if (old) cell.append(element("del", "dkv-old", old));
    if (now) cell.append(element("ins", "dkv-new", now));
    cell.dataset.copy = [old, now].filter(Boolean).join(" → ");
    return cell;
  };
  const filters = filtersPart(CHANGES, (row) => row.change, list);
  const head = element("div", "dkv-head");
  head.append(...filters.nodes, copyButton(list.copied));
  const detail = element("section", "dkv-detail");
  detail.setAttribute("aria-label", "The marked change");
  const crop = cropPart(sheet);
  node.append(head, ...list.nodes, detail);
  const mark = (row) => {
    list.mark(row?.key ?? "");
    list.reveal();
    detail.hidden = !row;
    if (!row) return detail.replaceChildren();
    const line = element("div", "dkv-sentence");
    if (row.old) line.append(element("del", "dkv-old", row.old));
    if (row.new) line.append(element("ins", "dkv-new", row.new));
    const facts = element("div", "dkv-detail-head", [row.change, row.table, place(row)].join(" · "));
    detail.replaceChildren(facts, line, crop.node, element("div", "dku-quiet", row.what));
    drawn(row);
  };
  const drawn = (row) => crop.paint({ page: row.page, box: row.box, text: row.new || row.old, turn: 0 }, row.colour);
  const told = (row) => `${row.key}. ${row.change}: ${[row.old, row.new].filter(Boolean).join(" → ")}`;
  return { node, list, paint: filters.paint, mark, drawn, keys: {}, told };
}

function render({ model: given, el }) {
  const model = linked(given, el);
  const root = rootOf("dkv", "Revisions compared");
  const shelf = library(model);
  const sheet = sheetPart(model, shelf);
  const views = viewsPart(model, root, shelf, sheet, { tell: () => {} }, { compare: changesPart });
  const bar = element("div", "dkv-bar");
  const name = element("span", "dkv-name");
  const summary = element("span", "dku-quiet dkv-summary");
  const pages = pagesPart(model, sheet);
  const save = exportPart(model);
  const swap = tool("dkv-swap", "⇄ Swap", "Take the new one for the old one", () => model.send({ op: "swap" }));
  const close = tool("dkv-close", "✕ Close", "Close the comparison", () => model.send({ op: "close" }));
  bar.append(name, summary, pages.node, zoomPart(sheet), swap, save.node, close);
  const remarks = element("div", "dkv-remarks");
  const body = element("div", "dkv-body");
  body.append(sheet.frame, views.node);
  root.append(bar, remarks, body, sheet.caption);

  const paintBar = () => {
    write(name, model.get("name"));
    name.title = model.get("name");
    write(summary, model.get("summary"));
    pages.paint();
    save.paint();
    close.hidden = !model.get("closable");
    remarks.replaceChildren(...model.get("remarks").map((remark) => element("div", "dkv-remark dkv-unreadable", remark)));
  };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !views.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  sheet.onPicture(views.drawn);
  const stop = listen(model, {
    edition: () => (paintBar(), sheet.turn(), views.paint()),
    page: () => (paintBar(), sheet.turn(), views.turned()),
    "name summary remarks closable sheets": paintBar,
    outcome: views.paint,
    balloons: views.pins,
  });
  el.append(root);
  body.style.setProperty("--dkv-height", `${model.get("height")}px`);
  paintBar();
  views.paint();
  sheet.turn();
  const leave = parting(model, root, ".dkv-save-as, .dkv-swap, .dkv-close", sheet.missing);
  return () => {
    leave();
    stop();
    sheet.stop();
    save.stop();
  };
}

export default { render };
