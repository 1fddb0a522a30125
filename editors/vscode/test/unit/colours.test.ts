// What the grammars make of programs, with the tokenizer that VS Code itself has (its folder is in VSCODE).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';

const vscode = createRequire(path.join(process.env.VSCODE!, 'package.json'));
const { INITIAL, Registry } = vscode('vscode-textmate');
const onig = vscode('vscode-oniguruma');

interface Contribution {
  scopeName: string;
  path: string;
  language?: string;
  injectTo?: string[];
}
const { grammars } = JSON.parse(readFileSync('package.json', 'utf8')).contributes as { grammars: Contribution[] };

/** A grammar of another extension, to which a directive is a comment; directives are injected into it as into ours. */
const foreign = { scopeName: 'source.fortran.free', patterns: [{ name: 'comment.line.fortran', match: '!.*$' }] };

function registry() {
  const wasm = readFileSync(vscode.resolve('vscode-oniguruma/release/onig.wasm'));
  const onigLib = onig.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)).then(() => ({
    createOnigScanner: (sources: string[]) => new onig.OnigScanner(sources),
    createOnigString: (s: string) => new onig.OnigString(s),
  }));
  const grammar = (scope: string) => {
    const found = grammars.find((g) => g.scopeName === scope);
    return found ? JSON.parse(readFileSync(found.path, 'utf8')) : scope === foreign.scopeName ? foreign : null;
  };
  return new Registry({
    onigLib,
    loadGrammar: async (scope: string) => grammar(scope),
    getInjections: (scope: string) => grammars.filter((g) => g.injectTo?.includes(scope)).map((g) => g.scopeName),
  });
}

/** The innermost scopes of each word (or the given text) of the last of some lines. */
async function scopesOf(all: InstanceType<typeof Registry>, scope: string, text: string): Promise<(word: string) => string> {
  const grammar = await all.loadGrammar(scope);
  let state = INITIAL;
  let line = '';
  let tokens: { startIndex: number; endIndex: number; scopes: string[] }[] = [];
  for (line of text.split('\n')) ({ tokens, ruleStack: state } = grammar.tokenizeLine(line, state));
  return (word) => {
    const at = line.indexOf(word);
    assert.ok(at >= 0, `"${word}" is not in "${line}"`);
    return tokens.find((t) => t.startIndex <= at && at < t.endIndex)!.scopes.join(' ');
  };
}

const [free, fixed] = ['source.fortran.parlens.free', 'source.fortran.parlens.fixed'];
const directive = 'keyword.control.directive.hpf';
const [clause, format, comment, number, operator] = ['keyword.other.clause.hpf', 'support.type.distribution.hpf', 'comment.', 'constant.numeric', 'keyword.operator'];

/** Grammar, text, and for words of its last line what they are; '-' is what they are not. */
const cases: [string, string, Record<string, string>][] = [
  [free, '!HPF$ DISTRIBUTE t(BLOCK, CYCLIC(4)) ONTO p', { '!HPF$': directive, DISTRIBUTE: directive, BLOCK: format, CYCLIC: format, '4': number, ONTO: clause, t: `-${directive}` }],
  [free, '  !hpf$ align a(i,*) with t(i+1,*) ! near', { '!hpf$': directive, align: directive, with: clause, '*': operator, '+': operator, near: comment }],
  [free, '!HPF$ INDEPENDENT, NEW(tmp), REDUCTION(s)', { INDEPENDENT: directive, NEW: clause, REDUCTION: clause, tmp: `-${clause}` }],
  [free, '! HPF$ DISTRIBUTE t(BLOCK)', { DISTRIBUTE: comment, BLOCK: comment }],
  [free, "print *, '!HPF$ DISTRIBUTE'", { DISTRIBUTE: 'string.' }],
  [free, '!$XMP NODES p(2,2)', { '!$XMP': directive, NODES: directive, '2': number }],
  [free, '!$xmp loop (i, j) on t(i, j) reduction(+:s)', { '!$xmp': directive, loop: directive, ' on ': '-comment.', on: clause, reduction: directive, '+': operator }],
  [free, '!$XMP DISTRIBUTE t(GBLOCK(m), *) ONTO p', { DISTRIBUTE: directive, GBLOCK: format, ONTO: clause }],
  [free, '!$XMP REFLECT (a) WIDTH(1,1) ASYNC(3)', { REFLECT: directive, WIDTH: clause, ASYNC: clause, '3': number }],
  [free, '!$XMP TEMPLATE_FIX(BLOCK) t(100)', { TEMPLATE_FIX: directive, BLOCK: format }],
  [free, '!$OMP PARALLEL DO', { PARALLEL: `-${directive}` }],
  [free, '!DVM$ PARALLEL (i, j) ON a(i, j), SHADOW_RENEW(a), REDUCTION(MAX(eps))', { '!DVM$': directive, PARALLEL: directive, ON: directive, SHADOW_RENEW: directive, REDUCTION: directive, MAX: clause }],
  [free, '!DVM$ DISTRIBUTE (BLOCK, WGT_BLOCK(w, 8)) :: a', { DISTRIBUTE: directive, BLOCK: format, WGT_BLOCK: format, '::': operator, '8': number }],
  [free, '!DVM$ INTERVAL 3', { INTERVAL: directive }],
  [free, '!HPF$ PROCESSORS p(4)\n  do i = 1, n ! rows', { do: 'keyword.control', '1': number, rows: comment }],
  [fixed, 'CHPF$ DISTRIBUTE T(BLOCK)', { 'CHPF$': directive, DISTRIBUTE: directive, BLOCK: format }],
  [fixed, '*hpf$ align a(i) with t(i)', { '*hpf$': directive, align: directive, with: clause }],
  [fixed, 'CDVM$ PARALLEL (I) ON A(I)', { 'CDVM$': directive, PARALLEL: directive }],
  [fixed, 'C$XMP LOOP (I) ON T(I)', { 'C$XMP': directive, LOOP: directive }],
  [fixed, 'C DISTRIBUTE is a word', { DISTRIBUTE: comment }],
  ['source.hpf', '!HPF$ TEMPLATE t(n)', { '!HPF$': directive, TEMPLATE: directive }],
  ['source.hpf', '      DO 10 I = 1, N', { DO: 'keyword.control' }],
  [foreign.scopeName, '!HPF$ DISTRIBUTE a(BLOCK)', { DISTRIBUTE: directive, BLOCK: format }],
  [foreign.scopeName, '!DVM$ REDISTRIBUTE a(BLOCK)', { REDISTRIBUTE: directive }],
  [foreign.scopeName, '!$XMP BCAST (s) FROM p(1)', { BCAST: directive, FROM: clause }],
  ['source.spar', 'globalpragmas <$ Processors(8), boundscheck=false $>;', { globalpragmas: 'keyword.control.spar', Processors: 'keyword.other.pragma.spar', '8': number, '$>': 'meta.preprocessor' }],
  ['source.spar', '<$ independent, on=(lambda (i) (block i 4)) $> foreach( i :- 0:n ) a[i] = 1.5;', { independent: 'keyword.other.pragma', lambda: 'support.function', foreach: 'keyword.control', ':-': operator, '1.5': number }],
  ['source.spar', '<$ on=@A\n$> for( i :- 0:n ) {', { for: 'keyword.control', '0': number }],
  ['source.spar', '/* a\n   double */ double x = "while";', { 'double */': comment, 'double x': 'storage.type', while: 'string.' }],
  ['source.spar', 'public static void main(String[] args) // entry', { public: 'storage.modifier', void: 'storage.type', entry: comment }],
  ['source.pamela', 'process main(n) = par (p = 1, n) use(cpu, 2.5) % all', { process: 'storage.type', main: 'entity.name.function', par: 'keyword.control', use: 'support.function', '2.5': number, all: comment }],
  ['source.pamela', 'numeric parameter N', { numeric: 'storage.type', parameter: 'storage.modifier', N: 'entity.name.function' }],
  ['source.pamela', 'a() ; delay(3 mod 2) || b()', { ';': operator, delay: 'support.function', mod: 'keyword.operator.word', '||': operator }],
  ['source.pamela', 'include "lib.pam"', { include: 'keyword.control.import', lib: 'string.' }],
];

const all = registry();
for (const [scope, text, words] of cases) {
  test(`${scope}: ${text}`, async () => {
    const at = await scopesOf(all, scope, text);
    for (const [word, want] of Object.entries(words)) {
      const has = at(word);
      if (want.startsWith('-')) assert.ok(!has.includes(want.slice(1)), `${word} is ${has}`);
      else assert.ok(has.includes(want), `${word} is ${has}, not ${want}`);
    }
  });
}
