// The checks, in the order in which a user would meet the things checked. Each builds on those before it.
//   node checks.mjs VSCODE WORK FILE     started by run.sh
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { Editor } from './editor.mjs';
import { dump } from './dump.mjs';
import { until } from './until.mjs';
import { openPage, runInHost, startServer, writeSettings } from './vscode.mjs';

const [vscode, work, name] = process.argv.slice(2);
const file = path.join(work, 'workspace', name);
const source = readFileSync(file, 'utf8').split('\n');
const heatColours = JSON.parse(readFileSync('package.json', 'utf8')).contributes.colors.filter((c) => /heat/.test(c.id)).flatMap((c) => Object.values(c.defaults));
const squeeze = (text) => text.replace(/\s/g, '').toUpperCase();

/** The place (from 1) of what the pattern's first group matches on the first line that the pattern matches. */
function place(pattern) {
  const row = source.findIndex((line) => pattern.test(line));
  if (row < 0) throw new Error(`${name} has no line like ${pattern}`);
  const match = pattern.exec(source[row]);
  return { line: row + 1, column: match.index + match[0].lastIndexOf(match[1]) + 1, text: match[1], source: source[row].trim() };
}

const size = place(/^(?![!c*]).*\bn\s*=\s*(\d+)/i);
const distribute = place(/^\s*[!c*]hpf\$\s*distribute[^(]*(\([^)]*\))/i);

const checks = {
  async 'a hint stands at the end of a costly line'({ editor, state }) {
    // Of one look at the screen: the next one may fall between the styles of old hints and those of new ones.
    const drawn = await until('there is a hint', async () => {
      const all = await editor.drawn();
      return all.length > 0 && all;
    }, 300_000); // the workbench, its extension host and the server have yet to start
    state.hints = new Map(drawn.map((h) => [h.source, h.text.trim()]));
    const lines = source.map((line) => line.trim());
    if (new Set(drawn.map((h) => h.left)).size !== 1 || !(drawn[0].left > 0)) throw new Error(`hints are not in one column: ${JSON.stringify(drawn)}`);
    const strange = [...state.hints.keys()].filter((line) => !lines.includes(line));
    if (strange.length) throw new Error(`hints do not stand at the end of a line of the file: ${strange}`);
    for (const [line, text] of state.hints) console.log(`    ${line}  |  ${text}`);
  },

  async 'the status bar shows the estimate'({ editor }) {
    const status = '.statusbar-item[id*="parlens"]';
    await until('the status item shows a time', async () => /\d\s?(ns|[uµ]s|ms|s)\b/.test(await editor.textOf(status)));
    console.log(`    ${await editor.textOf(status)}`);
  },

  async 'hover says what matters in three lines, and the link below them shows the table of the costs'({ editor, page, state }) {
    const seconds = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };
    const share = (text) => {
      const [, number, unit] = /([\d.]+) (\w+)/.exec(state.hints.get(text.trim()) ?? '') ?? [];
      return number ? Number(number) * seconds[unit] : -1;
    };
    const line = source.indexOf(source.reduce((most, text) => (share(text) > share(most) ? text : most)));
    const column = source[line].search(/\S/) + 1;
    const more = page.locator('.monaco-hover a', { hasText: /^more$/ }).first();
    const show = async () => {
      await editor.goTo(line + 1, column);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Control+i');
      return editor.soon(() => more.isVisible());
    };
    await until('the hover shows', show);
    const first = await editor.textOf('.monaco-hover');
    for (const words of [/\d+% of laplace/, /Moves: |Nothing moves/]) {
      if (!words.test(first)) throw new Error(`the first lines of the hover lack ${words}:\n${first}`);
    }
    if (await page.locator('.monaco-hover table').first().isVisible()) throw new Error('the rest of the hover is not folded');
    await until('it is pictured', async () => {
      if (!(await more.isVisible()) && !(await show())) return false; // on a busy machine the editor may have closed it
      await shoot(page, '');
      return more.isVisible();
    });
    await until('the rest unfolds', async () => {
      const unfolded = async () => {
        const [row, all] = await Promise.all(['.monaco-hover table tr', '.monaco-hover:has(table)'].map((part) => page.locator(part).first().boundingBox({ timeout: 1000 }).catch(() => null)));
        return row && all && row.y >= all.y && row.y + row.height <= all.y + all.height; // drawn, and not below the edge
      };
      if (await unfolded()) return true;
      if (!(await more.isVisible()) && !(await show())) return false; // on a busy machine the editor may have closed it
      await more.click({ timeout: 5_000 }).catch(() => {});
      return editor.soon(unfolded);
    });
    const table = await editor.textOf('.monaco-hover table');
    for (const word of [/comp/i, /comm/i, /\d/]) {
      if (!word.test(table)) throw new Error(`the hover's table lacks ${word}:\n${table}`);
    }
    await shoot(page, '-hover');
    console.log(`    ${table.trim().replace(/\s*\n\s*/g, '\n    ').replaceAll('\t', '  ')}`);
    await page.keyboard.press('Escape');
  },

  async 'the SPMD reading opens beside the program'({ editor }) {
    await editor.command('parlens: Show SPMD Reading');
    await until('it has what the compiler inserts', async () => (await editor.lines()).some((line) => /^!spmd .*->/.test(line)));
    await editor.command('View: Close Editor');
    await editor.open(name);
    await until('it is closed again', async () => !(await editor.lines()).some((line) => line.startsWith('!spmd')));
  },

  async 'the profile of a line opens beside the program'({ editor }) {
    await editor.goTo(place(/^(?![!c*])\s*forall/i).line, 1);
    await editor.command('parlens: Show Profile of Selected Lines');
    await until('it has own and cumulative times', async () => (await editor.lines()).some((line) => /^\s*cumulative\s/.test(line)));
    await editor.command('View: Close Editor');
    await editor.open(name);
    await until('it is closed again', async () => !(await editor.lines()).some((line) => /^\s*cumulative\s/.test(line)));
  },

  async 'going to the definition of the problem size'({ editor, page }) {
    const use = place(/^(?![!c*])\s*forall.*:(n)\b/i);
    await until('the cursor is in its declaration', async () => {
      await editor.goTo(use.line, use.column);
      await page.keyboard.press('F12');
      return editor.soon(async () => (await editor.statusBar()).includes(`Ln ${size.line},`));
    });
  },

  async 'typing another problem size changes the hints'({ editor, page, state }) {
    await editor.goTo(size.line, size.column + size.text.length);
    for (const _ of size.text) await page.keyboard.press('Backspace');
    await page.keyboard.type(String(2 * Number(size.text)));
    const start = Date.now();
    state.hints = await editor.changedHints(state.hints);
    console.log(`    n = ${size.text} -> ${2 * Number(size.text)}, on screen ${Date.now() - start} ms after the last key`);
    state.hints = await agreed(editor);
    await shoot(page, '-typing');
  },

  async 'choosing another machine changes the hints, and no settings unless asked'({ editor, state }) {
    for (const machine of ['ipsc860', 'cluster']) {
      const before = await editor.settledHints();
      await editor.command('parlens: Choose Machine');
      await editor.pick(machine);
      state.hints = await editor.changedHints(before);
      await until(`the status bar names ${machine}`, async () => (await editor.statusBar()).includes(machine));
    }
    const settings = path.join(work, 'workspace', '.vscode', 'settings.json');
    if (existsSync(settings)) throw new Error('settings are written without a question');
    await editor.command('parlens: Save What Is Chosen');
    await editor.pick('Workspace');
    await until('it is stored in the workspace', () => existsSync(settings) && /"parlens.machine":\s*"cluster"/.test(readFileSync(settings, 'utf8')));
  },

  async 'heat: the costliest line has the longest bar, and bars go and come with the command'({ editor, page }) {
    const bars = () => page.$$eval('.part.editor .editor-instance .cgmr', (all) => all.flatMap((bar) => {
      const svg = /svg\+xml;base64,([A-Za-z0-9+/=]+)/.exec(getComputedStyle(bar).backgroundImage);
      return svg ? [{ top: Math.round(bar.getBoundingClientRect().top), width: Number(/<rect[^>]* width="([\d.]+)"/.exec(atob(svg[1]))[1]) }] : [];
    }));
    const time = (text) => {
      const [, number, unit] = /([\d.]+) (\w+)/.exec(text);
      return number * { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 }[unit];
    };
    const seen = await until('the costliest line has the longest bar', async () => {
      const all = await bars();
      const [most] = (await editor.drawn()).sort((a, b) => time(b.text) - time(a.text));
      const own = most && all.find((bar) => Math.abs(bar.top - most.top) < 3);
      return own && own.width === Math.max(...all.map((bar) => bar.width)) && all.map((bar) => bar.width);
    });
    const marks = () => page.$$eval('.part.editor .editor-instance canvas.decorationsOverviewRuler', (all, scale) => all.reduce((sum, canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, Math.max(1, canvas.width), Math.max(1, canvas.height));
      const hex = (i) => `#${[0, 1, 2].map((c) => data[i + c].toString(16).padStart(2, '0')).join('')}`;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255 && scale.includes(hex(i))) sum++;
      return sum;
    }, 0), heatColours);
    const drawn = await until('the overview ruler has marks too', marks);
    await editor.command('parlens: Toggle Heat');
    await until('there are none', async () => (await bars()).length === 0 && (await marks()) === 0);
    await editor.command('parlens: Toggle Heat');
    await until('the same are back', async () => String((await bars()).map((bar) => bar.width)) === String(seen) && (await marks()) > 0);
    console.log(`    ${seen.join(', ')} pixels; ${drawn} in the ruler`);
  },

  async 'mappings are compared, and one of them is written into the program and takes what was promised'({ editor, page }) {
    await editor.open(name);
    const hints = await editor.settledHints();
    await editor.command('parlens: Compare Mappings');
    const panel = panelOf(page);
    const rows = panel.locator('#mappings tbody tr');
    const texts = await until('the mapping of the text and others are listed', async () => {
      const all = await Promise.all((await rows.all()).map((row) => row.locator('td').allTextContents()));
      return all.length > 1 && all;
    });
    for (const row of texts) console.log(`    ${row.join('  ')}`);
    const [[now], [mapping, promised, change]] = texts;
    if (now !== 'as it is' || !/^DISTRIBUTE .*\(/.test(mapping) || !/^-[1-9]\d*%/.test(change)) throw new Error('the first is not the text, or the second is not faster');
    await pictured(page, panel, 1400, '-mappings'); // wide enough for the lens
    const format = squeeze(/\([^)]*\)/.exec(mapping)[0]);
    const written = async () => (await editor.lines()).some((line) => /hpf\$\s*distribute/i.test(line) && squeeze(line).includes(format));
    if (await written()) throw new Error(`${format} is in the text before it is written`);
    await rows.nth(1).locator('button').focus();
    await page.keyboard.press('Enter');
    await until(`the buffer has ${format}`, written);
    await until('it takes what was promised', async () => (await panel.locator('#summary').textContent())?.startsWith(promised));
    await until('the comparison with the text of before is gone', async () => (await rows.count()) === 0);
    await closePanel(editor);
    await until('it is undone', async () => {
      await page.keyboard.press('Control+z');
      return editor.soon(async () => !(await written()));
    });
    await until('the numbers are those of before', async () => JSON.stringify([...(await editor.hints())]) === JSON.stringify([...hints]));
    await agreed(editor);
  },

  async 'the code action changes the distribution and the hints'({ editor, page, state }) {
    const menu = '.action-widget';
    const offered = await until('the menu offers another distribution', async () => {
      await editor.goTo(distribute.line, distribute.column + 1);
      await page.keyboard.press('Control+.');
      const find = async () => (await editor.rows(menu)).filter((row) => row.startsWith('DISTRIBUTE'));
      return editor.soon(async () => ((await find()).length ? find() : false));
    });
    console.log(`    ${offered.join('\n    ')}`);
    await shoot(page, '-action');
    const wanted = squeeze(/\([^)]*\)/.exec(offered[0])[0]);
    if (wanted === squeeze(distribute.text)) throw new Error(`offers the distribution that is there: ${offered[0]}`);
    state.hints = await editor.settledHints();
    await editor.choose(menu, offered[0]);
    const start = Date.now();
    const applied = (lines) => lines.some((line) => /hpf\$\s*distribute/i.test(line) && squeeze(line).includes(wanted));
    await until(`the buffer has ${wanted}`, async () => applied(await editor.lines()));
    state.hints = await editor.changedHints(state.hints);
    console.log(`    ${squeeze(distribute.text)} -> ${wanted}, new hints ${Date.now() - start} ms after the choice`);
    await page.keyboard.press('Control+s');
    await until(`the saved file has ${wanted}`, () => applied(readFileSync(file, 'utf8').split('\n')));
  },

  async 'a directive in an .hpf file has its own colours'({ editor }) {
    await compareColours(editor, 'fixed.hpf', /^C\s+Jacobi/, /^CHPF\$/);
  },

  async 'Fortran is coloured where no other extension knows it'({ editor }) {
    await editor.open(name);
    await until('its language is ours', async () => (await editor.statusBar()).includes('Fortran (parlens)'));
    await compareColours(editor, name, /^! /, /^!HPF\$/);
    const found = await until('words of three kinds differ', async () => {
      const colours = [await editor.colour(/^end program/), await editor.colour(/^! /), await editor.colour(/integer, parameter/), await editor.colour(/^!HPF\$/)];
      return new Set(colours.filter(Boolean)).size >= 3 && colours;
    });
    console.log(`    ${found.join(', ')}`);
  },

  async 'the tree of costs has units, loops and lines, the costliest first'({ editor, page }) {
    await editor.command('parlens: Show Cost Tree');
    const rows = () => editor.rows('.pane-body');
    const seen = await until('the unit and its parts are listed', async () => {
      const all = await rows();
      return all.some((row) => /^[\d.]+ ms\s*program laplace/.test(row)) && all.some((row) => /(9\d|100)%.*do sweep/.test(row)) && all.some((row) => /residual =/.test(row)) && all;
    });
    for (const row of seen) console.log(`    ${row}`);
    await page.setViewportSize({ width: 1300, height: 860 }); // room for tree and program side by side
    await page.mouse.move(300, 400); // the border of the side bar
    await page.mouse.down();
    await page.mouse.move(500, 400, { steps: 5 });
    await page.mouse.up();
    await until('the tree has the room', async () => (await page.locator('.part.sidebar').boundingBox())?.width > 450);
    await page.mouse.move(900, 750); // away from the border, which lights up
    await page.waitForTimeout(500);
    await shoot(page, '-tree');
    await page.setViewportSize({ width: 1200, height: 860 });
    await editor.command('View: Close Primary Side Bar');
  },

  async 'the tree is used by keys: its rows are read out, and Enter leads to the line'({ editor, page }) {
    const row = place(/^\s*(residual) =/);
    await editor.goTo(1, 1);
    await editor.command('parlens: Show Cost Tree');
    const focused = page.locator('.pane-body .monaco-list-row.focused');
    await until('the line has the focus', async () => {
      if (((await focused.getAttribute('aria-label', { timeout: 5_000 }).catch(() => '')) ?? '').includes('residual =')) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    const label = await focused.getAttribute('aria-label');
    if (!new RegExp(`line ${row.line} .*[\\d.]+ [mun]?s  \\d+%, most of it (computation|communication|overhead|wait)`).test(label)) throw new Error(`the row is read out as ${label}`);
    await page.keyboard.press('Enter');
    await until('the cursor is there', async () => (await editor.statusBar()).includes(`Ln ${row.line},`));
    console.log(`    ${label}`);
    await editor.command('View: Close Primary Side Bar');
    await editor.open(name);
  },

  async 'so has one in a file that another extension owns'({ editor }) {
    await compareColours(editor, 'owned.f95', /^! Steady/, /^!HPF\$/);
  },

  async 'the cost explorer has curves, and a slider moves them'({ editor, page }) {
    await editor.open(name);
    await editor.command('parlens: Show Cost Explorer');
    const panel = panelOf(page);
    const figures = panel.locator('#curves figure');
    const curves = () => figures.locator('details tbody').allTextContents();
    const before = await until('there are curves over processors and a size', async () => (await figures.count()) >= 2 && curves());
    const titles = await figures.locator('figcaption').allTextContents();
    if (!titles.includes('Time over P') || !titles.includes('Time over n')) throw new Error(`the figures are ${titles}`);
    await until('they are drawn', () => panel.locator('#curves canvas').first().isVisible());
    await until('the timeline is drawn', async () => (await panel.locator('#timeline rect').count()) > 4);
    await until('the machine in force is chosen', async () => /^(cluster|ipsc860)$/.test(await panel.locator('select').inputValue()));
    const hints = await until('the hints beside it are on the screen', async () => {
      const all = await editor.drawn();
      return all.length > 1 && all.every((h) => h.right <= h.end) && all;
    });
    console.log(`    hints end at ${Math.max(...hints.map((h) => Math.round(h.right)))} of ${Math.round(hints[0].end)} pixels`);
    await until('the status bar has the estimate while the panel is in front', async () => /\d [mun]?s\b/.test(await editor.textOf('.statusbar-item[id*="parlens"]')));
    const plot = panel.locator('#curves .plot').first();
    const widths = () => plot.evaluate((place) => [place.clientWidth, place.querySelector('.u-wrap').clientWidth]);
    const [wide] = await widths();
    const size = page.viewportSize();
    await page.setViewportSize({ width: size.width - 250, height: size.height });
    await until('the curves are as wide as there is room', async () => {
      const [room, drawn] = await widths();
      return room !== wide && Math.abs(drawn - room) <= 1;
    });
    await page.setViewportSize(size);
    await pictured(page, panel, 1200, '-panel');
    await panel.locator('select').focus();
    const slider = panel.locator('#slider-latency');
    await until('the tabulator leads to the slider', async () => {
      if (await slider.evaluate((e) => e === document.activeElement)) return true;
      await page.keyboard.press('Tab');
      return false;
    });
    await page.keyboard.press('End');
    const after = await until('the curves have moved', async () => {
      const now = await curves();
      return now.length > 0 && now[0] !== before[0] && now;
    });
    console.log(`    ${titles.join(', ')}; latency ${await panel.locator('output[for="slider-latency"]').textContent()}`);
    console.log(`    ${before[0].slice(0, 120)}\n    ${after[0].slice(0, 120)}`);
    const larger = await until('ten times the latency takes longer', async () => {
      const row = (await panel.locator('#compared tbody tr').first().textContent()) ?? '';
      return /\+[1-9]\d*%/.test(row) && row;
    });
    console.log(`    ${larger}`);
    await panel.locator('#timeline summary').focus();
    await page.keyboard.press('Enter');
    const button = panel.locator('#timeline button').first();
    const told = await button.getAttribute('aria-label');
    await button.focus();
    await page.keyboard.press('Enter');
    await until('the cursor is in the line of the exchange', async () => (await editor.statusBar()).includes(`Ln ${/line (\d+)/.exec(told)[1]},`));
    console.log(`    ${told}`);
    await closePanel(editor);
  },

  async 'the walkthrough begins with what the hints mean'({ editor, page }) {
    // The workbench registers walkthroughs some seconds after its start, and shows its own until then.
    const shown = await until('its first step is open', async () => {
      await editor.command('parlens: Get Started');
      return editor.soon(async () => {
        const text = await editor.textOf('.gettingStartedContainer');
        return text.includes('What the hints mean') && text;
      });
    });
    for (const step of ['Get started with parlens', 'Choose or measure your machine', 'Explore', 'Switch off what you do not want']) {
      if (!shown.includes(step)) throw new Error(`"${step}" is not in it: ${shown}`);
    }
    await until('the page beside it says what the words mean', async () => {
      // The cost explorer may have a page of its own.
      const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText({ timeout: 2_000 }).catch(() => '')));
      return texts.some((text) => ['comp', 'comm', 'over', 'wait'].every((kind) => new RegExp(`^${kind}\\s+[a-z]`, 'm').test(text)) && /older than the text/.test(text));
    });
    await shoot(page, '-walkthrough');
    await editor.command('View: Close Editor');
    await editor.open(name);
  },

  async 'numbers that are older than the text are dimmed, and none of them goes, while the server does not answer'({ editor, page }) {
    const before = await editor.settledHints();
    const [pid] = await until('the server runs', () => serversOf(work).length > 0 && serversOf(work));
    process.kill(pid, 'SIGSTOP');
    try {
      await editor.goTo(size.line, size.column);
      await page.keyboard.press('End');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('0');
      await until('all are dimmed', async () => {
        const all = await editor.drawn();
        return all.length > 1 && all.every((h) => h.slant === 'italic');
      });
      const shown = await editor.hints();
      if (JSON.stringify([...shown]) !== JSON.stringify([...before])) throw new Error(`other numbers are shown: ${JSON.stringify([...shown])}`);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await until('they are those of the text, and none is dimmed', async () => {
      const all = await editor.drawn();
      return all.length > 1 && all.every((h) => h.slant === 'normal') && all.some((h) => before.get(h.source) !== h.text.trim());
    });
    await page.keyboard.press('Control+s');
  },

  async 'a line without an estimate says so, and why'({ editor, page }) {
    await editor.goTo(place(/^\s*(print)\b/).line, 1);
    const before = String(await editor.lines());
    await page.keyboard.press('Home');
    await page.keyboard.type('call elsewhere(a)\n');
    const [said] = await until('the call has a mark of its own', async () => {
      const all = (await editor.drawn()).filter((h) => /^call elsewhere/.test(h.source));
      return all.length > 0 && /^ *[?\u2265]/.test(all[0].text) && all;
    });
    await until('the status bar says that the sum lacks something', async () => /at least [\d.]+ [mun]?s/.test(await editor.textOf('.statusbar-item[id*="parlens"]')));
    await until('the hover says why', async () => {
      await editor.goTo(place(/^\s*(print)\b/).line, 4);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Control+i');
      return editor.soon(async () => /elsewhere is not included: its source is not known/.test((await editor.textOf('.monaco-hover')).replace(/\s+/g, ' ')));
    });
    await page.keyboard.press('Escape');
    console.log(`    ${said.text.trim()}`);
    await until('it is undone', async () => {
      await page.keyboard.press('Control+z');
      return editor.soon(async () => String(await editor.lines()) === before);
    });
  },

  async 'a server that is killed is started again, and the hints are fresh'({ editor, page, state }) {
    const pids = () => serversOf(work);
    const [before] = await until('the server runs', () => pids().length > 0 && pids());
    process.kill(before, 'SIGKILL');
    const after = await until('another one runs', () => pids().find((pid) => pid !== before));
    const old = await until('there are hints', async () => {
      const all = await editor.hints();
      return all.size > 1 && all;
    });
    await editor.goTo(size.line, size.column);
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('4');
    state.hints = await editor.changedHints(old);
    await until('none of them is dimmed', async () => {
      const all = await editor.drawn();
      return all.length > 1 && all.every((h) => h.slant === 'normal');
    });
    console.log(`    process ${before}, then ${after}`);
    await page.keyboard.press('Control+s');
  },

  async 'hints can be read on dark, on light and on ground of high contrast'({ editor, page }) {
    const before = 'Light Modern';
    for (const [theme, kind, least] of [['Dark Modern', 'vs-dark', 4.5], ['Dark High Contrast', 'hc-black', 7], ['Light High Contrast', 'hc-light', 7], [before, 'vs', 4.5]]) {
      await editor.theme(theme, kind);
      const ratios = await until('hints stand on such ground', async () => {
        const all = await editor.drawn();
        const ground = await page.$eval('.monaco-editor-background', (e) => getComputedStyle(e).backgroundColor);
        const isDark = contrast(ground, 'rgb(0, 0, 0)') < contrast(ground, 'rgb(255, 255, 255)');
        return all.length > 0 && isDark === /dark|black/.test(kind) && all.map((h) => contrast(h.colour, ground));
      });
      console.log(`    ${theme}: contrast ${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)}`);
      if (Math.min(...ratios) < least) throw new Error(`hints are hard to read in ${theme}: contrast ${ratios}`);
    }
  },

  async 'a phase model shows the cost of each phase, and another one as PX is typed'({ editor, page }) {
    const model = readFileSync(path.join(work, 'workspace', 'pstswm.toml'), 'utf8').split('\n');
    const px = model.findIndex((line) => /^PX\s*=/.test(line));
    const value = /\d+/.exec(model[px]);
    const phase = model.findIndex((line) => /^work\s*=/.test(line));
    const costs = () => until('phases have their times', async () => {
      const hints = new Map([...(await editor.hints())].filter(([, text]) => /a step, [\d.]+%/.test(text)));
      return hints.size > 1 && hints;
    });
    await editor.open('pstswm.toml');
    await editor.goTo(phase + 1, 1);
    const before = await costs();
    await editor.goTo(px + 1, value.index + value[0].length + 1);
    for (const _ of value[0]) await page.keyboard.press('Backspace');
    await page.keyboard.type('16');
    await editor.goTo(phase + 1, 1);
    const after = await editor.changedHints(before);
    for (const [line, text] of before) console.log(`    ${line}  |  PX = ${value[0]}: ${text}, 16: ${after.get(line)}`);
    await shoot(page, '-phases');
    await page.keyboard.press('Control+s');
  },

  async 'in a workspace that is not trusted nothing is started, and all is there once it is'({ editor, page }) {
    writeSettings(work, { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' });
    await until('the mode is restricted', async () => {
      await page.reload({ timeout: 240_000, waitUntil: 'domcontentloaded' }); // which may still see the settings of before
      return until('', async () => (await editor.statusBar()).includes('Restricted Mode'), 40_000).catch(() => false);
    });
    await until('the program is on the screen', async () => (await editor.lines()).some((line) => /^program/.test(line)));
    await until('no server runs', () => serversOf(work).length === 0);
    await until('it has no commands', async () => {
      await page.keyboard.press('F1');
      if (!(await editor.quickInput('>parlens: '))) return editor.focus();
      const rows = await until('the palette answers', async () => (await editor.rows('.quick-input-list')).join('\n'));
      await page.keyboard.press('Escape');
      return !/parlens: /.test(rows);
    });
    if ((await editor.hints()).size > 0 || serversOf(work).length > 0) throw new Error('there are hints all the same');
    await editor.command('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).first().click();
    await editor.open(name);
    await until('there are hints', async () => (await editor.hints()).size > 1);
  },

  async 'a server that is not there is named in a message'({ editor, page }) {
    const absent = path.join(work, 'absent', 'parlens');
    writeSettings(work, { 'parlens.server.path': absent });
    // A reload may still see the settings of before, and a toast does not stay for ever: load again when there is none.
    for (let left = 3; ; left--) {
      await page.reload({ timeout: 240_000, waitUntil: 'domcontentloaded' });
      const named = until('the message names it', async () => (await editor.textOf('.notification-toast')).includes(absent), 40_000);
      if (await named.catch((e) => (left === 1 ? Promise.reject(e) : false))) return;
    }
  },
};

/** The hints, once they stand still and the lens of the program and the status bar show one time. */
async function agreed(editor) {
  const time = (text) => /[\d.]+ [mun]?s/.exec(text)?.[0];
  await until('lens and status bar agree', async () => {
    const lens = time(await editor.textOf('.codelens-decoration'));
    return lens && lens === time(await editor.textOf('.statusbar-item[id*="parlens"]'));
  });
  return editor.settledHints();
}

/** Closes the panel, which has the keyboard, and gives it to the program. */
async function closePanel(editor) {
  await editor.command('View: Close All Editors in Group');
  await editor.open(name);
}

/** The page inside the panel of the extension. */
function panelOf(page) {
  return page.frameLocator('iframe.webview').frameLocator('#active-frame');
}

/** Takes the picture of the panel in a window in which all of its page is seen. */
async function pictured(page, panel, width, suffix) {
  let height = 860;
  await page.setViewportSize({ width, height });
  await until('all of the panel is seen', async () => {
    const hidden = await panel.locator('html').evaluate((e) => e.scrollHeight - e.clientHeight);
    if (hidden <= 0) return true;
    await page.setViewportSize({ width, height: (height += hidden) });
    return false;
  });
  await shoot(page, suffix);
  await page.setViewportSize({ width: 1200, height: 860 });
}

/** Opens the file of the workspace; a comment and a directive must differ in colour, and there must be hints. */
async function compareColours(editor, name, comment, directive) {
  await editor.open(name);
  const colours = await until('comment and directive differ in colour', async () => {
    const [a, b] = [await editor.colour(comment), await editor.colour(directive)];
    return a === 'rgb(0, 128, 0)' && b && a !== b && `comment ${a}, directive ${b}`;
  });
  await until(`there is a hint in ${name}`, async () => (await editor.hints()).size > 0);
  console.log(`    ${colours}`);
}

/** The contrast of two colours, 1 to 21 (WCAG 2, success criterion 1.4.3: 4.5 or more for text). */
function contrast(a, b) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** The processes that run the server of this test, by their number. */
function serversOf(work) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/exe`).startsWith(path.join(work, 'extensions'));
    } catch {
      return false;
    }
  }).map(Number);
}

async function shoot(page, suffix) {
  const shot = process.env.PARLENS_SHOT;
  if (shot) await page.screenshot({ path: shot.replace(/(\.png)?$/, `${suffix}.png`), animations: 'disabled' });
}

/** Runs the checks until one fails; returns how many passed and failed. */
async function run(context) {
  let passed = 0;
  const wanted = new RegExp(process.env.PARLENS_CHECKS ?? '');
  for (const [title, check] of Object.entries(checks)) {
    if (!wanted.test(title)) continue;
    try {
      await check(context);
      console.log(`  ok    ${title}`);
      passed++;
    } catch (error) {
      console.log(`  FAIL  ${title}\n${error.stack}`);
      await dump(context.editor, work);
      return { passed, failed: 1 };
    }
  }
  return { passed, failed: 0 };
}

const stops = [];
const stopAll = async () => {
  for (const stop of stops.reverse().splice(0)) await stop();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll().finally(() => process.exit(1)));

let result = { passed: 0, failed: 1 };
try {
  const server = await startServer(vscode, work);
  stops.push(server.stop);
  const { page, stop } = await openPage(server.address, file);
  stops.push(stop);
  const editor = new Editor(page);
  await editor.command('View: Close Primary Side Bar');
  result = await run({ editor, page, state: {} });
  if (result.failed === 0 && /commands/.test(process.env.PARLENS_CHECKS ?? 'commands')) {
    writeSettings(work, {});
    const code = await runInHost(server.address, path.join(work, 'host'), path.join(work, 'extension'), path.join(work, 'extension', 'test', 'host', 'index.cjs'));
    if (code !== 0) console.log(`  FAIL  commands: ${code}`);
    result = code === 0 ? { ...result, passed: result.passed + 1 } : { ...result, failed: 1 };
  }
} catch (error) {
  console.log(error.stack);
} finally {
  await stopAll();
}
console.log(`vscode: ${result.passed} passed, ${result.failed} failed`);
process.exit(result.failed ? 1 : 0);
