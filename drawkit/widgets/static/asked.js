// What is asked beside a file: the password of a locked PDF, or which pages of a long document to read.
const ASKED = {
  password: { op: "unlock", as: "password", type: "password", label: "Password", hint: "", word: "Open", what: "" },
  pages: { op: "pages", as: "text", type: "text", label: "Pages to read", hint: "such as 1-3, 7", word: "Use", what: "these pages of " },
};

function question(kind, answer) {
  const { op, as, type, label, hint, word, what } = ASKED[kind];
  const node = element("div", "dkz-ask");
  const field = element("input", "dku-field dkz-answer");
  Object.assign(field, { type, placeholder: hint, autocomplete: "off", spellcheck: false });
  const give = () => {
    if (kind === "password" && !field.value) return;
    answer(op, { [as]: field.value });
    if (kind === "password") field.value = "";
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") give(); // neither a form's submit nor a field's change comes through in JupyterLab
  });
  if (kind === "pages") field.addEventListener("change", give);
  const press = button("dkz-button", word, () => {
    give();
    field.focus();
  });
  const caption = element("label", "dkz-asked", label);
  caption.append(field);
  node.append(caption, press);
  const paint = (row, note) => {
    field.setAttribute("aria-label", `${label} of ${row.name}`);
    field.setAttribute("aria-describedby", note.id);
    field.setAttribute("aria-invalid", String(row.wrong));
    press.setAttribute("aria-label", `${word} ${what}${row.name}`);
    if (kind === "pages" && field.getRootNode().activeElement !== field) field.value = row.wish;
  };
  return { kind, node, paint };
}

function askBeside(parts, row) {
  if (parts.question?.kind !== (row.asks || undefined)) {
    parts.question?.node.remove();
    parts.question = row.asks ? question(row.asks, parts.answer) : null;
    if (parts.question) parts.note.after(parts.question.node);
  }
  parts.question?.paint(row, parts.note);
}
