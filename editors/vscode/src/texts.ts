import { commands, Disposable, EventEmitter, languages, TextDocumentContentProvider, Uri, ViewColumn, window, workspace } from 'vscode';
import { about, Subject } from './query';
import { Session } from './session';

const scheme = 'parlens-text';

/** What the server says of a program as a text of its own: its title, the request, what of the answer is shown, and its language. */
interface Kind {
  title: string;
  method: string;
  member: 'text' | 'dot';
  language: string;
}

const kinds: Record<string, Kind> = {
  timeline: { title: 'timeline', method: 'parlens/timeline', member: 'text', language: 'plaintext' },
  graph: { title: 'dot', method: 'parlens/graph', member: 'dot', language: 'dot' },
  model: { title: 'pam', method: 'parlens/model', member: 'text', language: 'pamela' },
  report: { title: 'report', method: 'parlens/profile', member: 'text', language: 'plaintext' },
};

/** Shows such texts beside the program, read-only. */
export class Texts implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly texts = new Map<string, string>();
  private readonly own: Disposable;

  constructor(private readonly session: Session, private readonly subject: Subject) {
    this.own = Disposable.from(
      this.changed,
      workspace.registerTextDocumentContentProvider(scheme, this),
      commands.registerCommand('parlens.showTimeline', () => this.show('timeline')),
      commands.registerCommand('parlens.showGraph', () => this.show('graph')),
      commands.registerCommand('parlens.showModel', () => this.show('model')),
      commands.registerCommand('parlens.showReport', () => this.show('report')),
      commands.registerCommand('parlens.saveTrace', (target?: Uri, format?: string) => this.saveTrace(target, format)),
    );
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.own.dispose();
  }

  private async show(name: string): Promise<void> {
    const { title, method, member, language } = kinds[name];
    const editor = this.subject.editor;
    const whole = editor && { start: { line: 0, character: 0 }, end: { line: editor.document.lineCount, character: 0 } };
    const params = editor && about(this.session, editor.document, editor.selection.active);
    if (!editor || !params) return void window.showWarningMessage('parlens: no program is in front, or the server does not run.');
    try {
      const answer = await this.session.ask<Record<string, string>>(method, { ...params, range: whole });
      const uri = Uri.from({ scheme, path: `${editor.document.uri.path}.${title}` });
      this.texts.set(uri.toString(), answer?.[member] || `no estimate: ${answer?.no_estimate ?? 'nothing is known'}\n`);
      this.changed.fire(uri);
      const document = await workspace.openTextDocument(uri);
      if ((await languages.getLanguages()).includes(language)) await languages.setTextDocumentLanguage(document, language);
      const before = window.visibleTextEditors.find((e) => e.document.uri.scheme === scheme); // the next text takes its place
      await window.showTextDocument(document, { viewColumn: before?.viewColumn ?? ViewColumn.Beside, preview: true });
    } catch (error) {
      void window.showWarningMessage(`parlens: ${(error as Error).message}`);
    }
  }

  /** Writes the trace of the unit at the cursor to a file for a viewer. */
  private async saveTrace(target?: Uri, given?: string): Promise<void> {
    const editor = this.subject.editor;
    const params = editor && about(this.session, editor.document, editor.selection.active);
    if (!params) return void window.showWarningMessage('parlens: no program is in front, or the server does not run.');
    const formats = [
      { label: 'chrome', description: 'Trace Event Format, all processors' },
      { label: 'cpuprofile', description: 'the processor that finishes last, opened in VS Code' },
      { label: 'pprof', description: 'for go tool pprof' },
    ];
    const format = given ?? (await window.showQuickPick(formats, { title: 'Trace in which format?' }))?.label;
    if (!format) return;
    try {
      const trace = await this.session.ask<{ name: string; content: string; no_estimate?: string }>('parlens/trace', { ...params, format });
      if (!trace?.content) return void window.showWarningMessage(`parlens: no trace: ${trace?.no_estimate ?? 'nothing is known'}`);
      const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.joinPath(editor.document.uri, '..');
      const file = target ?? (await window.showSaveDialog({ defaultUri: Uri.joinPath(folder, trace.name) }));
      if (!file) return;
      await workspace.fs.writeFile(file, Buffer.from(trace.content, format === 'pprof' ? 'base64' : 'utf8'));
      if (format === 'cpuprofile') await commands.executeCommand('vscode.open', file);
    } catch (error) {
      void window.showWarningMessage(`parlens: ${(error as Error).message}`);
    }
  }
}
