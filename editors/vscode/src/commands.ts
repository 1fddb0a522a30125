import { commands, Disposable, ExtensionContext, window } from 'vscode';
import { Hints } from './hints/hints';
import { chooseMachine } from './machine';
import { Panel } from './panel/panel';
import { Profiles } from './profile';
import { Readings } from './reading';
import { Subject } from './query';
import { Session } from './session';
import { StatusItem } from './status';
import { Texts } from './texts';
import { CostTree } from './tree';
import { registerUnfolding } from './unfold';
import { chooseKinds, chooseProcessors, chooseThreshold, chooseValue, toggle } from './choose';

/** Everything that the extension shows and that the user can call by name. */
export function registerCommands(context: ExtensionContext, session: Session): Disposable {
  const { choices, channels } = session;
  const subject = new Subject();
  const command = (name: string, run: (...args: never[]) => unknown) => commands.registerCommand(`parlens.${name}`, run);
  return Disposable.from(
    new Hints(session),
    new Panel(context.extensionUri, session, subject),
    new CostTree(session, subject),
    new Texts(session, subject),
    new StatusItem(session, subject),
    new Readings(session.client),
    new Profiles(session.client),
    registerUnfolding(),
    command('restartServer', () => session.restart()),
    command('showLog', () => channels.log.show()),
    command('showTrace', () => channels.trace.show()),
    command('selectMachine', (machine?: string) => chooseMachine(context, session, machine)),
    command('setProcessors', (text?: string) => chooseProcessors(session, text)),
    command('setValue', (name?: string, text?: string) => chooseValue(session, name, text)),
    command('toggleHints', () => toggle(choices, 'hints')),
    command('toggleLenses', () => toggle(choices, 'lenses')),
    command('toggleHeat', () => toggle(choices, 'heat')),
    command('toggleHotLines', () => toggle(choices, 'hotLines')),
    command('chooseHintKinds', (kinds?: string[]) => chooseKinds(choices, kinds)),
    command('setThreshold', (share?: number) => chooseThreshold(choices, share)),
    command('saveChoices', (place?: 'Workspace' | 'User') => choices.save(place)),
    command('clearChoices', () => choices.clear()),
    command('showMenu', () => showMenu(session)),
    command('openWalkthrough', () => commands.executeCommand('workbench.action.openWalkthrough', 'parlens.parlens#parlens.start')),
  );
}

/** Opens the settings at the server's path. */
export async function openServerSetting(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', 'parlens.server.path');
}

const menu = [
  { label: '$(server) Choose Machine', command: 'selectMachine' },
  { label: '$(circuit-board) Set Processors', command: 'setProcessors' },
  { label: '$(symbol-numeric) Set Value', command: 'setValue' },
  { label: '$(graph-line) Show Cost Explorer', command: 'showPanel' },
  { label: '$(arrow-swap) Compare Mappings', command: 'compareMappings' },
  { label: '$(list-tree) Show Cost Tree', command: 'showTree' },
  { label: '$(eye) Toggle Hints', command: 'toggleHints' },
  { label: '$(flame) Toggle Hints on Hot Lines Only', command: 'toggleHotLines' },
  { label: '$(filter) Choose Kinds of Hints', command: 'chooseHintKinds' },
  { label: '$(debug-restart) Restart Server', command: 'restartServer' },
  { label: '$(output) Show Log', command: 'showLog' },
];

/** What the status item opens. */
async function showMenu(session: Session): Promise<void> {
  const chosen = Object.keys(session.choices.all());
  const kept = chosen.length > 0 ? [
    { label: '$(save) Save What Is Chosen', description: chosen.join(', '), command: 'saveChoices' },
    { label: '$(discard) Forget What Is Chosen', description: chosen.join(', '), command: 'clearChoices' },
  ] : [];
  const choice = await window.showQuickPick([...menu, ...kept], { title: session.trouble ? `parlens: ${session.trouble}` : 'parlens' });
  if (choice) await commands.executeCommand(`parlens.${choice.command}`);
}
