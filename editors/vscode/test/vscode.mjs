// VS Code's server with the extension installed, and the page of its workbench in a headless browser.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { until } from './until.mjs';

const settings = {
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'git.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'window.menuBarVisibility': 'hidden',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.commandCenter.enabled': false,
  'editor.inlayHints.enabled': 'on',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.fontSize': 13,
  'files.autoSave': 'off',
  'editor.acceptSuggestionOnEnter': 'off',
  ...(process.env.PARLENS_THEME && { 'workbench.colorTheme': process.env.PARLENS_THEME }),
};

/** Starts VS Code's server with fresh data and the extensions installed; returns its address and how to end it. */
export async function startServer(vscode, work, extensions = ['parlens.vsix', 'standin.vsix']) {
  const log = openSync(path.join(work, 'server.log'), 'a');
  mkdirSync(path.join(work, 'user', 'User'), { recursive: true });
  writeSettings(work, {});
  const main = [path.join(vscode, 'out', 'server-main.js'), '--accept-server-license-terms', '--telemetry-level', 'off'];
  const folders = { '--server-data-dir': 'data', '--user-data-dir': 'user', '--extensions-dir': 'extensions' };
  main.push(...Object.entries(folders).flatMap(([option, name]) => [option, path.join(work, name)]));
  const stdio = ['ignore', log, log];
  const packages = extensions.flatMap((name) => ['--install-extension', path.join(work, name)]);
  const installed = spawnSync('node', [...main, ...packages], { stdio });
  if (installed.status !== 0) throw new Error(`the extensions were not installed, see ${work}/server.log`);
  const options = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--start-server'];
  const server = spawn('node', [...main, ...options], { stdio, detached: true });
  writeFileSync(path.join(work, 'server.pid'), String(server.pid));
  const address = await until('VS Code listens', () => {
    if (server.exitCode !== null) throw new Error(`VS Code's server ended, see ${work}/server.log`);
    return /127\.0\.0\.1:[1-9]\d*/.exec(readFileSync(path.join(work, 'server.log'), 'utf8'))?.[0];
  });
  return { address, stop: () => killGroup(server.pid) };
}

/** Writes the user's settings: those of the test and the given ones. */
export function writeSettings(work, more) {
  writeFileSync(path.join(work, 'user', 'User', 'settings.json'), JSON.stringify({ ...settings, ...logTo(work), ...more }, null, 2));
}

function logTo(work) {
  return { 'parlens.server.logLevel': 'debug', 'parlens.server.logFile': path.join(work, 'parlens.log') };
}

/** Opens the file in the workbench, in a browser of its own. */
export async function openPage(address, file) {
  const { page, stop } = await openBrowser();
  await page.goto(workbench(address, path.dirname(file), [['openFile', `vscode-remote://${address}${file}`]]), { timeout: 600_000 });
  await until('the workbench shows the file', () => page.locator('.part.editor .view-lines .view-line').first().isVisible(), 600_000);
  return { page, stop };
}

/** Runs a module inside the extension host, in a workspace; returns its exit code. */
export async function runInHost(address, folder, extension, module) {
  const { page, stop } = await openBrowser();
  try {
    const ended = new Promise((resolve) => page.exposeFunction('codeAutomationExit', resolve));
    await page.exposeFunction('codeAutomationLog', (_, args) => /^ {2}(ok|FAIL) /.test(String(args[0])) && console.log(...args));
    const remote = (file) => `vscode-remote://${address}${file}`;
    await page.goto(workbench(address, folder, [['extensionDevelopmentPath', remote(extension)], ['extensionTestsPath', remote(module)]]));
    return await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_500_000, 'no end in 25 minutes'))]);
  } finally {
    await stop();
  }
}

function workbench(address, folder, payload) {
  return `http://${address}/?${new URLSearchParams({ folder, payload: JSON.stringify(payload) })}`;
}

async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 860 } });
  page.setDefaultTimeout(120_000);
  return { page, stop: () => browser.close() };
}

function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
