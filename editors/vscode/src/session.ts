import { CancellationToken, Disposable, EventEmitter, extensions, window, workspace } from 'vscode';
import { LanguageClient, State } from 'vscode-languageclient/node';
import { Choices } from './choices';
import { Channels, newClient, sendSettings } from './client';
import { openServerSetting } from './commands';
import { Lenses } from './lenses';
import { findServer } from './server';

/** Why there is no server, or nothing when there is one. */
export type Trouble = string | undefined;

/** One running server at most; starts and stops happen one after the other. */
export class Session implements Disposable {
  private readonly shows = new EventEmitter<void>();
  /** The numbers on the screen may be others now. */
  readonly onDidChange = this.shows.event;
  private readonly states = new EventEmitter<void>();
  /** The server has started or ended. */
  readonly onDidChangeState = this.states.event;

  trouble: Trouble;
  readonly lenses = new Lenses();
  private current: LanguageClient | undefined;
  private wanted = false;
  private queue: Promise<void> = Promise.resolve();
  private readonly own: Disposable;

  constructor(private readonly folder: string, readonly channels: Channels, readonly choices: Choices) {
    // With another extension some of what is shown may be left to that one.
    this.own = Disposable.from(choices.onDidChange(() => this.settingsChanged()), extensions.onDidChange(() => this.settingsChanged()));
  }

  /** The client of the server, if that runs. */
  readonly client = (): LanguageClient | undefined => (this.current?.isRunning() ? this.current : undefined);

  /** Asks the server; undefined when there is none. */
  async ask<T>(method: string, params: object, token?: CancellationToken): Promise<T | undefined> {
    const client = this.client(); // an absent token would be sent as a second parameter
    return token ? client?.sendRequest<T>(method, params, token) : client?.sendRequest<T>(method, params);
  }

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

  dispose(): void {
    Disposable.from(this.own, this.lenses, this.shows, this.states).dispose();
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step).catch((error) => this.fail(String(error)));
    return this.queue;
  }

  private async begin(): Promise<void> {
    const setting = workspace.getConfiguration('parlens.server').get<string>('path', '').trim();
    const server = findServer(setting, this.folder, process.env.PATH ?? '');
    if ('problem' in server) {
      void window.showErrorMessage(server.problem, 'Open Settings').then((choice) => choice && openServerSetting());
      return this.fail(server.problem);
    }
    this.channels.log.appendLine(`starting ${server.path}`);
    const client = newClient(server.path, this.channels, this.choices, this.lenses, () => this.shows.fire());
    client.onDidChangeState((event) => {
      this.trouble = event.newState === State.Stopped ? 'the server has ended (see parlens: Show Log)' : undefined;
      this.states.fire();
    });
    this.current = client;
    await client.start();
  }

  private async end(): Promise<void> {
    const client = this.current;
    this.current = undefined;
    await client?.dispose().catch((error) => this.channels.log.appendLine(String(error)));
  }

  private fail(problem: string): void {
    this.trouble = problem;
    this.channels.log.appendLine(problem);
    this.states.fire();
  }

  private settingsChanged(): void {
    const client = this.client();
    if (client) void sendSettings(client, this.choices).then(() => this.shows.fire());
    else this.shows.fire();
  }
}
