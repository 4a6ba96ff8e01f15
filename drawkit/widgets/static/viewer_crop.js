// The marked item as it stands on the sheet, beside its fields: upright, with a little of what is around it.

const CROP_HEIGHT = 96;

// Parts of pages drawn anew for a crop, as fine as the screen shows it; the last one asked for is the one looked at.
function fineCrops(model) {
  let asked = null;
  let kept = { key: "" };
  const ask = ({ page, box, dpi }, then) => {
    const key = [model.get("edition"), page, ...box, dpi].join();
    if (kept.key === key) return kept;
    if (asked?.key !== key) {
      asked = { key, page, box: String(box), then };
      model.send({ op: "crop", page, edition: model.get("edition"), box, dpi });
    }
    return null;
  };
  const heard = (content, buffers) => {
    if (content.op !== "crop" || content.page !== asked?.page || String(content.asked) !== asked.box) return;
    const { key, then } = asked;
    asked = null;
    kept = { key };
    if (!content.there) return;
    const url = URL.createObjectURL(new Blob([buffers[0]], { type: "image/png" }));
    const image = Object.assign(element("img"), { src: url });
    const done = () => URL.revokeObjectURL(url);
    image.decode().then(() => {
      if (kept.key !== key) return;
      kept = { key, image, box: content.box };
      then();
    }).then(done, done);
  };
  model.on("msg:custom", heard);
  return { ask, stop: () => model.off("msg:custom", heard) };
}

function cropPart(sheet) {
  const node = element("canvas", "dkv-crop");
  node.setAttribute("role", "img");
  let last = null;
  const paint = (item, colour) => {
    last = { item, colour };
    const picture = sheet.pictureOf(item.page);
    const page = sheet.pageOf(item.page);
    node.hidden = !(picture && page && item.box && picture.naturalWidth);
    if (node.hidden) return;
    node.setAttribute("aria-label", `On the sheet: ${item.text || "no text"}`);
    const [x0, top, x1, bottom] = item.box;
    const turned = Math.round(item.turn / 90) % 4; // what reads upwards is turned upright
    const upright = turned % 2 === 0;
    const [long, high] = upright ? [x1 - x0, bottom - top] : [bottom - top, x1 - x0];
    const around = Math.max(Math.min(long, high) * 0.7, 5);
    const height = high + 2 * around;
    const room = Math.max((node.parentElement?.clientWidth ?? 0) - 24, 200);
    const zoom = Math.min(room / (long + 2 * around), CROP_HEIGHT / height, 6);
    const width = room / zoom; // what stands beside it says what it belongs to
    const sharp = window.devicePixelRatio || 1;
    Object.assign(node, { width: Math.round(width * zoom * sharp), height: Math.round(height * zoom * sharp) });
    Object.assign(node.style, { width: `${width * zoom}px`, height: `${height * zoom}px` });
    const middle = [(x0 + x1) / 2, (top + bottom) / 2];
    const pen = node.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, node.width, node.height);
    pen.imageSmoothingQuality = "high";
    pen.translate(node.width / 2, node.height / 2);
    pen.rotate((turned * Math.PI) / 2);
    pen.scale(zoom * sharp, zoom * sharp); // from here on in points of the page
    pen.translate(-middle[0], -middle[1]);
    pen.drawImage(picture, 0, 0, page.width, page.height);
    const fine = finest(item.page, page, middle, upright ? [width, height] : [height, width], zoom * sharp, picture);
    if (fine?.image) {
      const [left, up, right, low] = fine.box;
      pen.drawImage(fine.image, left, up, right - left, low - up);
    }
    node.dataset.fine = fine?.image ? "there" : "";
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5 / zoom;
    pen.globalAlpha = 0.75;
    const out = Math.min(around * 0.45, 3);
    pen.strokeRect(x0 - out, top - out, x1 - x0 + 2 * out, bottom - top + 2 * out);
  };
  // What is shown, drawn anew where the picture of the page has too few pixels; it comes later, and is painted then.
  const finest = (number, page, [x, y], [wide, high], pixels, picture) => {
    if (!(pixels * page.width > FINER * picture.naturalWidth)) return null;
    const box = [
      Math.max(x - wide / 2, 0), Math.max(y - high / 2, 0),
      Math.min(x + wide / 2, page.width), Math.min(y + high / 2, page.height),
    ];
    return sheet.crops.ask({ page: number, box, dpi: 72 * pixels }, () => node.isConnected && paint(last.item, last.colour));
  };
  return { node, paint };
}
