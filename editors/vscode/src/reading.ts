import { commands, Disposable, EventEmitter, languages, TextDocument, TextDocumentContentProvider, Uri, ViewColumn, window, workspace } from 'vscode';
import { LanguageClient, StaticFeature } from 'vscode-languageclient/node';

const scheme = 'parlens-spmd';

/** Tells the server that the command of its code lenses for the reading is there, and that hovers may fold what is not read first. */
export const ownAbilities: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = { ...capabilities.experimental, parlens: { reading: true, folds: true } };
  },
  initialize: () => {},
  getState: () => ({ kind: 'static' }),
  clear: () => {},
};

/**
 * Shows programs as the compiler reads them: the text with local bounds, guards and communication between its lines. The document is
 * read-only and follows edits of the program.
 */
export class Readings implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly own: Disposable;
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.own = Disposable.from(
      this.changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      workspace.onDidChangeTextDocument((event) => this.follow(event.document)),
      commands.registerCommand('parlens.showReading', (program?: string) => this.show(program)),
    );
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const client = this.client();
    if (!client?.isRunning()) return '! parlens has no answer (see parlens: Show Log)\n';
    const textDocument = { uri: client.code2ProtocolConverter.asUri(Uri.parse(uri.query, true)) };
    const answer = await client.sendRequest<{ text: string }>('parlens/spmdReading', { textDocument });
    return answer.text;
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.own.dispose();
  }

  private async show(program?: string): Promise<void> {
    const source = program ? Uri.parse(program, true) : window.activeTextEditor?.document.uri;
    if (!source) return;
    const uri = readingOf(source);
    this.changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    const language = workspace.textDocuments.find((d) => d.uri.toString() === source.toString())?.languageId;
    if (language) await languages.setTextDocumentLanguage(document, language);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true });
  }

  /** Renews the reading of an edited program once the typing stops, if it is open. */
  private follow(document: TextDocument): void {
    const uri = readingOf(document.uri);
    const key = uri.toString();
    if (document.uri.scheme === scheme || !workspace.textDocuments.some((d) => d.uri.toString() === key)) return;
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => this.changed.fire(uri), 300));
  }
}

/** The address of a program's reading; its last part is the title of the tab. */
function readingOf(source: Uri): Uri {
  return Uri.from({ scheme, path: source.path.replace(/(\.[^./]*)?$/, '.spmd$1'), query: source.toString() });
}
