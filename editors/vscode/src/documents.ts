import { languages, TextDocument } from 'vscode';
import { DocumentFilter } from 'vscode-languageclient/node';

/**
 * The language ids that Fortran extensions give their files; `hpf`, `pamela` and `spar` are ours. Without such an extension a Fortran file is
 * plain text, so the endings count as well. The server tells fixed from free form by the path.
 */
const ids = ['FortranFreeForm', 'FortranFixedForm', 'fortran', 'fortran-modern', 'fortran_fixed-form', 'hpf', 'pamela', 'spar'];
const endings = '**/*.{f90,f95,f03,f08,f,for,ftn,f77,hpf,pam,spar,F90,F95,F03,F08,F,FOR,FTN,F77,HPF}';

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
