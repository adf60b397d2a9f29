/**
 * Builds `dist/`: the library's entry points and the program, with type declarations. Development dependencies that they
 * import are bundled: an install has a few packages then, and of each the code that is used. The files are made aside and
 * put in place at the end, so that the program can be started while it is built.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createJiti } from 'jiti';
import { build } from 'tsdown';
import { buildPage } from './build-page.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

const made = 'dist.next';

/** zod's messages are in English; those in 60 other languages would be read at every start. */
const withoutLocales = {
  name: 'without-locales',
  load: (id) => (id.endsWith('/zod/v4/locales/index.js') ? 'export {};' : null),
};

/** What a module loads at once, when it needs it, is bundled with it: rolldown sees a `require` that nothing declares. */
const bundledRequire = {
  name: 'bundled-require',
  transform: (code) => code.replace('const require = createRequire(import.meta.url);', ''),
};

/** The bundler's own `require`, of modules of Node.js alone: a bundle that takes this one in may have no `import.meta.url`. */
const builtinRequire = {
  name: 'builtin-require',
  renderChunk: (code) =>
    code.replace(
      '__require = /* @__PURE__ */ createRequire(import.meta.url)',
      `__require = (name) => {
        if (!process.getBuiltinModule) throw new Error(\`Pincite needs Node.js 20.19 or newer; this is Node.js \${process.versions.node}.\`);
        const found = process.getBuiltinModule(name);
        if (found === undefined) throw new Error(\`Cannot find the module "\${name}"\`); // what is bundled may try for a package that is optional to it
        return found;
      }`,
    ),
};

/**
 * What is loaded together, with all that it imports, is one file: each file more takes half a millisecond of a start, and memory. A file
 * has what those after it need too.
 */
const loadedTogether = {
  'node-version': ['util/node-version'],
  errors: [
    'errors',
    'util/files/why-unwritable',
    'util/strings/docs-page',
    'util/strings/escape-html',
    'util/page-style',
  ],
  library: ['index'],
  schemas: ['schemas'],
  // Of the evaluation and of the process that reads documents, what a knowledge base needs too: it loads neither.
  measuring: ['text/quantities', 'util/random', 'util/shuffle'],
  shared: [
    'config/settings/chunking',
    'text/structure/caption',
    'text/structure/contents',
    'text/copy-slice',
    'text/language',
    'text/tokens/open-tokenizer',
    'text/han-number',
    'text/structure/picture-mark-hash',
    'text/structure/quoted-lines',
    'text/rectangles',
    'text/tokens/tokens',
    'util/lists/group-by',
    'util/async/for-each-bounded',
    'util/async/once',
    'util/processes/serve',
    'util/processes/start-thread',
    'util/async/turn',
    'util/async/unless-aborted',
    'util/strings/well-formed',
    'util/strings/words-pattern',
  ],
  embedder: ['embed/built-in/built-in'],
  reader: ['knowledge-base/prepare/reader-tasks'],
  store: ['store/index'],
  evaluate: ['evaluate/index'],
  'knowledge-base': ['knowledge-base/knowledge-base'],
  'sqlite-store': ['store/sqlite/sqlite-store'],
  ask: ['knowledge-base/ask/ask'],
};
const groups = Object.entries(loadedTogether).map(([name, modules], index) => {
  const files = new Set(modules.map((module) => resolve(`src/${module}.ts`)));
  return { name, test: (id) => files.has(id), priority: 100 - index };
});

await build({
  config: false,
  entry: {
    index: 'src/index.ts',
    evaluate: 'src/evaluate/index.ts',
    schemas: 'src/schemas.ts',
    server: 'src/apps/http/index.ts',
    store: 'src/store/index.ts',
    testing: 'test/contract/store/index.ts',
    cli: 'src/apps/cli/start.ts',
    'reader-process': 'src/knowledge-base/prepare/reader-process.ts',
  },
  platform: 'node',
  target: 'node20',
  outDir: made,
  dts: { compilerOptions: { stripInternal: true } },
  // zod marks what TypeScript cannot prove of its types, and these marks are lost where they are bundled.
  banner: { dts: '// @ts-nocheck' },
  outputOptions: { codeSplitting: { groups } },
  plugins: [withoutLocales, bundledRequire, builtinRequire, thirdPartyNotices()],
  clean: true,
  logLevel: 'error',
});
await refuseFurtherFiles(made);
await buildPage(join(made, 'web'));
const { configJsonSchema } = await createJiti(import.meta.url).import('../src/config/json-schema.ts');
await writeFile(join(made, 'config.schema.json'), `${JSON.stringify(configJsonSchema(), null, 1)}\n`);
await mkdir('dist', { recursive: true });
await replaceFiles(made, 'dist');

/** The library, and `ask` of the program, load neither the readers of documents nor the evaluation; nor do readers, and the large ones of what they load, a knowledge base. */
async function refuseFurtherFiles(folder) {
  const files = await readdir(folder);
  const named = (...names) =>
    names.flatMap((name) => {
      const found = files.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.mjs'));
      if (found.length === 0) throw new Error(`There is no file of ${name} in ${folder}.`);
      return found;
    });
  const refuse = async (begun, refused) => {
    const reached = new Set(begun);
    for (const file of reached) {
      const code = await readFile(join(folder, file), 'utf8');
      for (const [line, next] of code.matchAll(/^(?:import|export) .*"\.\/([^"]+\.mjs)";$/gm)) {
        if (refused.test(next))
          throw new Error(`${file}: ${line} – add its modules to \`shared\` in scripts/build.mjs.`);
        reached.add(next); // and is looked at later, as a set is gone through to its end while it grows
      }
    }
  };
  const library = named('main', 'library', 'knowledge-base', 'store', 'sqlite-store', 'ask');
  await refuse(library, /^(?:reader|evaluate)-/);
  const readers = named('reader', 'embedder', 'pdf-loader', 'ocr-engine', 'mail-loader');
  await refuse(readers, /^(?:knowledge-base|store|sqlite-store|ask)-/);
}

/** Puts new names first, as files under old names refer to them, and removes names that are gone last. */
async function replaceFiles(from, to) {
  const before = new Set(await readdir(to));
  const files = await readdir(from);
  const inOrder = [...files.filter((name) => !before.has(name)), ...files.filter((name) => before.has(name))];
  for (const name of inOrder) {
    if (name === 'web') await rm(join(to, name), { recursive: true, force: true }); // a folder does not replace another
    await rename(join(from, name), join(to, name));
  }
  const gone = [...before].filter((name) => !files.includes(name));
  for (const name of gone) await rm(join(to, name), { recursive: true });
  await rm(from, { recursive: true });
}
