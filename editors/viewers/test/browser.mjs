// A browser, and a server of what it opens.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const { chromium } = await import(path.join(process.env.MODULES, 'playwright-core/index.mjs'));

const kinds = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css', '.json': 'application/json' };

/** Milliseconds that a step may take on a busy machine. */
const patience = 240_000;

/** Serves pages (texts by address) and the files of folders (by prefix), and calls `look` with what opens a page in a browser of its own, and the address. */
export async function browse(pages, folders, look) {
  const server = http.createServer((request, response) => {
    const address = decodeURIComponent(request.url.split(/[?#]/)[0]);
    response.setHeader('content-type', kinds[path.extname(address)] ?? 'text/html');
    if (pages[address]) return response.end(pages[address]);
    for (const [prefix, folder] of Object.entries(folders)) {
      const file = path.join(folder, address.slice(prefix.length));
      if (address.startsWith(prefix) && fs.existsSync(file)) return response.end(fs.readFileSync(file));
    }
    response.statusCode = 404;
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  try {
    const newPage = async (options) => {
      const page = await browser.newPage({ viewport: { width: 1400, height: 800 }, ...options });
      page.setDefaultTimeout(patience);
      return page;
    };
    await look(newPage, `http://127.0.0.1:${server.address().port}`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Writes a picture where PARLENS_SHOT asks for it. */
export async function shot(page, name, options) {
  if (process.env.PARLENS_SHOT) await page.screenshot({ path: path.join(process.env.PARLENS_SHOT, `${name}.png`), ...options });
}
