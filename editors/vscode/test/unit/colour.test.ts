// Whether what is coloured can be seen and told apart: on the grounds of VS Code's own themes, and by who sees some colours as one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { darkScale, heatOf, levels, lightScale } from '../../src/hints/scale';
import { colours } from '../../src/panel/kinds';

interface Colour {
  id: string;
  defaults: Record<string, string>;
}
const contributed: Colour[] = JSON.parse(readFileSync('package.json', 'utf8')).contributes.colors;

type Linear = [number, number, number];

function linear(hex: string): Linear {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as Linear;
}

/** How a colour looks to who lacks one kind of cones (Machado, Oliveira and Fernandes, 2009, severity 1). */
const eyes: Record<string, number[][]> = {
  'all cones': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const seen = (eye: number[][], c: Linear) => eye.map((row) => Math.min(1, Math.max(0, row[0] * c[0] + row[1] * c[1] + row[2] * c[2]))) as Linear;
const luminance = ([r, g, b]: Linear) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** 1 to 21 (WCAG 2): 4.5 or more for text, 3 or more for what is drawn. */
function contrast(a: Linear, b: Linear): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** How far two colours are apart (CIE 1976): 2 can just be seen side by side. */
function distance(a: Linear, b: Linear): number {
  const lab = ([r, g, bl]: Linear) => {
    const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);
    const [x, y, z] = [(0.4124 * r + 0.3576 * g + 0.1805 * bl) / 0.9505, luminance([r, g, bl]), (0.0193 * r + 0.1192 * g + 0.9505 * bl) / 1.089].map(f);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(...p.map((v, i) => v - q[i]));
}

/** The grounds of editors in VS Code's own themes, and the least contrast of text: more where high contrast is asked for. */
const themes: [string, string, number][] = [['dark', '#1f1f1f', 4.5], ['light', '#ffffff', 4.5], ['highContrast', '#000000', 7], ['highContrastLight', '#ffffff', 7]];

for (const [theme, ground, least] of themes) {
  test(`hints can be read: ${theme}`, () => {
    for (const { id, defaults } of contributed.filter((c) => /hint/.test(c.id) && c.id !== 'parlens.hintStale')) {
      const got = contrast(linear(defaults[theme]), linear(ground));
      assert.ok(got >= least, `${id} has a contrast of ${got.toFixed(1)}`);
    }
  });

  for (const [name, eye] of Object.entries(eyes)) {
    test(`heat has four steps away from the ground: ${theme}, ${name}`, () => {
      const scale = [1, 2, 3, 4].map((step) => contributed.find((c) => c.id === `parlens.heat${step}`)!.defaults[theme]);
      assert.deepEqual(scale, /dark|highContrast$/.test(theme) ? darkScale : lightScale);
      const steps = scale.map((hex) => contrast(seen(eye, linear(hex)), seen(eye, linear(ground))));
      assert.ok(steps[0] >= 2.9, `the coolest has a contrast of ${steps[0].toFixed(2)}`);
      for (let i = 1; i < steps.length; i++) assert.ok(steps[i] >= 1.25 * steps[i - 1], `steps ${steps.map((s) => s.toFixed(2))}`);
    });
  }
}

for (const [name, eye] of Object.entries(eyes)) {
  test(`kinds of time can be told apart in curves: ${name}`, () => {
    const all = Object.entries(colours).map(([kind, hex]) => [kind, seen(eye, linear(hex))] as const);
    for (const [a, one] of all) for (const [b, other] of all) {
      if (a < b) assert.ok(distance(one, other) >= 15, `${a} and ${b} are ${distance(one, other).toFixed(0)} apart`);
    }
  });
}

test('a line is the warmer the larger its share', () => {
  assert.equal(heatOf(0), 0);
  for (const [i, share] of levels.entries()) assert.deepEqual([heatOf(share - 1e-9), heatOf(share)], [i, i + 1]);
});
