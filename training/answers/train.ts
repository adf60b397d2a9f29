/**
 * Trains the scorer of answers without a model, and writes src/answer/extract/weights.json.
 *
 *   npm run train:answers [-- --keep folder]
 *
 * Training data: the articles of odd number of XQuAD in four languages; made documents (made.ts); questions made of the
 * World Factbook's fields (countries of odd number), of sentences of other training sources, and of rows of the filings of
 * every second company; sheets, notices and glossaries whose lines name what they say (labelled.ts); SciFact's claims of the part for training; questions that stand over passages of manuals, handbooks and textbooks, rules of law
 * turned to questions and statements, all over long documents (long.ts). `--keep` leaves what was measured in a folder, and takes
 * it from there the next time: delete it when features change.
 * One question in five, every fifth article, and whole sources are held out: half of these to calibrate the probabilities on, half to say
 * how many answers are right.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { featureAt, featureNames, type FeatureName } from '../../src/answer/extract/features.ts';
import { logOddsOf, marginsOf } from '../../src/answer/extract/scorer.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import { collect, type Group } from './collect.ts';
import { drawFrom } from './draw.ts';
import { foreignSet, isLookalike, madeSet, shortSet } from './made.ts';
import { glossaries, sheets } from './labelled.ts';
import { claims, clauses, frequent } from './long.ts';
import { meanOf, regress, trainNetwork } from './network.ts';
import {
  factbook,
  filingRows,
  filingsFolder,
  joined,
  oftenForms,
  readSource,
  takenOut,
  xquad,
  xquadCut,
  type AnswerSet,
} from './sets.ts';

const { values } = parseArgs({
  options: {
    hidden: { type: 'string', default: '16' },
    networks: { type: 'string', default: '8' },
    epochs: { type: 'string', default: '12' },
    keep: { type: 'string' },
  },
});
/** Common sense that the data need not teach, and that holds where they are silent. */
const directions = {
  ...fixed(1, [
    'own',
    'window',
    'around',
    'meaning',
    'meaningGap',
    'pairs',
    'plain',
    'adds',
    'kind',
    'fullName',
    'nearness',
    'ownGap',
    'namedGap',
    'yearHere',
    'rowLabel',
    'labelCover',
    'labelFit',
    'labelGap',
    'column',
    'value',
    'subjectCover',
    'subjectFit',
    'subjectGap',
    'designated',
    'nameCover',
    'nameGap',
    'standout',
    'relevance',
  ]),
  ...fixed(-1, [
    'missing',
    'missingNames',
    'unknown',
    'yearMissing',
    'yearElsewhere',
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
const asked = {
  learned:
    'gsa-digitalgov ms-business-central legal-policies python-peps ethereum-eips freecodecamp-guide openstax-american-government openstax-microbiology openstax-entrepreneurship openstax-business-law ms-powershell-docs turing-way stackexchange-coffee t0-reading-comprehension',
  held: 'va-gov-content 18f-handbook gsa-plainlanguage openstax-us-history ms-cpp-docs mdn-archived',
};
const ruled = {
  learned: 'us-code canada-acts cfpb-regulations nist-sp800-53 ms-business-central',
  held: 'dc-code gdpr legal-policies programming-legalmattic canada-regulations',
};
const explained = {
  learned:
    'openstax-principles-finance openstax-introduction-business openstax-psychology openstax-principles-marketing openstax-anatomy-physiology openstax-nursing-external-bundle jargon-file',
  held: 'openstax-chemistry-bundle openstax-principles-economics-bundle openstax-us-history',
};
/** Sets by name; of those that end in `-held` nothing is learned: features were chosen by them, probabilities are calibrated on them. */
const sets: Readonly<Record<string, () => AnswerSet | undefined | Promise<AnswerSet | undefined>>> = {
  'xquad-en': () => someOf(xquad('en', 'odd', 'paragraphs'), 3, 4),
  'xquad-de': () => xquad('de', 'odd', 'paragraphs'),
  'xquad-ar': () => xquad('ar', 'odd', 'paragraphs'),
  'xquad-zh': () => xquad('zh', 'odd', 'paragraphs'),
  'xquad-en-articles': () => someOf(xquad('en', 'odd', 'articles'), 2, 12),
  'xquad-de-articles': () => someOf(xquad('de', 'odd', 'articles'), 2, 12),
  ...nearMisses(),
  'factbook-joined': () => joined(factbook('odd', drawFrom(61)), 12),
  made: () => madeSet(drawFrom(1), { rounds: 50, filler }),
  short: () => shortSet(drawFrom(2), 100),
  lookalikes: () => shortSet(drawFrom(3), 70, isLookalike),
  foreign: () => foreignSet(drawFrom(4), 6),
  factbook: () => factbook('odd', drawFrom(7)),
  'taken-out': () => takenOut(otherSources, 450, drawFrom(11)),
  'often-taken-out': () => takenOut(otherSources, 150, drawFrom(71), oftenForms),
  'filing-rows': async () => filingRows('odd', drawFrom(5), await textsOfFilings()),
  'made-sheets': () => sheets(drawFrom(41), 45, filler),
  'made-glossaries': () => glossaries(explained.learned.split(' '), 45, drawFrom(42)),
  'made-glossaries-held': () => glossaries(explained.held.split(' '), 45, drawFrom(43)),
  claims,
  frequent: () => frequent(asked.learned.split(' '), 40, drawFrom(21)),
  'frequent-held': () => frequent(asked.held.split(' '), 40, drawFrom(22)),
  clauses: () => clauses(ruled.learned.split(' '), 90, drawFrom(25)),
  'clauses-held': () => clauses(ruled.held.split(' '), 50, drawFrom(26)),
};

/** XQuAD's near misses in four languages, three drawn of each. */
function nearMisses(): Record<string, () => AnswerSet | undefined> {
  const names = (['en', 'de', 'ar', 'zh'] as const).flatMap((language) =>
    [31, 32, 33].map(
      (seed) => [`cut-${language}-${seed}`, () => xquadCut(language, 'odd', drawFrom(seed))] as const,
    ),
  );
  return Object.fromEntries(names);
}

if (existsSync(filingsFolder)) {
  const groups: Group[] = [];
  for (const name of Object.keys(sets)) groups.push(...(await collectOnce(name)));
  train(groups);
} else {
  console.log('skipped: ../shared/data is not there');
}

async function collectOnce(name: string): Promise<Group[]> {
  const file = values.keep === undefined ? undefined : path.join(values.keep, `${name}.bin`);
  if (file !== undefined && existsSync(file)) return deserialize(readFileSync(file)) as Group[];
  const groups = await collect(name, (await sets[name]!())!);
  if (file !== undefined) writeFileSync(file, serialize(groups));
  return groups;
}

/** One question in `every`, with all its conditions. */
function someOf(set: AnswerSet | undefined, conditions: number, every: number): AnswerSet | undefined {
  return (
    set && { ...set, cases: set.cases.filter((_, index) => Math.floor(index / conditions) % every === 0) }
  );
}

/** Every fifth topic, or block of fifteen questions where a set has no topics; and all of a set that is held out. */
function isHeldOut({ set, topic }: Group, index: number): boolean {
  if (topic !== undefined) return topic % 10 === 9;
  return set.endsWith('-held') || Math.floor(index / 15) % 5 === 4;
}

function train(groups: readonly Group[]): void {
  const weightOf = evenedOut(groups);
  const held = groups.filter(isHeldOut);
  const learned = groups.filter((group, index) => !isHeldOut(group, index));
  // Other models compare meanings otherwise, and few candidates are not compared at all.
  const taught = learned.map((group, index) => (index % 4 === 0 ? withoutMeaning(group) : group));
  const networks = Array.from({ length: Number(values.networks) }, (_, seed) =>
    trainNetwork(taught, featureNames, {
      hiddenUnits: Number(values.hidden),
      epochs: Number(values.epochs),
      rate: 0.003,
      decay: 0.01,
      draw: drawFrom(seed + 3),
      directions,
      weightOf,
    }),
  );
  const network = meanOf(networks);
  const logOdds = logOddsOf(network);
  const scored = held.flatMap(({ rows, isRight, condition, set, units }) => {
    if (rows.length === 0) return [];
    const margins = marginsOf(rows.map(logOdds), units);
    const best = margins.indexOf(Math.max(...margins));
    const inputs = [1, margins[best]!];
    return [{ inputs, isRight: isRight[best]!, weight: weightOf({ set }), condition, set }];
  });
  // Of a passage that stands under a question it is not known which sentences answer.
  const sure = scored.filter(({ set }) => !set.startsWith('frequent'));
  const calibration = regress(sure.filter((_, index) => index % 2 === 0));
  const file = new URL('../../src/answer/extract/weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify({ ...network, calibration })}\n`);
  console.log(`calibration: ${calibration.join(' ')}`);
  const real = sure.filter(
    ({ set }, index) => index % 2 === 1 && !/^(?:made|short|lookalikes|foreign)/.test(set),
  );
  reportFrom(
    real.filter((one) => !isOtherLanguage(one)),
    'English',
    calibration,
  );
  reportFrom(real.filter(isOtherLanguage), 'German, Arabic and Chinese', calibration);
  for (const name of new Set(scored.map(({ set }) => set))) {
    const own = scored.filter(({ set, condition }) => set === name && condition === 'answerable');
    if (own.length === 0) continue;
    const share = own.filter(({ isRight }) => isRight).length / own.length;
    console.log(
      `${name}: held out ${own.length} that have an answer, the best is right for ${(100 * share).toFixed(0)} %`,
    );
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}

function isOtherLanguage({ set }: { readonly set: string }): boolean {
  return /-(?:de|ar|zh)\b/.test(set);
}

interface Scored {
  readonly inputs: readonly number[];
  readonly isRight: boolean;
  readonly weight: number;
  readonly condition: string;
}

/** How many of the answers that are given from some probabilities on are right, and how many questions get one. */
function reportFrom(scored: readonly Scored[], name: string, calibration: readonly number[]): void {
  const total = (list: readonly Scored[]): number => list.reduce((sum, { weight }) => sum + weight, 0);
  for (const least of [0.4, 0.47, 0.6, 0.75, 0.9]) {
    const isGiven = ({ inputs }: Scored): boolean =>
      sigmoid(calibration[0]! + calibration[1]! * inputs[1]!) >= least;
    const given = scored.filter(isGiven);
    const [answerable, hard] = ['answerable', 'hard'].map((condition) =>
      scored.filter((one) => one.condition === condition),
    );
    console.log(
      `${name}, real documents, from ${least} on: ${percent(total(given.filter(({ isRight }) => isRight)), total(given))} of ${given.length} right; ` +
        `of those that have an answer ${percent(answerable!.filter(isGiven).length, answerable!.length)} answered; ` +
        `of the hard ${percent(hard!.filter((one) => !isGiven(one)).length, hard!.length)} declined`,
    );
  }
}

function sigmoid(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Several draws of a set are one. */
function nameOf(set: string): string {
  return set.replace(/-\d+$/, '');
}

/** A set of four times as many questions as another counts twice as much; near misses a third, as they are seldom asked, and so do made sheets. */
function evenedOut(groups: readonly Group[]): (group: Pick<Group, 'set'>) => number {
  const counts = new Map<string, number>();
  for (const { set } of groups) counts.set(nameOf(set), (counts.get(nameOf(set)) ?? 0) + 1);
  const mean = groups.length / counts.size;
  return ({ set }) =>
    Math.sqrt(mean / counts.get(nameOf(set))!) * (/^(?:cut|made-sheets)/.test(set) ? 0.3 : 1);
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
