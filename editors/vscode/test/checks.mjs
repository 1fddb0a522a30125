// The checks, in the order in which a user would meet the things checked. Each builds on those before it.
//   node checks.mjs VSCODE WORK FILE     started by run.sh
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Editor } from './editor.mjs';
import { dump } from './dump.mjs';
import { until } from './until.mjs';
import { openPage, startServer, writeSettings } from './vscode.mjs';

const [vscode, work, name] = process.argv.slice(2);
const file = path.join(work, 'workspace', name);
const source = readFileSync(file, 'utf8').split('\n');
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
    state.hints = await until('there is a hint', async () => {
      const hints = await editor.hints();
      return hints.size > 0 && hints;
    });
    const lines = source.map((line) => line.trim());
    const strange = [...state.hints.keys()].filter((line) => !lines.includes(line));
    if (strange.length) throw new Error(`hints do not stand at the end of a line of the file: ${strange}`);
    for (const [line, text] of state.hints) console.log(`    ${line}  |  ${text}`);
  },

  async 'the status bar shows the estimate'({ editor }) {
    const status = '.statusbar-item[id*="parlens"]';
    await until('the status item shows a time', async () => /\d\s?(ns|[uµ]s|ms|s)\b/.test(await editor.textOf(status)));
    console.log(`    ${await editor.textOf(status)}`);
  },

  async 'hover shows the table of the costs'({ editor, page, state }) {
    const share = (text) => Number(/([\d.]+)\s?%/.exec(state.hints.get(text.trim()) ?? '')?.[1] ?? -1);
    const line = source.indexOf(source.reduce((most, text) => (share(text) > share(most) ? text : most)));
    const column = source[line].search(/\S/) + 1;
    await until('the hover shows a table', async () => {
      await editor.goTo(line + 1, column);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Control+i');
      return editor.soon(() => page.locator('.monaco-hover table').first().isVisible());
    });
    const table = await editor.textOf('.monaco-hover table');
    for (const word of [/comp/i, /comm/i, /\d/]) {
      if (!word.test(table)) throw new Error(`the hover's table lacks ${word}:\n${table}`);
    }
    console.log(`    ${table.trim().replace(/\s*\n\s*/g, '\n    ').replaceAll('\t', '  ')}`);
    await shoot(page, '');
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
  },

  async 'selecting another machine changes the hints'({ editor, state }) {
    await editor.command('parlens: Select Machine');
    await editor.pick('cluster');
    state.hints = await editor.changedHints(state.hints);
    const settings = path.join(work, 'workspace', '.vscode', 'settings.json');
    await until('it is stored in the workspace', () => existsSync(settings) && /"parlens.machine":\s*"cluster"/.test(readFileSync(settings, 'utf8')));
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

  async 'so has one in a file that another extension owns'({ editor }) {
    await compareColours(editor, 'owned.f95', /^! Steady/, /^!HPF\$/);
  },

  async 'a phase model shows the cost of each phase, and another one as PX is typed'({ editor, page }) {
    const model = readFileSync(path.join(work, 'workspace', 'pstswm.toml'), 'utf8').split('\n');
    const px = model.findIndex((line) => /^PX\s*=/.test(line));
    const value = /\d+/.exec(model[px]);
    const phase = model.findIndex((line) => /^work\s*=/.test(line));
    const costs = () => until('phases have their times', async () => {
      const hints = await editor.hints();
      return hints.size > 1 && [...hints].every(([, text]) => /a step|%/.test(text)) && hints;
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

  async 'a server that is not there is named in a message'({ editor, page }) {
    const absent = path.join(work, 'absent', 'parlens');
    writeSettings(work, { 'parlens.server.path': absent });
    // A reload may still see the settings of before, and a toast does not stay for ever: load again when there is none.
    for (const patience of [15_000, 15_000, 60_000]) {
      await page.reload();
      const named = until('the message names it', async () => (await editor.textOf('.notification-toast')).includes(absent), patience);
      if (await named.catch((e) => (patience === 60_000 ? Promise.reject(e) : false))) return;
    }
  },
};

/** Opens the file of the workspace; a comment and a directive must differ in colour, and there must be hints. */
async function compareColours(editor, name, comment, directive) {
  await editor.open(name);
  const colours = await until('comment and directive differ in colour', async () => {
    const [a, b] = [await editor.colour(comment), await editor.colour(directive)];
    return a && b && a !== b && `comment ${a}, directive ${b}`;
  });
  await until(`there is a hint in ${name}`, async () => (await editor.hints()).size > 0);
  console.log(`    ${colours}`);
}

async function shoot(page, suffix) {
  const shot = process.env.PARLENS_SHOT;
  if (shot) await page.screenshot({ path: shot.replace(/(\.png)?$/, `${suffix}.png`), animations: 'disabled' });
}

/** Runs the checks until one fails; returns how many passed and failed. */
async function run(context) {
  let passed = 0;
  for (const [title, check] of Object.entries(checks)) {
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
} catch (error) {
  console.log(error.stack);
} finally {
  await stopAll();
}
console.log(`vscode: ${result.passed} passed, ${result.failed} failed`);
process.exit(result.failed ? 1 : 0);
