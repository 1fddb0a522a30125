// Runs inside the extension host: every command that the extension contributes, by its name, with a look at what it did.
const assert = require('node:assert/strict');
const path = require('node:path');
const vscode = require('vscode');

const { commands, extensions, window, workspace } = vscode;
const run = (name, ...more) => commands.executeCommand(`parlens.${name}`, ...more);
let session, program;

async function until(what, look, milliseconds = 30_000) {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function front() {
  const row = Math.max(0, program.getText().split('\n').findIndex((text) => /^\s*forall/.test(text)));
  return window.showTextDocument(program, { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(row, 0, row, 0) });
}

/** The hover of the program's first line: what the whole costs, and on what. */
async function whole() {
  const line = program.getText().split('\n').findIndex((text) => text.startsWith('program'));
  const hovers = await commands.executeCommand('vscode.executeHoverProvider', program.uri, new vscode.Position(line, 0));
  return hovers.flatMap((h) => h.contents.map((c) => c.value)).join('\n');
}

async function hints() {
  const all = await commands.executeCommand('vscode.executeInlayHintProvider', program.uri, new vscode.Range(0, 0, program.lineCount, 0));
  return all.map((h) => String(h.label));
}

async function lenses() {
  const all = await commands.executeCommand('vscode.executeCodeLensProvider', program.uri);
  return all.map((l) => l.command?.title ?? '').filter((title) => / processors|loop: /.test(title));
}

/** The text of the document that a command opens, once it has what is looked for; it is closed again. */
async function opened(name, wanted, ...more) {
  await front();
  await run(name, ...more);
  const text = await until(`${name} shows ${wanted}`, () => {
    const shown = window.visibleTextEditors.map((e) => e.document.getText()).find((t) => t !== program.getText() && wanted.test(t));
    return shown;
  });
  await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
  return text;
}

async function tab(name, wanted) {
  await front();
  await run(name);
  await until(`${name} opens a tab like ${wanted}`, () => window.tabGroups.all.flatMap((g) => g.tabs).some((t) => wanted.test(t.label)));
  await commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
}

const tests = {
  async selectMachine() {
    await run('selectMachine', 'paragon');
    await until('the numbers are for it', async () => /Machine: paragon/.test(await whole()));
    assert.equal(workspace.getConfiguration('parlens').get('machine'), '');
  },
  async setProcessors() {
    await run('setProcessors', '2x4');
    await until('the numbers are for it', async () => /on 2x4 processors/.test(await whole()));
    await run('setProcessors', 'many');
    assert.equal(session.choices.all().processors, '2x4');
  },
  async setValue() {
    const before = await whole();
    await run('setValue', 'n', '1000');
    await until('the numbers are for it', async () => (await whole()) !== before);
    assert.deepEqual(session.choices.all().values, { n: 1000 });
    await run('setValue', 'n', '');
    assert.deepEqual(session.choices.all().values, {});
  },
  async toggleHints() {
    assert.ok((await hints()).length > 2);
    await run('toggleHints');
    await until('there are none', async () => (await hints()).length === 0);
    await run('toggleHints');
    await until('they are back', async () => (await hints()).length > 2);
  },
  async toggleHotLines() {
    const all = await hints();
    await run('toggleHotLines');
    await until('there are fewer', async () => { const now = await hints(); return now.length > 0 && now.length < all.length; });
    await run('toggleHotLines');
  },
  async chooseHintKinds() {
    await run('chooseHintKinds', ['wait']);
    await until('computation is left out', async () => (await hints()).every((h) => /wait/.test(h)));
    await run('chooseHintKinds', ['computation', 'communication', 'overhead', 'wait', 'unknown']);
    await until('it is back', async () => (await hints()).some((h) => /comp/.test(h)));
  },
  async setThreshold() {
    await run('setThreshold', 0);
    const all = await until('every line has one', async () => { const now = await hints(); return now.length > 3 && now; });
    await run('setThreshold', 0.3);
    await until('there are fewer', async () => (await hints()).length < all.length);
  },
  async toggleLenses() {
    assert.ok((await lenses()).length > 1);
    await run('toggleLenses');
    await until('there are none', async () => (await lenses()).length === 0);
    await run('toggleLenses');
  },
  async toggleHeat() {
    await run('toggleHeat');
    assert.equal(session.choices.all().heat, false);
    await run('toggleHeat');
    assert.equal(session.choices.all().heat, true);
  },
  async saveChoices() {
    await run('saveChoices', 'Workspace');
    assert.equal(workspace.getConfiguration('parlens').get('machine'), 'paragon');
    assert.deepEqual(session.choices.all(), {});
    assert.match(await whole(), /Machine: paragon/);
  },
  async clearChoices() {
    await run('selectMachine', 'cluster');
    await until('the numbers are for it', async () => /Machine: cluster/.test(await whole()));
    await run('clearChoices');
    await until('the settings hold again', async () => /Machine: paragon/.test(await whole()));
  },
  async showMenu() {
    const chosen = run('showMenu');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await chosen;
  },
  showPanel: () => tab('showPanel', /^parlens$/),
  showScaling: () => tab('showScaling', /^parlens$/),
  showTree: () => run('showTree'),
  showTimeline: () => opened('showTimeline', /exchange|processor/i),
  showGraph: () => opened('showGraph', /^digraph[\s\S]*->/),
  async showModel() {
    program = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, 'adi.spar'));
    await opened('showModel', /process[\s\S]*main/);
    program = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, 'laplace.f90'));
  },
  showReport: () => opened('showReport', /cumulative/),
  async saveTrace() {
    await front();
    const file = vscode.Uri.joinPath(workspace.workspaceFolders[0].uri, 'trace.json');
    await run('saveTrace', file, 'chrome');
    const trace = JSON.parse(Buffer.from(await workspace.fs.readFile(file)).toString());
    assert.ok((trace.traceEvents ?? trace).length > 10);
  },
  showReading: () => opened('showReading', /^!spmd .*->/m),
  showProfile: () => opened('showProfile', /cumulative/),
  async restartServer() {
    await run('restartServer');
    await until('it answers again', async () => /processors/.test(await whole().catch(() => '')));
  },
  showLog: () => run('showLog'),
  showTrace: () => run('showTrace'),
  openWalkthrough: () => tab('openWalkthrough', /Walkthrough|Welcome|parlens/),
};

exports.run = async () => {
  const extension = extensions.getExtension('parlens.parlens');
  const names = extension.packageJSON.contributes.commands.map((c) => c.command.replace('parlens.', ''));
  assert.deepEqual([...names].sort(), Object.keys(tests).sort(), 'every command has a test');
  await workspace.getConfiguration('parlens').update('hintStyle', 'inlay', vscode.ConfigurationTarget.Global);
  program = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, 'laplace.f90'));
  await front();
  session = await extension.activate();
  await until('the server answers', async () => (await hints()).length > 0);
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`  ok    command ${name}`);
    } catch (error) {
      console.log(`  FAIL  command ${name}`);
      throw error;
    }
  }
};
