import { Diagnostic, Disposable, extensions, languages, TextDocument, Uri, workspace } from 'vscode';
import { DocumentDiagnosticRequest, LanguageClient, Middleware, StaticFeature, vsdiag } from 'vscode-languageclient/node';

/** Extensions with a server of Fortran (Modern Fortran, and the one before it): what that knows too would be shown twice. */
const others = ['fortran-lang.linter-gfortran', 'hansec.fortran-ls'];

/** Whether the outline, definitions, completion and declarations in hovers are left to another extension. */
export function leavesLanguage(scope?: Uri): boolean {
  const said = workspace.getConfiguration('parlens', scope).get<string>('languageFeatures', 'auto');
  return said === 'off' || (said === 'auto' && others.some((id) => extensions.getExtension(id)));
}

/** What a compiler says of a program, and what costs do not depend on. */
const ofLanguage = new Set(['syntax', 'missing-end', 'undeclared-name', 'unknown-module', 'not-public', 'missing-include']);

const source = 'parlens';
const codeOf = (d: Diagnostic) => (typeof d.code === 'object' ? d.code.value : d.code);
const linesOf = (all: readonly Diagnostic[]) => new Set(all.filter((d) => d.source !== source).map((d) => d.range.start.line));

/** The diagnostics without those of the language on lines that another source has marked. */
export function notTold(own: readonly Diagnostic[], marked: ReadonlySet<number>): Diagnostic[] {
  return own.filter((d) => !(ofLanguage.has(String(codeOf(d))) && marked.has(d.range.start.line)));
}

/** Leaves out of our diagnostics what other sources say of the same lines, and asks again when these change. */
export class Beside implements StaticFeature {
  private readonly said = new Map<string, { report: vsdiag.RelatedFullDocumentDiagnosticReport; marked: string }>();
  private own?: Disposable;

  constructor(private readonly client: () => LanguageClient) {}

  readonly fillClientCapabilities = () => {};
  readonly getState = () => ({ kind: 'static' as const });

  initialize(): void {
    this.own = Disposable.from(
      workspace.onDidCloseTextDocument((document) => this.said.delete(String(document.uri))),
      languages.onDidChangeDiagnostics(({ uris }) => {
        for (const document of workspace.textDocuments.filter((d) => uris.some((uri) => String(uri) === String(d.uri)))) this.look(document);
      }),
    );
  }

  clear(): void {
    this.own?.dispose();
    this.said.clear();
  }

  readonly provideDiagnostics: NonNullable<Middleware['provideDiagnostics']> = async (document, previous, token, next) => {
    const uri = document instanceof Uri ? document : document.uri;
    const answer = await next(document, previous, token);
    const before = this.said.get(String(uri));
    const report = answer?.kind === vsdiag.DocumentDiagnosticReportKind.full ? answer : before?.report;
    if (!answer || !report) return answer;
    const marked = linesOf(languages.getDiagnostics(uri));
    if (answer !== report && key(marked) === before?.marked) return answer; // unchanged
    this.said.set(String(uri), { report, marked: key(marked) });
    return { ...report, items: notTold(report.items, marked) };
  };

  private look(document: TextDocument): void {
    const before = this.said.get(String(document.uri));
    if (!before || key(linesOf(languages.getDiagnostics(document.uri))) === before.marked) return;
    this.client().getFeature(DocumentDiagnosticRequest.method)?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
  }
}

const key = (lines: ReadonlySet<number>) => [...lines].sort((a, b) => a - b).join();
