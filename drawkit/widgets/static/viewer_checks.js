// The view of the checks: what they found, worst first; each finding leads to its place, and to the row to correct.

const SEVERITIES = [
  ["error", "Errors", "It cannot be so: the drawing contradicts itself or the standard"],
  ["warning", "Warnings", "Something is missing, or can be understood in two ways"],
  ["look", "To look at", "The reading is not sure enough to tell: look at the place"],
];
const where = ({ page, zone }, several) => [several ? `p. ${page}` : "", zone].filter(Boolean).join(" ") || "sheet";

function checksPart({ model, sheet, choose, jump, toReading }) {
  const node = element("div", "dkv-outcome");
  const head = element("div", "dkv-head");
  const several = () => model.get("sheets").length > 1;
  const list = listPart({
    label: "Findings",
    columns: [
      { label: "Number", short: "#", number: true, width: "34px" },
      { label: "Severity", width: "74px" },
      { label: "Finding, clause", width: "minmax(170px, 1fr)" },
      { label: "Where", width: "62px" },
    ],
    cells: (row) => [row.key, tagCell(row.severity, row.colour), sentence(row), where(row, several())],
    choose,
    jump,
  });
  const sentence = ({ message, clause }) => {
    const cell = element("td");
    cell.append(element("div", "", message), element("div", "dkv-clause dku-quiet", clause));
    cell.dataset.copy = `${message} (${clause})`;
    return cell;
  };
  const filters = filtersPart(SEVERITIES, (row) => row.severity, list);
  head.append(...filters.nodes, copyButton(list.copied));
  const detail = element("section", "dkv-detail");
  detail.setAttribute("aria-label", "The marked finding");
  const crop = cropPart(sheet);
  node.append(head, ...list.nodes, detail);

  const mark = (row) => {
    list.mark(row?.key ?? "");
    list.reveal();
    detail.hidden = !row;
    if (!row) return detail.replaceChildren();
    const facts = element("div", "dkv-detail-head", [row.severity, where(row, several()), row.rule.replaceAll("_", " ")].join(" · "));
    const parts = [facts, element("div", "dkv-sentence", row.message), crop.node];
    if (row.text) parts.push(element("div", "dkv-printed", row.text));
    parts.push(element("div", "dku-quiet", row.clause));
    const acts = element("div", "dkv-acts");
    if (row.item) {
      const made = button("dkv-button dkv-act", "", () => toReading(row.item), "Correct it in the reading (E)");
      made.append("✎ Correct it in the reading", element("kbd", "", "E"));
      acts.append(made);
    }
    keepFocus(detail, () => detail.replaceChildren(...parts, acts));
    drawn(row);
  };
  const drawn = (row) => crop.paint({ page: row.page, box: row.box, text: row.text, turn: 0 }, row.colour);
  const keys = { e: (row) => row?.item && toReading(row.item) };
  return { node, list, paint: filters.paint, mark, drawn, keys, told: (row) => `${row.key}. ${row.message}` };
}
