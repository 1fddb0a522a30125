// Opens traces in Chrome's trace viewer and in speedscope: `node traces.mjs FOLDER`, the folder with the traces.
import assert from 'node:assert/strict';
import path from 'node:path';

import { browse, shot } from './browser.mjs';

const folder = process.argv[2];
const viewer = `<!DOCTYPE html><meta charset="utf-8"><script src="/viewer/webcomponents.min.js"></script>
<link rel="import" href="/viewer/trace_viewer_full.html">
<style>html, body { margin: 0; height: 100%; overflow: hidden } #trace-viewer { width: 100%; height: 100% }</style>`;

/** Shows a trace as `go tool trace` does, and returns what the viewer has made of it. Times are in microseconds. */
async function open(trace) {
  const container = document.createElement('track-view-container');
  container.id = 'track_view_container';
  const view = document.createElement('tr-ui-timeline-view');
  view.track_view_container = container;
  Polymer.dom(view).appendChild(container);
  view.id = 'trace-viewer';
  view.globalMode = true;
  Polymer.dom(document.body).appendChild(view);
  const options = new tr.importer.ImportOptions();
  options.shiftWorldToZero = false;
  const model = new tr.Model();
  await new tr.importer.Import(model, options).importTracesWithProgressDialog([await (await fetch(trace)).text()]);
  view.model = model;
  const micros = (x) => Math.round(x * 1e6) / 1e3;
  const end = (s) => [s.parentContainer.name ?? s.parentContainer.parent?.name, s.title.split(':')[0]];
  return {
    warnings: model.importWarnings.map((w) => w.message),
    lanes: model.getAllThreads().map((t) => ({ name: t.name, slices: t.sliceGroup.slices.map((s) => [s.title, micros(s.start), micros(s.duration)]) })),
    arrows: model.flowEvents.map((f) => [...end(f.startSlice), ...end(f.endSlice), micros(f.start), micros(f.start + f.duration)]),
  };
}

/** How many pixels of two pictures differ; of one, how many differ from the one at its corner. */
async function differing([a, b]) {
  const pixels = async (picture) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  };
  const one = await pixels(a);
  const other = b ? await pixels(b) : one.map(() => one[0]);
  return one.filter((x, i) => x !== other[i]).length;
}

/** Takes pictures until more than so many pixels differ from the one given (without one, from the ground), and returns the last. */
async function drawn(page, least, what, before) {
  for (let waited = 0; ; waited += 200) {
    const now = await picture(page);
    if ((await page.evaluate(differing, before ? [before, now] : [now])) > least) return now;
    assert.ok(waited < 30_000, what);
    await page.waitForTimeout(200);
  }
}

/** The part of the viewer where the lanes are, once it stands still. */
async function still(page) {
  for (let before = ''; ; ) {
    const now = await picture(page);
    if (now === before) return now;
    before = now;
    await page.waitForTimeout(200);
  }
}

/** The part of the viewer where the lanes are. */
const picture = async (page) => (await page.screenshot({ clip: { x: 260, y: 90, width: 980, height: 380 } })).toString('base64');

const expected = {
  unequal: { lanes: 4, T: 30, arrows: ['2>1', '3>2', '4>3', '1>4'] },
  pipeline: { lanes: 3, T: 51, arrows: ['1>2', '2>3', '1>2', '2>3', '1>2', '2>3', '1>2', '2>3'] },
  nbody: { lanes: 64 },
};

const faults = [];
await browse({ '/': viewer }, { '/viewer/': process.env.VIEWER, '/traces/': folder, '/speedscope/': path.join(process.env.MODULES, 'speedscope/dist/release') }, async (newPage, at) => {
  for (const [name, want] of Object.entries(expected)) {
    const page = await newPage();
    page.on('pageerror', (e) => faults.push(String(e)));
    await page.goto(`${at}/`);
    await page.waitForFunction(() => window.tr?.Model && window.Polymer);
    const seen = await page.evaluate(open, `/traces/${name}.json`);
    await page.getByText('Hide', { exact: true }).click();
    await drawn(page, 20_000, `${name}: no lanes are drawn`);
    await page.mouse.click(60, 700);
    const lanes = await still(page); // so that what differs then is arrows
    await page.getByText('Flow events', { exact: true }).click();
    await page.getByText('message', { exact: true }).click();
    await page.mouse.click(60, 700);
    await still(page); // the menu is closed
    await drawn(page, 100, `${name}: no arrows are drawn`, lanes);
    await shot(page, `trace-${name}`);
    assert.deepEqual(seen.warnings, [], `${name}: the viewer warns`);
    // processors that do the same have one lane: "processor (16) and 47 like it"
    const processors = seen.lanes.reduce((sum, lane) => sum + 1 + Number(/ and (\d+) like it$/.exec(lane.name)?.[1] ?? 0), 0);
    assert.equal(processors, want.lanes, `${name}: processors`);
    if (!want.arrows) continue;
    for (const lane of seen.lanes) {
      const ends = lane.slices.map(([, start, duration]) => start + duration);
      assert.equal(Math.max(...ends), want.T, `${name}: ${lane.name} ends`);
    }
    const number = (lane) => seen.lanes.findIndex((l) => l.name === lane) + 1;
    assert.deepEqual(seen.arrows.map(([from, , to]) => `${number(from)}>${number(to)}`).sort(), [...want.arrows].sort(), `${name}: messages`);
    for (const [, , , last] of seen.arrows) assert.equal(last, 'receives', `${name}: where a message comes`);
  }
  for (const name of ['unequal', 'pipeline']) {
    const page = await newPage();
    await page.goto(`${at}/speedscope/index.html#profileURL=${encodeURIComponent(`${at}/traces/${name}.json`)}`);
    const lanes = `program ${name}.*processor \\(0\\).*\\(1/${expected[name].lanes}\\)`;
    await page.waitForFunction((text) => document.querySelector('canvas') && new RegExp(text, 's').test(document.body.innerText), lanes);
    await shot(page, `speedscope-${name}`);
  }
  assert.deepEqual(faults, []);
});
