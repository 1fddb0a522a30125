import { ConfigurationTarget, Disposable, env, EventEmitter, Memento, window, workspace } from 'vscode';

/** What can be chosen for the session: each is a setting of the same name. */
export type Choice = 'machine' | 'processors' | 'values' | 'threshold' | 'hints' | 'lenses' | 'hotLines' | 'hintKinds' | 'heat';

const key = 'choices';

/**
 * What the user has chosen by commands. It wins over settings, lasts as long as the session, and is written to settings only when the user
 * says where.
 */
export class Choices implements Disposable {
  private readonly changes = new EventEmitter<void>();
  readonly onDidChange = this.changes.event;
  private chosen: Partial<Record<Choice, unknown>> = {};

  constructor(private readonly memory: Memento) {
    const before = memory.get<{ session: string; chosen: Partial<Record<Choice, unknown>> }>(key);
    if (before?.session === env.sessionId) this.chosen = before.chosen;
  }

  /** What has been chosen, by setting. */
  all(): Partial<Record<Choice, unknown>> {
    return this.chosen;
  }

  /** What holds: the choice, else the setting. */
  get<T>(choice: Choice, otherwise: T): T {
    return (this.chosen[choice] as T | undefined) ?? workspace.getConfiguration('parlens').get<T>(choice, otherwise);
  }

  /** Undefined leaves it to the settings again. */
  set(choice: Choice, value: unknown): void {
    const { [choice]: _, ...others } = this.chosen;
    this.become(value === undefined ? others : { ...others, [choice]: value });
  }

  /** Goes back to the settings. */
  clear(): void {
    this.become({});
  }

  /** Asks where to, and writes what has been chosen to the settings there. */
  async save(given?: string): Promise<void> {
    const names = Object.keys(this.chosen) as Choice[];
    if (names.length === 0) return void window.showInformationMessage('parlens: nothing has been chosen in this session.');
    const places = [
      ...(workspace.workspaceFolders ? [{ label: 'Workspace', description: '.vscode/settings.json', target: ConfigurationTarget.Workspace }] : []),
      { label: 'User', description: 'all workspaces', target: ConfigurationTarget.Global },
    ];
    const place = places.find((p) => p.label === given) ?? (await window.showQuickPick(places, { title: `Save ${names.join(', ')} where?` }));
    if (!place) return;
    const config = workspace.getConfiguration('parlens');
    for (const name of names) await config.update(name, this.chosen[name], place.target);
    this.clear();
  }

  dispose(): void {
    this.changes.dispose();
  }

  private become(chosen: Partial<Record<Choice, unknown>>): void {
    this.chosen = chosen;
    void this.memory.update(key, { session: env.sessionId, chosen });
    this.changes.fire();
  }
}
