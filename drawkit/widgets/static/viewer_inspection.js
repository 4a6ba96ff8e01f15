// The view of the inspection: characteristics by number, their balloons on the sheet, and what a person edits of them.

const shownNumber = (value) => (value === null ? "" : String(value));

function inspectionPart({ model, sheet, asks, choose, jump, toReading, tell, row }) {
  const node = element("div", "dkv-outcome");
  const head = element("div", "dkv-head");
  const several = () => model.get("sheets").length > 1;
  const list = listPart({
    label: "Characteristics",
    columns: [
      { label: "Number", short: "#", number: true, width: "42px" },
      { label: "Requirement", width: "minmax(104px, 2fr)" },
      { label: "Nominal", number: true, width: "minmax(60px, 1fr)" },
      { label: "Lower limit", short: "Lower", number: true, width: "minmax(50px, 1fr)" },
      { label: "Upper limit", short: "Upper", number: true, width: "minmax(50px, 1fr)" },
      { label: "Unit", width: "58px" },
      { label: "Quantity", short: "Qty", number: true, width: "34px" },
    ],
    cells: (one) => [one.key, requirement(one), ...[one.nominal, one.lower, one.upper].map(shownNumber), one.unit, String(one.quantity)],
    choose,
    jump,
  });
  const requirement = (one) => {
    const cell = element("td");
    if (one.designator) cell.append(element("span", "dkv-key", one.designator), " ");
    cell.append(one.requirement);
    return cell;
  };
  const undo = tool("dkv-plan-undo", "↶ Undo", "Undo the last edit of the inspection (U)", () => edit({ action: "undo" }, "Undone"));
  const inOrder = tool("dkv-in-order", "Renumber all", "Number all anew, without gaps", () => edit({ action: "in_order" }, "Numbered anew"));
  const restore = tool("dkv-restore", "Restore", "Exchange these edits with those that are kept beside them", () => edit({ action: "restore" }, "Restored. Once more brings the others back."));
  const count = element("span", "dku-quiet dkv-count-of");
  head.append(count, inOrder, restore, undo, copyButton(list.copied));
  const detail = element("section", "dkv-detail");
  detail.setAttribute("aria-label", "The marked characteristic");
  const crop = cropPart(sheet);
  node.append(head, ...list.nodes, detail);
  let asking = null; // the small form that asks for a new number, and of which row

  const edit = (wish, words, then = () => {}) =>
    asks.ask({ op: "plan", ...wish }, (answer) => {
      tell(answer.fault || words, Boolean(answer.fault));
      then(answer);
    });
  const leaveOut = (one) => {
    const to = list.next(1) === one.key ? list.next(-1) : list.next(1);
    edit({ action: "leave_out", number: one.key }, `Left out: ${one.key}. The others keep their numbers.`, (answer) => answer.fault || choose(to === one.key ? "" : to));
  };
  const split = (one) =>
    edit({ action: "split", number: one.key }, `${one.key} was split into its requirements.`, (answer) => answer.fault || choose(answer.key));
  const renumber = (one) => {
    const input = textField("input", one.key, "Such as 12, or 12.3");
    const leave = () => {
      asking = null;
      mark(one);
      list.focus();
    };
    const own = panel(`New number of ${one.key}`, [labelled("Number", input)], "Renumber", () => {
      asks.ask({ op: "plan", action: "renumber", number: one.key, to: input.value }, (answer) => {
        if (answer.fault) return own.tell(answer.fault);
        tell(`${one.key} is number ${answer.key} now.`);
        asking = null;
        choose(answer.key);
        list.focus();
      });
    }, leave);
    asking = { key: one.key, node: own.node };
    mark(one);
    input.focus();
    input.select();
  };
  const acts = [
    { name: "leave-out", text: "Leave out", key: "X", label: "Leave it out; the others keep their numbers", act: leaveOut },
    { name: "renumber", text: "Renumber", key: "R", label: "Give it another number", act: renumber },
    { name: "split", text: "Split", key: "S", label: "Split a callout into its requirements", act: split },
    { name: "correct", text: "✎ Correct", key: "E", label: "Correct it in the reading", act: (one) => one.item && toReading(one.item) },
  ];
  const paint = (outcome) => {
    const { rows, told, undoable, restorable } = outcome;
    write(count, rows.length ? `${rows.length} characteristics` : "");
    undo.hidden = !undoable;
    restore.hidden = !restorable;
    inOrder.hidden = !rows.length;
    list.paint(rows, told);
  };
  const mark = (one) => {
    list.mark(one?.key ?? "");
    list.reveal();
    if (asking && asking.key !== one?.key) asking = null;
    detail.hidden = !one;
    if (!one) return detail.replaceChildren();
    if (asking) return detail.firstChild === asking.node || detail.replaceChildren(asking.node);
    const facts = [one.kind, where(one, several()), one.rule, one.reason, one.sure !== null && one.review === "read" && `read with ${percent(one.sure)}`];
    const bar = element("div", "dkv-acts");
    for (const { name, text, key, label, act } of acts) {
      if (name === "correct" && !one.item) continue;
      const made = button(`dkv-button dkv-act dkv-act-${name}`, "", () => act(row()), `${label} (${key})`);
      made.append(text, element("kbd", "", key));
      made.dataset.act = name;
      made.title = `${label} (${key})`;
      bar.append(made);
    }
    const parts = [element("div", "dkv-sentence", `${one.key}  ${one.requirement}`), crop.node, element("div", "dku-quiet", facts.filter(Boolean).join(" · ")), bar];
    keepFocus(detail, () => detail.replaceChildren(...parts), (held) => detail.querySelector(`[data-act="${held.dataset.act}"]`));
    drawn(one);
  };
  const drawn = (one) => crop.paint({ page: one.page, box: one.box, text: one.requirement, turn: 0 }, one.colour);
  const move = (spot, x, y) => {
    const round = (value) => Math.round(value * 10) / 10;
    const wish = { action: "move", number: spot.key, place: spot.place, x: round(x), y: round(y) };
    edit(wish, `The balloon ${spot.number} was moved.`, (answer) => answer.fault && sheet.pins.back(spot));
  };
  const keys = {
    x: (one) => one && leaveOut(one), delete: (one) => one && leaveOut(one), r: (one) => one && renumber(one),
    s: (one) => one && split(one), e: (one) => one?.item && toReading(one.item), u: () => undo.hidden || undo.click(),
  };
  return { node, list, paint, mark, drawn, keys, move, told: (one) => `${one.key}. ${one.requirement}` };
}
