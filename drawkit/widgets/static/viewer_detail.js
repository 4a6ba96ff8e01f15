// The viewer's marked item with all its fields; each can be corrected.

const FAULT = `dkv-fault-${Math.random().toString(36).slice(2)}`; // one field at a time can be wrong
const filled = (value) => value !== null && value !== "" && value !== false;

function detailPart(model, shelf, sheet) {
  const crop = cropPart(sheet);
  const acts = { list: [], asks: null, tell: () => {} }; // what can be decided and asked, given once it is known
  let panel = null; // what stands in place of the fields: a new item, parts, another kind
  const box = element("section", "dkv-detail");
  box.setAttribute("aria-label", "The marked item");
  let open = null; // the field that is being corrected: its item, its name, and the controls with what was typed
  let all = false;

  const paint = () => {
    const item = shelf.items.get(model.get("selected"));
    if (open && open.key !== item?.key) open = null;
    if (panel && panel.key !== model.get("selected")) shut();
    box.hidden = !item && !panel;
    if (panel) return box.firstChild === panel.node || box.replaceChildren(panel.node);
    keepFocus(box, () => box.replaceChildren(...(item ? parts(item) : [])), again);
    drawCrop();
  };
  const drawCrop = () => {
    const item = shelf.items.get(model.get("selected"));
    if (item && crop.node.isConnected) crop.paint(item, shelf.kinds.get(item.kind)?.colour ?? "#000");
  };
  const show = (made, ended = () => {}) => {
    shut();
    panel = { ...made, key: model.get("selected"), ended };
    paint();
    panel.focus();
  };
  const shut = () => {
    const before = panel;
    panel = null;
    before?.ended();
  };
  // What was pressed is drawn anew: its place is the same button of the same field, else the field's first.
  const again = (held) => {
    if (held.classList.contains("dkv-more")) return box.querySelector(".dkv-more");
    if (held.dataset.act) return box.querySelector(`[data-act="${held.dataset.act}"]`);
    const place = box.querySelector(`[data-field="${CSS.escape(held.closest(".dkv-value")?.dataset.field ?? "")}"]`);
    const same = [...held.classList].at(-1);
    return place?.querySelector(`.dkv-input, .${same}`) ?? place?.querySelector("button");
  };
  const parts = (item) => {
    const kind = shelf.kinds.get(item.kind);
    const head = element("div", "dkv-detail-head");
    const dot = element("span", "dkv-dot");
    dot.style.background = kind.colour;
    const read = item.state === "added" ? [] : [`${item.state === "read" ? item.trust : "read"} (${percent(item.sure)})`, item.from];
    const facts = [kind.label, ...read, item.zone && `zone ${item.zone}`, !item.box && "no place on the sheet"];
    head.append(dot, facts.filter(Boolean).join(" · "));
    const state = element("div", `dkv-verdict dkv-${item.state}`, `${DONE[item.state]} ${DECIDED[item.state]}`.trim());
    if (item.note) state.append(`: ${item.note}`);
    const list = element("dl", "dkv-fields");
    const told = kind.fields.filter((field) => all || field.name in item.read || filled(item.values[field.name]) || isOpen(item, field));
    for (const field of told) list.append(...line(item, field));
    const more = tool("dkv-more", all ? "Fewer fields" : `All ${kind.fields.length} fields`, "Show the empty fields too", () => {
      all = !all;
      paint();
    });
    more.setAttribute("aria-expanded", String(all));
    more.hidden = !all && told.length === kind.fields.length;
    return [head, crop.node, state, actions(item), list, more];
  };
  const actions = (item) => {
    const bar = element("div", "dkv-acts");
    bar.setAttribute("role", "toolbar");
    bar.setAttribute("aria-label", "Decide on the marked item");
    const several = shelf.picked().length;
    for (const { name, text, key, label, act, fits } of acts.list) {
      if (item.fixed || !fits(item, several)) continue;
      const made = button(`dkv-button dkv-act dkv-act-${name}`, "", act, `${label} (${key})`);
      made.append(text, element("kbd", "", key));
      made.dataset.act = name;
      made.title = `${label} (${key})`;
      bar.append(made);
    }
    return bar;
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
    if (!editing || !open.typed) return [term, place];
    const read = element("dd", "dkv-read-as");
    read.append(open.typed.node);
    return [term, place, read];
  };
  const value = (item, field) => {
    const parts = [element("span", "dkv-said", said(item.values[field.name] ?? null))];
    const name = field.label.toLowerCase();
    if (!item.fixed && item.state !== "rejected") parts.push(tool("dkv-edit", "✎", `Correct ${name}`, () => edit(item, field)));
    if (field.name in item.read) {
      parts[0].classList.add("dkv-hand");
      parts.push(element("span", "dkv-read dku-quiet", `by hand; read: ${said(item.read[field.name])}`));
      const back = () => model.send({ op: "take_back", key: item.key, field: field.name });
      parts.push(tool("dkv-back", "↺", `Take back the correction of ${name}`, back));
    }
    return parts;
  };
  const edit = (item, field) => {
    const save = (text, values) => model.send({ op: "correct", key: item.key, field: field.name, value: text, values });
    const typed = field.name === "text" ? typedPart(acts.asks, () => ({ key: item.key })) : null;
    if (typed) typed.onShown = () => inView(box, open?.node, typed.node);
    open = { key: item.key, field: field.name, ...editor(field, item.values[field.name] ?? null, save, close, typed) };
    model.set("said", {});
    paint();
    open.input.focus();
  };
  // Begins with the field that is doubted most often: what the item says.
  const editFirst = () => {
    const item = shelf.items.get(model.get("selected"));
    const field = item && !item.fixed && shelf.kinds.get(item.kind).fields.find(({ name }) => name === "text" || filled(item.values[name]));
    if (field && item.state !== "rejected") edit(item, field);
  };
  const close = () => {
    open = null;
    model.set("said", {});
    paint();
  };
  // Only what the kernel has taken closes a field: a refusal keeps it open, with what was typed.
  const heard = ({ op, key, field, told }) => {
    if (op !== "taken") return;
    if (open?.key === key && open.field === field) close();
    if (told) acts.tell(told);
  };
  model.on("msg:custom", heard);
  sheet.onPicture(drawCrop);
  return { node: box, acts, paint, show, shut: () => (shut(), paint()), editFirst, stop: () => model.off("msg:custom", heard) };
}

// The controls that take a new value; Enter saves it, Escape leaves it as it was. Below a text stands what it says.
function editor(field, now, save, leave, typed) {
  const node = element("span", "dkv-editor");
  const input = control(field, now, `New value of ${field.label.toLowerCase()}`);
  const before = input.value;
  const take = () => (typed && input.value === before ? leave() : save(input.value, typed?.values(input.value) ?? {}));
  const onKey = (event) => {
    if (event.key === "Enter" && event.target.tagName !== "BUTTON") take();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const tell = (wrong) => {
    input.setAttribute("aria-invalid", String(wrong));
    if (wrong) input.setAttribute("aria-describedby", FAULT);
    else input.removeAttribute("aria-describedby");
  };
  node.append(
    input,
    tool("dkv-save", "Save", "Save the correction", take),
    tool("dkv-leave", "✕", "Leave it as it is", leave),
  );
  node.addEventListener("keydown", onKey);
  if (typed) {
    typed.node.addEventListener("keydown", onKey);
    input.addEventListener("input", () => (input.value === before ? typed.say("") : typed.read(input.value)));
  }
  return { node, input, tell, typed };
}

// Scrolls a box so that what stands below a line is seen, as far as the line itself stays in it.
function inView(box, line, below) {
  if (!line) return;
  const { top, bottom } = box.getBoundingClientRect();
  const over = below.getBoundingClientRect().bottom - bottom + 8;
  box.scrollTop += Math.max(0, Math.min(over, line.getBoundingClientRect().top - top - 8));
}
