import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Prints what helps to find out why a check failed: the page's text and the logs' ends. Keeps a screenshot. */
export async function dump(editor, work) {
  const { page } = editor;
  await page.screenshot({ path: path.join(work, 'failure.png') }).catch(() => {});
  console.log(`--- the page (picture: ${work}/failure.png)\n${await editor.textOf('body').catch(String)}`);
  console.log(`--- the end of the server's log\n${end(path.join(work, 'parlens.log'))}`);
  console.log(`--- the end of VS Code's log\n${end(path.join(work, 'server.log'))}`);
}

/** The last lines of a log; without those on the native modules that VS Code's server does well without. */
function end(log) {
  if (!existsSync(log)) return '(none)';
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.filter((line) => line.trim() && !/node_modules|^\s+(at|tries|\])/.test(line)).slice(-60).join('\n');
}
