// The browser's side of the workbench's head: which service this is, and whether it answers.

function render({ model, el }) {
  const root = element("div", "dku dkw");
  const said = element("span", "dku-quiet dkw-said");
  said.setAttribute("role", "status");
  const words = element("span", "");
  said.append(element("span", "dkw-dot"), words);
  root.append(element("h2", "dkw-name", "Drawings workbench"), said);
  el.append(root);
  return follow(model, {
    "said level": () => {
      write(words, model.get("said"));
      root.dataset.level = model.get("level");
    },
  });
}

export default { render };
