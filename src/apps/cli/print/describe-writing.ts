import type { AddResponse } from '../../../index.ts';
import { formatCount, plural } from '../terminal/layout.ts';

type Reports = Pick<AddResponse, 'contextualization' | 'summarization' | 'figureDescription'>;

/**
 * What a language model wrote and what that took, where anything was wanted: `12 context lines by openai:gpt-4o-mini, 3 of
 * them known before (4,200 tokens)`.
 */
export function describeWriting({ contextualization, summarization, figureDescription }: Reports): string[] {
  return [
    ...describe('context line', contextualization),
    ...describe('summarised section', summarization),
    ...describe('described figure', figureDescription),
  ];
}

function describe(what: string, report: Reports['contextualization']): string[] {
  if (report === undefined) return [];
  const { model, written, cached, missing, usage, estimatedCostUsd } = report;
  if (written + cached + missing === 0) return [];
  const known = cached > 0 ? `, ${formatCount(cached)} of them known before` : '';
  const cost = estimatedCostUsd === undefined ? '' : `, about $${estimatedCostUsd.toFixed(4)}`;
  const tokens = plural(usage.inputTokens + usage.outputTokens, 'token');
  return [`${plural(written + cached, what)} by ${model}${known} (${tokens}${cost})`];
}
