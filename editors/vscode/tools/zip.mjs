// Packs files into a .zip, what Windows opens without another program; the same files make the same bytes.
//   node zip.mjs ARCHIVE FILE...
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const [archive, ...files] = process.argv.slice(2);
const { ZipFile } = createRequire(createRequire(import.meta.url).resolve('@vscode/vsce'))('yazl');
const zip = new ZipFile();
for (const file of files) zip.addFile(file, path.basename(file), { mtime: new Date(1980, 0, 1), mode: 0o100755 });
zip.end();
await pipeline(zip.outputStream, createWriteStream(archive));
