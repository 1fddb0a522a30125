/** The shares of a unit's time from which on a line is that warm. */
export const levels = [0.05, 0.15, 0.3, 0.5];

/** How warm a line is: 0 (not) to 4. */
export function heatOf(share: number): number {
  return levels.filter((least) => share >= least).length;
}

// One hue, so that lightness alone tells the steps apart: away from the background as it gets hotter, and none so near to it that it is
// hard to see. package.json has the same for the ruler and the tree.
export const darkScale = ['#7d694b', '#a07c48', '#cf9a4c', '#ffc266'];
export const lightScale = ['#ad8a5a', '#96692c', '#7a4b10', '#552d00'];
