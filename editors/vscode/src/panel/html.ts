/** An element with attributes and what is inside. */
export function element(name: string, attributes: Record<string, string>, ...inside: (Node | string)[]): HTMLElement {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...inside);
  return e;
}

export function table(head: string[], rows: string[][]): HTMLElement {
  const line = (cell: string, texts: string[]) => element('tr', {}, ...texts.map((t) => element(cell, {}, t)));
  return element('table', {}, element('thead', {}, line('th', head)), element('tbody', {}, ...rows.map((r) => line('td', r))));
}
