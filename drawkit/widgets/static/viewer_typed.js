// What a typed text says: the values that follow it stand below, to be looked at and changed before they are taken.

const PAUSE = 160; // milliseconds without a key after which a text is read

// The control that takes a value of a field: a choice where there are some, else a line of text.
function control(field, now, label) {
  const choices = field.flag ? ["false", "true"] : field.choices;
  const input = element(choices.length ? "select" : "input", "dku-field dkv-field dkv-input");
  input.setAttribute("aria-label", label);
  for (const choice of choices.length && field.optional ? ["", ...choices] : choices) {
    const words = field.flag ? said(choice === "true") : choice.replaceAll("_", " ") || "—";
    const option = element("option", "", words);
    option.value = choice;
    input.append(option);
  }
  if (!choices.length) Object.assign(input, { type: "text", spellcheck: false, placeholder: field.hint });
  input.value = now === null ? "" : String(now);
  return input;
}

// `about` says whose text it is: the key of a row, or the table of a new one.
function typedPart(asks, about) {
  const node = element("div", "dkv-typed");
  const told = element("div", "dku-quiet dkv-told-values");
  told.setAttribute("role", "status");
  const list = element("div", "dkv-typed-list");
  node.append(told, list);
  let inputs = new Map();
  let shown = null; // the text whose values stand here
  let wanted = "";
  let waiting = 0;

  const line = (field) => {
    const input = control(field, field.value, `Value of ${field.label.toLowerCase()}`);
    if (input.placeholder) input.placeholder = "—"; // how it is written would look like what was read
    inputs.set(field.name, input);
    const parts = [element("span", "dku-quiet", field.label), input];
    if ("now" in field) parts.push(element("span", "dkv-was dku-quiet", `now ${said(field.now)}`));
    const row = element("label", "dkv-typed-line");
    row.append(...parts);
    return row;
  };
  const show = (text, fields, words) => {
    clearTimeout(waiting);
    wanted = shown = text;
    inputs = new Map();
    list.replaceChildren(...fields.map(line));
    const values = fields.map(({ label, value }) => `${label.toLowerCase()} ${said(value)}`).join(", ");
    const read = element("span", "dkv-typed-read", "Read as");
    if (values) read.append(element("span", "dku-said", values));
    told.replaceChildren(...(words ? [element("span", "dkv-unread", words)] : []), ...(values ? [read] : []));
    own.onShown();
  };
  const say = (words) => {
    clearTimeout(waiting);
    shown = null;
    list.replaceChildren();
    write(told, words);
  };
  const read = (text) => {
    clearTimeout(waiting);
    wanted = text;
    if (text === shown) return;
    waiting = setTimeout(() => {
      asks.ask({ op: "typed", ...about(), text }, (answer) => text === wanted && show(text, answer.fields ?? [], answer.fault ?? answer.told));
    }, PAUSE);
  };
  // The values as they stand here, where they are those of this text; without them the kernel reads it by itself.
  const values = (text) => (text === shown ? Object.fromEntries([...inputs].map(([name, input]) => [name, input.value])) : {});
  const own = { node, show, say, read, values, again: () => (shown = null), onShown: () => {} };
  return own;
}
