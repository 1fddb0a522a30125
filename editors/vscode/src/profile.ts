import { commands, Disposable, EventEmitter, TextDocumentContentProvider, Uri, ViewColumn, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

const scheme = 'parlens-profile';

/** Shows what the selected lines cost, with what they contain and call, as a read-only text beside the program. */
export class Profiles implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly own: Disposable;

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.own = Disposable.from(
      this.changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      commands.registerCommand('parlens.showProfile', () => this.show()),
    );
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const client = this.client();
    if (!client?.isRunning()) return 'parlens has no answer (see parlens: Show Log)\n';
    const [first, last] = uri.fragment.split('-').map(Number);
    const answer = await client.sendRequest<{ text: string }>('parlens/profile', {
      textDocument: { uri: client.code2ProtocolConverter.asUri(Uri.parse(uri.query, true)) },
      range: { start: { line: first, character: 0 }, end: { line: last, character: 1 } },
    });
    return answer.text;
  }

  dispose(): void {
    this.own.dispose();
  }

  private async show(): Promise<void> {
    const editor = window.activeTextEditor;
    if (!editor) return;
    const { start, end } = editor.selection;
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    const source = editor.document.uri;
    const uri = Uri.from({ scheme, path: `${source.path}.profile.txt`, query: source.toString(), fragment: `${start.line}-${last}` });
    this.changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { viewColumn: ViewColumn.Beside, preview: true });
  }
}
