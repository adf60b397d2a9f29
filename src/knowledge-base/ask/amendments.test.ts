import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { claimsReply } from '../../../test/support/answering-model.ts';
import { startOpenAiServer } from '../../../test/support/openai-server.ts';
import { docx } from '../../load/office/docx-library.testing.ts';
import type { CitedAnswer } from '../../types.ts';
import { openKnowledgeBase } from '../knowledge-base.ts';

const fixtures = fileURLToPath(new URL('../../../test/fixtures/amendments', import.meta.url));

/** What is said to be done to where the first citation stands, or to what a later one changes. */
const changesOf = ({ contradictions = [] }: CitedAnswer) =>
  contradictions.flatMap(({ change, citations }) => (citations.includes(1) ? (change ?? []) : []));

// Rules were chosen on the first folder, and looked at on the second.
describe.each(['chosen-on', 'checked-on'])('ask of the documents %s', (folder) => {
  it('quotes what changes the clause that it quotes, and nothing else', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    const { errors } = await kb.addDocuments([`${fixtures}/${folder}`], { returnChunks: false });
    expect(errors).toEqual([]);
    const lines = (await readFile(`${fixtures}/${folder}.tsv`, 'utf8')).trim().split('\n');
    for (const line of lines) {
      const [question = '', change = ''] = line.split('\t');
      const changes = changesOf(await kb.ask(question));
      expect([question, changes]).toEqual([
        question,
        change === '-' ? [] : [expect.stringContaining(change)],
      ]);
    }
  });
});

const { Document, Packer, Paragraph } = docx;

/** A Word file of paragraphs. */
const word = (...lines: readonly string[]) =>
  Packer.toBuffer(new Document({ sections: [{ children: lines.map((line) => new Paragraph(line)) }] }));

async function pdf(title: string, ...lines: readonly string[]): Promise<Uint8Array> {
  const file = new PDFDocument({ margin: 70 });
  file.fontSize(18).text(title).moveDown().fontSize(11);
  for (const line of lines) file.text(line).moveDown();
  file.end();
  return Buffer.concat(await file.toArray());
}

const agreement = await word(
  'Laboratory Services Agreement',
  'made on 9 October 2023 between Penhallow Diagnostics Ltd (the “Laboratory”) and Saint Brannock Hospital Trust (the “Trust”)',
  '4.1 The Laboratory reports each result within two Working Days of the arrival of the sample.',
  '4.2 The Trust sends samples in sealed boxes.',
  '6.1 The Trust pays £38.50 for each sample that is tested.',
  '9.3 The liability of the Laboratory is limited to £750,000 in each year.',
);
const variation = await pdf(
  'Deed of Variation',
  'This Deed is made on 2 May 2025 between Penhallow Diagnostics Ltd and Saint Brannock Hospital Trust. It varies the Laboratory Services Agreement made on 9 October 2023.',
  '1. In clause 6.1 the sum of £38.50 is replaced by £41.20.',
  '2. Boxes that are damaged under clause 4.2 are replaced by the Trust.',
);
const variationOfAnother = await pdf(
  'Deed of Variation',
  'This Deed is made on 7 June 2025 between Penhallow Diagnostics Ltd and Wharram Clinic Group. It varies the Laboratory Services Agreement made on 1 March 2022.',
  '1. In clause 9.3 the sum of £500,000 is replaced by £900,000.',
);

const binary = (source: Uint8Array, documentId: string) =>
  ({ source, sourceType: 'binary', documentId }) as const;
const files = [
  binary(agreement, 'agreement'),
  binary(variation, 'variation'),
  binary(variationOfAnother, 'other'),
];

describe('ask of Word and PDF files', () => {
  it('quotes the change of the same agreement, not of another one with that clause', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments(files);
    const answer = await kb.ask('What does the Trust pay for each sample that is tested?');
    expect(answer.answer).toBe(
      '6.1 The Trust pays £38.50 for each sample that is tested. [1]\n\n1. In clause 6.1 the sum of £38.50 is replaced by £41.20. [2]',
    );
    expect(answer.contradictions).toEqual([{ citations: [1, 2], values: [], change: 'changes clause 6.1' }]);
    expect(answer.warnings).toEqual(['“Deed of Variation”, 1 [2] changes clause 6.1 of “agreement” [1].']);
    expect(answer.citations[1]).toMatchObject({ documentId: 'variation', located: 'exact' });
    expect(changesOf(await kb.ask('What is the liability of the Laboratory limited to?'))).toEqual([]);
    expect(changesOf(await kb.ask('In what does the Trust send samples?'))).toEqual([]);
  });

  it('looks within the filter alone', async () => {
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments(files);
    const filter = { documentId: 'agreement' };
    const answer = await kb.ask('What does the Trust pay for each sample that is tested?', { filter });
    expect(answer.citations).toHaveLength(1);
  });

  it('shows a language model what changes the nearest places, and quotes it where the model does not', async () => {
    const server = await startOpenAiServer();
    await using kb = await openKnowledgeBase(
      {
        store: 'sqlite::memory:',
        answer: { model: 'openai-compatible:tiny', tokenBudget: 300 },
        llm: { baseUrl: server.baseUrl },
      },
      { check: 'none' },
    );
    await kb.addDocuments(files);
    const quote = 'The Trust pays £38.50 for each sample that is tested.';
    server.reply(() => claimsReply({ text: quote, quotes: [[1, quote]] }));
    const answer = await kb.ask('What does the Trust pay for each sample that is tested?');
    expect(JSON.stringify(server.requests.at(-1)!.body)).toContain('£41.20');
    expect(answer.claims.map(({ text }) => text)).toEqual([
      quote,
      '1. In clause 6.1 the sum of £38.50 is replaced by £41.20.',
    ]);
    await server.close();
  });
});

const agreementOf = (client: string, fee: number) => ({
  source: `# Services Agreement

This Services Agreement is made on 3 March 2023 between Northwind Trading Limited and ${client} Limited.

4.1 The Client pays a fee of €${fee} a month.

6.1 On 1 January of each year the fee in clause 4.1 is increased by the Index.
`,
  sourceType: 'text' as const,
  documentId: client,
});

it('takes no agreement made after the same template for a change', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([
    agreementOf('Halden', 5000),
    agreementOf('Orkla', 7000),
    agreementOf('Birch', 9000),
  ]);
  const answer = await kb.ask('What fee does the Client pay a month?');
  expect(answer.citations.length).toBeGreaterThan(1);
  expect(changesOf(answer)).toEqual([]);
});
