// The browser's side of the form's panel: native controls around the kernel's traits.

let groups = 0;

function pathField(model) {
  const box = element("div", "dkp-path");
  const label = element("label", "dkp-label", "Or a path, folder or pattern beside the notebook");
  const field = element("input", "dku-field dkp-field");
  Object.assign(field, { type: "text", placeholder: "drawings/*.pdf", spellcheck: false, id: `dkp-path-${groups}` });
  label.htmlFor = field.id;
  const submit = () => {
    if (field.value.trim()) model.send({ op: "add", text: field.value.trim() });
  };
  field.addEventListener("input", () => setTrait(model, "path", field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") submit(); // a form's own submit does not come through in JupyterLab
  });
  const line = element("div", "dkp-line");
  line.append(field, button("dkp-button dkp-add", "Add", submit));
  box.append(label, line);
  const follow = () => {
    if (field.value !== model.get("path")) field.value = model.get("path");
  };
  return { node: box, follow };
}

const sameValue = (box, held) => box.querySelector(`input[value="${CSS.escape(held.value)}"]`);

function profilePicker(model) {
  const box = element("fieldset", "dkp-set dkp-profiles");
  const name = `dkp-profile-${groups}`;
  const paint = () => {
    const cards = model.get("profiles").map((profile) => {
      const card = element("label", "dkp-card");
      const radio = element("input");
      Object.assign(radio, { type: "radio", name, value: profile.name, checked: profile.name === model.get("profile") });
      radio.addEventListener("change", () => setTrait(model, "profile", profile.name));
      const words = element("span", "dkp-words");
      words.append(element("b", "", profile.title), element("span", "dku-quiet", profile.text));
      card.append(radio, words);
      return card;
    });
    const legend = element("legend", "dkp-label", "What to read");
    keepFocus(box, () => box.replaceChildren(legend, ...cards), (held) => sameValue(box, held));
  };
  const choose = () => {
    for (const radio of box.querySelectorAll("input")) radio.checked = radio.value === model.get("profile");
  };
  return { node: box, paint, choose };
}

function modulePicker(model) {
  const box = element("fieldset", "dkp-set dkp-modules");
  const told = element("div", "dkp-told dku-quiet");
  const paint = () => {
    const chosen = model.get("profiles").find((profile) => profile.name === model.get("profile"));
    const free = chosen?.name === "advanced";
    const ticked = new Set(free ? model.get("ticked") : (chosen?.modules ?? []));
    const boxes = model.get("modules").map(({ name, title }) => {
      const label = element("label", "dkp-tick");
      const tick = element("input");
      Object.assign(tick, { type: "checkbox", value: name, checked: ticked.has(name) });
      tick.addEventListener("change", () => {
        setTrait(model, "ticked", [...box.querySelectorAll("input:checked")].map((one) => one.value));
      });
      label.append(tick, title);
      return label;
    });
    const shown = free ? [element("legend", "dkp-label", "Modules to read"), ...boxes] : [];
    keepFocus(box, () => box.replaceChildren(...shown), (held) => sameValue(box, held));
    const titles = model.get("modules").filter(({ name }) => ticked.has(name)).map(({ title }) => title.toLowerCase());
    write(told, free || !titles.length ? "" : `Reads ${titles.join(", ")}.`);
  };
  const follow = () => {
    const ticked = new Set(model.get("ticked"));
    if (model.get("profile") !== "advanced") return;
    for (const tick of box.querySelectorAll("input")) tick.checked = ticked.has(tick.value);
  };
  const node = element("div");
  node.append(box, told);
  return { node, paint, follow };
}

function options(model) {
  const box = element("details", "dkp-options");
  box.append(element("summary", "dkp-label", "Options"));
  const pages = element("label", "dkp-option", "Pages ");
  const field = element("input", "dku-field dkp-field dkp-short");
  Object.assign(field, { type: "text", placeholder: "all, or 1, 3-5", value: model.get("pages"), spellcheck: false });
  field.addEventListener("input", () => setTrait(model, "pages", field.value));
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
    tick.addEventListener("change", () => setTrait(model, trait, tick.checked));
    label.append(tick, text);
    return label;
  });
  box.append(...ticks);
  box.addEventListener("toggle", () => setTrait(model, "unfolded", box.open));
  const follow = () => {
    box.open = model.get("unfolded");
    if (document.activeElement !== field) field.value = model.get("pages");
    for (const label of ticks) label.hidden = model.get("private"); // nothing of one's own service is published
    for (const tick of box.querySelectorAll("[data-trait]")) tick.checked = model.get(tick.dataset.trait);
  };
  return { node: box, follow };
}

function runBar(model) {
  const box = element("div");
  const run = button("dkp-button dkp-run", "Run", () => {
    if (run.getAttribute("aria-disabled") !== "true") model.send({ op: "run" });
  });
  const cancel = button("dkp-button dkp-cancel", "Cancel", () => model.send({ op: "cancel" }));
  const cost = element("span", "dkp-cost");
  cost.setAttribute("aria-live", "polite");
  const bar = element("div", "dkp-bar");
  bar.append(run, cancel, cost);
  const meter = element("div", "dkp-meter"); // what `cost` says, for the eye
  meter.setAttribute("aria-hidden", "true");
  const [used, adds] = [element("div", "dkp-used"), element("div", "dkp-adds")];
  meter.append(used, adds);
  box.append(bar, meter);
  const paint = () => {
    const busy = model.get("busy") && !model.gone;
    const full = busy && !model.get("addable"); // files that came meanwhile are queued behind
    run.setAttribute("aria-disabled", String(full)); // stays focusable: a disabled button loses the keyboard's place
    cancel.hidden = !busy;
    write(cost, model.get("cost"));
    cost.classList.toggle("dkp-beyond", model.get("beyond"));
    const shares = model.get("meter");
    meter.hidden = !("used" in shares);
    meter.dataset.beyond = String(model.get("beyond"));
    used.style.width = `${100 * (shares.used ?? 0)}%`;
    adds.style.left = `min(${100 * (shares.used ?? 0)}%, 100% - 2px)`;
    adds.style.width = `${100 * (shares.adds ?? 0)}%`;
    adds.hidden = !shares.adds;
  };
  return { node: box, paint, run };
}

function statusArea(model) {
  const area = element("div", "dkp-status");
  area.setAttribute("role", "status");
  area.setAttribute("aria-label", "What happened");
  const paint = () => {
    const told = model.gone && model.get("busy") ? [] : model.get("messages"); // nothing is being read any more
    const lines = told.map(({ level, text }) => {
      const line = element("div", "dku-message", text);
      line.dataset.level = level;
      return line;
    });
    area.replaceChildren(...lines);
  };
  return { node: area, paint };
}

function render({ model: given, el }) {
  const model = linked(given, el);
  groups += 1;
  const root = rootOf("dkp", "What to read");
  const path = pathField(model);
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
  root.append(path.node, profiles.node, modules.node, extra.node, bar.node, status.node, result);
  el.append(root);
  const end = follow(model, {
    path: path.follow,
    profiles: () => (profiles.paint(), modules.paint()),
    modules: modules.paint,
    profile: () => (profiles.choose(), modules.paint()),
    ticked: modules.follow,
    "pages private publish redact unfolded": extra.follow,
    "busy addable cost beyond meter": () => keepFocus(bar.node, bar.paint, () => bar.run), // Cancel goes when the run ends
    messages: status.paint,
    result_html: showResult,
  });
  const stop = parting(model, root, "button, input", () => (bar.paint(), status.paint()));
  return () => {
    end();
    stop();
  };
}

export default { render };
