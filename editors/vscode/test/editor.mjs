// The workbench as a user sees and drives it: lines and hints on the screen, keys, menus.
import { until } from './until.mjs';

const visibleEditor = '.part.editor .editor-instance';

export class Editor {
  constructor(page) {
    this.page = page;
  }

  /** The text of the lines on the screen, hints included, top down. */
  async lines() {
    const rows = await this.page.$$eval(`${visibleEditor} .view-lines .view-line`, (all) =>
      all.map((row) => ({ top: row.getBoundingClientRect().top, text: row.textContent })),
    );
    return rows.sort((a, b) => a.top - b.top).map((row) => row.text.replace(/[\u00a0\u200b]/g, ' ').trimEnd());
  }

  /** The hints on the screen: for each line that has one, what stands behind it, by the line's own text. */
  async hints() {
    return new Map((await this.drawn()).map((h) => [h.source, h.text.trim()]));
  }

  /** The hints on the screen as they are drawn, top down: the line's text, the hint's, its edges, colour and slant, and where the editor ends. */
  async drawn() {
    const rows = await this.page.$$eval(`${visibleEditor} .view-lines .view-line`, (all) => {
      const pen = document.createElement('canvas').getContext('2d');
      return all.flatMap((row) => {
        for (const span of row.querySelectorAll('span')) {
          const style = getComputedStyle(span, '::after');
          if (!style.content.startsWith('"') || !/ced-/.test(span.className)) continue;
          const left = style.position === 'absolute' ? parseFloat(style.left) : undefined;
          const box = row.getBoundingClientRect();
          const text = JSON.parse(style.content);
          pen.font = style.font;
          const right = left === undefined ? span.getBoundingClientRect().right : box.left + left + pen.measureText(text).width;
          const end = row.closest('.overflow-guard').querySelector('.decorationsOverviewRuler').getBoundingClientRect().left;
          return [{ top: box.top, source: row.textContent, text, left, right, end, colour: style.color, slant: style.fontStyle }];
        }
        return [];
      });
    });
    const plain = (text) => text.replace(/[\u00a0\u200b]/g, ' ');
    return rows.sort((a, b) => a.top - b.top).map((h) => ({ ...h, source: plain(h.source).trim(), text: plain(h.text) }));
  }

  /** Waits for hints on lines that `before` has too, with other texts; returns all hints. */
  changedHints(before) {
    return until('the hints change', async () => {
      const now = await this.hints();
      return [...now].some(([line, text]) => before.has(line) && before.get(line) !== text) && now;
    });
  }

  /** The hints once they stand still for a second: each digit of a number typed may have had hints of its own. */
  settledHints() {
    return until('the hints stand still', async () => {
      const before = await this.hints();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const now = await this.hints();
      return now.size > 0 && JSON.stringify([...now]) === JSON.stringify([...before]) && now;
    });
  }

  /** The colour of the first token of the first line on the screen that matches, if there is such a line. */
  colour(pattern) {
    const find = (rows, [text, flags]) => {
      const row = rows.find((row) => new RegExp(text, flags).test(row.textContent.replaceAll('\u00a0', ' ')));
      const token = row?.querySelector('span > span');
      return token && getComputedStyle(token).color;
    };
    return this.page.$$eval(`${visibleEditor} .view-lines .view-line`, find, [pattern.source, pattern.flags]);
  }

  /** Opens a file of the workspace by its name. */
  async open(name) {
    await until(`${name} is in front`, async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+p');
      if (!(await this.quickInput(name))) return this.focus();
      if (!(await this.soon(async () => (await this.rows('.quick-input-list'))[0]?.includes(name)))) return false;
      await this.page.keyboard.press('Enter');
      return this.soon(async () => (await this.textOf('.tabs-container .tab.active')).includes(name));
    });
  }

  /** Puts the cursor at the line and column (from 1), as the status bar confirms. */
  async goTo(line, column) {
    const at = `Ln ${line}, Col ${column}`;
    await until(`the cursor is at ${at}`, async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+g');
      if (!(await this.quickInput(`:${line}:${column}`))) return this.focus();
      await this.page.keyboard.press('Enter');
      return this.soon(async () => (await this.statusBar()).includes(at));
    });
  }

  /** Chooses a colour theme by its name, and waits for the kind of ground that it has. */
  async theme(name, kind) {
    await until(`the theme is ${name}`, async () => {
      await this.command('Preferences: Color Theme');
      if (!(await this.quickInput(name))) return false;
      if (!(await this.soon(async () => (await this.rows('.quick-input-list')).some((row) => row.startsWith(name))))) return false;
      await this.page.keyboard.press('Enter');
      return this.soon(() => this.page.locator(`.monaco-workbench.${kind}`).count());
    });
  }

  /** Gives the keyboard to the editor. */
  async focus() {
    await this.page.locator(`${visibleEditor} .view-lines`).first().click({ position: { x: 5, y: 5 }, timeout: 5_000 }).catch(() => {});
    return false;
  }

  /** Runs a command by its title in the palette: the row with this very title, wherever in the list it stands. */
  async command(title) {
    const label = new RegExp(`^\\s*${title.replace(/[/.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s')}\\s*$`);
    const row = this.page.locator('.quick-input-list .monaco-list-row', { has: this.page.locator('.label-name', { hasText: label }) }).first();
    await until(`the command "${title}" is run`, async () => {
      await this.page.keyboard.press('F1');
      if (!(await this.quickInput(`>${title}`))) return this.focus();
      if (!(await this.soon(() => row.isVisible()))) return false;
      // A click that has closed the list has run the command, however late the browser says so.
      return row.click({ timeout: 5_000 }).then(() => true, async () => !(await row.isVisible()));
    });
  }

  /** Chooses a row of a quick pick. */
  async pick(label) {
    const rows = this.page.locator('.quick-input-list .monaco-list-row', { hasText: label });
    await rows.first().click();
  }

  /** Chooses a row of an open menu by keys: menus ignore the pointer until it has moved. */
  async choose(menu, label) {
    const focused = async () => (await this.textOf(`${menu} .monaco-list-row.focused`)).trim();
    await until(`"${label}" is chosen`, async () => {
      if ((await focused()) === label) return true;
      await this.page.keyboard.press('ArrowDown');
      return false;
    });
    await this.page.keyboard.press('Enter');
  }

  /** Fills the quick input; false if it does not open soon, or has closed again before it is filled. */
  async quickInput(text) {
    const input = this.page.locator('.quick-input-widget input[type=text], .quick-input-widget .quick-input-box input').first();
    if (!(await this.soon(() => input.isVisible()))) return false;
    return input.fill(text, { timeout: 5_000 }).then(() => true, () => false);
  }

  /** The texts of the rows of a list, menu or picker. */
  async rows(list) {
    const texts = await this.page.locator(`${list} .monaco-list-row`).allTextContents();
    return texts.map((text) => text.replaceAll('\u00a0', ' ').trim());
  }

  async statusBar() {
    return this.textOf('.part.statusbar');
  }

  /** The texts of all elements that match, empty if there is none. */
  async textOf(selector) {
    return (await this.page.locator(selector).allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /** Whether something becomes true within a few seconds; for steps that are tried again. */
  soon(look) {
    return until('', look, 5_000).catch(() => false);
  }
}
