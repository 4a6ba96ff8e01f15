// What needs more than one key: a new item, an item in parts, an item of another kind. Each stands in the item's place.

// A small form: its title, its parts, what it does, and where it tells what is wrong. Escape leaves it.
function panel(title, parts, verb, act, leave) {
  const node = element("div", "dkv-panel");
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", title);
  const fault = element("div", "dkv-fault");
  fault.setAttribute("role", "alert");
  const go = () => {
    write(fault, "");
    act();
  };
  const buttons = element("div", "dkv-group");
  buttons.append(button("dkv-button dkv-save dkv-go", verb, go), tool("dkv-leave", "Leave", "Leave it as it is", leave));
  node.append(element("div", "dkv-panel-title", title), ...parts, fault, buttons);
  const several = ({ target, ctrlKey, metaKey }) => target.tagName === "TEXTAREA" && !ctrlKey && !metaKey;
  node.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key === "Enter" && several(event)) target.setRangeText("\n", target.selectionStart, target.selectionEnd, "end"); // JupyterLab keeps the key from it
    else if (event.key === "Enter" && target.tagName !== "BUTTON") go();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { node, tell: (text) => write(fault, text) };
}

function labelled(text, field) {
  const node = element("label", "dkv-labelled");
  field.setAttribute("aria-label", text); // its choices are no part of its name
  node.append(element("span", "dku-quiet", text), field);
  return node;
}

function kindField(kinds, chosen) {
  const pick = element("select", "dku-field dkv-field");
  for (const kind of kinds) {
    const option = element("option", "", kind.label);
    option.value = kind.name;
    pick.append(option);
  }
  pick.value = chosen;
  return pick;
}

function textField(tag, text, hint) {
  const input = element(tag, "dku-field dkv-field dkv-input");
  Object.assign(input, { value: text, placeholder: hint, spellcheck: false });
  return input;
}

// Asks the kernel and waits for the answer that belongs to the question.
function asker(model) {
  let last = 0;
  const waiting = new Map();
  const heard = (content) => {
    if (!["decided", "proposal", "typed"].includes(content.op)) return;
    const then = waiting.get(content.ask);
    waiting.delete(content.ask);
    then?.(content);
  };
  model.on("msg:custom", heard);
  const ask = (wish, then = () => {}) => {
    if (model.gone) return then({ fault: model.gone });
    last += 1;
    waiting.set(last, then);
    model.send({ ...wish, ask: last });
    if (model.gone) waiting.delete(last), then({ fault: model.gone });
  };
  return { ask, stop: () => model.off("msg:custom", heard) };
}

// A new item: what the engine reads in the box is proposed; whatever is typed is read instead.
function addPanel({ model, asks, kind, box, leave, made }) {
  const page = model.get("page");
  let proposal = "";
  const pick = kindField(model.get("every"), kind);
  const input = textField("input", "", "What stands there, such as 4x ⌀6.6 ↧ 12");
  const typed = typedPart(asks, () => ({ table: pick.value }));
  const own = panel(
    box ? "New item in the box" : "New item without a place",
    [labelled("New item in table", pick), labelled("Text", input), typed.node],
    "Add",
    () => {
      const wish = { op: "decide", action: "add", table: pick.value, page, box, text: input.value };
      asks.ask({ ...wish, values: typed.values(input.value) }, (answer) => (answer.fault ? own.tell(answer.fault) : made(answer.key)));
    },
    leave,
  );
  const read = () => typed.read(input.value);
  const propose = () => {
    typed.again();
    if (!box) return read();
    typed.say("Reading …");
    const table = pick.value;
    asks.ask({ op: "propose", table, page, box }, (answer) => {
      if (table !== pick.value) return;
      const text = answer.text ?? "";
      if (input.value && input.value !== proposal) return read();
      input.value = proposal = text;
      typed.show(text, answer.fields ?? [], answer.fault || (text ? "" : "Nothing was read there: type it."));
    });
  };
  pick.addEventListener("change", propose);
  input.addEventListener("input", read);
  propose();
  return { ...own, focus: () => input.focus() };
}

function splitPanel({ asks, item, leave, made }) {
  const input = textField("textarea", item.text, "One part a line");
  input.rows = 3;
  const own = panel("One part a line", [labelled("Parts (Ctrl+Enter splits)", input)], "Split", () => {
    const parts = input.value.split("\n").map((part) => part.trim()).filter(Boolean);
    if (parts.length < 2) return own.tell("Write each part on a line of its own: two or more.");
    asks.ask({ op: "decide", action: "split", keys: [item.key], parts }, (answer) => (answer.fault ? own.tell(answer.fault) : made(answer.key)));
  }, leave);
  return { ...own, focus: () => input.focus() };
}

function kindPanel({ model, asks, item, leave, made }) {
  const others = model.get("every").filter((kind) => kind.name !== item.kind);
  const pick = kindField(others, others[0].name);
  const own = panel("Of another kind", [labelled("It is one of", pick)], "Change", () => {
    const wish = { op: "decide", action: "change_kind", keys: [item.key], to: pick.value };
    asks.ask(wish, (answer) => (answer.fault ? own.tell(answer.fault) : made(answer.key)));
  }, leave);
  return { ...own, focus: () => pick.focus() };
}
