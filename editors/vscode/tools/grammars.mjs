// Writes the grammars of Fortran into dist/, from the package that collects them, under names of our own: those of a Fortran extension
// must stay what that extension says.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.dirname(createRequire(import.meta.url).resolve('tm-grammars/grammars/fortran-free-form.json'));
mkdirSync('dist', { recursive: true });
for (const form of ['free', 'fixed']) {
  const text = readFileSync(path.join(folder, `fortran-${form}-form.json`), 'utf8');
  writeFileSync(`dist/fortran-${form}.tmLanguage.json`, text.replaceAll(/source\.fortran\.(free|fixed)/g, 'source.fortran.parlens.$1'));
}
