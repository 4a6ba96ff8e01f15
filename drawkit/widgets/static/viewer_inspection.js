// The view of the inspection: characteristics by number, their balloons on the sheet, and what a person edits of them.

const UNITS = [["", "as it says"], ["mm", "mm"], ["inch", "inch"], ["degree", "degree"], ["µm", "µm"], ["µin", "µin"]].map(([name, label]) => ({ name, label }));
const shownNumber = (value) => (value === null ? "" : String(value));

function inspectionPart({ model, sheet, asks, choose, jump, touch, toReading, tell, row }) {
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
    touch,
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
  const plus = tool("dkv-plan-add", "+ Add", "Add a characteristic that was not read (D)", () => add());
  head.append(count, plus, inOrder, restore, undo, copyButton(list.copied));
  const detail = element("section", "dkv-detail");
  detail.setAttribute("aria-label", "The marked characteristic");
  const crop = cropPart(sheet);
  node.append(head, ...list.nodes, detail);
  let rows = [];
  let asking = null; // the small form in place of the marked row's facts, of which row it is, and what to do at its end

  const edit = (wish, words, then = () => {}) =>
    asks.ask({ op: "plan", ...wish }, (answer) => {
      tell(answer.fault || words, Boolean(answer.fault));
      then(answer);
    });
  const focus = () => (rows.length ? list.focus() : sheet.frame.focus({ preventScroll: true }));
  const shut = () => {
    const before = asking;
    asking = null;
    before?.ended();
  };
  const show = (one, made, ended = () => {}) => {
    shut();
    asking = { key: one?.key, node: made.node, ended };
    mark(one);
  };
  const leave = () => {
    shut();
    mark(row());
    focus();
  };
  // What an edit was made of is marked then, with the keyboard in the table.
  const done = (key, words) => {
    shut();
    choose(key);
    focus();
    tell(words);
  };
  const leaveOut = (one) => {
    const gone = list.picked();
    const to = list.next(1, gone) || list.next(-1, gone);
    edit({ action: "leave_out", numbers: gone }, `Left out: ${gone.join(", ")}. The others keep their numbers.`, (answer) => answer.fault || choose(to));
  };
  const split = (one) =>
    edit({ action: "split", number: one.key }, `${one.key} was split into its requirements.`, (answer) => answer.fault || choose(answer.key));
  const renumber = (one) => {
    const input = textField("input", one.key, "Such as 12, or 12.3");
    const own = panel(`New number of ${one.key}`, [labelled("Number", input)], "Renumber", () => {
      asks.ask({ op: "plan", action: "renumber", number: one.key, to: input.value }, (answer) => {
        if (answer.fault) return own.tell(answer.fault);
        done(answer.key, `${one.key} is number ${answer.key} now.`);
      });
    }, leave);
    show(one, own);
    input.focus();
    input.select();
  };
  const merged = (numbers, refused) =>
    asks.ask({ op: "plan", action: "merge", numbers }, (answer) => {
      if (answer.fault) return refused(answer.fault);
      done(answer.key, `Merged: ${numbers.join(", ")}. They are number ${answer.key} now.`);
    });
  const merge = (one) => {
    const numbers = list.picked();
    if (numbers.length > 1) return merged(numbers, (fault) => tell(fault, true));
    const input = textField("input", "", "Such as 5, or 5, 9");
    const own = panel(`Merge ${one.key} with others`, [labelled("Their numbers", input)], "Merge", () => {
      const others = input.value.split(/[\s,;]+/).filter((number) => number && number !== one.key);
      if (!others.length) return own.tell("Type the number of one other characteristic, or of several.");
      merged([one.key, ...others], own.tell);
    }, leave);
    show(one, own);
    input.focus();
  };
  const add = () => {
    if (model.gone || !model.get("sheets").length) return tell(model.gone);
    tell("Click on the sheet where it stands, or drag a box; or move the box with the arrows (with Shift: its size) and press Enter. Escape leaves it without a place.");
    sheet.draw.begin((box) => {
      tell("");
      ask(box, model.get("page"));
    });
  };
  const ask = (box, page) => {
    const text = textField("input", "", "Such as 4x ⌀6.6 H12, or Leak test at 2 bar");
    const [lower, upper] = ["", ""].map(() => textField("input", "", "as it says"));
    const unit = kindField(UNITS, "");
    const limits = element("div", "dkv-limits");
    limits.append(labelled("Lower limit", lower), labelled("Upper limit", upper), labelled("Unit", unit));
    const own = panel(
      box ? "New characteristic in the box" : "New characteristic without a place",
      [labelled("Requirement", text), limits],
      "Add",
      () => {
        const wish = { op: "plan", action: "add", page, box, text: text.value, lower: lower.value, upper: upper.value, unit: unit.value };
        asks.ask(wish, (answer) => (answer.fault ? own.tell(answer.fault) : done(answer.key, `Added: ${answer.key}.`)));
      },
      leave,
    );
    show(row(), own, sheet.draw.clear);
    text.focus();
  };
  const alone = (_, picked) => picked.length < 2;
  const acts = [
    { name: "leave-out", text: "Leave out", key: "X", label: "Leave it out; the others keep their numbers", act: leaveOut, fits: () => true },
    { name: "renumber", text: "Renumber", key: "R", label: "Give it another number", act: renumber, fits: alone },
    { name: "split", text: "Split", key: "S", label: "Split a callout into its requirements", act: split, fits: alone },
    { name: "merge", text: "Merge", key: "M", label: "Make one characteristic of several", act: merge, fits: () => rows.length > 1 },
    { name: "correct", text: "✎ Correct", key: "E", label: "Correct it in the reading", act: (one) => toReading(one.item), fits: (one, picked) => one.item && alone(one, picked) },
  ];
  const paint = (outcome) => {
    const { told, undoable, restorable } = outcome;
    ({ rows } = outcome);
    write(count, rows.length ? `${rows.length} row${rows.length === 1 ? "" : "s"}` : "");
    undo.hidden = !undoable;
    restore.hidden = !restorable;
    plus.hidden = !model.get("sheets").length;
    inOrder.hidden = !rows.length;
    list.paint(rows, told);
  };
  const mark = (one) => {
    list.mark(one?.key ?? "");
    requestAnimationFrame(list.reveal); // once what stands below has its height
    if (asking && asking.key !== one?.key) shut();
    detail.hidden = !one && !asking;
    if (asking) return detail.firstChild === asking.node || detail.replaceChildren(asking.node);
    if (!one) return detail.replaceChildren();
    const picked = list.picked();
    const parts = [...(picked.length > 1 ? together(picked) : facts(one)), actions(one, picked)];
    keepFocus(detail, () => detail.replaceChildren(...parts), (held) => detail.querySelector(`[data-act="${held.dataset.act}"]`));
    drawn(one);
  };
  const facts = (one) => {
    const place = one.added ? ["added by hand", several() && `p. ${one.page}`] : [where(one, several())];
    const told = [one.kind, ...place, one.rule, one.reason, one.sure !== null && one.review === "read" && `read with ${percent(one.sure)}`];
    return [element("div", "dkv-sentence", `${one.key}  ${one.requirement}`), crop.node, element("div", "dku-quiet", told.filter(Boolean).join(" · "))];
  };
  // What merging the marked rows would make of them.
  const together = (picked) => {
    const [first, ...others] = rows.filter((one) => picked.includes(one.key));
    const features = others.reduce((sum, one) => sum + one.quantity, first.quantity);
    const differ = others.some((one) => one.requirement !== first.requirement) ? " Their requirements differ: the first one's will stand." : "";
    const told = `Merged, they are number ${first.key}, ${first.requirement}, for ${features} features.${differ}`;
    return [element("div", "dkv-sentence", `${picked.length} characteristics: ${picked.join(", ")}`), element("div", "dku-quiet", told)];
  };
  const actions = (one, picked) => {
    const bar = element("div", "dkv-acts");
    for (const { name, text, key, label, act, fits } of acts) {
      if (!fits(one, picked)) continue;
      const made = button(`dkv-button dkv-act dkv-act-${name}`, "", () => act(row()), `${label} (${key})`);
      made.append(text, element("kbd", "", key));
      made.dataset.act = name;
      made.title = `${label} (${key})`;
      bar.append(made);
    }
    return bar;
  };
  const drawn = (one) => crop.paint({ page: one.page, box: one.box, text: one.requirement, turn: 0 }, one.colour);
  const move = (spot, x, y) => {
    const round = (value) => Math.round(value * 10) / 10;
    const wish = { action: "move", number: spot.key, place: spot.place, x: round(x), y: round(y) };
    edit(wish, `The balloon ${spot.number} was moved.`, (answer) => answer.fault && sheet.pins.back(spot));
  };
  const onOne = (act) => (one) => one && alone(one, list.picked()) && act(one);
  const keys = {
    x: (one) => one && leaveOut(one), delete: (one) => one && leaveOut(one), m: (one) => one && merge(one), d: add,
    r: onOne(renumber), s: onOne(split), e: onOne((one) => one.item && toReading(one.item)), u: () => undo.hidden || undo.click(),
  };
  return { node, list, paint, mark, drawn, keys, move, told: (one) => `${one.key}. ${one.requirement}` };
}
