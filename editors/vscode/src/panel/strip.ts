import { element } from './html';
import { Query, Slider } from './messages';

/** What most questions are about; the rest is folded. */
const first = ['P', 'latency', 'bandwidth', 'load'];
const steps = 60;

/** The sliders and the choice of a machine; tells the query as it changes. */
export class Strip {
  private readonly moved = new Map<string, { kind: Slider['kind']; value: number }>();
  private readonly machine = element('select', { 'aria-label': 'machine' }) as HTMLSelectElement;
  private readonly rows = new Map<string, { slider: Slider; input: HTMLInputElement; output: HTMLElement }>();
  private readonly shown = element('div', { class: 'sliders' });
  private readonly folded = element('div', { class: 'sliders' });

  constructor(form: HTMLFormElement, private readonly tell: (query: Query) => void) {
    const reset = element('button', { type: 'button' }, 'Reset');
    reset.addEventListener('click', () => this.reset());
    this.machine.addEventListener('change', () => this.ask());
    form.addEventListener('submit', (event) => event.preventDefault());
    form.append(element('label', { class: 'machine' }, 'machine ', this.machine), reset, this.shown, element('details', {}, element('summary', {}, 'more'), this.folded));
  }

  offer(machines: { machine: string; name: string; title: string }[], current: string): void {
    const before = this.machine.value;
    this.machine.replaceChildren(...machines.map((m) => element('option', { value: m.machine, title: m.title }, `${m.name}: ${m.title}`)));
    this.machine.value = before && machines.some((m) => m.machine === before) ? before : current;
    this.machine.dataset.current = current;
  }

  /** Takes the sliders that there are; those that are being moved stay where they are. */
  take(sliders: Slider[]): void {
    if (sliders.map((s) => s.name).join() !== [...this.rows.keys()].join()) this.build(sliders);
    for (const slider of sliders) {
      const row = this.rows.get(slider.name)!;
      row.slider = slider;
      if (!this.moved.has(slider.name) && slider.value !== null) row.input.value = String(positionOf(slider, slider.value));
      if (slider.value !== null) row.output.textContent = valueText(slider, this.moved.get(slider.name)?.value ?? slider.value);
    }
  }

  private build(sliders: Slider[]): void {
    this.rows.clear();
    this.shown.replaceChildren();
    this.folded.replaceChildren();
    const size = sliders.find((s) => s.kind === 'size')?.name;
    for (const slider of sliders) {
      const id = `slider-${slider.name}`;
      const input = element('input', { type: 'range', id, min: '0', max: String(steps), step: '1', title: slider.meaning }) as HTMLInputElement;
      const output = element('output', { for: id });
      input.addEventListener('input', () => this.move(slider.name));
      (first.includes(slider.name) || slider.name === size ? this.shown : this.folded).append(element('label', { for: id, title: slider.meaning }, slider.name.replaceAll('_', ' ')), input, output);
      this.rows.set(slider.name, { slider, input, output });
    }
  }

  private move(name: string): void {
    const { slider, input, output } = this.rows.get(name)!;
    const value = valueAt(slider, Number(input.value));
    this.moved.set(name, { kind: slider.kind, value });
    output.textContent = valueText(slider, value);
    input.setAttribute('aria-valuetext', output.textContent);
    this.ask();
  }

  private reset(): void {
    this.moved.clear();
    this.machine.value = this.machine.dataset.current ?? '';
    this.ask();
  }

  private ask(): void {
    const set = [...this.moved].map(([name, { kind, value }]) => `${name}=${kind === 'factor' ? `${value}x` : value}`);
    const machine = this.machine.value === this.machine.dataset.current ? undefined : this.machine.value || undefined;
    this.tell({ machine, set });
  }
}

/** The value at a position, 0 to `steps`: factors, sizes and processors by equal ratios, shares by equal differences. */
export function valueAt(s: Slider, position: number): number {
  const low = s.low ?? 0;
  const high = s.high ?? 1;
  const part = position / steps;
  if (s.kind === 'share') return Number((low + (high - low) * part).toFixed(2));
  const value = low * (high / low) ** part;
  if (s.kind === 'factor') return Number(value.toPrecision(2));
  return s.kind === 'processors' ? Math.min(high, 2 ** Math.round(Math.log2(value))) : Math.round(value);
}

export function positionOf(s: Slider, value: number): number {
  const low = s.low ?? 0;
  const high = s.high ?? 1;
  const part = s.kind === 'share' ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low);
  return Math.round(steps * Math.min(1, Math.max(0, part || 0)));
}

function valueText(s: Slider, value: number): string {
  if (s.kind === 'share') return `${Math.round(100 * value)}%`;
  return s.kind === 'factor' ? `${value}x` : String(value);
}
