// What the viewer and the comparison share: words, buttons, roles, and the controls that turn and zoom a sheet.

const percent = (share) => `${Math.round(share * 100)} %`;
const said = (value) => (value === true ? "yes" : value === false ? "no" : value === null || value === "" ? "—" : String(value));
const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// A button whose picture is told in words too, to the eye and to a screen reader.
function tool(kind, text, label, act) {
  const made = button(`dkv-button ${kind}`, text, act, label);
  made.title = label;
  return made;
}

function as(role, node) {
  node.setAttribute("role", role); // what is laid out as a grid is no table to every browser
  return node;
}

function pagesPart(model, sheet) {
  const node = element("span", "dkv-group dkv-pages");
  const which = element("span", "dkv-which");
  which.setAttribute("aria-live", "polite");
  const before = tool("dkv-before", "‹", "Previous page", () => sheet.turnBy(-1));
  const after = tool("dkv-after", "›", "Next page", () => sheet.turnBy(1));
  node.append(before, which, after);
  const paint = () => {
    const sheets = model.get("sheets");
    const at = sheets.findIndex((one) => one.page === model.get("page"));
    node.hidden = sheets.length < 2;
    write(which, `Page ${model.get("page")} of ${sheets.length}`);
    before.setAttribute("aria-disabled", String(at <= 0)); // stay focusable: a disabled button loses the keyboard's place
    after.setAttribute("aria-disabled", String(at >= sheets.length - 1));
  };
  return { node, paint };
}

function zoomPart(sheet) {
  const node = element("span", "dkv-group");
  node.append(
    tool("dkv-out", "−", "Zoom out", () => sheet.view.zoom(1 / STEP)),
    sheet.scale,
    tool("dkv-in", "+", "Zoom in", () => sheet.view.zoom(STEP)),
    tool("dkv-fit", "Fit", "Show the whole sheet", sheet.view.fit),
  );
  return node;
}
