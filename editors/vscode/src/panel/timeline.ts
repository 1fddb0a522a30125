import { seconds } from '../cost';
import { element, table } from './html';
import { colours } from './kinds';
import { Exchange, Timeline } from './messages';

const most = 16;
const high = 14;

/** One bar for each processor: when it computes, waits and receives at the first exchanges; and these exchanges as a table. */
export function lanes(t: Timeline, go: (line: number) => void): HTMLElement[] {
  const all = t.places ?? [];
  const places = all.slice(0, most);
  const exchanges = t.exchanges ?? [];
  const leaves = exchanges.flatMap((e) => e.visits.map((v) => v.leaves_s ?? 0));
  const end = t.more ? Math.max(0, ...leaves) : Math.max(0, ...(t.ends_s ?? []).map((s) => s ?? 0));
  if (places.length < 2 || exchanges.length === 0 || !(end > 0)) return [];
  const svg = drawing('svg', { viewBox: `0 0 1000 ${places.length * (high + 4)}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'when each processor computes, waits and receives' });
  places.forEach((place, p) => {
    const y = p * (high + 4);
    const bar = (from: number, time: number, colour: string, title: string, line?: number) => {
      if (!(time > 0)) return;
      const rect = drawing('rect', { x: String((1000 * from) / end), y: String(y), width: String(Math.max(0.4, (1000 * time) / end)), height: String(high), fill: colour });
      rect.append(titled(`processor (${place.join(',')}): ${title}`));
      if (line !== undefined) rect.addEventListener('click', () => go(line));
      svg.append(rect);
    };
    bar(0, Math.min(end, t.more ? end : t.ends_s?.[p] ?? end), colours.computation, 'computes');
    for (const e of exchanges) {
      const v = e.visits[p];
      if (!v) continue;
      const line = e.range.start.line;
      bar(v.arrives_s ?? 0, (v.leaves_s ?? 0) - (v.arrives_s ?? 0), colours.communication, `${e.what}, line ${line + 1}: ${seconds(v.transmission_s)}`, line);
      bar(v.arrives_s ?? 0, v.wait_s ?? 0, colours.wait, `waits ${seconds(v.wait_s)} in line ${line + 1}`, line);
    }
  });
  const labels = element('div', { class: 'lanes' }, ...places.map((place) => element('span', {}, `(${place.join(',')})`)));
  const first = `${t.more ? `the first ${exchanges.length} exchanges` : 'the whole unit'}${all.length > most ? `, ${most} of ${all.length} processors` : ''}`;
  const scale = element('p', { class: 'scale' }, '0 s', element('span', {}, first), seconds(end));
  return [element('h2', {}, 'Timeline'), element('div', { class: 'timeline' }, labels, svg), scale, element('details', {}, element('summary', {}, 'as a table'), exchangesOf(exchanges, go))];
}

/** The exchanges one after the other, each with a button that leads to its line. */
function exchangesOf(exchanges: Exchange[], go: (line: number) => void): HTMLElement {
  const longest = (e: Exchange, part: 'wait_s' | 'transmission_s') => seconds(Math.max(0, ...e.visits.map((v) => v[part] ?? 0)));
  const shown = table(['exchange', 'reached', 'longest wait', 'longest transmission', ''], exchanges.map((e) => [e.what, seconds(Math.min(...e.visits.map((v) => v.arrives_s ?? 0))), longest(e, 'wait_s'), longest(e, 'transmission_s')]));
  shown.querySelectorAll('tbody tr').forEach((row, i) => {
    const { line } = exchanges[i].range.start;
    const button = element('button', { type: 'button', 'aria-label': `Go to line ${line + 1}: ${exchanges[i].what}` }, `line ${line + 1}`);
    button.addEventListener('click', () => go(line));
    row.append(element('td', {}, button));
  });
  return shown;
}

function drawing(name: string, attributes: Record<string, string>): SVGElement {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

function titled(text: string): SVGElement {
  const title = drawing('title', {});
  title.textContent = text;
  return title;
}
