import { commands, ExtensionContext, OutputChannel, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { newClient } from './client';
import { isOurs } from './documents';
import { openServerSetting, selectMachine } from './machine';
import { Profiles } from './profile';
import { Readings } from './reading';
import { findServer } from './server';
import { StatusItem } from './status';

let session: Session | undefined;

/** Called by the editor once. The server starts with the first document that it is for. */
export function activate(context: ExtensionContext): void {
  const current = new Session(context.extensionPath, window.createOutputChannel('parlens'));
  session = current;
  context.subscriptions.push(
    current.log,
    current.status,
    current.readings,
    current.profiles,
    commands.registerCommand('parlens.restartServer', () => current.restart()),
    commands.registerCommand('parlens.showLog', () => current.log.show()),
    commands.registerCommand('parlens.selectMachine', () => selectMachine(context)),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('parlens.server') && current.restart()),
    workspace.onDidOpenTextDocument((document) => isOurs(document) && current.startOnce()),
  );
  if (workspace.textDocuments.some(isOurs)) current.startOnce();
}

/** Called by the editor before it ends. */
export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}

/** One running server at most; starts and stops happen one after the other. */
class Session {
  readonly status = new StatusItem(() => this.client);
  readonly readings = new Readings(() => this.client);
  readonly profiles = new Profiles(() => this.client);
  private client: LanguageClient | undefined;
  private wanted = false;
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string, readonly log: OutputChannel) {}

  startOnce(): void {
    if (!this.wanted) void this.restart();
  }

  restart(): Promise<void> {
    this.wanted = true;
    return this.enqueue(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step).catch((error) => this.log.appendLine(String(error)));
    return this.queue;
  }

  private async begin(): Promise<void> {
    const setting = workspace.getConfiguration('parlens.server').get<string>('path', '').trim();
    const server = findServer(setting, this.folder, process.env.PATH ?? '');
    if ('problem' in server) return this.complain(server.problem);
    this.log.appendLine(`starting ${server.path}`);
    this.client = newClient(server.path, this.log, () => this.status.refresh());
    await this.client.start();
    this.status.refresh();
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose().catch((error) => this.log.appendLine(String(error)));
  }

  private complain(problem: string): void {
    this.log.appendLine(problem);
    this.status.refresh();
    void window.showErrorMessage(problem, 'Open Settings').then((choice) => choice && openServerSetting());
  }
}
