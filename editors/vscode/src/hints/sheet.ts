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

export type Shown = Hint & { held: boolean };

/**
 * The hints of one document. While a statement is half typed, the numbers of its unit would be those of a program without it: the ones of
 * before are held until it can be read again, or the text is saved as it is.
 */
export class Sheet {
  private shown: Shown[] = [];
  private accepted = new Set<string>();
  private latest: Unreadable[] = [];
  private asked = false;

  get hints(): readonly Shown[] {
    return this.shown;
  }

  /** Whether some hints are older than the text. */
  get holds(): boolean {
    return this.shown.some((h) => h.held);
  }

  edit(edits: Edit[]): void {
    this.shown = move(this.shown, edits);
    this.latest = move(this.latest, edits);
  }

  /** Takes an answer in; `since` are the edits that it does not know of yet, `text` gives the lines of the document that it is for. */
  take(answer: Answer, since: Edit[], text: (line: number) => string): void {
    const key = (u: Unreadable) => `${u.message}\n${text(u.line)}`;
    if (!this.asked || answer.unreadable.length === 0) this.accepted = new Set(answer.unreadable.map(key));
    this.asked = true;
    this.latest = answer.unreadable;
    const fresh = answer.unreadable.filter((u) => !this.accepted.has(key(u)));
    const inside = (line: number) => fresh.some((u) => u.first <= line && line <= u.last);
    const held = this.shown.filter((h) => inside(h.line)).map((h) => ({ ...h, held: true }));
    const now = move(answer.hints, since).map((h) => ({ ...h, held: false }));
    this.shown = [...held, ...now.filter((h) => !inside(h.line))].sort((a, b) => a.line - b.line);
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
