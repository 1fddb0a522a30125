/** What follows needs no editor: tests run it by itself. Lines count from 0. */

/** A replacement of text, by lines: those from `first` to `last` become as many and `added` less `last - first` more. */
export interface Edit {
  first: number;
  last: number;
  added: number;
  /** Whether whole lines are put before the first, which then moves down. */
  before: boolean;
}

/** The edit that a change of a document is. */
export function editOf(range: { start: { line: number; character: number }; end: { line: number } }, text: string): Edit {
  const added = text.split('\n').length - 1;
  const before = range.start.character === 0 && range.start.line === range.end.line && text.endsWith('\n');
  return { first: range.start.line, last: range.end.line, added, before };
}

/** Where a line stands after an edit; undefined where the edit deletes it. */
export function moved(line: number, edit: Edit): number | undefined {
  if (line < edit.first || (line === edit.first && !edit.before)) return line;
  if (line <= edit.last && !edit.before) return undefined;
  return line + edit.added - (edit.last - edit.first);
}

/** Where a line stands after some edits, one after the other. */
export function movedBy(line: number, edits: Edit[]): number | undefined {
  let at: number | undefined = line;
  for (const edit of edits) if (at !== undefined) at = moved(at, edit);
  return at;
}

/** The columns that a line takes on the screen. */
export function width(text: string, tabSize: number): number {
  let columns = 0;
  for (const c of text) columns += c === '\t' ? tabSize - (columns % tabSize) : 1;
  return columns;
}

/** Lines that are longer have their hints behind them, out of the column. */
export const longest = 80;

/** The column of all hints: behind the lines that have any, and never left of where it was. */
export function column(widths: number[], before: number): number {
  const needed = Math.max(0, ...widths.filter((w) => w <= longest)) + 3;
  return Math.max(before, 40, Math.ceil(needed / 4) * 4);
}
