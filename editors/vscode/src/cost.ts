/** The four kinds of time, in seconds; null where they are not known. docs/protocol.md describes this and the other answers. */
export interface Cost {
  time_s: number | null;
  computation_s: number | null;
  communication_s: number | null;
  overhead_s: number | null;
  wait_s: number | null;
}

/** In the order in which they are shown. */
export const kinds = ['computation', 'overhead', 'communication', 'wait'] as const;

/** A time with three digits and its unit. */
export function seconds(s: number | null | undefined): string {
  if (s === null || s === undefined || !Number.isFinite(s)) return '?';
  const [factor, unit] = s < 999.5e-9 ? [1e9, 'ns'] : s < 999.5e-6 ? [1e6, 'us'] : s < 0.9995 ? [1e3, 'ms'] : [1, 's'];
  const v = s * factor;
  return s < 5e-13 ? '0 s' : `${v < 9.995 ? v.toFixed(2) : v < 99.95 ? v.toFixed(1) : v.toFixed(0)} ${unit}`;
}
