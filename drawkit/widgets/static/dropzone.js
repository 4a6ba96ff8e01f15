// The browser's side of the drop zone: sends files piece by piece, and shows the list that the kernel keeps.

const OPEN_ANSWERS = 5000; // milliseconds after which a person is told that the kernel is busy
const MOST_OF_A_FOLDER = 500; // files
const ENDS = ["ready", "locked", "pages", "refused", "done", "unread", "failed", "cancelled"]; // states that stay

function talk(model) {
  const waiting = new Map();
  const prefix = Math.random().toString(36).slice(2);
  let count = 0;
  const hear = (answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  model.on("msg:custom", hear);
  const ask = (content, bytes) =>
    new Promise((resolve) => {
      const id = `${prefix}-${count++}`;
      waiting.set(id, resolve);
      model.send({ ...content, id }, undefined, bytes ? [bytes] : []);
    });
  return { ask, stop: () => model.off("msg:custom", hear) };
}

async function sha256(file) {
  if (!globalThis.crypto?.subtle) return null; // only there over https and on this machine
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function deliver(file, key, ask, size, moved) {
  try {
    for (let offset = 0; offset < file.size; offset += size) {
      const piece = await file.slice(offset, offset + size).arrayBuffer(); // never the whole file at once
      const answer = await ask({ op: "chunk", key, offset }, new DataView(piece));
      if (answer.error) return;
      moved(key, Math.min(offset + size, file.size) / file.size);
    }
    await ask({ op: "close", key, sha256: await sha256(file) });
  } catch (fault) {
    const changed = fault?.name === "NotReadableError"; // the disk holds another file than the one that was chosen
    const what = changed ? "It changed on disk while it was sent." : "The browser cannot read this.";
    await ask({ op: "abort", key, reason: `${what} Add it again, or name its path in the field below.` });
  }
}

// The dropped files; of folders those that look like drawings, with all that lies below, and what was not taken of
// them: how many drawings there are beyond the most, and the endings of the other files. What is hidden is left out.
async function filesIn(transfer, suffixes) {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const folders = entries.filter((entry) => entry.isDirectory);
  if (!folders.length) return { files: [...(transfer?.files ?? [])] };
  const files = [];
  const told = { name: folders.map(({ name }) => name).join(", "), endings: {}, found: 0, most: MOST_OF_A_FOLDER };
  const take = (entry) => new Promise((done, failed) => entry.file(done, failed)).then((file) => files.push(file));
  const meet = async (entry) => {
    if (entry.name.startsWith(".")) return;
    if (entry.isDirectory) return walk(entry);
    const name = entry.name.toLowerCase();
    if (suffixes.some((suffix) => name.endsWith(suffix))) {
      told.found += 1;
      if (told.found <= MOST_OF_A_FOLDER) await take(entry);
    } else {
      const ending = name.slice(name.lastIndexOf("."));
      told.endings[ending] = (told.endings[ending] ?? 0) + 1;
    }
  };
  const walk = async (folder) => {
    const reader = folder.createReader();
    const next = () => new Promise((done, failed) => reader.readEntries(done, failed));
    for (let some = await next(); some.length; some = await next()) for (const one of some) await meet(one);
  };
  for (const entry of entries) await (entry.isDirectory ? walk(entry) : take(entry));
  return { files, told };
}

let notes = 0;

function emptyRow(act) {
  const li = element("li", "dkz-file");
  const parts = {
    li,
    name: element("span", "dkz-name"),
    about: element("span", "dkz-about"),
    word: element("span", "dkz-word"),
    bar: element("progress", "dku-progress"),
    note: Object.assign(element("div", "dkz-note"), { id: `dkz-note-${notes++}` }),
    question: null,
    answer: (op, more) => act(op, li.dataset.key, more),
    show: button("dkz-button dkz-show", "Show", () => act("show", li.dataset.key)),
    remove: button("dkz-button dkz-remove", "✕", () => act("remove", li.dataset.key)),
  };
  const text = element("div", "dkz-text");
  const head = element("div", "dkz-head");
  head.append(parts.name, parts.about);
  text.append(head, parts.note, parts.bar); // a question comes between note and bar
  li.append(element("span", "dkz-dot"), text, parts.word, parts.show, parts.remove);
  return parts;
}

function paintRow(parts, row, share) {
  const { li, name, about, word, bar, note, show, remove } = parts;
  const moves = ["receiving", "checking", "sending", "queued", "running"].includes(row.state);
  li.dataset.key = row.key;
  li.dataset.state = row.state;
  li.dataset.warn = Boolean(row.warn);
  write(name, row.name);
  name.title = row.name;
  write(about, row.about);
  write(word, row.word);
  write(note, row.note);
  note.hidden = !row.note;
  li.dataset.wrong = String(Boolean(row.wrong));
  askBeside(parts, row);
  bar.hidden = !moves;
  bar.setAttribute("aria-label", `${row.name}: ${row.word}`);
  if (moves && share !== null && share !== undefined) bar.value = share;
  else bar.removeAttribute("value");
  show.hidden = !row.showable;
  show.setAttribute("aria-label", `Show the result of ${row.name}`);
  remove.hidden = !row.removable;
  remove.setAttribute("aria-label", `Remove ${row.name}`);
}

function frame(model) {
  const root = rootOf("dkz", "Drawings");
  const drop = element("div", "dkz-drop");
  drop.tabIndex = 0;
  drop.setAttribute("role", "button");
  drop.setAttribute("aria-label", "Add drawings: press Enter to choose files, or paste a picture");
  const strong = element("div", "dkz-call");
  strong.append(element("b", "", "Drop drawings or folders here"), ", choose files, or paste a picture");
  const hint = element("div", "dkz-hint", model.get("hint"));
  drop.append(strong, hint);
  const input = element("input");
  Object.assign(input, { type: "file", multiple: true, accept: model.get("accept"), hidden: true });
  input.setAttribute("aria-label", "Drawings to add");
  const list = element("ul", "dkz-list");
  list.setAttribute("aria-label", "Files");
  const said = element("div", "dku-said");
  said.setAttribute("aria-live", "polite");
  const passed = element("div", "dku-message dkz-passed");
  passed.setAttribute("role", "status");
  root.append(drop, input, list, passed, said);
  return { root, drop, input, list, passed, said, hint };
}

function render({ model: given, el }) {
  const model = linked(given, el);
  const { ask, stop } = talk(model);
  const view = frame(model);
  const rows = new Map();
  const shares = new Map();
  const pending = new Map(); // files the kernel does not know yet
  const heard = new Map();
  let line = Promise.resolve();

  const act = (op, key, more = {}) => {
    if (op === "remove" && pending.delete(key)) return repaint();
    if (op === "show") reveal(view.root);
    return ask({ ...more, op, key });
  };

  function paint() {
    const known = new Set(model.get("files").map((row) => row.key));
    const coming = [...pending.values()].filter((row) => !known.has(row.key));
    const shown = model.get("listed") ? [...model.get("files"), ...coming] : coming;
    const keys = new Set(shown.map((row) => row.key));
    for (const [key, parts] of rows) {
      if (!keys.has(key)) {
        parts.li.remove();
        rows.delete(key);
      }
    }
    shown.forEach((row, at) => {
      if (!rows.has(row.key)) rows.set(row.key, emptyRow(act));
      const parts = rows.get(row.key);
      paintRow(parts, row, row.state === "receiving" ? shares.get(row.key) : row.share);
      if (view.list.children[at] !== parts.li) view.list.insertBefore(parts.li, view.list.children[at] ?? null);
    });
    announce([...model.get("files"), ...coming]);
  }

  function repaint() {
    keepFocus(view.list, paint, () => view.drop);
  }

  function announce(shown) {
    const news = [];
    for (const row of shown) {
      const state = row.wrong ? row.note : row.state; // an answer that will not do is told each time
      if (ENDS.includes(row.state) && heard.get(row.key) !== state) news.push(`${row.name}: ${row.word}. ${row.note}`);
      heard.set(row.key, state);
    }
    if (news.length) view.said.textContent = news.join(" ");
  }

  async function open(file, key) {
    const row = { key, name: file.name, about: "", state: "receiving", word: "waiting", note: "", removable: true };
    pending.set(key, row);
    repaint();
    const late = setTimeout(() => {
      row.note = "The kernel is busy: the file follows as soon as it answers.";
      if (pending.has(key)) repaint();
    }, OPEN_ANSWERS);
    const { error } = await ask({ op: "open", key, name: file.name, size: file.size });
    clearTimeout(late);
    const wanted = pending.delete(key);
    repaint();
    if (!wanted) await ask({ op: "remove", key });
    return wanted && !error;
  }

  const moved = (key, share) => {
    shares.set(key, share);
    const row = model.get("files").find((one) => one.key === key);
    if (row && rows.has(key)) paintRow(rows.get(key), row, share);
  };

  function add(files) {
    if (model.gone) return;
    for (const file of files) {
      const key = `file-${Math.random().toString(36).slice(2)}`;
      const asked = open(file, key);
      line = line.then(async () => {
        if (await asked) await deliver(file, key, ask, model.get("chunk_bytes"), moved);
      });
    }
  }

  const choose = () => view.input.click();
  view.drop.addEventListener("click", choose);
  view.drop.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  });
  view.input.addEventListener("change", () => {
    add([...view.input.files]);
    view.input.value = ""; // so that the same file can be chosen again
  });
  view.root.addEventListener("paste", (event) => {
    const pictures = [...(event.clipboardData?.files ?? [])];
    if (!pictures.length) return;
    event.preventDefault();
    add(pictures);
  });
  let depth = 0;
  const over = (change) => {
    depth = Math.max(0, depth + change);
    view.drop.classList.toggle("dkz-over", depth > 0 && !model.gone);
  };
  const mine = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  view.root.addEventListener("dragenter", (event) => (mine(event), over(+1)));
  view.root.addEventListener("dragover", mine);
  view.root.addEventListener("dragleave", (event) => (mine(event), over(-1)));
  view.root.addEventListener("drop", (event) => {
    mine(event);
    over(-depth);
    filesIn(event.dataTransfer, model.get("accept").split(",")).then(({ files, told }) => {
      if (told) ask({ op: "folder", ...told });
      add(files);
    });
  });

  el.append(view.root);
  const end = follow(model, {
    files: repaint,
    hint: () => write(view.hint, model.get("hint")),
    passed: () => write(view.passed, model.get("passed")),
  });
  const leave = parting(model, view.root, ".dkz-drop, .dkz-button, input", () => (view.drop.tabIndex = -1));
  return () => {
    end();
    leave();
    stop();
  };
}

export default { render };
