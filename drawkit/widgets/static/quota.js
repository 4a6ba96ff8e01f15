// The browser's side of the quota view: gauges with their forecast, use by day, limits and rates.

const LOOK_SECONDS = 30;

function gauge({ name, used, left, share, expected, level, forecast }) {
  const box = element("div", "dkq-gauge");
  box.dataset.level = level;
  const line = element("div", "dkq-line");
  const words = element("span", "");
  words.append(element("b", "", name), element("span", "dku-quiet dku-number", `  ${used}`));
  line.append(words, element("span", "dkq-left dku-number", left));
  const track = element("div", "dkq-track");
  track.setAttribute("role", "img");
  track.setAttribute("aria-label", `${name}: ${used}, ${left}`);
  const [grows, is] = [element("div", "dkq-expected"), element("div", "dkq-used")];
  grows.style.width = `${100 * expected}%`;
  is.style.width = `${100 * share}%`;
  track.append(grows, is);
  track.hidden = share === null;
  box.append(line, track, element("div", "dku-quiet", forecast));
  return box;
}

function days(daily) {
  const most = Math.max(1, ...daily.map((day) => day.pages));
  const bars = element("div", "dkq-days");
  bars.setAttribute("role", "img");
  const busiest = daily.reduce((best, day) => (day.pages > best.pages ? day : best), daily[0]);
  bars.setAttribute("aria-label", `Pages by day; most on ${busiest.label}: ${busiest.pages}`);
  for (const day of daily) {
    const slot = element("div", "dkq-day");
    slot.dataset.empty = String(!day.pages);
    slot.title = `${day.label}: ${day.words}`;
    const bar = element("div");
    bar.style.height = `${(100 * day.pages) / most}%`;
    slot.append(bar);
    bars.append(slot);
  }
  const axis = element("div", "dkq-axis dku-number");
  axis.append(element("span", "", daily[0].label), element("span", "", daily.at(-1).label));
  const box = element("div", "dkq-usage");
  const line = element("div", "dkq-line");
  line.append(element("b", "", "Pages by day"), element("span", "dku-quiet dku-number", `most in a day: ${most}`));
  box.append(line, bars, axis);
  return box;
}

function facts(rows) {
  const table = element("table", "dkq-facts");
  for (const [name, ...cells] of rows) {
    const line = element("tr");
    const head = element("th", "", name);
    head.scope = "row";
    line.append(head, ...cells.map((cell) => element("td", "dku-number", cell)));
    table.append(line);
  }
  return table;
}

function render({ model: given, el }) {
  const model = linked(given, el);
  const root = rootOf("dkq", "Quota");
  const head = element("div", "dkq-head");
  const period = element("span", "dku-quiet");
  const refresh = button("dku-plain dkq-refresh", "Refresh", () => model.send({ op: "refresh" }));
  head.append(element("h3", "dku-title", "Quota"), period, refresh);
  const message = element("div", "dku-message");
  message.setAttribute("role", "status");
  const gauges = element("div", "dkq-gauges");
  const usage = element("div");
  const more = element("details", "dkq-more");
  const inside = element("div");
  more.append(element("summary", "", "Limits and rates"), inside);
  more.addEventListener("toggle", () => setTrait(model, "unfolded", more.open));
  root.append(head, message, gauges, usage, more);
  el.append(root);
  const ends = [
    follow(model, {
      period: () => write(period, model.get("period")),
      message: () => {
        message.dataset.level = "error";
        write(message, model.get("message"));
      },
      gauges: () => gauges.replaceChildren(...model.get("gauges").map(gauge)),
      daily: () => usage.replaceChildren(...(model.get("daily").length ? [days(model.get("daily"))] : [])),
      facts: () => {
        inside.replaceChildren(facts(model.get("facts")));
        more.hidden = !model.get("facts").length;
      },
      unfolded: () => (more.open = model.get("unfolded")),
    }),
    parting(model, root, ".dkq-refresh"),
    whileSeen(root, () => model.send({ op: "look" }), LOOK_SECONDS),
  ];
  return () => ends.forEach((end) => end());
}

export default { render };
