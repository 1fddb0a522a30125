import { Cost } from '../cost';

/** What is otherwise than the settings say: a machine, and `NAME=VALUE` for what sliders vary. */
export interface Query {
  machine?: string;
  set: string[];
}

/** The answers of the server, as far as the panel shows them; docs/protocol.md has them all. */
export interface Slider {
  name: string;
  kind: 'processors' | 'size' | 'factor' | 'share';
  meaning: string;
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Whatif extends Cost {
  unit: string;
  kind: string;
  machine: { name: string; title: string };
  processors: number[] | null;
  no_estimate?: string;
  missing?: number;
  speedup: number | null;
  efficiency: number | null;
  base: Cost;
  sliders: Slider[] | null;
}

export interface Point extends Cost {
  value: number | null;
  no_estimate?: string;
  at_least?: boolean;
}

export interface Curve {
  name: string;
  here: number | null;
  points: Point[] | null;
}

export interface Exchange {
  range: { start: { line: number } };
  what: string;
  visits: { arrives_s: number | null; wait_s: number | null; transmission_s: number | null; leaves_s: number | null }[];
}

export interface Timeline {
  places: number[][] | null;
  exchanges: Exchange[] | null;
  ends_s: (number | null)[] | null;
  more: boolean;
}

/** A mapping beside the one that the text has, which comes first and has no name. */
export interface Mapping extends Cost {
  mapping: string;
  grid: number[] | null;
  tie?: boolean;
  no_estimate?: string;
}

/** From the extension to the page; every part is shown as soon as it is there. */
export type ToPage =
  | { part: 'machines'; machines: { machine: string; name: string; title: string }[]; current: string }
  | { part: 'whatif'; answer: Whatif }
  | { part: 'curves'; curves: Curve[] }
  | { part: 'timeline'; answer: Timeline }
  /** What was compared: nothing before that, and when it was for another text or unit. */
  | { part: 'mappings'; mappings?: Mapping[]; busy?: boolean; none?: string }
  | { part: 'problem'; text: string };

/** From the page to the extension. */
export type FromPage =
  | { kind: 'ready' }
  | { kind: 'query'; query: Query }
  | { kind: 'go'; line: number }
  | { kind: 'compare' }
  | { kind: 'stop' }
  | { kind: 'write'; index: number };
