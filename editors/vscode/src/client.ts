import { OutputChannel, Uri, workspace } from 'vscode';
import {
  CodeLensRequest,
  DidChangeConfigurationNotification,
  InlayHintRefreshRequest,
  InlayHintRequest,
  LanguageClient,
  LanguageClientOptions,
  Middleware,
  RevealOutputChannelOn,
  ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import { Beside } from './beside';
import { Choices } from './choices';
import { selector } from './documents';
import { Lenses } from './lenses';
import { ownAbilities } from './reading';
import { userSettings } from './settings';
import { unfoldable } from './unfold';

/** The windows that a client writes to. */
export interface Channels {
  log: OutputChannel;
  trace: OutputChannel;
}

/** A client for the server at the path; `onHints` is called when hints have changed other than by edits. */
export function newClient(serverPath: string, channels: Channels, choices: Choices, lenses: Lenses, onHints: () => void): LanguageClient {
  const server: ServerOptions = {
    command: serverPath,
    args: ['serve', ...logArguments()],
    transport: TransportKind.stdio,
  };
  const options: LanguageClientOptions = {
    documentSelector: selector,
    outputChannel: channels.log,
    traceOutputChannel: channels.trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => userSettings(choices),
    synchronize: { configurationSection: 'parlens' },
    markdown: { supportHtml: true },
  };
  const beside = new Beside(() => client);
  const client: LanguageClient = new LanguageClient('parlens', 'parlens', server, { ...options, middleware: middleware(() => client, choices, lenses, beside) });
  lenses.refresh = (document) => client.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  client.registerFeature(beside);
  client.registerFeature(ownAbilities);
  client.registerFeature(refreshes(client, onHints));
  return client;
}

function logArguments(): string[] {
  const config = workspace.getConfiguration('parlens.server');
  const file = config.get<string>('logFile', '').trim();
  return ['--log-level', config.get<string>('logLevel', 'info'), ...(file ? ['--log', file] : [])];
}

/** Tells the server what is set and chosen by now. */
export function sendSettings(client: LanguageClient, choices: Choices): Promise<void> {
  return client.sendNotification(DidChangeConfigurationNotification.type, { settings: { parlens: userSettings(choices) } });
}

/** Sends the settings that are set instead of all settings, both when asked and when they change. */
function middleware(client: () => LanguageClient, choices: Choices, lenses: Lenses, beside: Beside): Middleware {
  return {
    provideCodeLenses: (document, token, next) => lenses.provide(document, token, next),
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      return hover && unfoldable(hover, document, position);
    },
    provideDiagnostics: beside.provideDiagnostics,
    provideInlayHints: (document, range, token, next) => (drawnByEditor(document.uri) ? next(document, range, token) : []),
    workspace: {
      configuration: async (params, token, next) => {
        const all = await next(params, token);
        if (!Array.isArray(all)) return all;
        return params.items.map((item, i) => (item.section === 'parlens' ? userSettings(choices, toUri(item.scopeUri)) : all[i]));
      },
      didChangeConfiguration: () => sendSettings(client(), choices),
    },
  };
}

/** Whether hints are the editor's own, instead of those that the extension draws. */
function drawnByEditor(document: Uri): boolean {
  return workspace.getConfiguration('parlens', document).get('hintStyle') === 'inlay';
}

/** The server asks for a refresh of hints: both the editor's and ours. */
function refreshes(client: LanguageClient, onHints: () => void) {
  return {
    fillClientCapabilities: () => {},
    initialize: () => {
      client.onRequest(InlayHintRefreshRequest.type, () => {
        for (const document of workspace.textDocuments) {
          client.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints.fire();
        }
        onHints();
      });
    },
    getState: () => ({ kind: 'static' as const }),
    clear: () => {},
  };
}

function toUri(text: string | undefined): Uri | undefined {
  return text ? Uri.parse(text) : undefined;
}
