import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFrom } from '../../../../test/arbitraries/document.ts';
import { cutsGrapheme } from '../../../../test/support/cuts-grapheme.ts';
import { readPlainText } from '../../../load/text/text.ts';
import { loadTokenizer } from '../../../text/tokens/tokens.ts';
import type { LoadedDocument } from '../../../types.ts';
import { checkDrafts } from '../../finish/check-drafts.ts';
import { codeChunker } from './code.ts';
import { codeSections } from './code-sections.ts';

const tokenizer = await loadTokenizer('cl100k_base');

/** Each declaration with its level, and the first and last line of it. */
function outline(code: string): string[] {
  return codeSections(code, { start: 0, end: code.length }).map(({ heading, level, charStart, charEnd }) => {
    const lines = code.slice(charStart, charEnd).trim().split('\n');
    return `${level} ${heading}: ${lines[0]!.trim()} … ${lines.at(-1)!.trim()}`;
  });
}

async function chunksOf(code: string, chunkSize = 64) {
  const document = readPlainText(code);
  const drafts = await codeChunker.chunk(document, { chunkSize, overlap: 0, tokenizer });
  return drafts.map((draft) => ({ ...draft, content: code.slice(draft.charStart, draft.charEnd) }));
}

describe('declarations', () => {
  it('of TypeScript', () => {
    const code = [
      "import x from 'y'",
      'const list = load(1)',
      '/** Keeps things. */',
      '@sealed',
      'export default class Store<T> extends Base {',
      '  #open = new Map<string, { a: number }>()',
      '  constructor(private readonly x: number) { super() }',
      '  #load() {',
      '  }',
      '  get value(): number { return /[{"]/.test(this.s) ? 1 : 2 }',
      "  static async *all<T>(a: { b: string } = { b: '}' }): AsyncGenerator<{ a: T }> {",
      '    yield `a${ { x: 1 }.x }{`',
      '  }',
      '  run = async (x: number): Promise<void> => {',
      '    if (x) { await x }',
      '  };',
      '}',
      'export const useThing = <T,>(p: T): T => {',
      '  return p',
      '}',
      'export function parse({ a, b }: Options): { c: number } {',
      '  return { c: 1 }',
      '}',
      "describe('x', () => { it('y', () => {}) })",
    ].join('\n');
    expect(outline(code)).toEqual([
      '1 class Store: /** Keeps things. */ … }',
      '2 constructor(): constructor(private readonly x: number) { super() } … constructor(private readonly x: number) { super() }',
      '2 #load(): #load() { … }',
      '2 value(): get value(): number { return /[{"]/.test(this.s) ? 1 : 2 } … get value(): number { return /[{"]/.test(this.s) ? 1 : 2 }',
      "2 all(): static async *all<T>(a: { b: string } = { b: '}' }): AsyncGenerator<{ a: T }> { … }",
      '2 run(): run = async (x: number): Promise<void> => { … };',
      '1 useThing(): export const useThing = <T,>(p: T): T => { … }',
      '1 parse(): export function parse({ a, b }: Options): { c: number } { … }',
      "1 describe('x'): describe('x', () => { it('y', () => {}) }) … describe('x', () => { it('y', () => {}) })",
      "2 it('y'): it('y', () => {}) … it('y', () => {})",
    ]);
  });

  it('in the functions that calls are given, and in objects', () => {
    const code = [
      '// Suite.',
      "describe('otters', () => {",
      '  beforeEach(async () => {',
      '    await go()',
      '  })',
      "  it.each([{ a: 1 }])('dive %s', ({ a }) => {",
      '    items.map((x) => { return x })',
      '  })',
      "  test('time', { timeout: 10 }, async () => {",
      '  })',
      '})',
      "define(['a'], function (a) {",
      '  function inner() {',
      '  }',
      '  return {',
      '    open: function (x) {',
      '    },',
      '  }',
      '});',
      '(function ($) {',
      '  $.fn.thing = function () {',
      '  };',
      '})(window.jQuery);',
      'export default defineConfig({',
      "  resolve: { alias: { x: 'y' } },",
      '  hooks: {',
      '    ready(nuxt) {',
      '    },',
      '    done: async (x) => {',
      '    },',
      '  },',
      '});',
      'const handler = wrap(function (req) {',
      '});',
      'export const Comp = memo(forwardRef((props, ref) => {',
      '}));',
      'const limits = { a: 1, b: { c: 2 } };',
      'module.exports = {',
      '  get value() {',
      '  },',
      '};',
      'if (isMain) {',
      '  main(() => { run() })',
      '}',
      'items.forEach((x) => {',
      '});',
    ].join('\n');
    expect(outline(code)).toEqual([
      "1 describe('otters'): // Suite. … })",
      "2 it.each()('dive %s'): it.each([{ a: 1 }])('dive %s', ({ a }) => { … })",
      "2 test('time'): test('time', { timeout: 10 }, async () => { … })",
      "1 define(): define(['a'], function (a) { … });",
      '2 inner(): function inner() { … }',
      '2 open(): open: function (x) { … },',
      '1 function(): (function ($) { … })(window.jQuery);',
      '2 thing(): $.fn.thing = function () { … };',
      '1 defineConfig(): export default defineConfig({ … });',
      '2 hooks: hooks: { … },',
      '3 ready(): ready(nuxt) { … },',
      '3 done(): done: async (x) => { … },',
      '1 handler(): const handler = wrap(function (req) { … });',
      '1 Comp(): export const Comp = memo(forwardRef((props, ref) => { … }));',
      '1 module.exports: module.exports = { … };',
      '2 value(): get value() { … },',
    ]);
  });

  it('in what stands on the line under an assignment, and in functions that are called without brackets around them', () => {
    const code = [
      'const first =',
      '  wrap(function inner() {',
      '  });',
      '!function (a) {',
      '  function run() {',
      '  }',
      '}(this);',
      'export default class extends Base {',
      '  swim() {',
      '  }',
      '}',
      'const Otter = class {',
      '  dive() {',
      '  }',
      '};',
    ].join('\n');
    expect(outline(code)).toEqual([
      '1 first(): const first = … });',
      '1 function(): !function (a) { … }(this);',
      '2 run(): function run() { … }',
      '1 class: export default class extends Base { … }',
      '2 swim(): swim() { … }',
      '1 class: const Otter = class { … };',
      '2 dive(): dive() { … }',
    ]);
  });

  it('have short names, of whole characters', () => {
    const [section] = codeSections(`it('${'🦦'.repeat(80)}', () => {});`, { start: 0, end: 200 });
    expect(section!.heading).toMatch(/^it\('🦦{38}…'\)$/u);
  });

  it('of Python', () => {
    const code = [
      'import os',
      '',
      '# Adds numbers.',
      '@cached',
      'def add(',
      '    a, b={"x": 1},',
      '):',
      '    """Adds.',
      'def not_this():',
      '    """',
      '    return a + b',
      '',
      'class Store(Base):',
      '    name = "x"',
      '',
      '    async def open(self):',
      '        def inner():',
      '            pass',
      '        return inner',
      '',
      '    # closes it',
      '    def close(self): pass',
      '',
      'if __name__ == "__main__":',
      '    add(1, 2)',
    ].join('\n');
    expect(outline(code)).toEqual([
      '1 add(): # Adds numbers. … return a + b',
      '1 class Store: class Store(Base): … def close(self): pass',
      '2 open(): async def open(self): … return inner',
      '2 close(): # closes it … def close(self): pass',
    ]);
  });

  it.each([
    [
      'Go',
      'package main\n\n// Reader reads.\ntype Reader struct {\n\tf func(int) int\n}\n\nfunc (r *Reader) Read(p []byte) (n int, err error) {\n\tif x := `}\n{`; x != "" {\n\t\treturn 1, nil\n\t}\n}\n\nfunc Map[T any](xs []T) []interface{} {\n\treturn nil\n}\n',
      [
        '1 type Reader: // Reader reads. … }',
        '1 Read(): func (r *Reader) Read(p []byte) (n int, err error) { … }',
        '1 Map(): func Map[T any](xs []T) []interface{} { … }',
      ],
    ],
    [
      'Rust',
      "use std::fmt;\n\n/// A point.\n#[derive(Debug)]\npub struct Point<'a, T> where T: Copy {\n    name: &'a str,\n}\n\nimpl<'a, T: Copy> fmt::Display for Point<'a, T> {\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n        write!(f, \"{{}}\")\n    }\n}\n\npub(crate) async fn run<F>(f: F) -> Result<(), Box<dyn Error>>\nwhere\n    F: Fn(&str) -> bool,\n{\n    let c = '{';\n}\n",
      [
        '1 struct Point: /// A point. … }',
        "1 impl fmt::Display for Point: impl<'a, T: Copy> fmt::Display for Point<'a, T> { … }",
        "2 fmt(): fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { … }",
        '1 run(): pub(crate) async fn run<F>(f: F) -> Result<(), Box<dyn Error>> … }',
      ],
    ],
    [
      'Java',
      'package a.b;\n\n/** Doc. */\n@Service\npublic final class Foo<T extends Comparable<T>> extends Bar implements Baz {\n    private int[] xs = {1, 2, 3};\n\n    public Foo(int a) { this.a = a; }\n\n    @Override\n    public <R> List<R> map(Function<? super T, R> f) throws IOException {\n        for (int i = 0; i < 3; i++) { y(); }\n        new Thread(() -> { run(); }).start();\n    }\n\n    private enum Kind { A, B }\n}\n',
      [
        '1 class Foo: /** Doc. */ … }',
        '2 Foo(): public Foo(int a) { this.a = a; } … public Foo(int a) { this.a = a; }',
        '2 map(): @Override … }',
        '2 enum Kind: private enum Kind { A, B } … private enum Kind { A, B }',
      ],
    ],
    [
      'C and C++',
      '#include <stdio.h>\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n\nstruct node {\n  int v;\n};\n\n/* Adds. */\nstatic inline int add(int a, int b)\n{\n  switch (a) { case 1: break; }\n  return a + b;\n}\n\nnamespace x {\nclass Y : public Z<int> {\n public:\n  Y() : a_(1), b_(2) {}\n  auto g(int x) const noexcept -> int { return x; }\n};\ntemplate <typename T>\nvoid Y::h(T t) const {\n}\n}\n',
      [
        '1 struct node: struct node { … };',
        '1 add(): /* Adds. */ … }',
        '1 namespace x: namespace x { … }',
        '2 class Y: class Y : public Z<int> { … };',
        '3 Y(): Y() : a_(1), b_(2) {} … Y() : a_(1), b_(2) {}',
        '3 g(): auto g(int x) const noexcept -> int { return x; } … auto g(int x) const noexcept -> int { return x; }',
        '2 Y::h(): template <typename T> … }',
      ],
    ],
    [
      'Kotlin and C#',
      'data class User(val name: String) : Base() {\n    override fun go(x: Int): Int {\n        return x\n    }\n}\nnamespace A.B\n{\n    [Serializable]\n    public class Foo : Bar\n    {\n        public int P { get; set; }\n        public async Task<int> RunAsync<T>(T x) where T : class\n        {\n            return 1;\n        }\n    }\n}\n',
      [
        '1 class User: data class User(val name: String) : Base() { … }',
        '2 go(): override fun go(x: Int): Int { … }',
        '1 namespace A.B: namespace A.B … }',
        '2 class Foo: [Serializable] … }',
        '3 RunAsync(): public async Task<int> RunAsync<T>(T x) where T : class … }',
      ],
    ],
  ])('of %s', (_, code, expected) => {
    expect(outline(code)).toEqual(expected);
  });

  it.each([
    ['prose', 'The function is described below; it { does } nothing.\n'.repeat(20)],
    ['unbalanced brackets', `${'}'.repeat(50)}{((${'{'.repeat(50)} function f( {`],
    ['an open string and an open comment', 'const a = "x\n/* and so on { function g() {\n'],
  ])('are looked for in %s without harm', (_, code) => {
    for (const { charStart, charEnd } of codeSections(code, { start: 0, end: code.length })) {
      expect(charStart).toBeLessThan(charEnd);
      expect(charEnd).toBeLessThanOrEqual(code.length);
    }
  });
});

const method = (name: string, lines: number) =>
  `  ${name}() {\n${Array.from({ length: lines }, (_, index) => `    this.value${index} = ${index};`).join('\n')}\n  }`;

const classOf = (lines: number) =>
  `class Store {\n${['open', 'read', 'write', 'close'].map((name) => method(name, lines)).join('\n\n')}\n}\n`;

const brackets = [
  '{',
  '}',
  '(',
  ')',
  ';',
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '//',
  '#',
  '\n',
  '\r\n',
  '  ',
  ' = ',
  '=> ',
  '<T>',
  ':',
  ', ',
];
const words = [
  'function f() {',
  'class A ',
  'def g',
  'if ',
  'return ',
  'impl ',
  '@x',
  'e\u0301',
  '\u0301',
  '👩‍👩‍👧',
  '字',
  'word ',
  "it('x', () => {",
  'const x = {',
  'y: function () {',
  '(function () {',
  '!function () {',
  'x =\n',
];
const fragments = [...brackets, ...words];

it('looks for declarations that stand inside or behind one another, in any code', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 150 }), (tokens) => {
      const code = tokens.join('');
      const around: { charStart: number; charEnd: number }[] = [];
      for (const section of codeSections(code, { start: 0, end: code.length })) {
        while (around.length > 0 && around.at(-1)!.charEnd <= section.charStart) around.pop();
        expect(section.charEnd).toBeLessThanOrEqual(around.at(-1)?.charEnd ?? code.length);
        around.push(section);
      }
    }),
    { numRuns: 250 },
  );
});

describe('code chunker', () => {
  it('makes a chunk of every function that fits, with the comment over it', async () => {
    const code =
      'import a from "a";\n\n// Adds.\nfunction add() {\n  return 1;\n}\n\nfunction sub() {\n  return 2;\n}\n';
    expect((await chunksOf(code)).map(({ content, headingPath }) => [content, headingPath])).toEqual([
      ['import a from "a";', []],
      ['// Adds.\nfunction add() {\n  return 1;\n}', ['add()']],
      ['function sub() {\n  return 2;\n}', ['sub()']],
    ]);
  });

  it('keeps a class that fits whole, and cuts a longer one between its members', async () => {
    expect(await chunksOf(classOf(1))).toHaveLength(1);
    const chunks = await chunksOf(classOf(4));
    expect(chunks.map(({ content }) => content.match(/\w+(?=\(\))/g))).toEqual([
      ['open'],
      ['read'],
      ['write'],
      ['close'],
    ]);
    for (const { headingPath, kind } of chunks) {
      expect(headingPath[0]).toBe('class Store');
      expect(kind).toBe('code');
    }
    expect(chunks.at(-1)!.content).toMatch(/\}\n\}$/);
  });

  it('cuts a longer function, and code without declarations, between lines', async () => {
    const long = await chunksOf(`function long() {\n${'  call(one, two);\n'.repeat(60)}}\n`);
    expect(long.length).toBeGreaterThan(3);
    for (const { headingPath } of long) expect(headingPath).toEqual(['long()']);
    const config = await chunksOf('key: value number one\n'.repeat(60));
    for (const { content } of [...long.slice(1, -1), ...config])
      expect(content).toMatch(/^(?:call|key).*(?:;|one)$/s);
  });

  it('finds the code in documents of other formats, and leaves their text to their structure', async () => {
    const code = ['first', 'second']
      .map((name) => `function ${name}() {\n  return "${name}";\n}`)
      .join('\n\n');
    const document = documentFrom([
      { kind: 'heading', text: '# Usage' },
      { kind: 'text', text: 'Call the functions.' },
      { kind: 'code', text: code },
      { kind: 'text', text: 'word '.repeat(50) },
    ]);
    const drafts = await codeChunker.chunk(document, { chunkSize: 64, overlap: 0, tokenizer });
    expect(drafts.map(({ headingPath }) => headingPath)).toContainEqual(['Usage']);
    expect(drafts.some(({ kind }) => kind === 'code')).toBe(true);
    expect(drafts.at(-1)!.charEnd).toBe(document.text.trimEnd().length);
  });

  it('leaves a mark with the bracket that it stands on', async () => {
    const contents = (await chunksOf('function f() { a }\u0301 b\nfunction g() {}')).map(
      ({ content }) => content,
    );
    expect(contents).toEqual(['function f() { a }\u0301 b', 'function g() {}']);
  });

  it('covers any code in order, between graphemes, within the size', async () => {
    const token = fc.constantFrom(...fragments);
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 150 }), async (tokens) => {
        const document: LoadedDocument = { ...readPlainText(''), text: tokens.join('') };
        const drafts = await codeChunker.chunk(document, { chunkSize: 16, overlap: 0, tokenizer });
        checkDrafts('code', document, drafts);
        let position = 0;
        for (const { charStart, charEnd } of drafts) {
          const content = document.text.slice(charStart, charEnd);
          expect(document.text.slice(position, charStart).trim()).toBe('');
          expect(content.trim()).toBe(content);
          expect(cutsGrapheme(document.text, charStart) || cutsGrapheme(document.text, charEnd)).toBe(false);
          expect(tokenizer.count(content)).toBeLessThanOrEqual(16);
          position = charEnd;
        }
        expect(document.text.slice(position).trim()).toBe('');
      }),
      { numRuns: 250 },
    );
  });

  it('takes time in proportion to the code', async () => {
    const unit = `/** Doc of it. */\nexport class A {\n${method('run', 8)}\n}\n`;
    const sections = codeSections(unit.repeat(4000), { start: 0, end: unit.length * 4000 });
    expect(sections).toHaveLength(8000);
  });
});
