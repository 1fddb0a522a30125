import { CancellationToken, CodeLens, Disposable, ProviderResult, Range, TextDocument, workspace } from 'vscode';
import { editOf } from './hints/lines';
import { Held, movedRows, Rows, shownOf } from './hints/rows';

/** The lenses of documents. While keys come, and while a statement is half typed, no line gets or loses one. */
export class Lenses implements Disposable {
  /** What stays as it is in a document. */
  held: (document: TextDocument) => Held = () => 'nothing';
  /** Has the editor ask again. */
  refresh: (document: TextDocument) => void = () => {};
  private readonly shown = new WeakMap<TextDocument, Rows<CodeLens>>();
  private readonly owed = new WeakSet<TextDocument>();
  private readonly own = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const rows = this.shown.get(document);
    if (rows) this.shown.set(document, movedRows(rows, contentChanges.map((change) => editOf(change.range, change.text))));
  });

  async provide(document: TextDocument, token: CancellationToken, next: (document: TextDocument, token: CancellationToken) => ProviderResult<CodeLens[]>): Promise<CodeLens[] | null | undefined> {
    const answer = await next(document, token);
    if (!answer || token.isCancellationRequested) return answer;
    const rows = new Map<number, CodeLens[]>();
    for (const lens of answer) rows.set(lens.range.start.line, [...(rows.get(lens.range.start.line) ?? []), lens]);
    const held = this.held(document);
    const shown = shownOf(this.shown.get(document) ?? rows, rows, held);
    if (held === 'numbers' || [...shown.keys()].join() !== [...rows.keys()].join()) this.owed.add(document);
    this.shown.set(document, shown);
    return [...shown].flatMap(([line, lenses]) => lenses.map((lens) => new CodeLens(new Range(line, 0, line, 0), lens.command)));
  }

  /** Nothing of a document is held any more: what was is put right. */
  rested(document: TextDocument): void {
    if (this.owed.delete(document)) this.refresh(document);
  }

  dispose(): void {
    this.own.dispose();
  }
}
