import { formatCount, plural } from '../terminal/layout.ts';

/** `480 to 512 tokens, 497 on average`; of chunks that are all as long, `520 tokens`. */
export function describeTokens(chunks: readonly { readonly tokenCount: number }[]): string {
  const counts = chunks.map(({ tokenCount }) => tokenCount);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return 'no tokens';
  if (least === most) return `${plural(most, 'token')}${counts.length > 1 ? ' each' : ''}`;
  const mean = Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length);
  return `${formatCount(least)} to ${formatCount(most)} tokens, ${formatCount(mean)} on average`;
}
