import { Edit, movedBy } from './lines';

/** Lenses by the line (from 0) that they stand above. They take lines of their own: where one comes or goes, the text jumps. */
export type Rows<T> = ReadonlyMap<number, T[]>;

/** What of lenses stays as it is: the lines that have some while keys come, their numbers too while the text is half typed. */
export type Held = 'nothing' | 'lines' | 'numbers';

/** What is shown of an answer: all of it, or no line more and none less than before. */
export function shownOf<T>(before: Rows<T>, answer: Rows<T>, held: Held): Rows<T> {
  if (held === 'nothing') return answer;
  return new Map([...before].map(([line, lenses]) => [line, (held === 'lines' && answer.get(line)) || lenses]));
}

/** The rows after edits; those of lines that are deleted go. */
export function movedRows<T>(rows: Rows<T>, edits: Edit[]): Rows<T> {
  const out = new Map<number, T[]>();
  for (const [line, lenses] of rows) {
    const now = movedBy(line, edits);
    if (now !== undefined) out.set(now, lenses);
  }
  return out;
}
