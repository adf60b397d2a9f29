import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { ContextSource, WritingRequest } from './context-request.ts';

const instruction = `You get one section of a document. Write two or three short sentences that sum it up, so that people find the section who look for what stands in it: its subject, its findings or rules, the names, dates and figures that matter most. Say nothing that the section does not say. Write in its language, and reply with these sentences alone.`;

/** Asks a language model to sum up a section. */
export function summaryRequest({ title, text, charStart, charEnd }: ContextSource): WritingRequest {
  const section = `${title}\n\n${text.slice(charStart, charEnd)}`;
  return { system: `${instruction}\n\n${fenceRule}`, prompt: fenceUntrusted('section', section) };
}
