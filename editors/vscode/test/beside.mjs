// The extension beside one that starts fortls, in a server of VS Code with these two.
//   node beside.mjs VSCODE WORK     started by run.sh
import path from 'node:path';
import { runInHost, startServer } from './vscode.mjs';

const [vscode, work] = process.argv.slice(2);
const own = path.resolve(work, '..', 'extension');
const server = await startServer(vscode, work, ['parlens.vsix', 'fortls.vsix']);
const stop = () => server.stop();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stop(), process.exit(1)));
const code = await runInHost(server.address, path.join(work, 'workspace'), own, path.join(own, 'test', 'host', 'beside.cjs')).finally(stop);
if (code !== 0) console.log(`  FAIL  beside Modern Fortran: ${code}`);
process.exit(code === 0 ? 0 : 1);
