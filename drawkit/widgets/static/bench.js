// The browser's side of the workbench's head: which service this is, and whether it answers.

function render({ model: given, el }) {
  const model = linked(given, el);
  const root = element("div", "dku dkw");
  const said = element("span", "dku-quiet dkw-said");
  said.setAttribute("role", "status");
  const words = element("span", "");
  said.append(element("span", "dkw-dot"), words);
  root.append(element("h2", "dkw-name", "Drawings workbench"), said);
  el.append(root);
  const paint = () => {
    write(words, model.gone || model.get("said"));
    root.dataset.level = model.gone ? "gone" : model.get("level");
  };
  const ends = [follow(model, { "said level": paint }), model.whenGone(paint)];
  return () => ends.forEach((end) => end());
}

export default { render };
