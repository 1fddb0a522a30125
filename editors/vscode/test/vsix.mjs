// Checks what a .vsix holds: the program of the platform that its manifest names, what the extension needs, and nothing else.
//   node vsix.mjs FILE TARGET PROGRAM     TARGET: linux-x64, win32-arm64, ...; PROGRAM: the file that has to be inside
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [file, target, program] = process.argv.slice(2);
const { fromBuffer } = createRequire(createRequire(import.meta.url).resolve('@vscode/vsce'))('yauzl');

/** The files of an archive, by name. */
function filesOf(archive) {
  const all = new Map();
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', () => resolve(all));
      zip.on('entry', (entry) => zip.openReadStream(entry, (failed, stream) => {
        if (failed) return reject(failed);
        const chunks = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', () => {
          all.set(entry.fileName, { content: Buffer.concat(chunks), mode: (entry.externalFileAttributes >>> 16) & 0o777 });
          zip.readEntry();
        });
      }));
      zip.readEntry();
    });
  });
}

const problems = [];
const want = (ok, problem) => ok || problems.push(problem);

const files = await filesOf(readFileSync(file));
const text = (name) => files.get(name)?.content.toString() ?? '';
want(/ TargetPlatform="([^"]*)"/.exec(text('extension.vsixmanifest'))?.[1] === target, `the manifest is not for ${target}`);

const [os, arch] = target.split('-');
const inside = `extension/server/${os === 'win32' ? 'parlens.exe' : 'parlens'}`;
want(files.get(inside)?.content.equals(readFileSync(program)), `${inside} is not ${program}`);
want(os === 'win32' || files.get(inside)?.mode & 0o100, `${inside} may not be run`);
want([...files.keys()].filter((name) => name.startsWith('extension/server/')).length === 1, 'there is another program');
const built = spawnSync('go', ['version', '-m', program], { encoding: 'utf8' }).stdout;
const go = { os: { linux: 'linux', darwin: 'darwin', win32: 'windows' }[os], arch: { x64: 'amd64', arm64: 'arm64' }[arch] };
want(built.includes(`GOOS=${go.os}`) && built.includes(`GOARCH=${go.arch}`), `${program} is for another platform: ${built}`);

const { contributes, main, icon } = JSON.parse(text('extension/package.json'));
const named = [main, icon, ...contributes.grammars.map((g) => g.path), ...contributes.snippets.map((s) => s.path), ...contributes.languages.map((l) => l.configuration)];
const pages = contributes.walkthroughs.flatMap((w) => w.steps.map((s) => s.media.markdown));
for (const name of [...named, ...pages, 'dist/panel.js', 'dist/panel.css', 'readme.md', 'LICENSE.txt']) {
  want(files.has(`extension/${name.replace(/^\.\//, '')}`), `${name} is not inside`);
}
const odd = [...files.keys()].filter((name) => /^extension\/(src|test|tools|node_modules)\//.test(name) || name.endsWith('.map'));
want(odd.length === 0, `it need not have ${odd}`);

for (const problem of problems) console.error(`${file}: ${problem}`);
process.exit(problems.length ? 1 : 0);
