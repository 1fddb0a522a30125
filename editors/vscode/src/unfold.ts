import { commands, Disposable, Hover, MarkdownString, Position, Selection, TextDocument, Uri, window } from 'vscode';

const fold = /<details><summary>more<\/summary>\s*([\s\S]*?)\s*<\/details>/;
const command = 'parlens.unfoldHover';

/** Where the next hover is to be shown as a whole. */
let whole: string | undefined;

const placeOf = (document: Uri, line: number) => `${document}#${line}`;

/**
 * The hover with its fold made a link that shows the whole: the editor measures a hover once, so that a part that opens inside has no room.
 */
export function unfoldable(hover: Hover, document: TextDocument, position: Position): Hover {
  const unfold = whole === placeOf(document.uri, position.line);
  whole = undefined;
  hover.contents = hover.contents.map((text) => {
    if (!(text instanceof MarkdownString) || !fold.test(text.value)) return text;
    const place = encodeURIComponent(JSON.stringify([document.uri.toString(), position.line, position.character]));
    const out = new MarkdownString(text.value.replace(fold, (_, rest: string) => (unfold ? `---\n\n${rest}` : `[more](command:${command}?${place} "The whole breakdown")`)));
    out.isTrusted = { enabledCommands: [command] };
    out.supportHtml = text.supportHtml;
    return out;
  });
  return hover;
}

/** Shows the hover at the place again, as a whole; the editor shows hovers at the cursor. With the keyboard in it, it stays and can be scrolled. */
export function registerUnfolding(): Disposable {
  return commands.registerCommand(command, async (uri: string, line: number, character: number) => {
    const editor = window.visibleTextEditors.find((e) => e.document.uri.toString() === uri);
    if (!editor) return;
    await window.showTextDocument(editor.document, { viewColumn: editor.viewColumn, selection: new Selection(line, character, line, character) });
    await commands.executeCommand('editor.action.hideHover');
    whole = placeOf(editor.document.uri, line);
    await commands.executeCommand('editor.action.showHover', { focus: 'autoImmediatelyFocus' });
  });
}
