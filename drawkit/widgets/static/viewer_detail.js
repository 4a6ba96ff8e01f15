// The viewer's marked item with all its fields; each can be corrected.

const FAULT = `dkv-fault-${Math.random().toString(36).slice(2)}`; // one field at a time can be wrong
const filled = (value) => value !== null && value !== "" && value !== false;

function detailPart(model, shelf) {
  const box = element("section", "dkv-detail");
  box.setAttribute("aria-label", "The marked item");
  let open = null; // the field that is being corrected: its item, its name, and the controls with what was typed
  let all = false;

  const paint = () => {
    const item = shelf.items.get(model.get("selected"));
    if (open && open.key !== item?.key) open = null;
    box.hidden = !item;
    keepFocus(box, () => box.replaceChildren(...(item ? parts(item) : [])), again);
  };
  // What was pressed is drawn anew: its place is the same button of the same field, else the field's first.
  const again = (held) => {
    if (held.classList.contains("dkv-more")) return box.querySelector(".dkv-more");
    const place = box.querySelector(`[data-field="${CSS.escape(held.closest(".dkv-value")?.dataset.field ?? "")}"]`);
    const same = [...held.classList].at(-1);
    return place?.querySelector(`.dkv-input, .${same}`) ?? place?.querySelector("button");
  };
  const parts = (item) => {
    const kind = shelf.kinds.get(item.kind);
    const head = element("div", "dkv-detail-head");
    const dot = element("span", "dkv-dot");
    dot.style.background = kind.colour;
    const facts = [kind.label, `${item.trust} (${percent(item.sure)})`, item.from, item.zone && `zone ${item.zone}`, !item.box && "no place on the sheet"];
    head.append(dot, facts.filter(Boolean).join(" · "));
    const list = element("dl", "dkv-fields");
    const told = kind.fields.filter((field) => all || field.name in item.read || filled(item.values[field.name]) || isOpen(item, field));
    for (const field of told) list.append(...line(item, field));
    const more = tool("dkv-more", all ? "Fewer fields" : `All ${kind.fields.length} fields`, "Show the empty fields too", () => {
      all = !all;
      paint();
    });
    more.setAttribute("aria-expanded", String(all));
    more.hidden = !all && told.length === kind.fields.length;
    return [head, list, more];
  };
  const isOpen = (item, field) => open?.key === item.key && open.field === field.name;
  const line = (item, field) => {
    const term = element("dt", "dku-quiet", field.label);
    const place = element("dd", "dkv-value");
    place.dataset.field = field.name;
    const editing = isOpen(item, field);
    place.append(...(editing ? [open.node] : value(item, field)));
    const fault = model.get("said");
    const wrong = fault.key === item.key && fault.field === field.name;
    if (editing) open.tell(wrong);
    if (wrong) {
      const told = element("div", "dkv-fault", fault.text);
      told.id = FAULT;
      told.setAttribute("role", "alert");
      place.append(told);
    }
    return [term, place];
  };
  const value = (item, field) => {
    const parts = [element("span", "dkv-said", said(item.values[field.name] ?? null))];
    const name = field.label.toLowerCase();
    if (!item.fixed) parts.push(tool("dkv-edit", "✎", `Correct ${name}`, () => edit(item, field)));
    if (field.name in item.read) {
      parts[0].classList.add("dkv-hand");
      parts.push(element("span", "dkv-read dku-quiet", `by hand; read: ${said(item.read[field.name])}`));
      const back = () => model.send({ op: "take_back", key: item.key, field: field.name });
      parts.push(tool("dkv-back", "↺", `Take back the correction of ${name}`, back));
    }
    return parts;
  };
  const edit = (item, field) => {
    const save = (text) => model.send({ op: "correct", key: item.key, field: field.name, value: text });
    open = { key: item.key, field: field.name, ...editor(field, item.values[field.name] ?? null, save, close) };
    model.set("said", {});
    paint();
    open.input.focus();
  };
  const close = () => {
    open = null;
    model.set("said", {});
    paint();
  };
  // Only what the kernel has taken closes a field: a refusal keeps it open, with what was typed.
  const heard = ({ op, key, field }) => {
    if (op === "taken" && open?.key === key && open.field === field) close();
  };
  model.on("msg:custom", heard);
  return { node: box, paint, stop: () => model.off("msg:custom", heard) };
}

// The controls that take a new value; Enter saves it, Escape leaves it as it was.
function editor(field, now, save, leave) {
  const node = element("span", "dkv-editor");
  const choices = field.flag ? ["false", "true"] : field.choices;
  const input = element(choices.length ? "select" : "input", "dku-field dkv-field dkv-input");
  input.setAttribute("aria-label", `New value of ${field.label.toLowerCase()}`);
  for (const choice of choices.length && field.optional ? ["", ...choices] : choices) {
    const words = field.flag ? said(choice === "true") : choice.replaceAll("_", " ") || "—";
    const option = element("option", "", words);
    option.value = choice;
    input.append(option);
  }
  if (!choices.length) Object.assign(input, { type: "text", spellcheck: false, placeholder: field.hint });
  input.value = now === null ? "" : String(now);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") save(input.value);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const tell = (wrong) => {
    input.setAttribute("aria-invalid", String(wrong));
    if (wrong) input.setAttribute("aria-describedby", FAULT);
    else input.removeAttribute("aria-describedby");
  };
  node.append(
    input,
    tool("dkv-save", "Save", "Save the correction", () => save(input.value)),
    tool("dkv-leave", "✕", "Leave it as it is", leave),
  );
  return { node, input, tell };
}
