import { DecorationOptions, OverviewRulerLane, Range, TextEditor, TextEditorDecorationType, ThemeColor, Uri, window } from 'vscode';
import { Shown } from './sheet';

/** The shares of a unit's time from which on a line is that warm. */
const levels = [0.05, 0.15, 0.3, 0.5];

/** How warm a line is: 0 (not) to 4. */
export function heatOf(share: number): number {
  return levels.filter((least) => share >= least).length;
}

/** Bars in the gutter and marks in the overview ruler. The bar's length says the same as its colour. */
export class Heat {
  private readonly types: TextEditorDecorationType[];

  constructor() {
    this.types = levels.map((_, i) =>
      window.createTextEditorDecorationType({
        overviewRulerColor: new ThemeColor(`parlens.heat${i + 1}`),
        overviewRulerLane: OverviewRulerLane.Left,
        dark: { gutterIconPath: bar(i + 1, darkColours[i]), gutterIconSize: 'contain' },
        light: { gutterIconPath: bar(i + 1, lightColours[i]), gutterIconSize: 'contain' },
      }),
    );
  }

  draw(editor: TextEditor, hints: readonly Shown[]): void {
    this.types.forEach((type, i) => {
      const lines: DecorationOptions[] = hints.filter((h) => heatOf(h.share) === i + 1).map((h) => ({ range: new Range(h.line, 0, h.line, 0) }));
      editor.setDecorations(type, lines);
    });
  }

  dispose(): void {
    for (const type of this.types) type.dispose();
  }
}

// One hue, so that lightness alone tells the steps apart: away from the background as it gets hotter. package.json has the same for the ruler.
const darkColours = ['#6b5a45', '#9a7848', '#cf9a4c', '#ffc266'];
const lightColours = ['#e3cba6', '#cf9f5a', '#a86a1c', '#703d00'];

function bar(level: number, colour: string): Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect x="1" y="5" width="${level * 3.5}" height="6" rx="1" fill="${colour}"/></svg>`;
  return Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
