// The viewer's way out: the result as a file that the browser saves, the table on the clipboard.

const FORMATS = {
  reading: [
    ["xlsx", "Excel", "Save all tables as one Excel workbook, with pictures and limits"],
    ["csv", "CSV", "Save all tables as CSV files in one ZIP archive"],
    ["json", "JSON", "Save the result as JSON, corrections with it"],
  ],
  inspection: [
    ["xlsx", "AS9102", "Save the inspection as an Excel workbook in the manner of AS9102: forms 3, 1 and 2, and the sheets"],
    ["csv", "CSV", "Save the characteristics as CSV"],
    ["pdf", "Balloons", "Save the drawing itself, a PDF, with its balloons"],
  ],
  compare: [
    ["xlsx", "Excel", "Save the changes as an Excel workbook, with the sheets on each other"],
    ["html", "Report", "Save a page of HTML that holds everything, pictures too"],
    ["csv", "CSV", "Save the changes as CSV"],
  ],
  checks: [
    ["xlsx", "Excel", "Save the findings as an Excel workbook, with the sheets"],
    ["pdf", "PDF", "Save the findings as a PDF, with the sheets"],
    ["csv", "CSV", "Save the findings as CSV"],
  ],
};

function exportPart(model) {
  const node = element("span", "dkv-group dkv-export");
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", "Save the result");
  const told = saver(model, (kind) => ({ op: "file", kind, view: model.get("view") }));
  let shown = "";
  const paint = () => {
    node.hidden = !model.get("sheets").length;
    const view = model.get("view");
    if (shown === view) return;
    shown = view;
    const ways = FORMATS[view].map(([kind, text, label]) => tool("dkv-save-as", text, label, () => told.ask(kind)));
    node.replaceChildren(...ways, told.node);
    write(told.node, "");
  };
  return { node, paint, stop: told.stop };
}

const cellText = (cell) => (cell.dataset.copy ?? cell.textContent).replace(/\s+/g, " ").trim();

// The heading and the rows that the filters leave, as lines of cells between tabs: what a spreadsheet takes when it is pasted.
function copyButton(linesOf) {
  const made = tool("dkv-copy", "Copy", "Copy the rows that are seen", async () => {
    const lines = linesOf().map((row) => [...row.cells].map(cellText).join("\t"));
    if (!lines.length) return;
    write(made, (await toClipboard(lines.join("\n"))) ? `Copied ${lines.length - 1}` : "Not allowed");
    setTimeout(() => write(made, "Copy"), 2500);
  });
  made.setAttribute("aria-live", "polite");
  return made;
}
