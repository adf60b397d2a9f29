/** Features and labels of the candidates of each question of a set, as training takes them. */
import { openBuiltInEmbedder } from '../../src/embed/built-in/built-in.ts';
import { featureAt } from '../../src/answer/extract/features.ts';
import { mostRivals, type ScoredUnit } from '../../src/answer/extract/scorer.ts';
import { candidatesOf, openSet } from './measure.ts';
import type { AnswerSet, Condition } from './sets.ts';

export interface Group {
  readonly set: string;
  readonly condition: Condition;
  /** A row of features a candidate. */
  readonly rows: readonly Float32Array[];
  readonly isRight: readonly boolean[];
  readonly units: readonly Pick<ScoredUnit, 'text' | 'documentKey' | 'context'>[];
  readonly topic: number | undefined;
}

const counted = (['own', 'window', 'around', 'meaning'] as const).map(featureAt);
const rank = (features: Float64Array): number => counted.reduce((sum, at) => sum + features[at]!, 0);

export async function collect(name: string, set: AnswerSet): Promise<Group[]> {
  const embedder = openBuiltInEmbedder();
  const together = set.isApart ? undefined : await openSet(set);
  const groups: Group[] = [];
  for (const one of set.cases) {
    const open =
      together ??
      (await openSet({ ...set, documents: set.documents.filter(({ uri }) => uri === one.filter?.uri) }));
    const all = await candidatesOf(open, one, embedder);
    if (set.isApart) await open.kb.close();
    const kept = all.toSorted((a, b) => rank(b.features) - rank(a.features)).slice(0, mostRivals);
    groups.push({
      set: name,
      condition: one.condition,
      topic: one.topic,
      units: kept.map(({ unit: { text }, documentKey, context }) => ({ text, documentKey, context })),
      rows: kept.map(({ features }) => Float32Array.from(features)),
      isRight: kept.map(
        ({ uri, unit, charStart, charEnd }) =>
          one.isRight?.({ uri, quote: unit.text, charStart, charEnd }) ?? false,
      ),
    });
  }
  await together?.kb.close();
  return groups;
}
