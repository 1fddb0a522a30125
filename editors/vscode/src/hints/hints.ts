import { CancellationTokenSource, Disposable, TextDocument, TextDocumentChangeEvent, TextEditor, window, workspace } from 'vscode';
import { InlayHint as ServerHint } from 'vscode-languageclient/node';
import { isOurs } from '../documents';
import { Session } from '../session';
import { Column, Drawn } from './column';
import { Heat } from './heat';
import { Edit, editOf, movedBy } from './lines';
import { Held } from './rows';
import { heatOf } from './scale';
import { Answer, Hint, Sheet, Shown } from './sheet';

/** Lines beside the visible ones that are asked for too, so that scrolling shows no empty lines. */
const beyond = 100;
/** How long an edit waits for the ones that belong to it, in milliseconds. */
const rest = 20;
/** When a question is put again that got no answer, in milliseconds. */
const again = 1000;
/** How long a number may be older than the text before it is dimmed, and how long after the last key it stays where the text has none: shorter, and it would flicker. */
const fresh = 700;
/** How long a drawing may be on its way to the screen, in milliseconds: the lines there may have been moved by keys that are not known here yet. */
const underway = 200;

/** What the extension knows of a document that is on the screen. */
interface Page {
  sheet: Sheet;
  edits: { version: number; edit: Edit }[];
  asking: boolean;
  wanted: boolean;
  timer?: NodeJS.Timeout;
  dimming?: NodeJS.Timeout;
  /** Runs from each key on. */
  typing?: NodeJS.Timeout;
  /** An answer is late, or is held back. */
  late: boolean;
  /** The server has ended. */
  lost: boolean;
}

/** Asks for the hints of what is on the screen and draws them: one question at a time, and only what has changed. */
export class Hints implements Disposable {
  private readonly column = new Column();
  private readonly heat = new Heat();
  private readonly pages = new Map<TextDocument, Page>();
  private readonly drawn = new Map<TextEditor, { hints: Map<number, Drawn>; heat: string }>();
  private readonly own: Disposable;
  private readonly cancel = new CancellationTokenSource();

  constructor(private readonly session: Session) {
    session.lenses.held = (document) => heldIn(this.pages.get(document));
    this.own = Disposable.from(
      session.onDidChange(() => this.ask()),
      session.onDidChangeState(() => (session.client() ? this.ask() : this.outdate())),
      workspace.onDidChangeTextDocument((event) => this.changed(event)),
      workspace.onDidSaveTextDocument((document) => this.saved(document)),
      // A change of language closes a document and opens it again, which is the same one.
      workspace.onDidCloseTextDocument((document) => document.isClosed && this.pages.delete(document)),
      workspace.onDidOpenTextDocument((document) => this.ask(document)),
      window.onDidChangeVisibleTextEditors(() => this.ask()),
      window.onDidChangeTextEditorVisibleRanges((event) => this.ask(event.textEditor.document)),
      window.onDidChangeTextEditorOptions((event) => this.draw(event.textEditor.document)),
      workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('parlens') && this.ask()),
    );
  }

  /** Asks again for a document, or for all that are on the screen. */
  ask(document?: TextDocument): void {
    for (const editor of window.visibleTextEditors) {
      if ((document ?? editor.document) === editor.document && isOurs(editor.document)) this.soon(editor.document);
    }
  }

  /** The numbers on the screen are those of a server that has ended. */
  outdate(): void {
    for (const [document, page] of this.pages) {
      page.lost = true;
      this.draw(document);
    }
  }

  dispose(): void {
    this.cancel.cancel();
    for (const page of this.pages.values()) for (const timer of [page.timer, page.dimming, page.typing]) clearTimeout(timer);
    Disposable.from(this.own, this.column, this.heat).dispose();
  }

  private page(document: TextDocument): Page {
    const page = this.pages.get(document) ?? { sheet: new Sheet(), edits: [], asking: false, wanted: false, late: false, lost: false };
    this.pages.set(document, page);
    return page;
  }

  private changed(event: TextDocumentChangeEvent): void {
    const page = this.pages.get(event.document);
    if (!page || event.contentChanges.length === 0) return;
    // The changes of one event are listed from the end of the text to its beginning, or do not overlap.
    const edits = event.contentChanges.map((change) => editOf(change.range, change.text));
    page.edits.push(...edits.map((edit) => ({ version: event.document.version, edit })));
    page.sheet.edit(edits);
    for (const [editor, seen] of this.drawn) if (editor.document === event.document) seen.hints = follow(seen.hints, edits);
    this.draw(event.document);
    this.soon(event.document);
    this.dimLater(event.document, page);
    clearTimeout(page.typing);
    page.typing = setTimeout(() => this.rested(event.document, page), fresh);
  }

  /** No key for a while. */
  private rested(document: TextDocument, page: Page): void {
    page.typing = undefined;
    page.sheet.rest();
    this.show(document, page);
  }

  private saved(document: TextDocument): void {
    this.pages.get(document)?.sheet.settle((line) => lineOf(document, line));
    this.ask(document);
  }

  private soon(document: TextDocument): void {
    const page = this.page(document);
    page.wanted = true;
    if (!page.asking) page.timer ??= setTimeout(() => void this.fetch(document, page), rest);
  }

  private async fetch(document: TextDocument, page: Page): Promise<void> {
    page.timer = undefined;
    if (document.isClosed) return;
    page.wanted = false;
    page.asking = true;
    const answer = await this.request(document).catch(() => undefined);
    page.asking = false;
    if (answer) this.take(document, page, answer);
    else if (this.session.client()) setTimeout(() => this.ask(document), again);
    if (page.wanted) this.soon(document);
  }

  private async request(document: TextDocument): Promise<Answer | undefined> {
    const client = this.session.client();
    const editors = window.visibleTextEditors.filter((e) => e.document === document);
    if (!client || editors.length === 0) return undefined;
    const ranges = editors.flatMap((e) => e.visibleRanges);
    const start = { line: Math.max(0, Math.min(...ranges.map((r) => r.start.line)) - beyond), character: 0 };
    const end = { line: Math.max(...ranges.map((r) => r.end.line)) + beyond, character: 0 };
    const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
    const answer = await client.sendRequest<Answer & { hints: ServerHint[] }>('parlens/hints', { textDocument, range: { start, end } }, this.cancel.token);
    return { ...answer, hints: answer.hints.map(hintOf) };
  }

  private take(document: TextDocument, page: Page, answer: Answer): void {
    page.edits = page.edits.filter((e) => e.version > answer.version);
    page.sheet.take(answer, page.edits.map((e) => e.edit), (line) => lineOf(document, line), page.typing !== undefined);
    page.lost = false;
    this.show(document, page);
  }

  /** Nothing is late once there is an answer that nothing is held against. */
  private settled(document: TextDocument, page: Page): void {
    if (page.sheet.holds || page.asking) return;
    clearTimeout(page.dimming);
    page.dimming = undefined;
    page.late = false;
    if (page.edits.length > 0) this.dimLater(document, page);
  }

  /** After an answer, and when no key has come for a while. */
  private show(document: TextDocument, page: Page): void {
    this.settled(document, page);
    this.draw(document);
    if (heldIn(page) === 'nothing') this.session.lenses.rested(document);
  }

  private dimLater(document: TextDocument, page: Page): void {
    page.dimming ??= setTimeout(() => {
      page.late = true;
      this.draw(document);
    }, fresh);
  }

  /** Draws what differs from what is drawn. */
  private draw(document: TextDocument): void {
    const page = this.pages.get(document);
    for (const editor of page ? window.visibleTextEditors : []) {
      if (editor.document !== document || !page) continue;
      const settings = workspace.getConfiguration('parlens', document);
      const inColumn = settings.get<string>('hintStyle') !== 'inlay';
      const seen = this.drawn.get(editor) ?? { hints: new Map<number, Drawn>(), heat: '' };
      this.drawn.set(editor, seen);
      const old = (h: Shown) => page.lost || (page.late && (h.held || !page.sheet.holds));
      const look = inColumn ? this.column.look(editor, page.sheet.hints, old) : new Map<number, string>();
      // While keys come, what is out of sight can wait.
      const urgent = (line: number) => !page.typing || line < 0 || editor.visibleRanges.some((r) => r.start.line <= line && line <= r.end.line);
      if (!same(look, seen.hints, urgent)) seen.hints = this.column.draw(editor, seen.hints, look);
      const warm = !this.session.choices.get('heat', true) ? [] : page.sheet.hints;
      const heat = JSON.stringify(warm.map((h) => [h.line, heatOf(h.share)]));
      if (heat !== seen.heat) this.heat.draw(editor, warm), (seen.heat = heat);
    }
    for (const editor of this.drawn.keys()) if (!window.visibleTextEditors.includes(editor)) this.drawn.delete(editor);
  }
}

/** Whether a text is half typed is known once there is an answer for it. */
function heldIn(page?: Page): Held {
  if (page && (page.sheet.halfTyped || page.edits.length > 0)) return 'numbers';
  return page?.typing ? 'lines' : 'nothing';
}

function hintOf(hint: ServerHint): Hint {
  const { share, kind } = (hint.data ?? {}) as { share?: number; kind?: string };
  return { line: hint.position.line, label: String(hint.label), share: share ?? 0, kind: kind ?? '' };
}

function lineOf(document: TextDocument, line: number): string {
  return line < document.lineCount ? document.lineAt(line).text : '';
}

/**
 * Where the editor itself has moved what is drawn: below 0 where its line is gone. What was still on its way to the screen may have met lines
 * that had moved already, and has to be drawn again.
 */
function follow(hints: Map<number, Drawn>, edits: Edit[]): Map<number, Drawn> {
  const moves = edits.some((e) => e.added !== e.last - e.first);
  return new Map([...hints].map(([line, drawn]) => {
    const misplaced = moves && Date.now() - drawn.at < underway;
    return [movedBy(line, edits) ?? -1 - drawn.slot, misplaced ? { ...drawn, look: '' } : drawn];
  }));
}

/** Whether what is drawn looks as it should in the lines that matter. */
function same(look: Map<number, string>, hints: Map<number, Drawn>, matters: (line: number) => boolean): boolean {
  return [...look.keys(), ...hints.keys()].every((line) => look.get(line) === hints.get(line)?.look || !matters(line));
}
