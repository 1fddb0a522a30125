// Runs inside the extension host: every command that the extension contributes, by its name, with a look at what it did.
const assert = require('node:assert/strict');
const path = require('node:path');
const vscode = require('vscode');
const { until } = require('./until.cjs');

const { commands, extensions, window, workspace } = vscode;
const run = (name, ...more) => commands.executeCommand(`parlens.${name}`, ...more);
let session, program;

/** What the extension has asked the server, with the answers: what stands in a tree or a panel is not to be read through the API. */
const answers = [];
/** What has been written to the output channels: their text is in files that this server of VS Code, without its native modules, does not write. */
const written = { log: '', trace: '' };

function listen() {
  for (const [kind, channel] of Object.entries(session.channels)) {
    for (const [method, end] of [['append', ''], ['appendLine', '\n']]) {
      const write = channel[method].bind(channel);
      channel[method] = (text) => {
        written[kind] += text + end;
        write(text);
      };
    }
  }
  const ask = session.ask.bind(session);
  session.ask = async (method, ...more) => {
    const answer = await ask(method, ...more);
    answers.push({ method, answer });
    return answer;
  };
}

/** The answer to a question that a command puts, once there is one with what is looked for. */
async function asked(name, method, wanted, ...more) {
  await front();
  answers.length = 0;
  await run(name, ...more);
  return until(`${name} has an answer to ${method}`, () => answers.find((a) => a.method === method && a.answer && wanted(a.answer))?.answer);
}

/** Opens an output channel by a command; what has been written to it must become as wanted, while something is done again and again. */
async function channel(name, kind, title, wanted, meanwhile) {
  await run(name);
  await until(`${name} opens "${title}"`, () => workspace.textDocuments.some((d) => d.uri.scheme === 'output' && d.uri.path.endsWith(title)));
  await until(`${wanted} is written to it`, async () => {
    await meanwhile();
    return wanted.test(written[kind]);
  });
  await commands.executeCommand('workbench.action.closePanel');
}

async function settled(look) {
  let before;
  return until('it stands still', async () => {
    const now = await look();
    const same = JSON.stringify(now) === before;
    before = JSON.stringify(now);
    if (!same) await new Promise((resolve) => setTimeout(resolve, 300));
    return same && now;
  });
}

async function front() {
  const row = Math.max(0, program.getText().split('\n').findIndex((text) => /^\s*forall/.test(text)));
  return window.showTextDocument(program, { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(row, 0, row, 0) });
}

/** A hover as the server gives it: with what the editor shows behind a link only. */
async function hover(line, character) {
  const textDocument = { uri: program.uri.toString() };
  const answer = await session.client().sendRequest('textDocument/hover', { textDocument, position: { line, character } });
  return answer?.contents.value ?? '';
}

/** The hover of the program's first line: what the whole costs, and on what. */
async function whole() {
  return hover(program.getText().split('\n').findIndex((text) => text.startsWith('program')), 0);
}

async function hints() {
  const all = await commands.executeCommand('vscode.executeInlayHintProvider', program.uri, new vscode.Range(0, 0, program.lineCount, 0));
  return all.map((h) => String(h.label));
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function lenses() {
  const all = await commands.executeCommand('vscode.executeCodeLensProvider', program.uri);
  return all.map((l) => l.command?.title ?? '').filter((title) => / processors|loop: /.test(title));
}

/** The text of the document that a command opens, once it has what is looked for; it is closed again. */
async function opened(name, wanted, ...more) {
  await front();
  await run(name, ...more);
  const document = await until(`${name} shows ${wanted}`, () => {
    return window.visibleTextEditors.map((e) => e.document).find((d) => d.getText() !== program.getText() && wanted.test(d.getText()));
  });
  const text = document.getText();
  assert.ok(['plaintext', 'dot', 'pamela', program.languageId].includes(document.languageId), `${name} opens ${document.uri.path} as ${document.languageId}`);
  await alone();
  return text;
}

const allTabs = () => window.tabGroups.all.flatMap((g) => g.tabs);
const tabs = () => allTabs().map((t) => t.label);

/** Closes everything but the program, so that what one command has opened is not taken for the next one's. */
async function alone() {
  await window.tabGroups.close(allTabs().filter((t) => t.input?.uri?.toString() !== program.uri.toString()));
  await until(`the program is alone among ${tabs()}`, () => allTabs().every((t) => t.input?.uri?.toString() === program.uri.toString()));
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
    const before = await settled(whole);
    assert.doesNotMatch(before, /n = 1000/);
    await run('setValue', 'n', '1000');
    await until('the numbers are for it', async () => (await whole()) !== before);
    const row = program.getText().split('\n').findIndex((text) => /forall/.test(text));
    assert.match(await hover(row, 4), /\b1000\b|\b998\b|\b500\b/);
    assert.deepEqual(session.choices.all().values, { n: 1000 });
    await run('setValue', 'n', '');
    assert.deepEqual(session.choices.all().values, {});
  },
  async toggleHints() {
    const all = await settled(hints);
    assert.ok(all.length > 2, `${all}`);
    await run('toggleHints');
    await until('there are none', async () => (await hints()).length === 0);
    await run('toggleHints');
    await until('the same are back', async () => same(await hints(), all));
  },
  async toggleHotLines() {
    const all = await settled(hints);
    await run('toggleHotLines');
    await until('there are fewer, and each is one of them', async () => { const now = await hints(); return now.length > 0 && now.length < all.length && now.every((h) => all.includes(h)); });
    await run('toggleHotLines');
    await until('all are back', async () => same(await hints(), all));
  },
  async chooseHintKinds() {
    await run('setProcessors', '8x8'); // small parts, between which much has to be sent
    await until('the numbers are for it', async () => /on 8x8 processors/.test(await whole()));
    const all = await settled(hints);
    const some = all.filter((h) => /comm/.test(h));
    assert.ok(some.length > 0 && some.length < all.length, `${all}`);
    await run('chooseHintKinds', ['communication']);
    await until('only communication is left', async () => same(await hints(), some));
    await run('chooseHintKinds', ['computation', 'communication', 'overhead', 'wait', 'unknown']);
    await until('the others are back', async () => same(await hints(), all));
    await run('setProcessors', '2x4');
    await until('the numbers are as before', async () => /on 2x4 processors/.test(await whole()));
  },
  async setThreshold() {
    const some = await settled(hints);
    await run('setThreshold', 0);
    const all = await until('more lines have one', async () => { const now = await hints(); return now.length > some.length && now; });
    await run('setThreshold', 0.3);
    await until('there are fewer', async () => { const now = await hints(); return now.length > 0 && now.length < some.length && now.every((h) => all.includes(h)); });
    await run('setThreshold', 0.01);
    await until('it is as it was', async () => same(await hints(), some));
  },
  async toggleLenses() {
    const all = await settled(lenses);
    assert.ok(all.length > 1, `${all}`);
    await run('toggleLenses');
    await until('there are none', async () => (await lenses()).length === 0);
    await run('toggleLenses');
    // A lens is completed when a faster mapping has been found for its unit.
    await until('the same are back', async () => {
      const now = await lenses();
      return now.length === all.length && now.every((title, i) => title.startsWith(all[i]));
    });
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
    assert.equal(session.choices.all().machine, undefined);
    void run('showMenu');
    // The first row leads to the machines, of which the first is chosen then.
    await until('what is chosen first there is in force', async () => {
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return session.choices.all().machine;
    });
    const { machine } = session.choices.all();
    await until('the numbers are for it', async () => (await whole()).includes(`Machine: ${machine}`));
    await run('clearChoices');
    await until('the settings hold again', async () => /Machine: paragon/.test(await whole()));
  },
  async showPanel() {
    const { unit, base } = await asked('showPanel', 'parlens/whatif', (a) => a.sliders.some((s) => s.name === 'P'));
    assert.equal(unit, 'laplace');
    assert.ok(base.time_s > 0);
    await until('it has a tab', () => tabs().includes('parlens'));
    await alone();
  },
  async showScaling() {
    const { curves } = await asked('showScaling', 'parlens/scaling', (a) => a.curves.length > 1);
    assert.deepEqual(curves.map((c) => c.name), ['P', 'n']);
    assert.ok(curves.every((c) => c.points.length > 3 && c.points.every((p) => p.time_s > 0)));
    await alone();
  },
  async compareMappings() {
    await run('setProcessors', '8x8');
    const { mappings } = await asked('compareMappings', 'parlens/compare', (a) => a.mappings.length > 1);
    assert.equal(mappings[0].mapping, '');
    assert.match(mappings[1].mapping, /DISTRIBUTE|PROCESSORS/);
    assert.ok(mappings[1].time_s < mappings[0].time_s && mappings[1].edit);
    await run('clearChoices');
    await alone();
  },
  async showTree() {
    const { units } = await asked('showTree', 'parlens/costTree', (a) => a.units.length > 0);
    const loop = units[0].children.find((n) => /do sweep/.test(n.label));
    assert.ok(units[0].label === 'program laplace' && loop.share > 0.9 && loop.children.length > 2);
  },
  async showTimeline() {
    const text = await opened('showTimeline', /\(0,0\)[\s\S]*\(1,3\)/);
    assert.match(text, /shift|sum|line \d+/);
  },
  async showGraph() {
    const text = await opened('showGraph', /^digraph/);
    assert.match(text, /->/);
    assert.match(text, /residual/i);
  },
  async showModel() {
    program = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, 'adi.spar'));
    await opened('showModel', /process[\s\S]*main/);
    program = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, 'laplace.f90'));
  },
  async showReport() {
    const text = await opened('showReport', /cumulative/);
    assert.match(text, /100% of the unit's time/);
  },
  async saveTrace() {
    await front();
    const file = vscode.Uri.joinPath(workspace.workspaceFolders[0].uri, 'trace.json');
    await run('saveTrace', file, 'chrome');
    const { traceEvents } = JSON.parse(Buffer.from(await workspace.fs.readFile(file)).toString());
    assert.ok(traceEvents.some((e) => e.ph === 'X' && e.dur > 0) && traceEvents.some((e) => /processor \(/.test(e.args?.name)));
  },
  showReading: () => opened('showReading', /^!spmd .*->/m),
  async showProfile() {
    const text = await opened('showProfile', /cumulative/);
    assert.match(text, /\d% of the unit's time/);
    assert.doesNotMatch(text, /100% of the unit's time/);
  },
  async restartServer() {
    const before = session.client();
    await run('restartServer');
    await until('another one answers', async () => session.client() && session.client() !== before && /processors/.test(await whole().catch(() => '')));
  },
  async showLog() {
    let restarts = 0;
    await channel('showLog', 'log', 'parlens', /^starting \/.*parlens$/m, () => restarts++ || run('restartServer'));
  },
  async showTrace() {
    await workspace.getConfiguration('parlens.trace').update('server', 'messages', vscode.ConfigurationTarget.Global);
    await channel('showTrace', 'trace', 'parlens (protocol)', /Sending request 'textDocument\/inlayHint/, hints);
  },
  async openWalkthrough() {
    await alone();
    await run('openWalkthrough');
    // Its title may come late here; what stands in it is looked at in the workbench (checks.mjs).
    await until('there is a tab for it', () => tabs().some((label) => /^(Welcome|Walkthrough)/.test(label)));
  },
};

/** Opens the program, and waits until there is something to be seen of it. */
async function start() {
  const extension = extensions.getExtension('parlens.parlens');
  const names = extension.packageJSON.contributes.commands.map((c) => c.command.replace('parlens.', ''));
  assert.deepEqual([...names].sort(), Object.keys(tests).sort(), 'every command has a test');
  await workspace.getConfiguration('parlens').update('hintStyle', 'inlay', vscode.ConfigurationTarget.Global);
  program = await workspace.openTextDocument(path.join(workspace.workspaceFolders[0].uri.fsPath, 'laplace.f90'));
  await front();
  session = await extension.activate();
  listen();
  await until('the server answers', async () => (await hints()).length > 0);
}

exports.run = async () => {
  const wanted = new RegExp(process.env.PARLENS_COMMAND ?? '');
  for (const [name, test] of [['(none)', start], ...Object.entries(tests).filter(([name]) => wanted.test(name))]) {
    try {
      await test();
      console.log(`  ok    command ${name}`);
    } catch (error) {
      console.log(`  FAIL  command ${name}: ${error.message}`);
      throw error;
    }
  }
};
