// What the drawing of hints rests on, without an editor. Each test is about a complaint that users have of such hints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, Edit, editOf, longest, movedBy, width } from '../../src/hints/lines';
import { Held, movedRows, shownOf } from '../../src/hints/rows';
import { Answer, Hint, Sheet } from '../../src/hints/sheet';

const at = (line: number, character: number) => ({ line, character });
const edit = (from: { line: number; character: number }, to: { line: number }, text: string): Edit => editOf({ start: from, end: to }, text);

test('layout shift: hints follow the lines that they belong to', () => {
  const cases: [string, Edit, (number | undefined)[]][] = [
    ['typing in line 2', edit(at(2, 5), at(2, 5), 'x'), [0, 1, 2, 3, 4]],
    ['a line break in line 2', edit(at(2, 5), at(2, 5), '\n'), [0, 1, 2, 4, 5]],
    ['a line before line 2', edit(at(2, 0), at(2, 0), 'x\n'), [0, 1, 3, 4, 5]],
    ['line 3 is joined with line 2', edit(at(2, 5), at(3, 0), ''), [0, 1, 2, undefined, 3]],
    ['lines 1 to 3 become two', edit(at(1, 0), at(3, 9), 'a\nb'), [0, 1, undefined, undefined, 3]],
  ];
  for (const [name, e, want] of cases) assert.deepEqual([0, 1, 2, 3, 4].map((line) => movedBy(line, [e])), want, name);
});

test('layout shift: the column never moves to the left, and a long line does not push it', () => {
  assert.equal(column([10, 20], 0), 40);
  assert.equal(column([60], 0), 64);
  assert.equal(column([61, longest + 1], 0), 64);
  assert.equal(column([10], 64), 64);
  assert.equal(width('\tx', 4), 5);
  assert.equal(width('ab\tx', 4), 5);
});

test('layout shift: while keys come no line gets or loses a lens, and none stays behind when lines move', () => {
  const before = new Map([[0, ['9 ms']], [4, ['3 ms']]]);
  const without = new Map([[0, ['7 ms']]]);
  const more = new Map([[0, ['7 ms']], [2, ['1 ms']], [4, ['4 ms']]]);
  const cases: [Held, typeof before, string][] = [
    ['nothing', more, '0 7 ms, 2 1 ms, 4 4 ms'],
    ['lines', more, '0 7 ms, 4 4 ms'],
    ['lines', without, '0 7 ms, 4 3 ms'],
    ['numbers', more, '0 9 ms, 4 3 ms'],
    ['numbers', without, '0 9 ms, 4 3 ms'],
  ];
  const text = (rows: ReadonlyMap<number, string[]>) => [...rows].map(([line, lenses]) => `${line} ${lenses}`).join(', ');
  for (const [held, answer, want] of cases) assert.equal(text(shownOf(before, answer, held)), want, held);
  assert.equal(text(movedRows(before, [edit(at(2, 5), at(2, 5), '\n')])), '0 9 ms, 5 3 ms');
  assert.equal(text(movedRows(before, [edit(at(3, 5), at(4, 9), '')])), '0 9 ms');
});

const hint = (line: number, label: string): Hint => ({ line, label, share: 0.5, kind: 'wait' });
const answer = (version: number, hints: Hint[], unreadable: Answer['unreadable'] = []): Answer => ({ version, hints, unreadable });
const seen = (sheet: Sheet) => sheet.hints.map((h) => `${h.line} ${h.label}${h.held ? ' held' : ''}`);
const half = (line: number) => ({ line, first: 0, last: 5, message: 'syntax' });

test('swinging numbers: half-typed text changes no other line of its unit, and other units are free', () => {
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(2, '32%'), hint(4, '67%'), hint(8, '1 s')]), [], () => 'x = 1');
  sheet.edit([edit(at(2, 5), at(2, 5), '+')]);
  sheet.take(answer(2, [hint(4, '100%'), hint(8, '2 s')], [half(2)]), [], () => 'x = 1 +');
  assert.deepEqual(seen(sheet), ['2 32% held', '4 67% held', '8 2 s']);
  assert.ok(sheet.holds);
  sheet.take(answer(3, [hint(2, '31%'), hint(4, '69%'), hint(8, '2 s')]), [], () => 'x = 1 + y');
  assert.deepEqual(seen(sheet), ['2 31%', '4 69%', '8 2 s']);
  assert.ok(!sheet.holds);
});

test('silence: what could not be read from the start, or was saved so, holds nothing back', () => {
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(4, '1 s')], [half(2)]), [], () => 'odd');
  assert.deepEqual(seen(sheet), ['4 1 s']);
  sheet.take(answer(2, [hint(4, '2 s')], [half(2)]), [], () => 'odd');
  assert.deepEqual(seen(sheet), ['4 2 s']);
  sheet.take(answer(3, [hint(4, '3 s')], [half(3)]), [], () => 'odder');
  assert.deepEqual(seen(sheet), ['4 2 s held']);
  sheet.settle(() => 'odder');
  sheet.take(answer(3, [hint(4, '3 s')], [half(3)]), [], () => 'odder');
  assert.deepEqual(seen(sheet), ['4 3 s']);
});

test('silence: a unit that comes to the screen while another one is half typed has its hints', () => {
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(2, '1 s')]), [], () => 'x = 1');
  const both = [half(2), { ...half(2), first: 10, last: 15 }];
  sheet.take(answer(2, [hint(2, '2 s')], both), [], () => 'x = 1 +');
  assert.deepEqual(seen(sheet), ['2 1 s held']);
  sheet.take(answer(2, [hint(2, '2 s'), hint(12, '3 s')], both), [], () => 'x = 1 +');
  assert.deepEqual(seen(sheet), ['2 1 s held', '12 3 s']);
  sheet.take(answer(3, [hint(2, '2 s'), hint(12, '4 s')], both), [], () => 'x = 1 + (');
  assert.deepEqual(seen(sheet), ['2 1 s held', '12 3 s held']);
});

test('flicker: a hint that the text on the way does not have stays until the typing rests', () => {
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(2, '1 s'), hint(4, '2 s')]), [], () => 'n = 12');
  sheet.edit([edit(at(1, 5), at(1, 5), '')]);
  sheet.take(answer(2, [hint(2, '1 us')]), [], () => 'n = 1', true);
  assert.deepEqual(seen(sheet), ['2 1 us', '4 2 s held']);
  assert.ok(sheet.holds && !sheet.halfTyped);
  sheet.edit([edit(at(3, 0), at(3, 0), 'new\n')]);
  sheet.take(answer(3, [hint(2, '1 us')]), [], () => 'n = 1', true);
  assert.deepEqual(seen(sheet), ['2 1 us', '5 2 s held']);
  sheet.take(answer(4, [hint(2, '1 us'), hint(5, '2 us')]), [], () => 'n = 16', true);
  assert.deepEqual(seen(sheet), ['2 1 us', '5 2 us']);
  sheet.take(answer(5, [hint(2, '1 us')]), [], () => 'n = 1', true);
  sheet.rest();
  assert.deepEqual(seen(sheet), ['2 1 us']);
  assert.ok(!sheet.holds);
});

test('flicker: questions of the text on the way take the place of numbers once the typing rests', () => {
  const question = (line: number) => ({ ...hint(line, '? u is not declared'), kind: 'unknown' });
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(2, '1 s'), hint(4, '2 s')]), [], () => 'e');
  sheet.take(answer(2, [hint(2, '1 s'), question(4), question(6)]), [], () => 'end', true);
  assert.deepEqual(seen(sheet), ['2 1 s', '4 2 s held', '6 ? u is not declared']);
  sheet.edit([edit(at(3, 0), at(3, 0), 'new\n')]);
  sheet.rest();
  assert.deepEqual(seen(sheet), ['2 1 s', '5 ? u is not declared', '7 ? u is not declared']);
  sheet.take(answer(3, [hint(2, '1 s'), hint(5, '3 s')]), [], () => 'end if', true);
  assert.deepEqual(seen(sheet), ['2 1 s', '5 3 s', '7 ? u is not declared held']);
});

test('silence: without typing a hint that the text does not have goes at once', () => {
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(2, '1 s'), hint(4, '2 s')]), [], () => '');
  sheet.take(answer(2, [hint(2, '1 s')]), [], () => '');
  assert.deepEqual(seen(sheet), ['2 1 s']);
});

test('stale numbers: an answer for an older text is put where its lines stand by now', () => {
  const sheet = new Sheet();
  sheet.take(answer(1, [hint(2, '1 s'), hint(4, '2 s')]), [edit(at(3, 0), at(3, 0), 'new\n')], () => '');
  assert.deepEqual(seen(sheet), ['2 1 s', '5 2 s']);
});
