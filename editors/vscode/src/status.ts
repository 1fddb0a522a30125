import { Disposable, StatusBarAlignment, TextDocument, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { isOurs } from './documents';

/** The answer to parlens/status: the estimate for a document on one line, and where it comes from. */
interface Status {
  machine: string;
  processors: number[];
  unit: string;
  time_s: number;
  text: string;
}

/** Shows the estimate for the document in front, and asks again shortly after `refresh` or an edit. */
export class StatusItem implements Disposable {
  private readonly item = window.createStatusBarItem('parlens.status', StatusBarAlignment.Right, 90);
  private readonly listeners: Disposable;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.item.name = 'parlens';
    this.item.command = 'parlens.selectMachine';
    this.listeners = Disposable.from(
      window.onDidChangeActiveTextEditor(() => this.refresh()),
      workspace.onDidChangeTextDocument((event) => event.document === inFront() && this.refresh()),
    );
    this.refresh();
  }

  /** Asks the server once things have been quiet for a moment. */
  refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), 200);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.dispose();
    this.item.dispose();
  }

  private async update(): Promise<void> {
    const document = inFront();
    if (!document || !isOurs(document)) return this.item.hide();
    const status = await this.ask(document);
    if (document !== inFront()) return;
    this.item.text = `$(pulse) ${shortened(status?.text || 'parlens')}`;
    this.item.tooltip = status ? tooltip(status) : 'parlens has no answer (see parlens: Show Log)';
    this.item.show();
  }

  private async ask(document: TextDocument): Promise<Status | undefined> {
    const client = this.client();
    if (!client?.isRunning()) return undefined;
    const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
    return client.sendRequest<Status>('parlens/status', { textDocument }).catch(() => undefined);
  }
}

function inFront(): TextDocument | undefined {
  return window.activeTextEditor?.document;
}

function tooltip(status: Status): string {
  const grid = (status.processors ?? []).join(' x ');
  const where = [status.machine && `machine ${status.machine}`, grid && `processors ${grid}`].filter(Boolean).join(', ');
  return [status.unit, status.text, where, 'click to select the machine'].filter(Boolean).join('\n');
}

/** The reason why there is no estimate can be long; the tooltip has all of it. */
function shortened(text: string): string {
  return text.length > 48 ? `${text.slice(0, 47)}\u2026` : text;
}
