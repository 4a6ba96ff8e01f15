// The viewer's legend: the kinds that there are to see, shown and hidden.

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

