import { Uri, workspace, WorkspaceConfiguration } from 'vscode';

const keys = ['machine', 'processors', 'values', 'threshold', 'hints', 'lenses', 'include', 'define'];

/**
 * The settings that the user has set, and only those: a default sent along would hide what the nearest parlens.toml says.
 * So an empty object means that nothing is set (any more).
 */
export function userSettings(scope?: Uri): Record<string, unknown> {
  const config = workspace.getConfiguration('parlens', scope);
  return Object.fromEntries(keys.filter((key) => isSet(config, key)).map((key) => [key, config.get(key)]));
}

function isSet(config: WorkspaceConfiguration, key: string): boolean {
  const at = config.inspect(key);
  return [at?.globalValue, at?.workspaceValue, at?.workspaceFolderValue].some((value) => value !== undefined);
}
