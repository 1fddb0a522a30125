import { DecorationOptions, DecorationRangeBehavior, Range, TextEditor, ThemeColor, window } from 'vscode';
import { heatOf } from './scale';
import { column, longest, width } from './lines';
import { Shown } from './sheet';

/** Draws hints in one column behind the text, so that nothing moves while a line is typed. */
export class Column {
  private readonly type = window.createTextEditorDecorationType({ isWholeLine: true, rangeBehavior: DecorationRangeBehavior.ClosedClosed });
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

  draw(editor: TextEditor, look: Map<number, string>): void {
    editor.setDecorations(this.type, [...look].map(([line, drawn]) => option(editor, line, drawn)));
  }

  dispose(): void {
    this.type.dispose();
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
