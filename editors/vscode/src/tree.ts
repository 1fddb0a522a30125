import { commands, Disposable, EventEmitter, MarkdownString, Range, ThemeColor, ThemeIcon, TreeDataProvider, TreeItem, TreeItemCollapsibleState, TreeView, Uri, window, workspace } from 'vscode';
import { Cost, seconds } from './cost';
import { heatOf } from './hints/scale';
import { about, Subject } from './query';
import { Session } from './session';

interface Node extends Cost {
  kind: 'unit' | 'loop' | 'line';
  label: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  share: number | null;
  largest?: 'computation' | 'communication' | 'overhead' | 'wait';
  iterations?: number | null;
  executions?: number | null;
  calls?: number | null;
  missing?: number;
  no_estimate?: string;
  assumed?: string[];
  children: Node[] | null;
}

interface Tree {
  machine: { name: string; title: string };
  processors: number[];
  units: Node[] | null;
}

const icons = { unit: 'symbol-module', loop: 'sync', line: 'dash' };
const rest = 300;

/** What the program in front costs: units, loops and lines, the costliest first. */
export class CostTree implements TreeDataProvider<Node>, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: TreeView<Node>;
  private readonly own: Disposable;
  private timer: NodeJS.Timeout | undefined;
  private source: Uri | undefined;

  constructor(private readonly session: Session, private readonly subject: Subject) {
    this.view = window.createTreeView('parlens.costTree', { treeDataProvider: this, showCollapseAll: true });
    this.own = Disposable.from(
      this.view,
      this.changed,
      session.onDidChange(() => this.refresh()),
      session.onDidChangeState(() => this.refresh()),
      window.onDidChangeActiveTextEditor(() => this.refresh()),
      workspace.onDidChangeTextDocument((event) => event.document === subject.editor?.document && this.refresh()),
      this.view.onDidChangeVisibility(() => this.refresh()),
      commands.registerCommand('parlens.showTree', () => commands.executeCommand('parlens.costTree.focus')),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.own.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return node.children ?? [];
    const document = this.subject.editor?.document;
    const params = document && about(this.session, document);
    if (!params) return [];
    const tree = await this.session.ask<Tree>('parlens/costTree', params).catch((error) => void this.session.channels.log.appendLine(String(error)));
    this.source = document.uri;
    this.view.description = tree && `${tree.machine.name} ${tree.processors?.join('x') ?? ''}`;
    return tree?.units ?? [];
  }

  getTreeItem(node: Node): TreeItem {
    const inside = node.children?.length ?? 0;
    const open = node.kind === 'unit' || heatOf(node.share ?? 0) >= 3 ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(timeOf(node), inside === 0 ? TreeItemCollapsibleState.None : open);
    const { start, end } = node.range;
    item.description = node.label || '(program)';
    item.iconPath = new ThemeIcon(node.no_estimate && !node.time_s ? 'question' : icons[node.kind], warmth(node));
    item.tooltip = tooltip(node);
    item.command = { command: 'vscode.open', title: 'Go to', arguments: [this.source, { selection: new Range(start.line, start.character, start.line, start.character), preserveFocus: true }] };
    item.accessibilityInformation = { label: `${node.kind} ${node.label}, line ${start.line + 1} to ${end.line + 1}, ${described(node)}` };
    return item;
  }

  private refresh(): void {
    clearTimeout(this.timer);
    if (this.view.visible) this.timer = setTimeout(() => this.changed.fire(), rest);
  }
}

/** What stands first, since the tree is sorted by it. */
function timeOf(node: Node): string {
  if (node.time_s === null) return '?';
  const share = node.kind === 'unit' || node.share === null ? '' : `  ${Math.round(100 * node.share)}%`;
  return `${node.missing ? '\u2265' : node.assumed ? '~' : ''}${seconds(node.time_s)}${share}`;
}

function described(node: Node): string {
  if (node.time_s === null) return `no estimate: ${node.no_estimate ?? ''}`;
  const largest = node.largest ? node[`${node.largest}_s`] : null;
  const part = largest !== null && node.time_s > 0 ? `, most of it ${node.largest} (${Math.round((100 * largest) / node.time_s)}%)` : '';
  return `${node.missing ? 'at least ' : ''}${timeOf(node)}${part}`;
}

function warmth(node: Node): ThemeColor | undefined {
  const heat = node.kind === 'unit' ? 0 : heatOf(node.share ?? 0);
  return heat > 0 ? new ThemeColor(`parlens.heat${heat}`) : undefined;
}

function tooltip(node: Node): MarkdownString {
  const rows = (['computation', 'communication', 'overhead', 'wait'] as const).map((k) => `| ${k} | ${seconds(node[`${k}_s`])} |`);
  const counts = [node.iterations && `${node.iterations} iterations`, node.executions && `executed ${node.executions} times`, node.calls && node.calls > 1 && `called ${node.calls} times`, node.assumed && `rests on assumed values: ${node.assumed.join(', ')}`];
  const text = [`line ${node.range.start.line + 1}`, ...counts.filter(Boolean)].join(', ');
  return new MarkdownString(`${described(node)}; ${text}\n\n| | |\n|---|--:|\n${rows.join('\n')}\n\n${node.no_estimate ?? ''}`);
}
