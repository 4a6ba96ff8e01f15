// What several parts of the viewer need to know of the items, of what a review made of them, and what is sought.

const DONE = { accepted: "✓", corrected: "✎", added: "+", rejected: "✕", read: "" };
const DECIDED = {
  accepted: "Accepted", corrected: "Corrected by hand", added: "Added by hand", rejected: "Rejected", read: "Not reviewed yet",
};

function library(model) {
  const own = { items: new Map(), kinds: new Map(), words: "", doubtful: false, open: false, chosen: new Set() };
  let base = new Map();
  let overlay = "";
  const told = new Map(); // what can be found in each item
  const put = (item) => {
    own.items.set(item.key, item);
    told.set(item.key, [item.text, item.note, ...item.cells].join("\n").toLowerCase());
  };
  own.read = () => {
    base = new Map(model.get("items").map((item) => [item.key, item]));
    own.items = new Map();
    own.kinds = new Map(model.get("kinds").map((kind) => [kind.name, kind]));
    told.clear();
    const changes = model.get("changes");
    for (const item of base.values()) put(changes[item.key] ?? item);
    for (const key of Object.keys(changes)) if (!base.has(key)) put(changes[key]);
    overlay = new Map(Object.entries(changes).map(([key, item]) => [key, JSON.stringify(item)]));
    count();
  };
  // Takes up what was decided; gives the keys of the items that are not as before.
  own.take = () => {
    own.kinds = new Map(model.get("kinds").map((kind) => [kind.name, kind]));
    const changes = model.get("changes");
    const now = new Map(Object.entries(changes).map(([key, item]) => [key, JSON.stringify(item)]));
    const differ = [...new Set([...now.keys(), ...overlay.keys()])].filter((key) => now.get(key) !== overlay.get(key));
    overlay = now;
    for (const key of differ) {
      const item = changes[key] ?? base.get(key);
      if (item) put(item);
      else own.items.delete(key), told.delete(key), own.chosen.delete(key);
    }
    count();
    return differ;
  };
  // Rows are numbered as in the tables of the result: what was taken out has no number.
  const count = () => {
    const at = {};
    for (const item of own.items.values()) item.row = item.state === "rejected" ? 0 : (at[item.kind] = (at[item.kind] ?? 0) + 1);
  };
  own.all = () => [...own.items.values()];
  own.fits = (item) =>
    item.sure >= model.get("least") && (!own.doubtful || item.trust !== "sure") && (!own.open || item.state === "read") &&
    (!own.words || told.get(item.key).includes(own.words));
  own.shown = (item) => !model.get("hidden").includes(item.kind) && own.fits(item);
  own.sheet = () => model.get("sheets").find((sheet) => sheet.page === model.get("page"));
  own.here = () => own.all().filter((item) => item.page === model.get("page"));
  own.choose = (key, from) => {
    own.from = from; // what a person clicked on the sheet is in sight already
    own.chosen = new Set(key ? [key] : []);
    if (model.get("selected") === key) own.onChosen?.();
    model.set("selected", key);
    const item = own.items.get(key);
    if (item && item.page !== model.get("page")) model.set("page", item.page);
    model.save_changes();
  };
  // Chooses a row beside those that are chosen, of the same table; again takes it out.
  own.toggle = (key) => {
    const kind = own.items.get(key)?.kind;
    own.chosen = new Set([...own.chosen].filter((one) => own.items.get(one)?.kind === kind));
    if (own.chosen.has(key) && own.chosen.size > 1) own.chosen.delete(key);
    else own.chosen.add(key);
    own.onChosen?.();
  };
  own.picked = () => {
    const key = model.get("selected");
    const keys = [...own.chosen].filter((one) => own.items.has(one));
    return keys.length ? keys : own.items.has(key) ? [key] : [];
  };
  own.read();
  return own;
}
