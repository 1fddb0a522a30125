import { execFile } from 'node:child_process';
import { Diagnostic, DiagnosticSeverity, ExtensionContext, languages, Range, TextDocument, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

const language = 'FortranFreeForm';

export async function activate(context: ExtensionContext): Promise<void> {
  const linted = languages.createDiagnosticCollection('Fortran');
  const lint = (document: TextDocument) => {
    if (document.languageId !== language) return;
    const options = ['-fsyntax-only', '-fdiagnostics-plain-output', document.fileName];
    execFile('gfortran', options, (_, __, said) => linted.set(document.uri, found(said)));
  };
  context.subscriptions.push(linted, workspace.onDidOpenTextDocument(lint), workspace.onDidSaveTextDocument(lint));
  workspace.textDocuments.forEach(lint);
  const client = new LanguageClient('fortls', 'fortls', { command: 'fortls', args: [] }, { documentSelector: [{ scheme: 'file', language }] });
  context.subscriptions.push(client);
  await client.start();
}

/** What gfortran says of a line, as a diagnostic. */
function found(said: string): Diagnostic[] {
  return [...said.matchAll(/^.*:(\d+):(\d+): (Error|Warning): (.*)$/gm)].map(([, line, column, severity, message]) => {
    const diagnostic = new Diagnostic(new Range(+line - 1, +column - 1, +line - 1, +column), message, DiagnosticSeverity[severity as 'Error']);
    diagnostic.source = 'gfortran';
    return diagnostic;
  });
}
