import type { Pair, TextTokens } from '../src/embed/contrastive/trainer.ts';

/** So that no domain's vocabulary counts as common because the domain is large. */
const passagesPerSource = 5_000;

/**
 * Inverse document frequencies ln(1 + (N − df + ½) / (df + ½)) in the passages, one a token: the weights that training
 * starts from; 0 for a token that no text has.
 */
export function initialWeights(bySource: readonly (readonly Pair[])[], vocabularySize: number): Float32Array {
  const sampled = bySource.flatMap((pairs) => {
    const step = Math.max(1, pairs.length / passagesPerSource);
    return Array.from(
      { length: Math.min(pairs.length, passagesPerSource) },
      (_, index) => pairs[Math.floor(index * step)]!,
    );
  });
  const frequencies = new Uint32Array(vocabularySize);
  for (const { passage } of sampled) for (const token of new Set(tokensOf(passage))) frequencies[token]! += 1;
  for (const pairs of bySource)
    for (const { query } of pairs) for (const token of tokensOf(query)) frequencies[token] ||= 1;
  return Float32Array.from(frequencies, (df) =>
    df === 0 ? 0 : Math.log(1 + (sampled.length - df + 0.5) / (df + 0.5)),
  );
}

const tokensOf = (text: TextTokens) => text.flatMap((part) => Array.from(part));
