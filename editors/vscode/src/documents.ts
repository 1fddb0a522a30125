import { Disposable, languages, TextDocument, workspace } from 'vscode';
import { DocumentFilter } from 'vscode-languageclient/node';

const free = 'parlens-fortran';
const fixed = 'parlens-fortran-fixed';

/** The language ids that Fortran extensions give their files, and ours. The server tells fixed from free form by the path and the text. */
const ids = ['FortranFreeForm', 'FortranFixedForm', 'fortran', 'fortran-modern', 'fortran_fixed-form', free, fixed, 'hpf', 'pamela', 'spar'];
const endings = '**/*.{f90,f95,f03,f08,f,for,ftn,f77,hpf,pam,spar,F90,F95,F03,F08,F,FOR,FTN,F77,fdv,HPF}';

const programs: DocumentFilter[] = [
  ...ids.flatMap((language) => [{ scheme: 'file', language }, { scheme: 'untitled', language }]),
  { scheme: 'file', pattern: endings },
  { scheme: 'file', pattern: '**/parlens.toml' },
];

/** The documents that the server is told about: programs, and what may be a machine file or a model of phases. It is silent about any other TOML. */
export const selector: DocumentFilter[] = [...programs, { scheme: 'file', pattern: '**/*.toml' }];

/** A model of phases needs no program beside it. */
function isPhaseModel(document: TextDocument): boolean {
  return document.uri.scheme === 'file' && document.fileName.endsWith('.toml') && /^\s*\[\[phase\]\]/m.test(document.getText());
}

/** Whether the document is one that the server is started for. */
export function isOurs(document: TextDocument): boolean {
  return languages.match(programs, document) > 0 || isPhaseModel(document);
}

const ownForm: [RegExp, string][] = [[/\.(f90|f95|f03|f08)$/i, free], [/\.(f|for|ftn|f77|fdv)$/i, fixed]];

/**
 * Gives Fortran files a language of our own, with colours and brackets, where no other extension knows them. Contributions are static: had we
 * claimed the endings, the extensions that own them would lose them.
 */
export function claimPlainText(): Disposable {
  const claimed = new WeakSet<TextDocument>(); // once as long as it is open: whoever makes it plain text again wants that
  const claim = (document: TextDocument) => {
    const form = ownForm.find(([ending]) => ending.test(document.fileName))?.[1];
    if (!form || document.languageId !== 'plaintext' || claimed.has(document)) return;
    claimed.add(document);
    void languages.setTextDocumentLanguage(document, form);
  };
  workspace.textDocuments.forEach(claim);
  return workspace.onDidOpenTextDocument(claim);
}
