// Draws the extension's icon (128 x 128): a lens over lines of code, each with the bar of its cost behind it.
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const size = 128;
const samples = 4; // per side of a pixel

const night = [24, 32, 52];
const ink = [150, 164, 190];
const work = [92, 200, 140]; // computation
const talk = [246, 170, 70]; // communication
const glass = [36, 48, 78];
const rim = [235, 240, 250];

const box = (x, y, w, h, r, colour) => ({
  colour,
  has: (px, py) => {
    const dx = Math.max(x + r - px, px - (x + w - r), 0);
    const dy = Math.max(y + r - py, py - (y + h - r), 0);
    return dx * dx + dy * dy <= r * r;
  },
});
const disc = (x, y, r, colour) => ({ colour, has: (px, py) => Math.hypot(px - x, py - y) <= r });
const stroke = (x1, y1, x2, y2, width, colour) => ({
  colour,
  has: (px, py) => {
    const length2 = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const t = Math.min(1, Math.max(0, ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / length2));
    return Math.hypot(px - x1 - t * (x2 - x1), py - y1 - t * (y2 - y1)) <= width / 2;
  },
});

// Later shapes lie on top.
const shapes = [
  box(2, 2, 124, 124, 22, night),
  box(16, 24, 34, 8, 4, ink),
  box(16, 48, 22, 8, 4, ink),
  box(16, 72, 24, 8, 4, ink),
  box(16, 96, 34, 8, 4, ink),
  stroke(94, 90, 110, 106, 11, rim),
  disc(72, 62, 36, rim),
  disc(72, 62, 30, glass),
  box(50, 43, 44, 9, 4, work),
  box(46, 58, 22, 9, 4, work),
  box(70, 58, 26, 9, 4, talk),
  box(50, 73, 28, 9, 4, work),
  box(80, 73, 12, 9, 4, talk),
];

function pixel(x, y) {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < samples * samples; i++) {
    const px = x + ((i % samples) + 0.5) / samples;
    const py = y + (Math.floor(i / samples) + 0.5) / samples;
    const top = shapes.findLast((shape) => shape.has(px, py));
    if (top) [...top.colour, 1].forEach((value, k) => (sum[k] += value));
  }
  const covered = sum[3];
  return covered ? [sum[0] / covered, sum[1] / covered, sum[2] / covered, (255 * covered) / samples ** 2] : [0, 0, 0, 0];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}

function png() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits, red green blue alpha
  const rows = Array.from({ length: size }, (_, y) => [0, ...Array.from({ length: size }, (_, x) => pixel(x, y)).flat()]);
  const pixels = Buffer.from(rows.flat().map(Math.round));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

writeFileSync(process.argv[2] ?? 'icon.png', png());
