import { CancellationToken, CancellationTokenSource, Disposable, StatusBarAlignment, TextDocument, ThemeColor, window, workspace } from 'vscode';
import { isOurs } from './documents';
import { Subject } from './query';
import { Session } from './session';

/** The answer to parlens/status: the estimate for a document on one line, and where it comes from. */
interface Status {
  machine: string;
  processors: number[];
  unit: string;
  time_s: number;
  text: string;
}

/** Shows the estimate for the document in front, and asks again shortly after anything has changed. */
export class StatusItem implements Disposable {
  private readonly item = window.createStatusBarItem('parlens.status', StatusBarAlignment.Right, 90);
  private readonly listeners: Disposable;
  private timer: NodeJS.Timeout | undefined;
  private question = new CancellationTokenSource();

  constructor(private readonly session: Session, private readonly subject: Subject) {
    this.item.name = 'parlens';
    this.item.command = 'parlens.showMenu';
    this.listeners = Disposable.from(
      session.onDidChange(() => this.refresh()),
      session.onDidChangeState(() => this.refresh()),
      window.onDidChangeActiveTextEditor(() => this.refresh()),
      workspace.onDidChangeTextDocument((event) => event.document === this.inFront() && this.refresh()),
    );
    this.refresh();
  }

  /** Asks the server once things have been quiet for a moment. What was asked of an older text is let go, or hints would wait for it. */
  refresh(): void {
    clearTimeout(this.timer);
    this.question.cancel();
    this.timer = setTimeout(() => void this.update(), 100);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.question.cancel();
    this.listeners.dispose();
    this.item.dispose();
  }

  private async update(): Promise<void> {
    const document = this.inFront();
    if (!document || !isOurs(document)) return this.item.hide();
    this.question = new CancellationTokenSource();
    const { token } = this.question;
    const status = await this.ask(document, token);
    if (token.isCancellationRequested || document !== this.inFront()) return;
    const wrong = !status || status.text.startsWith('no estimate');
    this.item.text = `$(${wrong ? 'question' : 'pulse'}) ${shortened(status?.text || `parlens: ${this.session.trouble ?? 'starting'}`)}`;
    this.item.backgroundColor = this.session.trouble ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.tooltip = status ? tooltip(status, Object.keys(this.session.choices.all())) : `parlens has no answer: ${this.session.trouble ?? 'the server is starting'}`;
    this.item.accessibilityInformation = { label: `parlens, ${status?.text ?? this.session.trouble ?? 'starting'}` };
    this.item.show();
  }

  /** The document in front; while a panel or nothing is, the program that was. */
  private inFront(): TextDocument | undefined {
    return window.activeTextEditor?.document ?? this.subject.editor?.document;
  }

  private async ask(document: TextDocument, token: CancellationToken): Promise<Status | undefined> {
    const textDocument = this.session.client()?.code2ProtocolConverter.asTextDocumentIdentifier(document);
    return this.session.ask<Status>('parlens/status', { textDocument }, token).catch(() => undefined);
  }
}

function tooltip(status: Status, chosen: string[]): string {
  const grid = (status.processors ?? []).join(' x ');
  const where = [status.machine && `machine ${status.machine}`, grid && `processors ${grid}`].filter(Boolean).join(', ');
  const session = chosen.length > 0 ? `chosen for this session: ${chosen.join(', ')}` : '';
  return [status.unit, status.text, where, session, 'click for machine, processors, values and more'].filter(Boolean).join('\n');
}

/** The reason why there is no estimate can be long; the tooltip has all of it. */
function shortened(text: string): string {
  return text.length > 48 ? `${text.slice(0, 47)}\u2026` : text;
}
