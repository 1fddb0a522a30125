// How typing feels: a recorded way of editing, at a human's pace, in a file of 10,000 lines with calls. Prints a table for docs/performance.md,
// and fails where a complaint that users have of such hints would be justified.
//   node typing.mjs VSCODE WORK      started by run.sh
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dump } from './dump.mjs';
import { Editor } from './editor.mjs';
import { until } from './until.mjs';
import { openPage, startServer } from './vscode.mjs';

const [vscode, work] = process.argv.slice(2);
const units = 250;

/** A file with `units` subroutines of 40 lines, each of which calls two others. */
function program() {
  const unit = (k) => {
    const callee = (step) => `work${(k + step) % units}`;
    const leaf = k % 5 === 4;
    const body = [
      `subroutine work${k}(a, b, m)`,
      '  implicit none',
      '  integer, intent(in) :: m',
      '  real, intent(inout) :: a(m), b(m)',
      '  integer, parameter :: n = 512',
      '  integer :: i, j, sweep',
      '  real :: s, t(n), u(n, n)',
      '!HPF$ PROCESSORS p(4)',
      '!HPF$ DISTRIBUTE t(BLOCK) ONTO p',
      '!HPF$ DISTRIBUTE u(BLOCK, *) ONTO p',
      '!HPF$ ALIGN WITH t :: a, b',
      '  t = 0.0',
      '  u = 1.0',
      '  do sweep = 1, 20',
      '    do i = 2, n - 1',
      '      t(i) = 0.5 * (t(i-1) + t(i+1))',
      '    end do',
      '    do j = 2, n - 1',
      '      do i = 2, n - 1',
      `        u(i,j) = 0.25 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1)) + ${k}.0`,
      '      end do',
      '    end do',
      '    s = sum(t)',
      '    a(1:n) = t + s',
      '    b(2:n-1) = a(3:n) - a(1:n-2)',
      '  end do',
      ...(leaf ? ['  b = b + 1.0'] : [`  call ${callee(1)}(a, b, m)`]),
      '  if (s > 1.0) then',
      '    t = t / s',
      '  end if',
      '  where (t > 0.0)',
      '    t = sqrt(t)',
      '  end where',
      '  s = maxval(abs(t))',
      '  a(1:n) = a(1:n) * s',
      '  b(1:n) = cshift(t, 1)',
      '  print *, s',
      `end subroutine work${k}`,
    ];
    return [...body, ...Array(40 - body.length).fill('')];
  };
  return Array.from({ length: units }, (_, k) => unit(k)).flat();
}

/** What is typed, in unit 125: where (a line of the unit, and behind which text), and the keys. '<' is a backspace, '|' a new line. */
const trace = [
  [5, 'n = 512', '<<<1024'],
  [16, 't(i+1)', ' + 0.1*t(i)'],
  [20, 'u(i,j-1)', ' * 2.0 + u(i-1,j-1)'],
  [9, 't(BLOCK', '<<<<<CYCLIC<<<<<<BLOCK'],
  [14, '1, 20', '<<100<<<40'],
  [24, 't + s', '| t(2:n) = t(1:n-1) + 0.25|'],
  [25, 'a(3:n)', ' + b(3:n)'],
  [10, 'u(BLOCK, *', '<<<<<<<<*, BLOCK'],
  [35, 'a(1:n) * s', ' + sum(b(1:n))<<<<<<<<<<<<<'],
  [13, 'u = 1.0', '|if (m > 10) then|s = 0.0|end if|'],
  [23, 'sum(t', '*t) / real(n'],
  [16, '0.5', '<<0.75'],
  [20, 'u(i,j+1))', ' + 0.05*(u(i-1,j-1) + u(i+1,j+1) + u(i-1,j+1))'],
  [22, 'end do', '|! the rest is done by the caller, once for each sweep'],
  [36, 'cshift(t, 1', '<2) + 0.5*t(1:n'],
];

/** Milliseconds below which a hint that was away was so for some frames only. */
const short = 80;

const base = 125 * 40;
const lines = program();
const file = path.join(work, 'workspace', 'large.f90');
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${lines.join('\n')}\n`);

/**
 * Records in the page, frame by frame, what hints show and where lines stand. It looks when the editor has drawn and nothing is left but to
 * paint: the editor takes the styles of old hints away before the frame in which it draws the new ones, and who looks between these sees none.
 */
function record() {
  const seen = { keys: [], changes: [], shifts: 0, back: [], lefts: new Set(), hints: [], lenses: [], states: [] };
  window.parlensSeen = seen;
  let gaps = new Map();
  const look = () => {
    const rows = new Map();
    const numbers = new Map();
    const now = new Map();
    for (const line of document.querySelectorAll('.margin-view-overlays > div')) {
      const number = line.querySelector('.line-numbers')?.textContent;
      if (!number) continue;
      numbers.set(line.style.top, number);
      now.set(Number(number), Number.parseFloat(line.style.top) - Number(number) * Number.parseFloat(line.style.height));
    }
    // What stands above a line besides lines, that is lenses. It goes with the line where lines are put in before it.
    const at = Number(document.querySelector('.line-numbers.active-line-number')?.textContent);
    const stays = (added) => [...now].every(([n, gap]) => (gaps.get(n >= at ? n - added : n) ?? gap) === gap);
    if (![0, 1, 2].some(stays)) seen.shifts++;
    gaps = now;
    for (const row of document.querySelectorAll('.view-lines .view-line')) {
      for (const span of row.querySelectorAll('span[class*="ced-"]')) {
        const style = getComputedStyle(span, '::after');
        if (!style.content.startsWith('"')) continue;
        if (style.position === 'absolute') seen.lefts.add(style.left);
        rows.set(numbers.get(row.style.top) ?? row.style.top, { text: style.content, colour: style.color });
        break;
      }
    }
    return rows;
  };
  let before = look();
  const gone = new Map();
  const frame = () => {
    const now = look();
    const at = performance.now();
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter((top) => before.get(top)?.text !== now.get(top)?.text);
    const dimmed = [...now.keys()].filter((top) => before.get(top)?.text === now.get(top).text && before.get(top).colour !== now.get(top).colour).length;
    // What goes when the typing has rested goes for good, whatever is typed next: where a busy machine holds up the typist, that is no flicker.
    const rested = at - (seen.keys.at(-1) ?? 0) > 600;
    for (const top of changed) {
      if (before.has(top) && !now.has(top) && !rested) gone.set(top, [before.get(top).text, at]);
      const [text, left] = (!before.has(top) && gone.get(top)) || [];
      if (text === now.get(top)?.text && at - left < 500) seen.back.push({ at, away: at - left, line: top, text, behind: at - seen.keys.at(-1) });
    }
    if (changed.length + dimmed > 0) seen.changes.push({ at, changed: changed.length, dimmed });
    seen.hints.push(now.size);
    for (const [list, selector] of [[seen.lenses, '.codelens-decoration'], [seen.states, '.statusbar-item[id*="parlens"]']]) {
      const shown = [...document.querySelectorAll(selector)].filter((element) => element.offsetParent && element.style.visibility !== 'hidden');
      const text = shown.map((element) => element.textContent).join('\n');
      if (text !== list.text && list.text !== undefined && seen.keys.length > 0) list.push(at - seen.keys.at(-1));
      list.text = text;
    }
    before = now;
  };
  // A change of size is told after all that belongs to a frame, and before that is painted.
  const clock = document.body.appendChild(document.createElement('div'));
  clock.style.cssText = 'position: fixed; width: 0; visibility: hidden';
  new ResizeObserver(frame).observe(clock);
  let ticks = 0;
  const tick = () => {
    clock.style.height = `${1 + (ticks++ % 2)}px`;
    requestAnimationFrame(tick);
  };
  tick();
  document.addEventListener('keydown', (event) => !event.ctrlKey && event.target.closest('.editor-instance') && seen.keys.push(performance.now()), true);
}

const percentile = (sorted, p) => (sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] : 0);

async function replay(editor) {
  const { page } = editor;
  let shift = 0;
  let seed = 7;
  const pause = () => ((seed = (seed * 1103515245 + 12345) % 2 ** 31), 90 + (seed / 2 ** 31) * 160); // 90 to 250 ms: five to six keys a second
  let typed = 0;
  const text = [...lines];
  for (const [unitLine, behind, keys] of trace) {
    const row = text.findIndex((t, i) => i >= base + unitLine - 1 + shift - 8 && t.includes(behind));
    await editor.goTo(row + 1, text[row].indexOf(behind) + behind.length + 1);
    for (const key of keys) {
      await page.keyboard.press(key === '<' ? 'Backspace' : key === '|' ? 'Enter' : key === ' ' ? 'Space' : key);
      if (key === '|') (shift += 1), text.splice(row + 1, 0, '');
      typed++;
      await page.waitForTimeout(pause());
    }
    await page.keyboard.press('Escape');
  }
  return typed;
}

const stops = [];
let failed = true;
try {
  const server = await startServer(vscode, work);
  stops.push(server.stop);
  const { page, stop } = await openPage(server.address, file);
  stops.push(stop);
  const editor = new Editor(page);
  await editor.command('View: Close Primary Side Bar');
  await editor.goTo(base + 20, 1);
  await until('there are hints in the middle of the file', async () => (await editor.drawn()).length > 2, 180_000);
  await until('there are lenses', async () => (await page.locator('.codelens-decoration').count()) > 2, 180_000);
  await page.waitForTimeout(2000); // the editor makes room for them
  await page.evaluate(record);
  const typed = await replay(editor);
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(() => ({ ...window.parlensSeen, lefts: [...window.parlensSeen.lefts] }));
  failed = !told(seen, typed);
  for (const { line, text, away, behind } of seen.back) console.log(`    came back: line ${line} ${text}, ${away.toFixed(0)} ms away, ${behind.toFixed(0)} ms behind a key`);
  if (failed) await dump(editor, work);
} catch (error) {
  console.log(error.stack);
} finally {
  for (const stop of stops.reverse()) await stop();
}
process.exit(failed ? 1 : 0);

/** Prints the figures; false where one is out of its bounds. Times are told and not judged: they are those of the machine. */
function told(seen, typed) {
  const latencies = [];
  const counts = [];
  for (const [i, key] of seen.keys.entries()) {
    const next = seen.keys[i + 1] ?? Infinity;
    const own = seen.changes.filter((c) => c.at > key && c.at <= next && c.changed > 0);
    counts.push(own.reduce((sum, c) => sum + c.changed, 0));
    if (own.length > 0 && i > 0) latencies.push(own[0].at - key);
  }
  latencies.sort((a, b) => a - b);
  counts.sort((a, b) => a - b);
  const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
  const most = Math.max(...seen.hints);
  const silent = seen.hints.filter((count) => count === 0).length;
  // A line that is typed while a drawing is on its way through VS Code can leave what was drawn one line off until the extension hears of it:
  // VS Code's decorations have no version. Such moments are short, and are counted apart; hints that come back together are one moment to the eye.
  const moments = (back) => new Set(back.map((b) => b.at)).size;
  const flickers = moments(seen.back.filter((b) => b.away >= short));
  const shorter = moments(seen.back.filter((b) => b.away < short));
  for (const list of [seen.lenses, seen.states]) list.sort((a, b) => a - b);
  const rows = [
    ['keystrokes', typed],
    ['lines of the file', lines.length],
    ['from keystroke to new hint, p50', `${percentile(latencies, 0.5).toFixed(0)} ms`],
    ['from keystroke to new hint, p99', `${percentile(latencies, 0.99).toFixed(0)} ms`],
    ['from the last keystroke to a new lens, p50', `${percentile(seen.lenses, 0.5).toFixed(0)} ms`],
    ['from the last keystroke to a new lens, p99', `${percentile(seen.lenses, 0.99).toFixed(0)} ms`],
    ['from the last keystroke to a new status, p50', `${percentile(seen.states, 0.5).toFixed(0)} ms`],
    ['from the last keystroke to a new status, p99', `${percentile(seen.states, 0.99).toFixed(0)} ms`],
    ['times that lens and status changed', `${seen.lenses.length} and ${seen.states.length}`],
    ['keystrokes that change a hint', latencies.length],
    ['changed hints per keystroke, mean', mean.toFixed(2)],
    ['changed hints per keystroke, p99', percentile(counts, 0.99)],
    ['times that numbers were dimmed or undimmed', seen.changes.filter((c) => c.dimmed > 0).length],
    ['times that hints vanished and came back the same (flicker)', flickers],
    [`the same within ${short} ms`, shorter],
    ['columns that hints stood in (layout shift)', seen.lefts.length],
    ['times that lines moved up or down (layout shift)', seen.shifts],
    ['hints on the screen at most (noise)', most],
    ['frames in which no line had a hint (silence)', `${silent} of ${seen.hints.length}`],
  ];
  for (const [name, value] of rows) console.log(`    | ${name} | ${value} |`);
  const bounds = [
    ['hints vanish and come back at most twice', flickers <= 2, flickers],
    [`hints are away for less than ${short} ms at most four times`, shorter <= 4, shorter],
    ['at least 300 keystrokes', typed >= 300, typed],
    ['one column, or it grew once', seen.lefts.length <= 2, seen.lefts],
    ['lines move at most once', seen.shifts <= 1, seen.shifts],
    ['half of the keystrokes change at most one hint', percentile(counts, 0.5) <= 1, percentile(counts, 0.5)],
    ['some line has a hint in all frames but one in a hundred', silent * 100 <= seen.hints.length, silent],
    ['some hint changed', latencies.length > 5, latencies.length],
  ];
  for (const [what, ok, value] of bounds) console.log(ok ? `  ok    typing: ${what}` : `  FAIL  typing: ${what}: ${value}`);
  return bounds.every(([, ok]) => ok);
}
