// The browser's side of the result viewer: the sheet with its boxes, the table beside it, the fields to correct.

// The drawing's units: what was read wrong here is wrong in every dimension.
function unitsPart(model) {
  const node = element("label", "dkv-group dkv-units", "Units");
  const pick = element("select", "dku-field dkv-field");
  const read = element("span", "dkv-hand");
  node.append(pick, read);
  pick.addEventListener("change", () => model.send({ op: "correct", key: "drawing", field: "units", value: pick.value }));
  const paint = () => {
    const units = model.get("units");
    node.hidden = !units.choices;
    if (node.hidden) return;
    const choices = ["", ...units.choices].map((choice) => {
      const option = element("option", "", said(choice));
      option.value = choice;
      return option;
    });
    if (pick.options.length !== choices.length) pick.replaceChildren(...choices);
    pick.value = units.value ?? "";
    write(read, "read" in units ? `✎ read: ${said(units.read)}` : "");
  };
  return { node, paint };
}

function toolbar(model, sheet, review) {
  const bar = element("div", "dkv-bar");
  const name = element("span", "dkv-name");
  const sure = element("label", "dkv-group dkv-sure");
  const slider = element("input");
  Object.assign(slider, { type: "range", min: 0, max: 100, step: 1 });
  slider.setAttribute("aria-label", "Show what was read with at least this confidence");
  const told = element("span", "dkv-least");
  slider.addEventListener("input", () => setTrait(model, "least", slider.valueAsNumber / 100));
  sure.append("Sure at least", slider, told);
  const pages = pagesPart(model, sheet);
  const units = unitsPart(model);
  const add = tool("dkv-add", "+ Add", "Draw a box for a new item (D)", review.add);
  const undo = tool("dkv-undo", "↶ Undo", "Undo the last decision (U)", review.undo);
  const save = exportPart(model);
  const progress = progressPart(model);
  const tabs = tabsPart(model);
  for (const node of [progress.node, units.node, sure, add, undo]) node.classList.add("dkv-of-reading");
  bar.append(name, tabs.node, progress.node, pages.node, units.node, zoomPart(sheet), sure, add, undo, save.node);
  const paint = () => {
    write(name, model.get("name"));
    name.title = model.get("name");
    pages.paint();
    const least = Math.round(model.get("least") * 100);
    if (slider.valueAsNumber !== least) slider.value = least;
    told.textContent = percent(model.get("least"));
    undo.hidden = !model.get("undoable");
    add.hidden = !model.get("sheets").length;
    progress.paint();
    tabs.paint();
    units.paint();
    save.paint();
  };
  return { node: bar, paint, stop: save.stop };
}

const CORRECTS =
  ".dkv-view, .dkv-plan-add, .dkv-in-order, .dkv-restore, .dkv-plan-undo, .dkv-save-as, .dkv-undo, .dkv-add, .dkv-act, .dkv-units select, .dkv-edit, .dkv-back, .dkv-save, .dkv-input";

function render({ model: given, el }) {
  const model = linked(given, el);
  const root = rootOf("dkv", "Result");
  const shelf = library(model);
  const sheet = sheetPart(model, shelf);
  const legend = legendPart(model, shelf);
  const siftSheet = inNextFrame(sheet.sift); // thousands of boxes take longer than a keystroke may
  const table = tablePart(model, shelf, () => (legend.paint(), siftSheet()));
  const detail = detailPart(model, shelf, sheet);
  const review = reviewing(model, shelf, sheet, table, detail);
  const bar = toolbar(model, sheet, review);
  const views = viewsPart(model, root, shelf, sheet, review, { inspection: inspectionPart, checks: checksPart });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest("input, select, textarea")) return;
    if (!views.onKey(event) && !review.onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  sheet.onPicture(views.drawn);
  shelf.onChosen = () => (table.mark(), sheet.mark(), detail.paint());
  const body = element("div", "dkv-body");
  const side = element("div", "dkv-side");
  const remark = element("div", "dkv-remark");
  side.append(table.node, detail.node);
  for (const node of [side, legend.node]) node.classList.add("dkv-of-reading");
  body.append(sheet.frame, side, views.node);
  root.append(bar.node, legend.node, remark, review.told, body, sheet.caption);

  const remarks = () => {
    const here = shelf.sheet();
    const page = here && !here.readable ? `This page cannot be trusted. ${here.remarks}`.trim() : (here?.remarks ?? "");
    const kept = model.get("review").told;
    const told = [kept, model.get("doubts"), page].filter(Boolean).join(" ");
    remark.hidden = !told;
    remark.classList.toggle("dkv-unreadable", Boolean(kept || model.get("doubts") || (here && !here.readable)));
    write(remark, told);
  };
  const everything = () => {
    shelf.read();
    bar.paint();
    legend.paint();
    table.paint();
    detail.paint();
    remarks();
    views.paint();
  };
  const decided = () => {
    const keys = shelf.take();
    if (!keys.length) return;
    legend.paint();
    table.refresh(keys);
    sheet.refresh(keys);
    detail.paint();
  };
  const size = () => body.style.setProperty("--dkv-height", `${model.get("height")}px`);
  const stop = listen(model, {
    "changes kinds": decided,
    review: () => (bar.paint(), remarks()),
    items: () => (everything(), sheet.paint()),
    edition: () => (everything(), sheet.turn()),
    page: () => (bar.paint(), legend.paint(), remarks(), sheet.turn(), views.turned()),
    "view outcome": () => (bar.paint(), views.paint()),
    balloons: views.pins,
    hidden: () => (legend.paint(), siftSheet()),
    least: () => (bar.paint(), legend.paint(), siftSheet(), table.sift()),
    selected: () => (sheet.mark(), detail.paint(), table.reveal(), table.mark(), sheet.reveal()),
    said: detail.paint,
    "undoable name units": () => keepFocus(bar.node, bar.paint, () => sheet.frame), // Undo goes with the last correction
    height: size,
  });
  el.append(root);
  size();
  everything();
  sheet.turn();
  const leave = parting(model, root, CORRECTS, sheet.missing);
  return () => {
    leave();
    stop();
    sheet.stop();
    bar.stop();
    review.stop();
    detail.stop();
  };
}

export default { render };
