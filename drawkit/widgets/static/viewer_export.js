// The viewer's way out: the result as a file that the browser saves, the table on the clipboard.

const FORMATS = [
  ["xlsx", "Excel", "Save all tables as one Excel workbook, with pictures and limits"],
  ["csv", "CSV", "Save all tables as CSV files in one ZIP archive"],
  ["json", "JSON", "Save the result as JSON, corrections with it"],
];

function exportPart(model) {
  const node = element("span", "dkv-group dkv-export");
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", "Save the result");
  const told = saver(model, (kind) => ({ op: "file", kind }));
  for (const [kind, text, label] of FORMATS) node.append(tool("dkv-save-as", text, label, () => told.ask(kind)));
  node.append(told.node);
  const paint = () => (node.hidden = !model.get("sheets").length);
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
