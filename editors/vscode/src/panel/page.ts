// The page of the panel: it asks the extension by messages and draws what comes. No network.
import 'uplot/dist/uPlot.min.css';
import './panel.css';
import { kinds, seconds } from '../cost';
import { chart } from './chart';
import { element, table } from './html';
import { mappings } from './mappings';
import { FromPage, Query, ToPage, Whatif } from './messages';
import { Strip } from './strip';
import { lanes } from './timeline';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const host = acquireVsCodeApi();
const part = (id: string) => document.getElementById(id)!;
const strip = new Strip(part('strip') as HTMLFormElement, (query: Query) => host.postMessage({ kind: 'query', query }));

window.addEventListener('message', (event: MessageEvent<ToPage>) => show(event.data));
part('mappings').replaceChildren(...mappings({}, (told) => host.postMessage(told)));
host.postMessage({ kind: 'ready' });

function show(message: ToPage): void {
  part('problem').hidden = message.part !== 'problem';
  switch (message.part) {
    case 'problem':
      part('problem').textContent = message.text;
      break;
    case 'machines':
      strip.offer(message.machines, message.current);
      break;
    case 'whatif':
      head(message.answer);
      strip.take(message.answer.sliders ?? []);
      part('compared').replaceChildren(compared(message.answer));
      break;
    case 'curves':
      part('curves').replaceChildren(...message.curves.map(chart));
      break;
    case 'mappings':
      part('mappings').replaceChildren(...mappings(message, (told) => host.postMessage(told)));
      if (message.busy || message.mappings) part('mappings').scrollIntoView({ block: 'nearest' });
      break;
    case 'timeline':
      part('timeline').replaceChildren(...lanes(message.answer, (line) => host.postMessage({ kind: 'go', line })));
  }
}

function head(a: Whatif): void {
  part('unit').textContent = a.unit || 'the program';
  const grid = a.processors?.length ? `, ${a.processors.join(' x ')} processors` : '';
  const gained = a.speedup ? `, speedup ${a.speedup.toFixed(2)}` : '';
  const time = a.no_estimate ? `no estimate: ${a.no_estimate}` : `${a.missing ? 'at least ' : ''}${seconds(a.time_s)}${gained}`;
  part('summary').textContent = `${time}; ${a.machine.name}${grid}`;
}

/** The kinds of time under the settings and as the sliders have it. */
function compared(a: Whatif): HTMLElement {
  const change = (now: number | null, before: number | null) => {
    if (now === null || !before) return '';
    const percent = Math.round((100 * (now - before)) / before);
    return `${percent > 0 ? '+' : ''}${percent}%`;
  };
  const row = (name: string, now: number | null, before: number | null) => [name, seconds(before), seconds(now), change(now, before)];
  const rows = [row('all', a.time_s, a.base.time_s), ...kinds.map((k) => row(k, a[`${k}_s`], a.base[`${k}_s`]))];
  return element('div', {}, element('h2', {}, 'With the sliders, against the settings'), table(['', 'settings', 'sliders', ''], rows));
}
