import uPlot from 'uplot';
import { kinds, seconds } from '../cost';
import { element, table } from './html';
import { colours } from './kinds';
import { Curve, Point } from './messages';

const height = 220;

/** A curve as stacked areas, one for each kind of time, and the same as a table. */
export function chart(curve: Curve): HTMLElement {
  const points = (curve.points ?? []).filter((p) => p.value !== null);
  const place = element('div', { class: 'plot' });
  const title = `Time over ${curve.name}`;
  const rows = points.map((p) => [String(p.value), `${p.at_least ? 'at least ' : ''}${seconds(p.time_s)}`, ...kinds.map((k) => (p.no_estimate ? p.no_estimate : seconds(p[`${k}_s`])))]);
  const figure = element('figure', {}, element('figcaption', {}, title), place, element('details', {}, element('summary', {}, 'as a table'), table([curve.name, 'all', ...kinds], rows)));
  requestAnimationFrame(() => plot(place, curve, points));
  return figure;
}

function plot(place: HTMLElement, curve: Curve, points: Point[]): void {
  const style = getComputedStyle(document.body);
  const axis = { stroke: style.color, grid: { stroke: style.getPropertyValue('--vscode-editorIndentGuide-background1') || '#8884', width: 1 }, font: `11px ${style.fontFamily}` };
  const x = points.map((p) => p.value!);
  const stacked = kinds.map((_, i) => points.map((p) => (p.time_s === null ? null : kinds.slice(0, i + 1).reduce((sum, k) => sum + (p[`${k}_s`] ?? 0), 0))));
  const areas = kinds.map((k) => ({ label: k, stroke: colours[k], fill: colours[k], width: 1.5, points: { size: 5 } })).reverse();
  const width = () => Math.max(260, place.clientWidth);
  const growing = x.length > 2 && x[0] > 0 && x[x.length - 1] / x[0] >= 8;
  const drawn = new uPlot(
    {
      width: width(),
      height,
      cursor: { y: false },
      legend: { live: false, markers: { width: 0 } },
      scales: { x: { time: false, distr: growing ? 3 : 1, log: 2 }, y: { range: (_, __, max) => [0, max * 1.05] } },
      axes: [
        { ...axis, ...(growing ? { splits: () => x, values: (_: uPlot, at: number[]) => at.map(String), filter: (_: uPlot, at: number[]) => at } : {}), space: 30 },
        { ...axis, size: 64, values: (_, at) => at.map(seconds) },
      ],
      series: [{ label: curve.name }, ...areas],
      hooks: { draw: [(u) => here(u, curve.here, style.color)] },
    },
    [x, ...stacked.reverse()] as uPlot.AlignedData,
    place,
  );
  new ResizeObserver(() => drawn.setSize({ width: width(), height })).observe(place);
}

/** Marks the value that holds now. */
function here(u: uPlot, value: number | null, colour: string): void {
  if (value === null) return;
  const x = u.valToPos(value, 'x', true);
  const { top, height } = u.bbox;
  u.ctx.save();
  u.ctx.strokeStyle = colour;
  u.ctx.setLineDash([4, 4]);
  u.ctx.beginPath();
  u.ctx.moveTo(x, top);
  u.ctx.lineTo(x, top + height);
  u.ctx.stroke();
  u.ctx.restore();
}
