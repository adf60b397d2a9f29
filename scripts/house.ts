/**
 * How large the house is, for whoever looks for a way through it: functions and files that run for one `retrieve` and one `ask`
 * over the example documents, doors a room, files that one other file imports, settings, exports and lines.
 *
 *   node --import jiti/register scripts/house.ts [--rooms 10] [--names]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { configSchema, leafPaths } from '../src/config/config.ts';
import { openKnowledgeBase } from '../src/index.ts';

const { values } = parseArgs({
  options: { rooms: { type: 'string', default: '10' }, names: { type: 'boolean' } },
});
const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'src');
const question = 'How long is the notice period?';

/** Tests, and what only they use. */
const isOfTests = (file: string) => /\.(?:test|testing)\.ts$/.test(file);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !isOfTests(file))
  .map((file) => path.join(source, file));
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

await printRuns();
printRooms();
printImports();
printSizes();

/** By V8's coverage, the least of some calls: what is made once is not counted, nor what goes on in the background at times. */
async function printRuns(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-house-'));
  const kb = await openKnowledgeBase({ store: `sqlite:${folder}`, embedding: { adapt: 'off' } });
  await kb.addDocuments([path.join(root, 'examples/documents')], { returnChunks: false });
  const calls = { retrieve: () => kb.retrieve(question), ask: () => kb.ask(question) };
  for (const [name, call] of Object.entries(calls)) {
    const runs = [];
    for (let times = 0; times < 10; times += 1) runs.push(await ranBy(call));
    runs.sort((a, b) => a.count - b.count);
    console.log(`${name}() runs ${runs[0]!.text}`);
  }
  await kb.close();
  await rm(folder, { recursive: true });
}

async function ranBy(call: () => Promise<unknown>): Promise<{ count: number; text: string }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage'); // forgets what ran before
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result
    .filter(({ url }) => url.includes(source))
    .map(({ url, functions }) => ({
      file: path.relative(source, url.slice(url.indexOf(source))),
      names: functions
        .filter(({ ranges: [range] }) => (range?.count ?? 0) > 0)
        .map(({ functionName }) => functionName || '(unnamed)'),
    }))
    .filter(({ names }) => names.length > 0);
  const list = ran.map(({ file, names }) => `\n  ${file}: ${names.join(', ')}`).sort();
  const count = ran.reduce((sum, { names }) => sum + names.length, 0);
  const text = `${count} functions in ${ran.length} files${values.names ? list.join('') : ''}`;
  return { count, text };
}

/** A door is a file or a folder in it. */
function printRooms(): void {
  const folders = new Set(files.map((file) => path.dirname(file)));
  const rooms = [...folders].map((folder) => ({
    name: path.relative(root, folder),
    doors: readdirSync(folder).filter((name) => !isOfTests(name)).length,
  }));
  rooms.sort((a, b) => b.doors - a.doors);
  const above = rooms.filter(({ doors }) => doors > 18).length;
  const largest = rooms.slice(0, Number(values.rooms)).map(({ name, doors }) => `${name} ${doors}`);
  console.log(`${rooms.length} rooms, ${above} above 18 doors: ${largest.join(', ')}`);
}

function printImports(): void {
  const importers = new Map(files.map((file) => [file, 0]));
  for (const [file, text] of textOf) {
    const named = text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g);
    for (const target of new Set(Array.from(named, ([, name]) => path.resolve(path.dirname(file), name!)))) {
      if (existsSync(target)) importers.set(target, (importers.get(target) ?? 0) + 1);
    }
  }
  const once = [...importers.values()].filter((count) => count === 1).length;
  console.log(`${files.length} files, ${once} of them imported by one other`);
}

function printSizes(): void {
  const lines = [...textOf.values()].flatMap((text) => text.split('\n').slice(0, -1));
  const code = lines.filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)).length;
  const index = textOf.get(path.join(source, 'index.ts'))!;
  const lists = Array.from(index.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, list]) => list!);
  const names = lists.flatMap((list) => list.split(',')).filter((name) => name.trim() !== '');
  console.log(`${lines.length} lines, ${code} of them code`);
  console.log(`${leafPaths(configSchema).length} settings, ${names.length} exports of the library`);
}
