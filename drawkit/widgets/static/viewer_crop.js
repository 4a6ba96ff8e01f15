// The marked item as it stands on the sheet, beside its fields: upright, with a little of what is around it.

const CROP_HEIGHT = 96;

function cropPart(sheet) {
  const node = element("canvas", "dkv-crop");
  node.setAttribute("role", "img");
  const paint = (item, colour) => {
    const picture = sheet.pictureOf(item.page);
    const page = sheet.pageOf(item.page);
    node.hidden = !(picture && page && item.box && picture.naturalWidth);
    if (node.hidden) return;
    node.setAttribute("aria-label", `On the sheet: ${item.text || "no text"}`);
    const scale = picture.naturalWidth / page.width;
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
    const pen = node.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, node.width, node.height);
    pen.imageSmoothingQuality = "high";
    pen.translate(node.width / 2, node.height / 2);
    pen.rotate((turned * Math.PI) / 2);
    pen.scale((zoom * sharp) / scale, (zoom * sharp) / scale);
    pen.translate((-(x0 + x1) / 2) * scale, (-(top + bottom) / 2) * scale);
    pen.drawImage(picture, 0, 0);
    pen.strokeStyle = colour;
    pen.lineWidth = (1.5 * scale) / zoom;
    pen.globalAlpha = 0.75;
    const out = Math.min(around * 0.45, 3) * scale;
    pen.strokeRect(x0 * scale - out, top * scale - out, (x1 - x0) * scale + 2 * out, (bottom - top) * scale + 2 * out);
  };
  return { node, paint };
}
