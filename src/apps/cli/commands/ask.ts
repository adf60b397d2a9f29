import type { Command } from 'commander';
import type { Citation, CitedAnswer } from '../../../index.ts';
import { describePages } from '../describe-pages.ts';
import { displayPath, formatCount, shorten, wrap } from '../layout.ts';
import { paint } from '../paint.ts';
import { createCommand, printJson, printLines, withStoredKnowledgeBase } from '../session.ts';
import { queryFlags, toRetrieveOptions, type QueryFlags } from './search.ts';

export function askCommand(): Command {
  return createCommand('ask', 'answer a question with verified citations', queryFlags())
    .argument('<question>', 'the question')
    .addHelpText(
      'after',
      `
The answer quotes the documents verbatim; each quote names its document, page, section, characters and place
on the page, and has been checked against them. When the documents do not answer, it says so.

Examples:
  pincite ask "Who chairs the audit committee?"
  pincite ask "What was revenue in 2025?" --where '{"tags": "annual-report"}' --json`,
    )
    .action(ask);
}

async function ask(question: string, options: QueryFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const answer = await kb.ask(question, { ...toRetrieveOptions(options), signal });
    if (options.json) printJson(answer);
    else printLines(describeAnswer(answer));
  });
}

function describeAnswer({ answer, answered, citations, warnings }: CitedAnswer): string[] {
  const lines = warnings.map((warning) => `${paint.yellow('Note:')} ${warning}`);
  for (const paragraph of answer.split('\n').filter(Boolean)) lines.push(...wrap(paragraph));
  if (citations.length === 0) return lines;
  lines.push('', paint.bold(answered ? 'Sources' : 'Nearest in the documents'));
  return [...lines, ...citations.flatMap((citation) => describeCitation(citation, answered))];
}

function describeCitation(citation: Citation, answered: boolean): string[] {
  const marker = `[${citation.sourceId}]`;
  const indent = marker.length + 3;
  const lines = [
    `  ${paint.cyan(marker)} ${citation.title}${describePlace(citation)}${describeSection(citation)}`,
  ];
  if (!answered) lines.push(...wrap(`“${shorten(citation.quote, 200)}”`, { indent }));
  const place = [
    displayPath(citation.sourcePath),
    `characters ${formatCount(citation.charStart)}–${formatCount(citation.charEnd)}`,
    ...describeRects(citation),
  ].join(' · ');
  lines.push(
    paint.dim(`${' '.repeat(indent)}${place}`),
    `${' '.repeat(indent)}${describeVerification(citation)}`,
  );
  return lines;
}

function describePlace({ pageNumbers, pageLabels }: Citation): string {
  if (pageNumbers.length === 0) return '';
  const labels = pageLabels === undefined ? '' : ` (printed ${pageLabels.join(', ')})`;
  return `, ${describePages(pageNumbers)}${labels}`;
}

function describeSection({ sectionHeading }: Citation): string {
  return sectionHeading === undefined ? '' : paint.dim(` · ${shorten(sectionHeading, 60)}`);
}

const corner = (x: number, y: number) => `${x.toFixed(0)},${y.toFixed(0)}`;

function describeRects({ rects }: Citation): string[] {
  const [first] = rects;
  if (first === undefined) return [];
  const more = rects.length > 1 ? ` +${rects.length - 1}` : '';
  return [`box ${corner(first.x0, first.y0)}–${corner(first.x1, first.y1)} pt${more}`];
}

function describeVerification({ verified, quoteSimilarity }: Citation): string {
  if (verified === 'fuzzy')
    return paint.yellow(`≈ quote found with similarity ${quoteSimilarity.toFixed(2)}`);
  if (verified === 'no') return paint.red('✗ quote not found');
  return paint.green(`✓ quote verified (${verified})`);
}
