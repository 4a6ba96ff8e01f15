// Small tools that the widgets' scripts share.

function element(tag, kind, text) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(kind, text, act, label) {
  const made = element("button", `dku-button ${kind}`, text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

// The notebook shall not take Enter, X, D D for itself. Notebook 7 looks at a key before the widget does, and at what
// has the focus before it looks at what is around.
function rootOf(kind, label) {
  const root = element("section", `dku ${kind}`);
  root.setAttribute("aria-label", label);
  const mine = (node) => node.setAttribute("data-lm-suppress-shortcuts", "true");
  mine(root);
  root.addEventListener("focusin", ({ target }) => mine(target));
  return root;
}

// Sets text only where it differs: a screen reader is not told twice, and a selection stays.
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Calls each paint when one of its traits changes; gives back what ends that.
function listen(model, watched) {
  const pairs = Object.entries(watched).flatMap(([traits, paint]) => traits.split(" ").map((trait) => [trait, paint]));
  for (const [trait, paint] of pairs) model.on(`change:${trait}`, paint);
  return () => pairs.forEach(([trait, paint]) => model.off(`change:${trait}`, paint));
}

// As `listen`, and calls each paint now.
function follow(model, watched) {
  const end = listen(model, watched);
  for (const paint of new Set(Object.values(watched))) paint();
  return end;
}

function setTrait(model, trait, value) {
  if (model.get(trait) === value) return;
  model.set(trait, value);
  model.save_changes();
}

const UNPLUGGED = "jupyter-widgets-disconnected"; // the class that a front end gives a view whose kernel is gone
const RESTARTED = "The kernel was restarted: run this cell again.";
const AWAY = "There is no kernel behind this any more: run this cell again.";

// The model, which knows in `gone` why the kernel hears nothing any more: the front end tells of a restart, and who
// writes to a kernel that was shut down gets an error. One that finds out lets all others on the page look.
function linked(given, el) {
  const bound = ["get", "set", "save_changes", "on", "off"].map((name) => [name, given[name].bind(given)]);
  const model = { ...Object.fromEntries(bound), gone: el.classList.contains(UNPLUGGED) ? AWAY : "" };
  let tell = () => {};
  const lose = (why) => {
    if (model.gone) return;
    model.gone = why;
    tell();
  };
  model.send = (...message) => {
    if (model.gone) return;
    try {
      given.send(...message);
    } catch {
      lose(AWAY);
      document.dispatchEvent(new Event("dk-gone"));
    }
  };
  const restarted = () => lose(RESTARTED);
  const look = () => model.send({ op: "there" });
  given.on("comm_live_update", restarted);
  document.addEventListener("dk-gone", look);
  model.whenGone = (told) => {
    tell = told;
    if (model.gone) tell();
    return () => {
      given.off("comm_live_update", restarted);
      document.removeEventListener("dk-gone", look);
    };
  };
  return model;
}

// Once the kernel is gone, a line says what to do, and the controls that need it are disabled, those drawn later too.
function parting(model, root, controls, paint = () => {}) {
  return model.whenGone(() => {
    const line = element("div", "dku-message dku-gone");
    line.setAttribute("role", "status");
    root.prepend(line);
    write(line, model.gone);
    root.dataset.gone = "true";
    const disable = () => {
      for (const node of root.querySelectorAll(controls)) Object.assign(node, { disabled: true, ariaDisabled: "true" });
    };
    paint();
    disable();
    new MutationObserver(disable).observe(root, { childList: true, subtree: true });
  });
}

// Repaints what is in a node; the keyboard's place stays. Where it is gone, `instead` says what comes closest.
function keepFocus(node, paint, instead = () => null) {
  const active = node.getRootNode().activeElement;
  const held = node.contains(active) ? active : null;
  paint();
  if (!held || (node.getRootNode().activeElement === held && held.getClientRects().length)) return;
  const next = held.isConnected && held.getClientRects().length ? held : instead(held);
  next?.focus({ preventScroll: true });
}

// Tells the kernel that somebody looks, at once and then every few seconds; in a hidden page it tells nothing.
function whileSeen(node, tell, seconds) {
  let inView = false;
  let last = 0;
  const look = () => {
    if (!inView || document.visibilityState !== "visible" || Date.now() - last < seconds * 500) return;
    last = Date.now();
    tell();
  };
  const observer = new IntersectionObserver((entries) => {
    inView = entries.at(-1).isIntersecting;
    look();
  });
  observer.observe(node);
  document.addEventListener("visibilitychange", look);
  const timer = setInterval(look, seconds * 1000);
  return () => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", look);
    clearInterval(timer);
  };
}

// On a workbench the result stands below what was pressed: brings it into view.
function reveal(root) {
  const stage = root.closest(".dk-bench")?.querySelector(".dk-stage");
  if (stage) setTimeout(() => stage.scrollIntoView({ block: "nearest", behavior: "smooth" }), 300);
}

const TODAY = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const EARLIER = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function moment(iso) {
  const at = new Date(iso);
  if (!iso || Number.isNaN(at.getTime())) return { short: "", whole: "" };
  const today = at.toDateString() === new Date().toDateString();
  return { short: (today ? TODAY : EARLIER).format(at), whole: WHOLE.format(at) };
}

// Lets the browser save a file, as a download.
function saveFile(bytes, name, type) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// Asks the kernel for files and saves them; `node` says that one is made, or why there is none.
function saver(model, wish) {
  const node = element("span", "dku-quiet dku-saving");
  node.setAttribute("role", "status");
  const heard = (content, buffers) => {
    if (content.op !== "file") return;
    write(node, content.error ?? "");
    if (!content.error) saveFile(buffers[0], content.name, content.type);
  };
  model.on("msg:custom", heard);
  const ask = (kind) => {
    write(node, model.gone ? "" : "Writing …");
    model.send(wish(kind));
  };
  return { node, ask, stop: () => model.off("msg:custom", heard) };
}

// Calls once in the next frame, however often it is asked until then.
function inNextFrame(call) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      call();
    });
  };
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea"); // where the page may not use the clipboard: not encrypted, or in a frame
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
