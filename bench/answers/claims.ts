/**
 * Which claims does their abstract support, and which of its sentences are the evidence? SciFact's claims, each beside
 * the abstracts that it cites, without a language model: `supportOf` beside the plain overlap of BM25 in the same
 * run. Weights and thresholds were chosen on the train part (src/answer/support.ts; the baseline's threshold here);
 * the validation part is reported.
 *
 *   npm run bench -- answers/claims [--entailment <folder>]
 *
 *   --entailment   of an ONNX model of natural language inference, as `answer.entailment.model` takes it: it decides what words
 *                  cannot, and ranks sentences by how far they bear the claim out or refute it
 *
 * support: the abstract's three nearest sentences are the evidence; precision and recall of "supported" among pairs of
 * claim and abstract, of which some contradict the claim or say nothing of it.
 * citation: sentences by how far each supports the claim and how it compares with the abstract's best one; precision
 * where that share of the gold sentences is found, over abstracts with evidence and over all.
 */
import { parseArgs } from 'node:util';
import { withEntailment } from '../../src/answer/entailment/entailed-support.ts';
import type { Entailment } from '../../src/answer/entailment/entailment.ts';
import { openOnnxEntailment } from '../../src/answer/entailment/onnx-entailment.ts';
import { openBuiltInEmbedder } from '../../src/embed/built-in.ts';
import type { CheckSupport } from '../../src/answer/claim-check.ts';
import { supportOf } from '../../src/answer/support.ts';
import { Bm25 } from './bm25.ts';
import { readScifact, type CitedClaim } from './scifact.ts';

interface Scored {
  readonly pair: CitedClaim;
  /** Of each sentence of the abstract. */
  readonly ours: readonly number[];
  readonly overlap: readonly number[];
  readonly supported: boolean;
  readonly contradicted: boolean;
}

const { values: options } = parseArgs({ options: { entailment: { type: 'string' } } });
const recalls = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
const data = new URL('../../../shared/data/', import.meta.url);
const train = readScifact(data, 'train');
const validation = readScifact(data, 'validation');
if (train === undefined || validation === undefined) {
  console.log('skipped: ../shared/data/scifact-claims is not there');
} else {
  const model = options.entailment;
  const entailment = model === undefined ? undefined : await openOnnxEntailment({ model, offline: true });
  const bm25 = new Bm25([...new Set([...train, ...validation].flatMap(({ sentences }) => sentences))]);
  const threshold = bestThreshold(await score(train, { bm25 }));
  const scored = await score(validation, { bm25, entailment });
  await entailment?.close();
  reportSupport(scored, threshold);
  reportCitations(
    'abstracts with evidence',
    scored.filter(({ pair }) => pair.evidence.length > 0),
  );
  reportCitations('all cited abstracts', scored);
}

interface Models {
  readonly bm25: Bm25;
  readonly entailment?: Entailment | undefined;
}

async function score(pairs: readonly CitedClaim[], { bm25, entailment }: Models): Promise<Scored[]> {
  const embedder = await openBuiltInEmbedder();
  const byWords: CheckSupport = (claim, evidence, given) =>
    supportOf(claim, evidence, { ...given, embedder });
  const check = entailment ? withEntailment(byWords, entailment) : byWords;
  const scoreOf = async (claim: string, sentence: string) => {
    if (entailment === undefined) return (await byWords(claim, [sentence], {})).confidence;
    const { entailed, contradicted } = await entailment.judge({ claim, evidence: [sentence] });
    return entailed + contradicted;
  };
  const scored: Scored[] = [];
  for (const pair of pairs) {
    const { claim, sentences } = pair;
    const ours = await Promise.all(sentences.map((sentence) => scoreOf(claim, sentence)));
    const nearest = best(ours, 3).map((index) => sentences[index] ?? '');
    const { supported, contradicted } = await check(claim, nearest, {});
    const overlap = sentences.map((sentence) => bm25.overlap(claim, sentence));
    scored.push({ pair, ours, overlap, supported, contradicted });
  }
  return scored;
}

/** Indices of the largest values, largest first. */
function best(values: readonly number[], count: number): number[] {
  return [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0)).slice(0, count);
}

function isSupport({ pair }: Scored): boolean {
  return pair.label === 'SUPPORT';
}

function overlapOf({ overlap }: Scored): number {
  return Math.max(...overlap);
}

/** The threshold of the overlap with the best F1 of "supported". */
function bestThreshold(scored: readonly Scored[]): number {
  const f1 = (threshold: number) => {
    const { precision, recall } = ratesOf(scored, (item) => overlapOf(item) >= threshold, isSupport);
    return (2 * precision * recall) / (precision + recall);
  };
  return scored.map(overlapOf).reduce((a, b) => (f1(b) > f1(a) ? b : a));
}

function ratesOf(
  scored: readonly Scored[],
  says: (item: Scored) => boolean,
  is: (item: Scored) => boolean,
): { precision: number; recall: number } {
  const both = scored.filter((item) => says(item) && is(item)).length;
  return { precision: both / scored.filter(says).length, recall: both / scored.filter(is).length };
}

function reportSupport(scored: readonly Scored[], threshold: number): void {
  const count = (label: string) => scored.filter(({ pair }) => pair.label === label).length;
  const pairs = `${count('SUPPORT')} support, ${count('CONTRADICT')} contradict, ${count('NONE')} neither`;
  console.log(`validation: ${scored.length} pairs of claim and abstract (${pairs})`);
  const line = (name: string, says: (item: Scored) => boolean, is = isSupport) => {
    const { precision, recall } = ratesOf(scored, says, is);
    console.log(`  ${name.padEnd(22)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`);
  };
  line('supported, ours', ({ supported }) => supported);
  line('supported, overlap', (item) => overlapOf(item) >= threshold);
  line(
    'contradicted, ours',
    ({ contradicted }) => contradicted,
    ({ pair }) => pair.label === 'CONTRADICT',
  );
}

function reportCitations(name: string, scored: readonly Scored[]): void {
  console.log(`citation precision at recall ${recalls.join(', ')} (${name})`);
  console.log(`  ours     ${curve(scored, ({ ours }) => ours)}`);
  console.log(`  overlap  ${curve(scored, ({ overlap }) => overlap)}`);
}

/** Sentences of all abstracts in one order: by score, and by how little the abstract's best one is ahead. */
function curve(scored: readonly Scored[], scoresOf: (item: Scored) => readonly number[]): string {
  const ranked = scored
    .flatMap((item) => {
      const gold = new Set(item.pair.evidence.flat());
      const scores = scoresOf(item);
      const top = Math.max(...scores);
      return scores.map((value, index) => ({ value: 2 * value - top, isGold: gold.has(index) }));
    })
    .sort((a, b) => b.value - a.value);
  const goldCount = ranked.filter(({ isGold }) => isGold).length;
  const precisions = recalls.map((recall) => {
    let found = 0;
    const cited = 1 + ranked.findIndex(({ isGold }) => isGold && ++found >= recall * goldCount);
    return (found / cited).toFixed(3);
  });
  return precisions.join('  ');
}
