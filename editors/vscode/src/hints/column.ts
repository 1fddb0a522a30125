import { DecorationOptions, DecorationRangeBehavior, Disposable, Range, TextEditor, TextEditorDecorationType, ThemeColor, window } from 'vscode';
import { heatOf } from './scale';
import { column, longest, width } from './lines';
import { Shown } from './sheet';

/** A hint that is drawn: how it looks, the decoration that it has to itself, and when it was drawn last. */
export interface Drawn {
  look: string;
  slot: number;
  at: number;
}

/**
 * Draws hints in one column behind the text, so that nothing moves while a line is typed. Each hint has a decoration of its own: the editor
 * does not know which version of the text a drawing is for, so that what has not changed must not be drawn again in the wrong line.
 */
export class Column {
  private readonly slots: TextEditorDecorationType[] = [];
  private readonly places = new WeakMap<object, number>();

  /** What is drawn for the hints, by line: two equal ones look the same. */
  look(editor: TextEditor, hints: readonly Shown[], dimmed: (h: Shown) => boolean): Map<number, string> {
    const tabSize = Number(editor.options.tabSize) || 8;
    const { document } = editor;
    const within = hints.filter((h) => h.line < document.lineCount);
    const widths = within.map((h) => width(document.lineAt(h.line).text, tabSize));
    const place = column(widths, this.places.get(document) ?? 0);
    this.places.set(document, place);
    return new Map(within.map((h, i) => [h.line, JSON.stringify([h.label, colourOf(h, dimmed(h)), widths[i] > place - 2 || widths[i] > longest ? 0 : place])]));
  }

  /** Draws what differs from what was drawn before, by line. */
  draw(editor: TextEditor, before: Map<number, Drawn>, look: Map<number, string>): Map<number, Drawn> {
    const now = new Map<number, Drawn>();
    const free = [...before].filter(([line]) => !look.has(line)).map(([, drawn]) => drawn.slot);
    let unused = Math.max(-1, ...[...before.values()].map((drawn) => drawn.slot));
    for (const [line, wanted] of look) {
      const old = before.get(line);
      if (old?.look === wanted) {
        now.set(line, old);
        continue;
      }
      const slot = old?.slot ?? free.pop() ?? ++unused;
      editor.setDecorations(this.slot(slot), [option(editor, line, wanted)]);
      now.set(line, { look: wanted, slot, at: Date.now() });
    }
    for (const slot of free) editor.setDecorations(this.slot(slot), []);
    return now;
  }

  dispose(): void {
    Disposable.from(...this.slots).dispose();
  }

  private slot(n: number): TextEditorDecorationType {
    while (this.slots.length <= n) this.slots.push(window.createTextEditorDecorationType({ isWholeLine: true, rangeBehavior: DecorationRangeBehavior.ClosedClosed }));
    return this.slots[n];
  }
}

function option(editor: TextEditor, line: number, drawn: string): DecorationOptions {
  const [label, colour, place] = JSON.parse(drawn) as [string, string, number];
  const start = editor.document.lineAt(line).firstNonWhitespaceCharacterIndex;
  const contentText = label.replaceAll(' ', '\u00a0');
  // A decoration has no place of its own in the API; what follows "none" goes into its style.
  const where = place > 0 ? { textDecoration: `none; position: absolute; left: ${place}ch` } : { margin: '0 0 0 2ch' };
  const fontStyle = colour === 'parlens.hintStale' ? 'italic' : 'normal';
  return { range: new Range(line, start, line, start + 1), renderOptions: { after: { contentText, color: new ThemeColor(colour), fontStyle, ...where } } };
}

function colourOf(h: Shown, stale: boolean): string {
  if (stale) return 'parlens.hintStale';
  if (h.kind === 'unknown') return 'parlens.hintUnknown';
  return heatOf(h.share) >= 3 ? 'parlens.hintHot' : 'parlens.hint';
}
