/** XQuAD as retrieval: questions over paragraphs, split by article into a half to choose on and a half to report. */
import { existsSync, readFileSync } from 'node:fs';

export interface Paragraph {
  readonly id: number;
  readonly article: number;
  readonly text: string;
}

export interface Asked {
  readonly question: string;
  readonly paragraph: Paragraph;
  readonly answers: readonly string[];
}

interface SquadFile {
  data: { paragraphs: { context: string; qas: { question: string; answers: { text: string }[] }[] }[] }[];
}

export function readXquad(path: URL): { paragraphs: Paragraph[]; questions: Asked[] } | undefined {
  if (!existsSync(path)) return undefined;
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as SquadFile;
  const paragraphs: Paragraph[] = [];
  const questions: Asked[] = [];
  for (const [article, entry] of data.entries()) {
    for (const { context, qas } of entry.paragraphs) {
      const paragraph = { id: paragraphs.length, article, text: context };
      paragraphs.push(paragraph);
      for (const { question, answers } of qas) {
        questions.push({ question, paragraph, answers: answers.map((answer) => answer.text) });
      }
    }
  }
  return { paragraphs, questions };
}
