// Makes the .vsix. With a server at server/parlens it is one for a platform (this one, or PARLENS_TARGET such as
// darwin-arm64) and brings the server along; without, it is for every platform and looks for the server on PATH.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const packed = ['server/parlens', 'server/parlens.exe'].some((file) => existsSync(file));
const platform = process.env.PARLENS_TARGET ?? `${process.platform}-${process.arch}`;
const kind = packed ? ['--target', platform] : ['--allow-unused-files-pattern'];
const result = spawnSync('vsce', ['package', '--no-dependencies', ...kind, ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(result.status ?? 1);
