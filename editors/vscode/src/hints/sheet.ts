import { Edit, movedBy } from './lines';

/** The hint of a line (from 0), as the server gives it. */
export interface Hint {
  line: number;
  label: string;
  /** Of the unit's time, 0 to 1. */
  share: number;
  /** Of most of the line's time; `unknown` without an estimate. */
  kind: string;
}

/** A statement that cannot be read, and the lines of its unit. */
export interface Unreadable {
  line: number;
  first: number;
  last: number;
  message: string;
}

export interface Answer {
  version: number;
  hints: Hint[];
  unreadable: Unreadable[];
}

/** A hint on the screen: `held` is one of an older text, `gone` one that the answer for the present text does not have. */
export type Shown = Hint & { held: boolean; gone: boolean };

/**
 * The hints of one document. While a statement is half typed, the numbers of its unit would be those of a program without it: the ones of
 * before are held until it can be read again, or the text is saved as it is. What can be read may still be half typed (n = 1 on the way to
 * n = 1024), or mean the end of the unit (END on the way to END IF): a number that such a text does not have, or has a question for, stays until
 * the typing rests, as it would come back with the next key.
 */
export class Sheet {
  private shown: Shown[] = [];
  private accepted = new Set<string>();
  private latest: Unreadable[] = [];
  private asked = false;
  /** Questions of the last answer in the place of numbers that stay. */
  private doubts: Hint[] = [];

  get hints(): readonly Shown[] {
    return this.shown;
  }

  /** Whether some hints are older than the text. */
  get holds(): boolean {
    return this.shown.some((h) => h.held);
  }

  /** Whether that is since a statement cannot be read. */
  get halfTyped(): boolean {
    return this.shown.some((h) => h.held && !h.gone);
  }

  edit(edits: Edit[]): void {
    this.shown = move(this.shown, edits);
    this.latest = move(this.latest, edits);
    this.doubts = move(this.doubts, edits);
  }

  /**
   * Takes an answer in; `since` are the edits that it does not know of yet, `text` gives the lines of the document that it is for, and `typing`
   * says whether more is to come.
   */
  take(answer: Answer, since: Edit[], text: (line: number) => string, typing = false): void {
    const key = (u: Unreadable) => `${u.message}\n${text(u.line)}`;
    if (!this.asked || answer.unreadable.length === 0) this.accepted = new Set(answer.unreadable.map(key));
    this.asked = true;
    this.latest = answer.unreadable;
    // A unit of which nothing is shown has nothing to hold: it came to the screen after the text was half typed.
    const fresh = answer.unreadable.filter((u) => !this.accepted.has(key(u)) && this.shown.some((h) => u.first <= h.line && h.line <= u.last));
    const inside = (line: number) => fresh.some((u) => u.first <= line && line <= u.last);
    const numbers = new Set(this.shown.filter((h) => h.kind !== 'unknown').map((h) => h.line));
    const doubtful = (h: Hint) => typing && h.kind === 'unknown' && numbers.has(h.line);
    const told = move(answer.hints, since).filter((h) => !inside(h.line));
    const now = told.filter((h) => !doubtful(h));
    this.doubts = told.filter(doubtful);
    const lines = new Set(now.map((h) => h.line));
    const held = this.shown.filter((h) => inside(h.line)).map((h) => ({ ...h, held: true, gone: false }));
    const gone = typing ? this.shown.filter((h) => !inside(h.line) && !lines.has(h.line)).map((h) => ({ ...h, held: true, gone: true })) : [];
    this.shown = [...held, ...gone, ...now.map((h) => ({ ...h, held: false, gone: false }))].sort((a, b) => a.line - b.line);
  }

  /** The typing rests: what the last answer does not have goes, and its questions are put. */
  rest(): void {
    const doubts = this.doubts.map((h) => ({ ...h, held: false, gone: false }));
    this.shown = [...this.shown.filter((h) => !h.gone), ...doubts].sort((a, b) => a.line - b.line);
    this.doubts = [];
  }

  /** The text is meant as it is: what cannot be read now is held against no number any more. */
  settle(text: (line: number) => string): void {
    for (const u of this.latest) this.accepted.add(`${u.message}\n${text(u.line)}`);
  }
}

function move<T extends { line: number }>(all: readonly T[], edits: Edit[]): T[] {
  return all.flatMap((x) => {
    const line = movedBy(x.line, edits);
    return line === undefined ? [] : [{ ...x, line }];
  });
}
