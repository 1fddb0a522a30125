import { CancellationTokenSource, TextDocument, workspace } from 'vscode';
import { WorkspaceEdit as ServerEdit } from 'vscode-languageclient/node';
import { Session } from '../session';
import { Mapping, ToPage } from './messages';

/** The answer to parlens/compare, as far as it is shown. */
interface Compared {
  unit: string;
  mappings: (Mapping & { edit?: ServerEdit })[] | null;
  no_estimate?: string;
}

/** What mappings are compared for: a text, and what the sliders say. */
interface Question {
  document: TextDocument;
  version: number;
  sliders: string;
}

/** The mappings that are found to be the fastest, for one text: asked for by the user, forgotten as soon as anything is otherwise. */
export class Comparison {
  private asked: (Question & { running?: CancellationTokenSource; unit?: string; edits: (ServerEdit | undefined)[] }) | undefined;

  constructor(private readonly session: Session, private readonly post: (message: ToPage) => void) {}

  /** Predicts the program under each of them; `params` are the question's, `sliders` what of it is not the cursor. */
  async ask(document: TextDocument, params: object, sliders: string): Promise<void> {
    this.stop();
    const running = new CancellationTokenSource();
    const asked = (this.asked = { document, version: document.version, sliders, running, edits: [] as (ServerEdit | undefined)[], unit: undefined as string | undefined });
    this.post({ part: 'mappings', busy: true });
    const answer = await this.session.ask<Compared>('parlens/compare', params, running.token).catch((error: Error) => error);
    if (this.asked !== asked) return; // stopped, or about another text by now
    this.asked = { ...asked, running: undefined };
    if (answer instanceof Error) return this.post({ part: 'mappings', none: answer.message });
    const all = answer?.mappings ?? [];
    this.asked.unit = answer?.unit;
    this.asked.edits = all.map((m) => m.edit);
    const none = answer?.no_estimate ?? (all.length < 2 ? 'No other mapping is found to be faster.' : undefined);
    this.post({ part: 'mappings', mappings: none ? undefined : all, none });
  }

  stop(): void {
    this.asked?.running?.cancel();
    this.asked = undefined;
    this.post({ part: 'mappings' });
  }

  /** Forgets what is not about this unit of this text. */
  keep(document: TextDocument, unit: string, sliders: string): void {
    const a = this.asked;
    if (!a || (a.document === document && a.version === document.version && a.sliders === sliders && (a.unit ?? unit) === unit)) return;
    this.stop();
  }

  /** Writes one of them into the program, if that is still the text that they were compared for. */
  async write(index: number): Promise<void> {
    const edit = this.asked?.edits[index];
    const client = this.session.client();
    if (!edit || !client || this.asked?.document.version !== this.asked?.version) return;
    await workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
  }
}
