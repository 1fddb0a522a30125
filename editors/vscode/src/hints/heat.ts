import { DecorationOptions, OverviewRulerLane, Range, TextEditor, TextEditorDecorationType, ThemeColor, Uri, window } from 'vscode';
import { darkScale, heatOf, levels, lightScale } from './scale';
import { Shown } from './sheet';

/** Bars in the gutter and marks in the overview ruler. The bar's length says the same as its colour. */
export class Heat {
  private readonly types: TextEditorDecorationType[];

  constructor() {
    this.types = levels.map((_, i) =>
      window.createTextEditorDecorationType({
        overviewRulerColor: new ThemeColor(`parlens.heat${i + 1}`),
        overviewRulerLane: OverviewRulerLane.Left,
        dark: { gutterIconPath: bar(i + 1, darkScale[i]), gutterIconSize: 'contain' },
        light: { gutterIconPath: bar(i + 1, lightScale[i]), gutterIconSize: 'contain' },
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

function bar(level: number, colour: string): Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect x="1" y="5" width="${level * 3.5}" height="6" rx="1" fill="${colour}"/></svg>`;
  return Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
