import { Uri, workspace, WorkspaceConfiguration } from 'vscode';
import { leavesLanguage } from './beside';
import { Choices } from './choices';

const keys = ['machine', 'processors', 'values', 'threshold', 'hotLines', 'hintKinds', 'hints', 'lenses', 'include', 'define'];

/**
 * The settings that the user has set or chosen, and only those: a default sent along would hide what the nearest parlens.toml says.
 * So an empty object means that nothing is set (any more). One is sent for another extension's sake.
 */
export function userSettings(choices: Choices, scope?: Uri): Record<string, unknown> {
  const config = workspace.getConfiguration('parlens', scope);
  const set = Object.fromEntries(keys.filter((key) => isSet(config, key)).map((key) => [key, config.get(key)]));
  const { heat, ...chosen } = choices.all(); // that one is of the extension alone
  return { ...set, ...(leavesLanguage(scope) ? { languageFeatures: false } : {}), ...chosen, ...('values' in chosen ? { values: { ...(set.values as object), ...(chosen.values as object) } } : {}) };
}

function isSet(config: WorkspaceConfiguration, key: string): boolean {
  const at = config.inspect(key);
  return [at?.globalValue, at?.workspaceValue, at?.workspaceFolderValue].some((value) => value !== undefined);
}
