/** A model of entailment beside a language model that answers: whether it decides what is supported, and where it says that it failed. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type ConfigInput, type KnowledgeBase } from '../../src/index.ts';
import { claimsReply } from '../support/answering-model.ts';
import { tinyModel, writeModelFolder } from '../support/onnx/model-folder.ts';
import { startOpenAiServer, type ChatReply, type OpenAiServer } from '../support/openai-server.ts';

const sentence = 'The board meets every year in May to look at the turbine.';
const claim = { text: 'Every year, in May, the board meets.', quotes: [[1, sentence]] as const };
const verdict = (name: string): ChatReply => ({ text: JSON.stringify({ verdict: name }) });

let server: OpenAiServer;
let folder: string;
const bases: KnowledgeBase[] = [];
beforeAll(async () => {
  server = await startOpenAiServer();
  const files = tinyModel({ outputs: 'logits', labels: 3 });
  const id2label = { 0: 'entailment', 1: 'neutral', 2: 'contradiction' };
  folder = await writeModelFolder('nli', { ...files, 'config.json': { ...files['config.json'], id2label } });
});
afterEach(async () => {
  for (const kb of bases.splice(0)) await kb.close();
});
afterAll(async () => {
  await server.close();
  await rm(path.dirname(folder), { recursive: true });
});

async function ask(entailment: NonNullable<ConfigInput['answer']>['entailment']) {
  const kb = await openKnowledgeBase(
    {
      store: 'sqlite::memory:',
      llm: { model: 'openai-compatible:tiny', baseUrl: server.baseUrl },
      calls: { maxRetries: 0 },
      answer: { model: 'openai-compatible:tiny', entailment },
    },
    { check: 'none' },
  );
  bases.push(kb);
  await kb.addDocuments([{ source: sentence, sourceType: 'text', uri: 'board.txt' }]);
  return { kb, answer: await kb.ask('When does the board meet?') };
}

const open = (model: string) => openKnowledgeBase({ answer: { entailment: { model } } }, { check: 'none' });

describe('answer.entailment', () => {
  it('runs a local model, and shows it in the health of the knowledge base', async () => {
    server.reply(claimsReply(claim));
    const [usual, judged] = [await ask(undefined), await ask({ model: folder })];
    expect(usual.answer.claims).toMatchObject([{ supported: 'unchecked' }]);
    expect(usual.answer.claims[0]).not.toHaveProperty('probability');
    expect(JSON.stringify(judged.answer)).toMatch(
      /"supported":"yes","probability":0\.|is not supported: the source/,
    );
    const health = await judged.kb.health();
    expect(health.find(({ part }) => part === 'entailment')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^onnx:nli@/),
    });
  });

  it('has the language model judge its own claims', async () => {
    server.reply(claimsReply(claim), verdict('supported'));
    expect((await ask({ model: 'llm' })).answer.claims).toMatchObject([
      { supported: 'yes', probability: 0.9 },
    ]);
    server.reply(claimsReply(claim), verdict('contradicted'));
    const { answer } = await ask({ model: 'llm' });
    expect(answer.model).toBe('extractive');
    expect(answer.warnings.join()).toMatch(/is not supported: the source says otherwise/);
  });

  it('goes by words, and says so, where the model does not reply', async () => {
    server.reply(claimsReply(claim), { status: 400 });
    const { answer } = await ask({ model: 'llm' });
    expect(answer.claims).toMatchObject([{ supported: 'unchecked' }]);
    expect(answer.warnings.join()).toMatch(/checked by words alone/);
  });

  it('refuses a model that is not there, and a name that means nothing', async () => {
    await expect(open(path.join(folder, 'onnx'))).rejects.toThrow(/holds no complete model/);
    await expect(open('opnai:x')).rejects.toThrow(/answer\.entailment\.model: must be none, llm/);
  });
});
