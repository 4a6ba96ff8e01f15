// The viewer's marked item with all its fields; each can be corrected.

function detailPart(model, shelf) {
  const box = element("section", "dkv-detail");
  box.setAttribute("aria-label", "The marked item");
  let open = "";
  let all = false;
  const paint = () => {
    const item = shelf.items.get(model.get("selected"));
    box.hidden = !item;
    if (!item) {
      open = "";
      return box.replaceChildren();
    }
    const kind = shelf.kinds.get(item.kind);
    const head = element("div", "dkv-detail-head");
    const dot = element("span", "dkv-dot");
    dot.style.background = kind.colour;
    const facts = [kind.label, `${percent(item.sure)} sure`, item.from, item.zone && `zone ${item.zone}`, !item.box && "no place on the sheet"];
    head.append(dot, facts.filter(Boolean).join(" · "));
    const list = element("dl", "dkv-fields");
    const told = kind.fields.filter((field) => all || field.name in item.read || filled(item.values[field.name]));
    for (const field of told) list.append(...line(item, field));
    const more = tool("dkv-more", all ? "Fewer fields" : `All ${kind.fields.length} fields`, "Show the empty fields too", () => {
      all = !all;
      paint();
    });
    more.hidden = !all && told.length === kind.fields.length;
    box.replaceChildren(head, list, more);
    box.querySelector(".dkv-input")?.focus();
  };
  const filled = (value) => value !== null && value !== "" && value !== false;
  const line = (item, field) => {
    const term = element("dt", "dku-quiet", field.label);
    const place = element("dd", "dkv-value");
    place.dataset.field = field.name;
    const id = `${item.key}:${field.name}`;
    if (open === id) place.append(editor(item, field));
    else place.append(...value(item, field, id));
    const fault = model.get("said");
    if (fault.key === item.key && fault.field === field.name) {
      const told = element("div", "dkv-fault", fault.text);
      told.setAttribute("role", "alert");
      place.append(told);
    }
    return [term, place];
  };
  const value = (item, field, id) => {
    const parts = [element("span", "dkv-said", said(item.values[field.name]))];
    if (!item.fixed) {
      parts.push(
        tool("dkv-edit", "✎", `Correct ${field.label.toLowerCase()}`, () => {
          open = id;
          model.set("said", {});
          paint();
        }),
      );
    }
    if (field.name in item.read) {
      parts[0].classList.add("dkv-hand");
      parts.push(element("span", "dkv-read dku-quiet", `by hand; read: ${said(item.read[field.name])}`));
      parts.push(
        tool("dkv-back", "↺", `Take back the correction of ${field.label.toLowerCase()}`, () =>
          model.send({ op: "take_back", key: item.key, field: field.name }),
        ),
      );
    }
    return parts;
  };
  const editor = (item, field) => {
    const form = element("span", "dkv-editor");
    const choices = field.flag ? ["false", "true"] : field.choices;
    const now = item.values[field.name];
    const input = element(choices.length ? "select" : "input", "dku-field dkv-field dkv-input");
    input.setAttribute("aria-label", `New value of ${field.label.toLowerCase()}`);
    if (choices.length) {
      for (const choice of [...(field.optional ? [""] : []), ...choices]) {
        const words = field.flag ? said(choice === "true") : choice.replaceAll("_", " ") || "—";
        const option = element("option", "", words);
        option.value = choice;
        input.append(option);
      }
    } else Object.assign(input, { type: "text", spellcheck: false });
    input.value = now === null ? "" : String(now);
    const close = () => {
      open = "";
      paint();
      box.querySelector(`[data-field="${field.name}"] .dkv-edit`)?.focus();
    };
    const save = () => {
      model.send({ op: "correct", key: item.key, field: field.name, value: input.value });
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") save();
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    form.append(input, tool("dkv-save", "Save", "Save the correction", save), tool("dkv-leave", "✕", "Leave it as it is", close));
    return form;
  };
  const heard = () => {
    // After a correction the kernel tells the items anew; a refusal keeps the field open.
    if (!Object.keys(model.get("said")).length) open = "";
    paint();
  };
  return { node: box, paint, heard };
}
