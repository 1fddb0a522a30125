// Runs inside the extension host, beside a stand-in for Modern Fortran that starts the real fortls: nothing is there twice.
const assert = require('node:assert/strict');
const path = require('node:path');
const { commands, CompletionItemKind, ConfigurationTarget, extensions, languages, Position, window, workspace } = require('vscode');
const { until } = require('./until.cjs');

const open = async (name) => {
  const document = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, name));
  await window.showTextDocument(document);
  return document;
};

/** The place of the pattern's first group on the first line that matches. */
function place(document, pattern) {
  const lines = document.getText().split('\n');
  const row = lines.findIndex((line) => pattern.test(line));
  const match = pattern.exec(lines[row]);
  return new Position(row, match.index + match[0].lastIndexOf(match[1]));
}

const ask = (kind, document, ...more) => commands.executeCommand(`vscode.execute${kind}Provider`, document.uri, ...more);
const hovers = async (document, at) => (await ask('Hover', document, at)).flatMap((h) => h.contents).map((c) => c.value ?? String(c));
const named = async (document, at, name) => (await ask('CompletionItem', document, at)).items.filter((i) => (i.label.label ?? i.label).toLowerCase() === name);

let program, use, directive;

/** How often something is there of the array that is used in the statement. */
async function counts() {
  const texts = await hovers(program, use);
  return {
    declarations: texts.filter((text) => /DIMENSION\(N,N\)|real :: b/i.test(text)).length,
    costs: texts.filter((text) => /% of laplace/.test(text)).length,
    definitions: (await ask('Definition', program, use)).length,
    completions: (await named(program, use.translate(0, 1), 'b')).length,
    outlines: (await ask('DocumentSymbol', program)).filter((s) => s.name === 'laplace').length,
  };
}

const tests = {
  async 'both extensions are at work'() {
    program = await open('laplace.f90');
    use = place(program, /^\s*(b)\(i,j\) =/);
    directive = place(program, /^!HPF\$ ALIGN (a)\(/);
    assert.equal(program.languageId, 'FortranFreeForm');
    await until('fortls tells of the declaration', async () => (await hovers(program, use)).some((text) => /```fortran90/i.test(text))).catch(async (error) => {
      throw new Error(`${error.message}: ${JSON.stringify(await hovers(program, use))}`);
    });
    await until('parlens tells of the cost', async () => (await hovers(program, use)).some((text) => /% of laplace/.test(text)));
  },

  async 'a declaration is told once, by fortls, a cost once, by parlens'() {
    assert.deepEqual(await counts(), { declarations: 1, costs: 1, definitions: 1, completions: 1, outlines: 1 });
    assert.ok((await hovers(program, use)).some((text) => /Mapped B\(BLOCK,BLOCK\)/.test(text)), 'where it lies is told all the same');
  },

  async 'in directives, which are comments to fortls, parlens has them'() {
    assert.ok((await hovers(program, directive)).some((text) => /real :: a\(n,n\)/.test(text)));
    assert.equal((await ask('Definition', program, directive)).length, 1);
    const format = place(program, /DISTRIBUTE t\((BLOCK)/);
    assert.deepEqual((await named(program, format, 'cyclic')).map((i) => i.kind), [CompletionItemKind.EnumMember]);
  },

  async 'an error that gfortran has found is told once, and others stay'() {
    const wrong = await open('wrong.f90');
    const said = () => languages.getDiagnostics(wrong.uri).map((d) => `${d.range.start.line + 1} ${d.source}`).sort();
    const want = ['10 parlens', '11 gfortran', '16 gfortran'];
    await until('there is one for each line', () => JSON.stringify(said().filter((d) => /^(10|11|16) /.test(d))) === JSON.stringify(want)).catch((error) => {
      throw new Error(`${error.message}: ${said()}`);
    });
  },

  async 'parlens answers too where the settings want that'() {
    await workspace.getConfiguration('parlens').update('languageFeatures', 'on', ConfigurationTarget.Global);
    await until('declarations and completions are there twice', async () => { // the editor itself joins definitions and outlines that are alike
      const { declarations, completions } = await counts();
      return declarations === 2 && completions === 2;
    });
    await workspace.getConfiguration('parlens').update('languageFeatures', undefined, ConfigurationTarget.Global);
    await until('they are there once again', async () => (await counts()).declarations === 1);
  },
};

exports.run = async () => {
  assert.ok(extensions.getExtension('fortran-lang.linter-gfortran'), 'the stand-in is installed');
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`  ok    beside Modern Fortran: ${name}`);
    } catch (error) {
      console.log(`  FAIL  beside Modern Fortran: ${name}: ${error.message}`);
      throw error;
    }
  }
};
