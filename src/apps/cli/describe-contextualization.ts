import type { AddResponse } from '../../index.ts';
import { formatCount, plural } from './layout.ts';

/**
 * Context lines and what they took, where any were wanted: `12 context lines by openai:gpt-4o-mini, 3 of them known before
 * (4,200 tokens)`.
 */
export function describeContextualization(report: AddResponse['contextualization']): string[] {
  if (report === undefined) return [];
  const { model, written, cached, missing, usage, estimatedCostUsd } = report;
  if (written + cached + missing === 0) return [];
  const known = cached > 0 ? `, ${formatCount(cached)} of them known before` : '';
  const cost = estimatedCostUsd === undefined ? '' : `, about $${estimatedCostUsd.toFixed(4)}`;
  const tokens = plural(usage.inputTokens + usage.outputTokens, 'token');
  return [`${plural(written + cached, 'context line')} by ${model}${known} (${tokens}${cost})`];
}
