import { Position, TextDocument, TextEditor, window } from 'vscode';
import { isOurs } from './documents';
import { Session } from './session';

/** The program that questions are about: the one in front, else the one that was. */
export class Subject {
  private last: TextEditor | undefined;

  get editor(): TextEditor | undefined {
    const front = window.activeTextEditor;
    if (front && isOurs(front.document)) this.last = front;
    return this.last?.document.isClosed ? undefined : this.last;
  }
}

/** The parameters of a question about the unit around the cursor. */
export function about(session: Session, document: TextDocument, position?: Position): object | undefined {
  const client = session.client();
  return client && { textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document), ...(position && { position: { line: position.line, character: position.character } }) };
}
