import { ExtensionContext, window, workspace } from 'vscode';
import { Choices } from './choices';
import { registerCommands } from './commands';
import { claimPlainText, isOurs } from './documents';
import { Session } from './session';

let session: Session | undefined;

/** Called by the editor once. The server starts with the first document that it is for. What is returned is for tests. */
export function activate(context: ExtensionContext): Session {
  const choices = new Choices(context.workspaceState);
  const channels = { log: window.createOutputChannel('parlens'), trace: window.createOutputChannel('parlens (protocol)') };
  const current = new Session(context.extensionPath, channels, choices);
  session = current;
  context.subscriptions.push(
    claimPlainText(),
    choices,
    channels.log,
    channels.trace,
    current,
    registerCommands(context, current),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('parlens.server') && current.restart()),
    workspace.onDidOpenTextDocument((document) => isOurs(document) && current.startOnce()),
  );
  if (workspace.textDocuments.some(isOurs)) current.startOnce();
  return current;
}

/** Called by the editor before it ends. */
export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}
