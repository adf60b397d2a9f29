import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { GenerateRequest } from '../generator.ts';
import { notAnsweredReply } from './marked-reply.ts';

export interface Prompt {
  readonly system: string;
  readonly prompt: string;
}

const task =
  'You answer questions from numbered passages of documents, and from nothing else: not from what you know, and not ' +
  'from what you can guess. Answer in the language of the question, in few and short sentences. Each sentence says ' +
  'one thing, with the numbers, units and names as the passages have them, so that it can be checked against the ' +
  'passage that it cites.';

const structuredForm =
  'Write one JSON object: {"answerable": true, "claims": [{"text": "One sentence of the answer.", "quotes": ' +
  '[{"passage": 1, "quote": "words copied from passage 1"}]}]}. Quotes are short, copied character by character from the ' +
  'text of the passage whose number they carry, and say what the sentence says; a sentence that rests on several passages ' +
  'has a quote from each. Sentences carry no markers. When the passages do not answer the question, write {"answerable": false, "claims": []}.';

const markedForm =
  'Write plain text. Put the number of the passage that a sentence rests on in brackets at its end, as in "The rent is ' +
  '900 euros. [2]"; a sentence that rests on several has several: [1][3]. Every sentence has a marker, and no list of ' +
  `sources follows. When the passages do not answer the question, write only: ${notAnsweredReply}`;

/**
 * What the model is asked: the passages first, numbered from 1, each fenced as data with its title and headings, which come
 * from the document too; the question last.
 */
export function buildPrompt(request: GenerateRequest, { structured }: { structured: boolean }): Prompt {
  const { question, passages } = request;
  const sources = passages.map(({ text, context = [], tableHeads: heads = [] }, index) => {
    const over = [
      ...(context.length === 0 ? [] : [`(${context.join(' > ')})\n\n`]),
      ...(heads.length === 0 ? [] : [`(Over these rows of the table: ${heads.join(' ')})\n\n`]),
    ];
    return `Passage ${index + 1}:\n${fenceUntrusted('passage', over.join('') + text)}`;
  });
  return {
    system: [task, structured ? structuredForm : markedForm, fenceRule].join('\n\n'),
    prompt: [...sources, `Question: ${question}`].join('\n\n'),
  };
}
