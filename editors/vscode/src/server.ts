import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

const program = process.platform === 'win32' ? 'parlens.exe' : 'parlens';

/** The server's path, or why there is none. */
export type Found = { path: string } | { problem: string };

/** Looks for the server: the setting, then the program packed with the extension, then PATH. */
export function findServer(setting: string, extensionFolder: string, searchPath: string): Found {
  if (setting) {
    return isProgram(setting) ? { path: setting } : { problem: `parlens.server.path is "${setting}", which is not a program that can be run.` };
  }
  const packed = path.join(extensionFolder, 'server', program);
  const onPath = searchPath.split(path.delimiter).filter(Boolean).map((folder) => path.join(folder, program));
  const found = [packed, ...onPath].find(isProgram);
  return found ? { path: found } : { problem: missing };
}

const missing =
  'The parlens program was not found: this package of the extension brings none and there is none on PATH. ' +
  'Install it with "go install github.com/parlens/parlens/cmd/parlens@latest", or set parlens.server.path.';

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
