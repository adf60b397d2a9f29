/**
 * Trains the scorer of answers without a model, and writes src/answer/extract/weights.json.
 *
 *   npm run train:answers [-- --keep folder]
 *
 * Training data: the articles of odd number of XQuAD in four languages; made documents (made.ts); questions made of the
 * World Factbook's fields (countries of odd number), of sentences of other training sources, and of rows of the filings of
 * every second company. `--keep` leaves what was measured in a folder, and takes it from there the next time.
 * One question in five is held out to calibrate the probabilities on.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { featureAt, featureNames, type FeatureName } from '../../src/answer/extract/features.ts';
import { logOddsOf } from '../../src/answer/extract/scorer.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import { collect, type Group } from './collect.ts';
import { drawFrom } from './draw.ts';
import { madeSet, shortSet } from './made.ts';
import { calibrate, meanOf, trainNetwork } from './network.ts';
import { factbook, filingRows, filingsFolder, readSource, takenOut, xquad, type AnswerSet } from './sets.ts';

const { values } = parseArgs({
  options: {
    hidden: { type: 'string', default: '12' },
    networks: { type: 'string', default: '4' },
    epochs: { type: 'string', default: '15' },
    keep: { type: 'string' },
  },
});
/** How much a question counts by whether, and how nearly, its documents answer it. */
const conditionWeight = { answerable: 1, hard: 0.4, easy: 0.2 };
/** Common sense that the data need not teach, and that holds where they are silent. */
const directions = {
  ...fixed(1, [
    'own',
    'window',
    'around',
    'meaning',
    'meaningWindow',
    'meaningGap',
    'heading',
    'pairs',
    'focus',
    'kind',
    'fullName',
    'nearness',
    'ownBeside',
    'ownGap',
    'windowGap',
    'aroundGap',
    'yearHere',
    'rowLabel',
    'standout',
    'relevance',
  ]),
  ...fixed(-1, [
    'missingNames',
    'unknown',
    'yearMissing',
    'yearElsewhere',
    'isQuestion',
    'former',
    'withinName',
    'shareNotAsked',
  ]),
};

function fixed<T extends 1 | -1>(direction: T, names: readonly FeatureName[]): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, direction]));
}

const otherSources = [
  'openstax-principles-finance',
  'openstax-introduction-business',
  'openstax-world-history',
  'openstax-business-law',
  'openstax-nursing-external-bundle',
  'canada-acts',
  'us-code',
  'cfpb-regulations',
  'legal-policies',
  'va-gov-content',
  'ms-business-central',
  'gnucash-guide',
  'debian-handbook',
  'pmc-rct-articles',
];

const filler = ['openstax-introduction-business', 'canada-regulations'].flatMap(
  (source) =>
    readSource(source)
      ?.slice(0, 3000)
      .map(({ p }) => p.slice(0, 400)) ?? [],
);
const sets: (AnswerSet | undefined)[] = [
  ...(['en', 'de', 'ar', 'zh'] as const).map((language) =>
    someOf(xquad(language, 'odd', 'paragraphs'), 3, language === 'de' || language === 'ar' ? 1 : 2),
  ),
  ...(['en', 'de'] as const).map((language) => someOf(xquad(language, 'odd', 'articles'), 2, 4)),
  madeSet(drawFrom(1), { rounds: 90, filler }),
  shortSet(drawFrom(2), 45),
  factbook('odd', drawFrom(7)),
  takenOut(otherSources, 900, drawFrom(11)),
  filingRows('odd', drawFrom(5), await textsOfFilings()),
];
if (sets.includes(undefined)) {
  console.log('skipped: ../shared/data is not there');
} else {
  const groups: Group[] = [];
  for (const set of sets) groups.push(...(await collectOnce(set!)));
  train(groups);
}

async function collectOnce(set: AnswerSet): Promise<Group[]> {
  const file = values.keep === undefined ? undefined : path.join(values.keep, `${set.name}.bin`);
  if (file !== undefined && existsSync(file)) return deserialize(readFileSync(file)) as Group[];
  const groups = await collect(set);
  if (file !== undefined) writeFileSync(file, serialize(groups));
  return groups;
}

/** One question in `every`, with all its conditions. */
function someOf(set: AnswerSet | undefined, conditions: number, every: number): AnswerSet | undefined {
  return (
    set && { ...set, cases: set.cases.filter((_, index) => Math.floor(index / conditions) % every === 0) }
  );
}

function isHeldOut(index: number): boolean {
  return Math.floor(index / 15) % 5 === 4;
}

function train(collected: readonly Group[]): void {
  // Other models compare meanings otherwise, and few candidates are not compared at all.
  const groups = collected.map((group, index) => (index % 4 === 0 ? withoutMeaning(group) : group));
  const learned = groups.filter((_, index) => !isHeldOut(index));
  const networks = Array.from({ length: Number(values.networks) }, (_, seed) =>
    trainNetwork(learned, featureNames, {
      hiddenUnits: Number(values.hidden),
      epochs: Number(values.epochs),
      rate: 0.003,
      decay: 0.01,
      draw: drawFrom(seed + 3),
      directions,
      weightOf: ({ condition }) => conditionWeight[condition],
    }),
  );
  const network = meanOf(networks);
  const best = groups
    .filter((_, index) => isHeldOut(index))
    .map((group) => bestOf(logOddsOf(network), group));
  const { stretch, shift } = calibrate(best);
  const output = network.output.map((weight, at) =>
    Number((weight * stretch + (at === network.hidden.length ? shift : 0)).toPrecision(5)),
  );
  const file = new URL('../../src/answer/extract/weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify({ ...network, output })}\n`);
  for (const name of new Set(groups.map(({ set }) => set))) {
    const own = best.filter(({ set }) => set === name);
    const able = own.filter(({ condition }) => condition === 'answerable');
    const share = able.filter(({ isRight }) => isRight).length / able.length;
    console.log(
      `${name}: held out ${own.length}, the best is right for ${(100 * share).toFixed(0)} % of the answerable`,
    );
  }
}

function withoutMeaning(group: Group): Group {
  const rows = group.rows.map((row) => {
    const other = row.slice();
    other[featureAt('standout')] = 0;
    other[featureAt('compared')] = 0;
    return other;
  });
  return { ...group, rows };
}

function bestOf(logOdds: ReturnType<typeof logOddsOf>, { rows, isRight, condition, set }: Group) {
  const odds = rows.map((row) => logOdds(row));
  const top = odds.indexOf(Math.max(...odds));
  return {
    odds: odds[top] ?? -20,
    isRight: isRight[top] ?? false,
    weight: conditionWeight[condition],
    condition,
    set,
  };
}

async function textsOfFilings(): Promise<(file: string) => string> {
  const kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
  await kb.addDocuments(readdirSync(filingsFolder).map((name) => path.join(filingsFolder.pathname, name)));
  const texts = new Map<string, string>();
  for (const { documentId, sourcePath } of await kb.documents()) {
    texts.set(path.basename(sourcePath), (await kb.document(documentId)).text);
  }
  await kb.close();
  return (file) => texts.get(path.basename(file))!;
}
