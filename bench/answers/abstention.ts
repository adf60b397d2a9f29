/**
 * Does the extractive generator answer when it can, and say so when it cannot? XQuAD's English questions,
 * best 8 paragraphs by BM25 as passages, in three conditions: the paragraph is there (`answerable`), its
 * paragraph is removed but its article's others stay (`hard`), its whole article is removed (`easy`). Articles
 * with odd numbers are the half on which weights and threshold were chosen (src/answer/gate.ts, select.ts); the
 * even ones are reported.
 *
 *   node --import jiti/register bench/answers/abstention.ts [en|de|zh|ar] [--no-embedder] [--articles]
 *
 * `--articles` gives whole articles (4 best, without the removed paragraphs) instead of paragraphs.
 */
import type { DraftClaim } from '../../src/answer/generator.ts';
import { createExtractiveGenerator } from '../../src/answer/extractive.ts';
import { subjectNames } from '../../src/answer/question.ts';
import { openBuiltInEmbedder } from '../../src/embed/built-in.ts';
import type { Passage } from '../../src/types.ts';
import { Bm25 } from './bm25.ts';
import { readXquad, type Asked, type Paragraph } from './xquad.ts';

type Condition = 'answerable' | 'hard' | 'easy';

interface Outcome {
  readonly half: 'chosen on' | 'report';
  readonly condition: Condition;
  readonly abstained: boolean;
  readonly goldQuoted: boolean;
  readonly sentences: number;
  readonly ms: number;
}

const flags = new Set(process.argv.slice(2));
const language = ['de', 'zh', 'ar'].find((code) => flags.has(code)) ?? 'en';
const xquad = readXquad(new URL(`../../../shared/data/xquad/xquad.${language}.json`, import.meta.url));
if (xquad === undefined) {
  console.log('skipped: ../shared/data/xquad is not there');
} else {
  report(await run(xquad));
}

async function run({
  paragraphs,
  questions,
}: {
  paragraphs: Paragraph[];
  questions: Asked[];
}): Promise<Outcome[]> {
  const embedder = flags.has('--no-embedder') ? undefined : await openBuiltInEmbedder();
  const texts = paragraphs.map(({ text }) => text);
  const bm25 = new Bm25(texts, language);
  const outcomes: Outcome[] = [];
  for (const asked of questions) {
    for (const condition of ['answerable', 'hard', 'easy'] as const) {
      const removed = removal(condition, asked, paragraphs);
      const hits = bm25.search(asked.question, flags.has('--articles') ? 40 : 8, removed);
      const found = hits.flatMap(({ id }) => paragraphs[id] ?? []);
      const passages = (flags.has('--articles') ? wholeArticles(found, paragraphs, removed) : found).map(
        asPassage,
      );
      const generator = createExtractiveGenerator({ embedder, idf: (term) => bm25.idf(term, removed) });
      const start = performance.now();
      const claims: DraftClaim[] = [];
      for await (const event of generator.generate({
        question: asked.question,
        passages,
        subjects: found.map((paragraph) =>
          subjects(asked.question, articleOf(paragraph, paragraphs, removed)),
        ),
        language,
      })) {
        if (event.kind === 'claim') claims.push(event.claim);
      }
      outcomes.push({
        half: asked.paragraph.article % 2 === 1 ? 'chosen on' : 'report',
        condition,
        abstained: claims.length === 0,
        goldQuoted: claims.some(({ text }) => hasAnswer(text, asked)),
        sentences: claims.length,
        ms: performance.now() - start,
      });
    }
  }
  return outcomes;
}

/** What `knowledge-base/subjects.ts` reads off the keyword index, with an article as the document. */
function subjects(question: string, article: readonly string[]): string[] {
  return subjectNames(question, language).filter((name) => {
    const count = article.filter((text) => text.includes(name)).length;
    return count >= Math.min(3, article.length / 3) && count >= 0.1 * article.length;
  });
}

function articleOf(
  { article }: Paragraph,
  paragraphs: Paragraph[],
  removed: (id: number) => boolean,
): string[] {
  return paragraphs
    .filter((other) => other.article === article && !removed(other.id))
    .map(({ text }) => text);
}

function removal(
  condition: Condition,
  { paragraph }: Asked,
  paragraphs: Paragraph[],
): (id: number) => boolean {
  if (condition === 'answerable') return () => false;
  return condition === 'hard'
    ? (id) => id === paragraph.id
    : (id) => paragraphs[id]?.article === paragraph.article;
}

/** The gold string within a sentence of the gold paragraph. */
function hasAnswer(sentence: string, { paragraph, answers }: Asked): boolean {
  return paragraph.text.includes(sentence) && answers.some((answer) => sentence.includes(answer));
}

function wholeArticles(
  found: Paragraph[],
  paragraphs: Paragraph[],
  removed: (id: number) => boolean,
): Paragraph[] {
  const articles = [...new Set(found.map(({ article }) => article))].slice(0, 4);
  return articles.map((article) => ({
    id: article,
    article,
    text: paragraphs
      .filter((paragraph) => paragraph.article === article && !removed(paragraph.id))
      .map(({ text }) => text)
      .join('\n\n'),
  }));
}

function asPassage({ id, text }: Paragraph, index: number): Passage {
  const span = { charStart: 0, charEnd: text.length, text, tokenCount: 0 };
  return {
    collection: 'default',
    documentId: String(id),
    chunkIds: [],
    chunks: [],
    ...span,
    rank: index + 1,
    relevanceScore: 0,
  };
}

function report(outcomes: readonly Outcome[]): void {
  const percent = (part: readonly Outcome[], test: (outcome: Outcome) => boolean) =>
    `${((100 * part.filter(test).length) / part.length).toFixed(1)} %`;
  for (const half of ['chosen on', 'report'] as const) {
    const of = (condition: Condition) =>
      outcomes.filter((outcome) => outcome.half === half && outcome.condition === condition);
    const answered = of('answerable').filter(({ abstained }) => !abstained);
    const meanSentences = answered.reduce((sum, { sentences }) => sum + sentences, 0) / answered.length;
    console.log(`${half} (${of('answerable').length} questions, ${language})`);
    console.log(`  answerable: abstains        ${percent(of('answerable'), ({ abstained }) => abstained)}`);
    console.log(`  answerable: quotes the gold ${percent(of('answerable'), ({ goldQuoted }) => goldQuoted)}`);
    console.log(`  answered:   quotes the gold ${percent(answered, ({ goldQuoted }) => goldQuoted)}`);
    console.log(`  answered:   sentences       ${meanSentences.toFixed(2)}`);
    console.log(`  hard:       abstains        ${percent(of('hard'), ({ abstained }) => abstained)}`);
    console.log(`  easy:       abstains        ${percent(of('easy'), ({ abstained }) => abstained)}`);
  }
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(1);
  console.log(`ms a question: p50 ${at(0.5)}, p95 ${at(0.95)}`);
}
