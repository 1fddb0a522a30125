import { OutputChannel, Uri, workspace } from 'vscode';
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  LanguageClientOptions,
  Middleware,
  RevealOutputChannelOn,
  ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import { selector } from './documents';
import { readingFeature } from './reading';
import { userSettings } from './settings';

/** A client for the server at the path; `onHints` is called whenever the editor asks for new hints. */
export function newClient(serverPath: string, outputChannel: OutputChannel, onHints: () => void): LanguageClient {
  const server: ServerOptions = {
    command: serverPath,
    args: ['serve', ...logArguments()],
    transport: TransportKind.stdio,
  };
  const options: LanguageClientOptions = {
    documentSelector: selector,
    outputChannel,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => userSettings(),
    synchronize: { configurationSection: 'parlens' },
  };
  const client: LanguageClient = new LanguageClient('parlens', 'parlens', server, {
    ...options,
    middleware: middleware(() => client, onHints),
  });
  client.registerFeature(readingFeature);
  return client;
}

function logArguments(): string[] {
  const config = workspace.getConfiguration('parlens.server');
  const file = config.get<string>('logFile', '').trim();
  return ['--log-level', config.get<string>('logLevel', 'info'), ...(file ? ['--log', file] : [])];
}

/** Sends the settings that are set instead of all settings, both when asked and when they change. */
function middleware(client: () => LanguageClient, onHints: () => void): Middleware {
  return {
    provideInlayHints: (document, range, token, next) => {
      onHints();
      return next(document, range, token);
    },
    workspace: {
      configuration: async (params, token, next) => {
        const all = await next(params, token);
        if (!Array.isArray(all)) return all;
        return params.items.map((item, i) => (item.section === 'parlens' ? userSettings(toUri(item.scopeUri)) : all[i]));
      },
      didChangeConfiguration: () =>
        client().sendNotification(DidChangeConfigurationNotification.type, { settings: { parlens: userSettings() } }),
    },
  };
}

function toUri(text: string | undefined): Uri | undefined {
  return text ? Uri.parse(text) : undefined;
}
