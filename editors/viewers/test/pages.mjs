// Opens reports in a browser: `node pages.mjs FOLDER`, the folder with the pages (FILE.html).
import assert from 'node:assert/strict';
import fs from 'node:fs';

import { browse, shot } from './browser.mjs';

const folder = process.argv[2];
const names = fs.readdirSync(folder).filter((f) => f.endsWith('.html'));
assert.ok(names.length >= 2, 'there are no pages');

/** What of the page is wider than its place, by what it says. */
function clipped() {
  const out = [];
  for (const e of document.querySelectorAll('main *, header *')) {
    const box = e.getBoundingClientRect();
    if (e.closest('svg') && e.tagName !== 'svg') {
      const picture = e.closest('svg').getBoundingClientRect();
      if (e.tagName === 'text' && (box.left < picture.left - 1 || box.right > picture.right + 1 || box.bottom > picture.bottom + 1)) out.push(e.textContent);
    } else if (!e.closest('.scroll') && (box.right > innerWidth + 1 || box.left < -1)) out.push(e.tagName + ' ' + e.textContent.slice(0, 60));
  }
  return out;
}

/** The least contrast of text with what is behind it (WCAG 2), and where. */
function contrast() {
  const channel = (x) => ((x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const rgb = (text) => text.match(/[\d.]+/g).map(Number);
  let least = [99, ''];
  for (const e of document.querySelectorAll('td, th, p, h1, h2, h3, a, summary, li, figcaption, caption, pre')) {
    if (!e.textContent.trim() || !e.checkVisibility()) continue;
    let at = e;
    let back = [0, 0, 0, 0];
    while (at && (back = rgb(getComputedStyle(at).backgroundColor)).length === 4 && back[3] === 0) at = at.parentElement;
    if (!at) back = rgb(getComputedStyle(document.body).backgroundColor);
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < least[0]) least = [ratio, e.outerHTML.slice(0, 120)];
  }
  return least;
}

await browse({}, { '/pages/': folder }, async (newPage, at) => {
  for (const name of names) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await newPage({ colorScheme });
      const asked = [];
      page.on('request', (r) => asked.push(r.url()));
      await page.goto(`${at}/pages/${name}`);
      const title = name.replace('.html', `-${colorScheme}`);
      await shot(page, `report-${title}`, { fullPage: name.length < 20 });
      assert.deepEqual(asked.filter((u) => !u.endsWith(name) && !u.endsWith('favicon.ico')), [], `${name} asks for more than itself`);
      assert.deepEqual(await page.evaluate(clipped), [], `${title}: clipped`);
      const [least, where] = await page.evaluate(contrast);
      assert.ok(least >= 4.5, `${title}: contrast ${least} of ${where}`);
      const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
      console.log(`${title}: opened in ${Math.round(loaded)} ms`);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the programs');
      await page.evaluate(() => document.querySelectorAll('details').forEach((e) => (e.open = true)));
      assert.deepEqual(await page.evaluate(clipped), [], `${title}: clipped when all is open`);
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await page.evaluate(clipped), [], `${title}: clipped in print`);
      await page.close();
    }
  }
});
