import { ExtensionContext, QuickPickItem, window } from 'vscode';
import { Session } from './session';

const defaultLabel = 'Default';
const fileLabel = 'Machine file...';

/** The answer to parlens/machines, as far as it is shown. */
interface Machines {
  current: string;
  machines: { machine: string; name: string; title: string; kind: string; nodes: number; measured?: string; path?: string; problem?: string }[];
}

/** Asks for the machine of this session. */
export async function chooseMachine(context: ExtensionContext, session: Session, given?: string): Promise<void> {
  if (given !== undefined) return session.choices.set('machine', given || undefined);
  const all = await machines(context, session);
  const items: (QuickPickItem & { machine?: string })[] = [
    ...all.machines.map((m) => ({
      label: `${m.machine === all.current ? '$(check) ' : ''}${m.name}`,
      description: m.problem ? `$(error) ${m.problem}` : m.title,
      detail: [m.measured && `measured: ${m.measured}`, m.nodes > 0 && `${m.nodes} nodes`, m.path].filter(Boolean).join('; ') || undefined,
      machine: m.machine,
    })),
    { label: defaultLabel, description: 'what parlens.toml or the settings say', machine: '' },
    { label: fileLabel, description: 'your own machine' },
  ];
  const choice = await window.showQuickPick(items, { title: 'Predict for which machine?', matchOnDescription: true });
  if (!choice) return;
  const machine = choice.label === fileLabel ? await askForFile() : choice.machine;
  if (machine !== undefined) session.choices.set('machine', machine || undefined);
}

/** Those that the server knows; where it cannot be asked, those that come with it, which the setting has as examples. */
async function machines(context: ExtensionContext, session: Session): Promise<Machines> {
  const document = window.activeTextEditor?.document;
  const textDocument = document && session.client()?.code2ProtocolConverter.asTextDocumentIdentifier(document);
  const known = await session.ask<Machines>('parlens/machines', { textDocument }).catch(() => undefined);
  const examples: string[] = context.extension.packageJSON.contributes.configuration.flatMap((c: { properties: Record<string, { examples?: string[] }> }) => c.properties['parlens.machine']?.examples ?? []);
  return known ?? { current: session.choices.get('machine', ''), machines: examples.map((name) => ({ machine: name, name, title: '', kind: '', nodes: 0 })) };
}

async function askForFile(): Promise<string | undefined> {
  const files = await window.showOpenDialog({ title: 'Machine file', canSelectMany: false });
  return files?.[0]?.fsPath;
}
