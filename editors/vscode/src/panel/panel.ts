import { CancellationToken, CancellationTokenSource, commands, Disposable, Position, Selection, Uri, ViewColumn, WebviewPanel, window, workspace } from 'vscode';
import { about, Subject } from '../query';
import { Session } from '../session';
import { Comparison } from './comparison';
import { Curve, FromPage, Query, Timeline, ToPage, Whatif } from './messages';

const rest = 150;
/** The processors and exchanges of the timeline that can be told apart in a drawing. */
const drawn = { exchanges: 60 };

/** The panel about the unit at the cursor: its time over processors and sizes, and sliders for what could be otherwise. */
export class Panel implements Disposable {
  private panel: WebviewPanel | undefined;
  private query: Query = { set: [] };
  private unit = '';
  private readonly comparison: Comparison;
  private ready = false;
  /** Mappings are compared as soon as the page is there. */
  private compareFirst = false;
  private running = new CancellationTokenSource();
  private timer: NodeJS.Timeout | undefined;
  private readonly own: Disposable;

  constructor(private readonly folder: Uri, private readonly session: Session, private readonly subject: Subject) {
    this.comparison = new Comparison(session, (message) => this.post(message));
    this.own = Disposable.from(
      commands.registerCommand('parlens.showPanel', () => this.show()),
      commands.registerCommand('parlens.showScaling', () => this.show()),
      commands.registerCommand('parlens.compareMappings', () => this.showComparison()),
      session.onDidChange(() => this.soon()),
      session.onDidChangeState(() => this.soon()),
      window.onDidChangeTextEditorSelection((event) => event.textEditor === subject.editor && this.soon()),
      window.onDidChangeActiveTextEditor(() => this.soon()),
      workspace.onDidChangeTextDocument((event) => event.document === subject.editor?.document && this.soon()),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.running.cancel();
    this.panel?.dispose();
    this.own.dispose();
  }

  private show(): void {
    void this.subject.editor; // the program is what is in front now, before the panel is
    if (this.panel) return this.panel.reveal();
    const dist = Uri.joinPath(this.folder, 'dist');
    const alone = window.tabGroups.all.length === 1;
    const panel = window.createWebviewPanel('parlens.panel', 'parlens', ViewColumn.Beside, { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [dist] });
    panel.iconPath = Uri.joinPath(this.folder, 'icon.png');
    panel.webview.onDidReceiveMessage((message: FromPage) => this.hear(message));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.ready = false;
      this.comparison.stop();
    });
    panel.webview.html = html(panel.webview.cspSource, panel.webview.asWebviewUri(Uri.joinPath(dist, 'panel.js')), panel.webview.asWebviewUri(Uri.joinPath(dist, 'panel.css')));
    this.panel = panel;
    if (alone) leaveRoom();
  }

  private hear(message: FromPage): void {
    if (message.kind === 'go') return this.go(message.line);
    if (message.kind === 'compare') return this.compare();
    if (message.kind === 'stop') return this.comparison.stop();
    if (message.kind === 'write') return void this.comparison.write(message.index);
    if (message.kind === 'ready') [this.ready, this.unit, this.query] = [true, '', { set: [] }];
    if (message.kind === 'ready' && this.compareFirst) this.compare();
    if (message.kind === 'query') this.query = message.query;
    void this.update();
  }

  private showComparison(): void {
    this.compareFirst = !this.ready;
    this.show();
    if (this.ready) this.compare();
  }

  private compare(): void {
    this.compareFirst = false;
    const editor = this.subject.editor;
    const plain = editor && about(this.session, editor.document, editor.selection.active);
    if (plain) void this.comparison.ask(editor.document, { ...plain, ...this.query }, JSON.stringify(this.query));
  }

  private go(line: number): void {
    const editor = this.subject.editor;
    if (!editor) return;
    const at = new Position(line, 0);
    void window.showTextDocument(editor.document, { viewColumn: editor.viewColumn, selection: new Selection(at, at) });
  }

  private soon(): void {
    clearTimeout(this.timer);
    if (this.ready) this.timer = setTimeout(() => void this.update(), rest);
  }

  /** Asks for everything again; what is under way for an older question is stopped. */
  private async update(): Promise<void> {
    this.running.cancel();
    this.running = new CancellationTokenSource();
    const { token } = this.running;
    try {
      await this.ask(token);
    } catch (error) {
      if (!token.isCancellationRequested) this.post({ part: 'problem', text: (error as Error).message });
    }
  }

  private async ask(token: CancellationToken): Promise<void> {
    const editor = this.subject.editor;
    const plain = editor && about(this.session, editor.document, editor.selection.active);
    if (!plain) return this.post({ part: 'problem', text: this.session.trouble ?? 'No program is in front.' });
    const params = { ...plain, ...this.query };
    const answer = await this.session.ask<Whatif>('parlens/whatif', params, token);
    if (token.isCancellationRequested || !answer) return;
    if (this.unit !== answer.unit) await this.tellMachines(plain);
    this.unit = answer.unit;
    this.comparison.keep(editor.document, answer.unit, JSON.stringify(this.query));
    this.post({ part: 'whatif', answer });
    const scaling = await this.session.ask<{ curves: Curve[] | null }>('parlens/scaling', params, token);
    if (!token.isCancellationRequested) this.post({ part: 'curves', curves: scaling?.curves ?? [] });
    const timeline = await this.session.ask<Timeline>('parlens/timeline', { ...params, ...drawn }, token).catch(() => undefined);
    if (!token.isCancellationRequested && timeline) this.post({ part: 'timeline', answer: timeline });
  }

  private async tellMachines(params: object): Promise<void> {
    const all = await this.session.ask<{ current: string; machines: { machine: string; name: string; title: string; problem?: string }[] }>('parlens/machines', params);
    if (all) this.post({ part: 'machines', current: all.current, machines: all.machines.filter((m) => !m.problem) });
  }

  private post(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }
}

/** The program keeps most of the width, as its hints stand behind it. Where the user has places of their own, these stay. */
function leaveRoom(): void {
  if (workspace.getConfiguration('workbench.editor').get('openSideBySideDirection') === 'down') return;
  void commands.executeCommand('vscode.setEditorLayout', { orientation: 0, groups: [{ size: 0.65 }, { size: 0.35 }] });
}

function html(source: string, script: Uri, style: Uri): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src ${source} 'unsafe-inline'; img-src ${source} data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>parlens</title>
</head>
<body>
<header><h1 id="unit">parlens</h1><p id="summary" role="status"></p></header>
<p id="problem" role="alert" hidden></p>
<form id="strip" aria-label="What if"></form>
<section id="mappings" aria-label="Mappings"></section>
<section id="curves" aria-label="Time over processors and sizes"></section>
<section id="compared" aria-label="Comparison with the settings"></section>
<section id="timeline" aria-label="Timeline"></section>
<script src="${script}"></script>
</body>
</html>`;
}
