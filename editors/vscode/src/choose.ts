import { languages, window } from 'vscode';
import { Choice, Choices } from './choices';
import { Session } from './session';

export const kinds = ['computation', 'communication', 'overhead', 'wait', 'unknown'];

/** Turns something on or off for the session. */
export function toggle(choices: Choices, choice: Choice): void {
  choices.set(choice, !choices.get(choice, false));
}

/** Asks for which kinds of lines there are hints, unless they are given. */
export async function chooseKinds(choices: Choices, given?: string[]): Promise<void> {
  const now = choices.get<string[]>('hintKinds', kinds);
  const items = kinds.map((label) => ({ label, picked: now.includes(label), description: label === 'unknown' ? 'lines without an estimate' : `most of the line's time is ${label}` }));
  const picked = given ?? (await window.showQuickPick(items, { title: 'Hints on which lines?', canPickMany: true }))?.map((i) => i.label);
  if (picked) choices.set('hintKinds', picked);
}

/** Asks from which share of its unit's time on a line has a hint. */
export async function chooseThreshold(choices: Choices, given?: number): Promise<void> {
  const items = [0, 0.01, 0.02, 0.05, 0.1, 0.2].map((share) => ({ label: share === 0 ? 'every line that costs something' : `${100 * share}% of its unit's time`, share }));
  const share = given ?? (await window.showQuickPick(items, { title: 'Hints from which share on?' }))?.share;
  if (share !== undefined) choices.set('threshold', share);
}

const grid = /^\s*(\d+(\s*[xX]\s*\d+)*)?\s*$/;

/** Asks for the number of processors or their grid. */
export async function chooseProcessors(session: Session, given?: string): Promise<void> {
  const { choices } = session;
  const text = given ?? (await window.showInputBox({
    title: 'Processors',
    prompt: 'A number (4) or a grid (2x2). Empty: what the program says.',
    value: choices.get('processors', ''),
    validateInput: (text) => (grid.test(text) ? undefined : 'A number of processors, or a grid: 4, 2x2, 4x2x2.'),
  }));
  if (text !== undefined && grid.test(text)) choices.set('processors', text.replace(/\s/g, '').toLowerCase());
}

/** Asks for the value of a name that the program does not fix: those first that the server asks for. */
export async function chooseValue(session: Session, givenName?: string, givenText?: string): Promise<void> {
  const { choices } = session;
  const values = choices.get<Record<string, number | number[]>>('values', {});
  const name = givenName ?? (await askForName(values));
  if (!name) return;
  const text = givenText ?? (await window.showInputBox({
    title: `Value of ${name}`,
    prompt: 'A number, or several with commas for a vector. Empty: no value of yours.',
    value: String(values[name] ?? ''),
    validateInput: (text) => (numbers(text) ? undefined : 'A number, or several with commas between them.'),
  }));
  const list = text === undefined ? undefined : numbers(text);
  if (!list) return;
  const { [name]: _, ...others } = values;
  choices.set('values', list.length === 0 ? others : { ...others, [name]: list.length === 1 ? list[0] : list });
}

function numbers(text: string): number[] | undefined {
  const list = text.split(',').map((t) => t.trim()).filter(Boolean).map(Number);
  return list.every(Number.isFinite) ? list : undefined;
}

async function askForName(values: Record<string, unknown>): Promise<string | undefined> {
  const document = window.activeTextEditor?.document;
  const asked = document ? languages.getDiagnostics(document.uri).filter((d) => codeOf(d.code) === 'unknown-value') : [];
  const items = [
    ...asked.map((d) => ({ label: document!.getText(d.range).toLowerCase(), description: 'asked for', detail: d.message })),
    ...Object.entries(values).map(([label, value]) => ({ label, description: `= ${value}`, detail: undefined })),
    { label: 'Another name...', description: '', detail: undefined },
  ].filter((item, i, all) => all.findIndex((other) => other.label === item.label) === i);
  const pick = items.length === 1 ? items[0] : await window.showQuickPick(items, { title: 'The value of what?' });
  if (pick?.label !== 'Another name...') return pick?.label;
  const name = await window.showInputBox({ title: 'The value of what?', prompt: 'The name of a variable or constant of the program.' });
  return name?.trim().toLowerCase() || undefined;
}

function codeOf(code: unknown): unknown {
  return typeof code === 'object' && code !== null && 'value' in code ? code.value : code;
}
