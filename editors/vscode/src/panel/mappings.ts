import { kinds, seconds } from '../cost';
import { element, table } from './html';
import { FromPage, Mapping } from './messages';

/** What is known of the comparison. */
interface State {
  mappings?: Mapping[];
  busy?: boolean;
  /** Why there is nothing to be compared. */
  none?: string;
}

/** The mappings that were compared, each by what it changes and its grid, with a button that writes it into the program; before that, a button that asks for them. */
export function mappings({ mappings: all, busy, none }: State, tell: (message: FromPage) => void): HTMLElement[] {
  const heading = element('h2', {}, 'Mappings');
  if (busy) return [heading, button('Stop comparing', 'Stop comparing mappings', () => tell({ kind: 'stop' })), status('Predicting the program under other mappings\u2026')];
  if (!all) return [heading, button('Compare mappings', 'Predict the program under the mappings that are found to be the fastest', () => tell({ kind: 'compare' })), ...(none ? [status(none)] : [])];
  const now = all[0]?.time_s ?? null;
  const shown = table(['', 'time', '', 'grid', ''], all.map((m) => [m.mapping.replace(/ over \S+ processors$/, '') || 'as it is', m.no_estimate ? '?' : seconds(m.time_s), change(m, now), m.grid?.join(' x ') ?? '']));
  shown.querySelectorAll('tbody tr').forEach((row, index) => {
    const m = all[index];
    row.setAttribute('title', m.no_estimate ?? kinds.map((k) => `${k} ${seconds(m[`${k}_s`])}`).join(', '));
    const cell = element('td', {});
    if (m.mapping) cell.append(button('Write', `Write ${m.mapping} into the program`, () => tell({ kind: 'write', index })));
    row.append(cell);
  });
  return [heading, shown];
}

function change(m: Mapping, now: number | null): string {
  if (!m.mapping || m.time_s === null || !now) return '';
  const percent = Math.round((100 * (m.time_s - now)) / now);
  return `${percent > 0 ? '+' : ''}${percent}%${m.tie ? ', may be equal' : ''}`;
}

function status(text: string): HTMLElement {
  return element('p', { role: 'status' }, text);
}

function button(text: string, label: string, run: () => void): HTMLElement {
  const b = element('button', { type: 'button', 'aria-label': label, title: label }, text);
  b.addEventListener('click', run);
  return b;
}
