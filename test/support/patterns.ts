/** The regular expressions of a folder of TypeScript files, and texts that make such expressions backtrack. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

export interface SourcePattern {
  readonly pattern: RegExp;
  /** `src/load/metadata/dates.ts:12`. */
  readonly place: string;
  /** What a comment beside it says that its texts have: "at most 300 characters". */
  readonly mostCharacters: number | undefined;
}

/** Literals in the files below a folder, tests and generated files aside. */
export function patternsBelow(root: string, folder: string): SourcePattern[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.testing|\.wasm)\.ts$/.test(entry.name))
    .flatMap((entry) => patternsOf(root, join(entry.parentPath, entry.name)));
}

function patternsOf(root: string, path: string): SourcePattern[] {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: SourcePattern[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const literal = node.getText(file);
      const end = literal.lastIndexOf('/');
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push({
        pattern: new RegExp(literal.slice(1, end), literal.slice(end + 1)),
        place: `${relative(root, path)}:${line + 1}`,
        mostCharacters: statedBound(text, file, node),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** In a comment before the statement, or at the end of its line. */
function statedBound(text: string, file: ts.SourceFile, node: ts.Node): number | undefined {
  const statement =
    ts.findAncestor(node, (one) => ts.isStatement(one) || ts.isPropertyDeclaration(one)) ?? node;
  const comments = text.slice(statement.getFullStart(), statement.getStart(file));
  const restOfLine = text.slice(node.getEnd(), text.indexOf('\n', node.getEnd()));
  const [, bound] =
    /at most ([\d,]+) characters/.exec(`${comments}${/\/\/.*|\/\*.*/.exec(restOfLine)?.[0] ?? ''}`) ?? [];
  return bound === undefined ? undefined : Number(bound.replaceAll(',', ''));
}

const usualUnits = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '1',
  '-',
  '.',
  ',',
  '"',
  '(',
  '[',
  '<',
  '/',
  '_',
  'a ',
  'A ',
  'Aa ',
  'a-',
  '1.',
  'a.',
  'a,',
  '\n ',
  '漢',
];
const mostUnits = 8;

/** What is repeated to make an expression backtrack: characters of every kind, and the words that it asks for. */
function unitsFor({ source }: RegExp): string[] {
  const bare = source
    .replaceAll(/\\[pP]\{[^}]*\}|\\[a-zA-Z]|\(\?<?[=!:]|\{\d+(?:,\d*)?\}/g, ' ')
    .replaceAll('\\', '');
  const words = bare.match(/[\p{L}\p{N}<>/#:=&@$%]+/gu) ?? [];
  const signs = bare.match(/[^\p{L}\p{N}\s]/gu) ?? [];
  const own = [...signs, ...words.flatMap((word) => [word, `${word} `])];
  return [...new Set([...usualUnits, ...[...new Set(own)].slice(0, mostUnits)])];
}

/** Of a document or of a model's reply; a line of either may be as long. */
const longText = 100_000;
/** Of a sentence, a name, a setting. */
const shortText = 1_000;
const readsLongTexts = /^src\/(?:load|chunk|text|answer\/generated|util\/partial-json)/;
const usualMs = 1000;

const script = new Script('run()');
const context = createContext({});

interface Limits {
  /** Characters of a text. */
  readonly most: number;
  readonly mostMs: number;
}

/** Of the units, those that make the expression slow when they are repeated, by processor time: other work of the machine does not count. */
function slowUnits(pattern: RegExp, units: readonly string[], { most, mostMs }: Limits): string[] {
  const slow: string[] = [];
  const left = [...units];
  const run = () => {
    for (let unit = left.shift(); unit !== undefined; unit = left.shift()) {
      const text = `${unit.repeat(Math.ceil(most / unit.length))}\u0001`;
      slow.push(unit); // until it has come back in time
      const started = process.cpuUsage();
      pattern.lastIndex = 0;
      let last = -1;
      while (pattern.exec(text) !== null && pattern.lastIndex > last) last = pattern.lastIndex;
      if (process.cpuUsage(started).user / 1000 <= mostMs) slow.pop();
    }
  };
  while (left.length > 0) {
    try {
      Object.assign(context, { run });
      script.runInContext(context, { timeout: 3 * mostMs });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
  }
  return slow;
}

/** The texts that make an expression slow, each with its place; none for one whose time the length of the text bounds. */
export function slowTexts(
  { pattern, place, mostCharacters }: SourcePattern,
  units: readonly string[] = unitsFor(pattern),
  mostMs = usualMs,
): string[] {
  const usual = readsLongTexts.test(place) ? longText : shortText;
  const most = mostCharacters ?? usual;
  const limits = { most, mostMs };
  const slow = slowUnits(pattern, slowUnits(pattern, units, limits), limits);
  return slow.map((unit) => `${place} ${JSON.stringify(unit)} ${String(pattern)}`);
}
