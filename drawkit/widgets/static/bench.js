// The browser's side of the workbench's head: which service this is, and whether it answers.

function render({ model: given, el }) {
  const model = linked(given, el);
  const root = element("div", "dku dkw");
  const said = element("span", "dku-quiet dkw-said");
  said.setAttribute("role", "status");
  const words = element("span", "");
  said.append(element("span", "dkw-dot"), words);
  const save = element("span", "dkw-save");
  save.setAttribute("role", "group");
  save.setAttribute("aria-label", "Save all results");
  const told = saver(model, (kind) => ({ op: "file", kind }));
  const count = element("span", "dku-quiet");
  const all = { xlsx: ["Excel", "one Excel workbook"], csv: ["CSV", "one CSV file a table, in a ZIP archive"] };
  const ways = Object.entries(all).map(([kind, [text, into]]) =>
    button("dkw-save-as", text, () => told.ask(kind), `Save all results as ${into}`),
  );
  save.append(told.node, count, ...ways);
  root.append(element("h2", "dkw-name", "Drawings workbench"), save, said);
  el.append(root);
  const paint = () => {
    write(words, model.gone || model.get("said"));
    root.dataset.level = model.gone ? "gone" : model.get("level");
    save.hidden = !model.get("results");
    write(count, model.get("results") === 1 ? "Save the result:" : `Save all ${model.get("results")} results:`);
    for (const way of ways) way.disabled = Boolean(model.gone);
  };
  const ends = [follow(model, { "said level results": paint }), model.whenGone(paint), told.stop];
  return () => ends.forEach((end) => end());
}

export default { render };
