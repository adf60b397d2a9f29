import type { AddResponse } from '../../index.ts';
import { formatCount, plural } from './layout.ts';

/** Context lines and what they took: `12 context lines by openai:gpt-4o-mini, 3 of them known before (4,200 tokens)`. */
export function describeContextualization({
  model,
  written,
  cached,
  usage,
  estimatedCostUsd,
}: NonNullable<AddResponse['contextualization']>): string {
  const known = cached > 0 ? `, ${formatCount(cached)} of them known before` : '';
  const cost = estimatedCostUsd === undefined ? '' : `, about $${estimatedCostUsd.toFixed(4)}`;
  const tokens = plural(usage.inputTokens + usage.outputTokens, 'token');
  return `${plural(written + cached, 'context line')} by ${model}${known} (${tokens}${cost})`;
}
