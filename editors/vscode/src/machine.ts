import { commands, ConfigurationTarget, ExtensionContext, QuickPickItem, window, workspace } from 'vscode';

const defaultLabel = 'Default';
const fileLabel = 'Machine file...';

/** Asks for the machine and stores it: in the workspace if one is open, else in the user's settings. */
export async function selectMachine(context: ExtensionContext): Promise<void> {
  const choice = await window.showQuickPick(choices(presets(context)), { title: 'Predict for which machine?' });
  if (!choice) return;
  const machine = choice.label === fileLabel ? await askForFile() : choice.label === defaultLabel ? '' : choice.label;
  if (machine === undefined) return;
  const target = workspace.workspaceFolders ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await workspace.getConfiguration('parlens').update('machine', machine || undefined, target);
}

/** The machines that come with the server are named once, as the setting's examples. */
function presets(context: ExtensionContext): string[] {
  return context.extension.packageJSON.contributes.configuration.properties['parlens.machine'].examples;
}

function choices(names: string[]): QuickPickItem[] {
  const current = workspace.getConfiguration('parlens').get<string>('machine', '');
  const items = [
    { label: defaultLabel, description: 'what parlens.toml says, else ipsc860' },
    ...names.map((label) => ({ label })),
    { label: fileLabel, description: 'your own machine' },
  ];
  return items.map((item) => (item.label === (current || defaultLabel) ? { ...item, detail: 'selected' } : item));
}

async function askForFile(): Promise<string | undefined> {
  const files = await window.showOpenDialog({ title: 'Machine file', canSelectMany: false });
  return files?.[0]?.fsPath;
}

/** Opens the settings at the server's path. */
export async function openServerSetting(): Promise<void> {
  await commands.executeCommand('workbench.action.openSettings', 'parlens.server.path');
}
