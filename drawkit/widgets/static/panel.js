// The browser's side of the form's panel: native controls around the kernel's traits.

function element(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

let groups = 0;

function pathField(model) {
  const box = element("div", "dkp-path");
  const label = element("label", "dkp-label", "Or a path, folder or pattern beside the notebook");
  const field = element("input", "dkp-field");
  Object.assign(field, { type: "text", placeholder: "drawings/*.pdf", spellcheck: false, id: `dkp-path-${groups}` });
  label.htmlFor = field.id;
  const add = element("button", "dkp-button dkp-add", "Add");
  add.type = "button";
  const submit = () => {
    if (field.value.trim()) model.send({ op: "add", text: field.value.trim() });
  };
  add.addEventListener("click", submit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") submit(); // a form's own submit does not come through in JupyterLab
  });
  const line = element("div", "dkp-line");
  line.append(field, add);
  box.append(label, line);
  return box;
}

function profilePicker(model) {
  const box = element("fieldset", "dkp-set dkp-profiles");
  const name = `dkp-profile-${groups}`;
  const paint = () => {
    const cards = model.get("profiles").map((profile) => {
      const card = element("label", "dkp-card");
      const radio = element("input");
      Object.assign(radio, { type: "radio", name, value: profile.name, checked: profile.name === model.get("profile") });
      radio.addEventListener("change", () => {
        model.set("profile", profile.name);
        model.save_changes();
      });
      const words = element("span", "dkp-words");
      words.append(element("b", "", profile.title), element("span", "dkp-quiet", profile.text));
      card.append(radio, words);
      return card;
    });
    box.replaceChildren(element("legend", "dkp-label", "What to read"), ...cards);
  };
  const choose = () => {
    for (const radio of box.querySelectorAll("input")) radio.checked = radio.value === model.get("profile");
  };
  return { node: box, paint, choose };
}

function modulePicker(model) {
  const box = element("fieldset", "dkp-set dkp-modules");
  const paint = () => {
    const chosen = model.get("profiles").find((profile) => profile.name === model.get("profile"));
    const free = chosen?.name === "advanced";
    const ticked = new Set(free ? model.get("ticked") : (chosen?.modules ?? []));
    const boxes = model.get("modules").map(({ name, title }) => {
      const label = element("label", "dkp-tick");
      const tick = element("input");
      Object.assign(tick, { type: "checkbox", value: name, checked: ticked.has(name), disabled: !free });
      tick.addEventListener("change", () => {
        const ticks = [...box.querySelectorAll("input:checked")].map((one) => one.value);
        model.set("ticked", ticks);
        model.save_changes();
      });
      label.append(tick, title);
      return label;
    });
    const legend = free ? "Modules to read" : "Modules of this profile";
    box.replaceChildren(element("legend", "dkp-label", legend), ...boxes);
  };
  const follow = () => {
    const ticked = new Set(model.get("ticked"));
    if (model.get("profile") !== "advanced") return;
    for (const tick of box.querySelectorAll("input")) tick.checked = ticked.has(tick.value);
  };
  return { node: box, paint, follow };
}

function options(model) {
  const box = element("details", "dkp-options");
  box.append(element("summary", "dkp-label", "Options"));
  const pages = element("label", "dkp-option", "Pages ");
  const field = element("input", "dkp-field dkp-short");
  Object.assign(field, { type: "text", placeholder: "all, or 1, 3-5", value: model.get("pages"), spellcheck: false });
  field.addEventListener("input", () => {
    model.set("pages", field.value);
    model.save_changes();
  });
  pages.append(field);
  box.append(pages);
  const told = {
    publish: "Publish a preview with the summary (without one, only what was read is drawn)",
    redact: "Black out names, companies and logos in what is published",
  };
  const ticks = Object.entries(told).map(([trait, text]) => {
    const label = element("label", "dkp-tick");
    const tick = element("input");
    Object.assign(tick, { type: "checkbox", checked: model.get(trait) });
    tick.dataset.trait = trait;
    tick.addEventListener("change", () => {
      model.set(trait, tick.checked);
      model.save_changes();
    });
    label.append(tick, text);
    return label;
  });
  box.append(...ticks);
  const follow = () => {
    if (document.activeElement !== field) field.value = model.get("pages");
    for (const tick of box.querySelectorAll("[data-trait]")) tick.checked = model.get(tick.dataset.trait);
  };
  return { node: box, follow };
}

function runBar(model) {
  const bar = element("div", "dkp-bar");
  const run = element("button", "dkp-button dkp-run", "Run");
  const cancel = element("button", "dkp-button dkp-cancel", "Cancel");
  run.type = cancel.type = "button";
  const cost = element("span", "dkp-cost");
  cost.setAttribute("aria-live", "polite");
  run.addEventListener("click", () => {
    if (run.getAttribute("aria-disabled") !== "true") model.send({ op: "run" });
  });
  cancel.addEventListener("click", () => model.send({ op: "cancel" }));
  bar.append(run, cancel, cost);
  const paint = () => {
    const busy = model.get("busy");
    run.setAttribute("aria-disabled", String(busy)); // stays focusable: a disabled button loses the keyboard's place
    cancel.hidden = !busy;
    cost.textContent = model.get("cost");
    cost.classList.toggle("dkp-beyond", model.get("beyond"));
  };
  return { node: bar, paint };
}

function statusArea(model) {
  const area = element("div", "dkp-status");
  area.setAttribute("role", "status");
  area.setAttribute("aria-label", "What happened");
  const paint = () => {
    const lines = model.get("messages").map(({ level, text }) => {
      const line = element("div", "dkp-message", text);
      line.dataset.level = level;
      return line;
    });
    area.replaceChildren(...lines);
  };
  return { node: area, paint };
}

function render({ model, el }) {
  groups += 1;
  const root = element("div", "dkp");
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // else the notebook takes the keys for itself
  const profiles = profilePicker(model);
  const modules = modulePicker(model);
  const extra = options(model);
  const bar = runBar(model);
  const status = statusArea(model);
  const result = element("section", "dkp-result");
  result.setAttribute("aria-label", "Result");
  const showResult = () => {
    result.innerHTML = model.get("result_html"); // made by drawkit in the kernel, every text escaped
    result.hidden = !model.get("result_html");
  };
  root.append(pathField(model), profiles.node, modules.node, extra.node, bar.node, status.node, result);

  const watched = {
    "change:profiles": () => (profiles.paint(), modules.paint()),
    "change:modules": modules.paint,
    "change:profile": () => (profiles.choose(), modules.paint()),
    "change:ticked": modules.follow,
    "change:pages change:publish change:redact": extra.follow,
    "change:busy change:cost change:beyond": bar.paint,
    "change:messages": status.paint,
    "change:result_html": showResult,
  };
  for (const [events, paint] of Object.entries(watched)) {
    for (const event of events.split(" ")) model.on(event, paint);
    paint();
  }
  el.append(root);
  return () => {
    for (const [events, paint] of Object.entries(watched)) for (const event of events.split(" ")) model.off(event, paint);
  };
}

export default { render };
