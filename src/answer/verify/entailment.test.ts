import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { tinyModel, writeModelFolder } from '../../../test/support/onnx/model-folder.ts';
import { GenerationError } from '../../errors.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { Entailment, Judgement } from '../../models/entailment/entailment.ts';
import { openOnnxEntailment } from '../../models/entailment/onnx-entailment.ts';
import { writtenEntailment } from '../../models/entailment/open-entailment.ts';
import { withEntailment } from './check-claim.ts';
import { supportOf } from './support.ts';

const labels = { 0: 'contradiction', 1: 'entailment', 2: 'neutral' };
const folders: string[] = [];
const models: Entailment[] = [];
afterEach(async () => {
  for (const model of models.splice(0)) await model.close();
  for (const folder of folders.splice(0)) await rm(path.dirname(folder), { recursive: true });
});

async function open(id2label: object, count = 3): Promise<Entailment> {
  const files = tinyModel({ outputs: 'logits', labels: count });
  const config = { ...files['config.json'], id2label };
  const folder = await writeModelFolder('nli', { ...files, 'config.json': config });
  folders.push(folder);
  const model = await openOnnxEntailment({ model: folder, offline: true });
  models.push(model);
  return model;
}

const pair = { claim: 'the board meet', evidence: ['the board meet every year'] };

describe('openOnnxEntailment', () => {
  it('gives the shares of the labels that the model names', async () => {
    const one = await (await open(labels)).judge(pair);
    const turned = await (await open({ 0: 'ENTAILMENT', 1: 'contradiction', 2: 'neutral' })).judge(pair);
    expect(one.entailed + one.contradicted).toBeLessThan(1);
    expect(turned.entailed).toBeCloseTo(one.contradicted, 6);
    expect(turned.contradicted).toBeCloseTo(one.entailed, 6);
  });

  it('reads evidence as a whole and sentence by sentence, and takes the best', async () => {
    const model = await open(labels);
    const evidence = ['dividend paid in may', 'turbine blade inspect'];
    const judge = async (...texts: string[]) =>
      (await model.judge({ claim: pair.claim, evidence: texts })).entailed;
    const parts = [await judge(evidence.join(' ')), await judge(evidence[0]!), await judge(evidence[1]!)];
    expect(await judge(...evidence)).toBe(Math.max(...parts));
  });

  it('needs no label for a contradiction', async () => {
    const { contradicted } = await (await open({ 0: 'not_entailment', 1: 'entailment' }, 2)).judge(pair);
    expect(contradicted).toBe(0);
  });

  it('refuses a model without the label, one that is not there, and one with other numbers', async () => {
    await expect(open({ 0: 'LABEL_0' })).rejects.toThrow(GenerationError);
    await expect(openOnnxEntailment({ model: 'nobody/nothing', offline: true })).rejects.toMatchObject({
      name: 'GenerationError',
      hint: expect.stringMatching(/answer\.entailment\.model/),
    });
    await expect((await open(labels, 2)).judge(pair)).rejects.toThrow(/2 numbers for 3 labels/);
  });
});

const judging = (judgement: Judgement | Error): Entailment => ({
  modelId: 'test',
  judge: async () => {
    if (judgement instanceof Error) throw judgement;
    return judgement;
  },
  close: async () => {},
});

const check = (claim: string, evidence: string, judgement: Judgement | Error) =>
  withEntailment((...request) => supportOf(...request), judging(judgement))(claim, [evidence], {});

describe('withEntailment', () => {
  const rent = 'Heron pays 900 euros for the flat.';

  it('supports in other words what the model says is entailed', async () => {
    const support = await check('The hirer of the flat, Heron, owes 900 euros.', rent, {
      entailed: 0.8,
      contradicted: 0,
    });
    expect(support).toMatchObject({ supported: 'yes', probability: 0.8 });
  });

  it('does not let the model overrule a number or a name', async () => {
    for (const claim of ['Heron pays 950 euros for the flat.', 'For the flat Plover pays 900 euros.']) {
      const support = await check(claim, rent, { entailed: 1, contradicted: 0 });
      expect(support.supported).toBe('no');
      expect(support).not.toHaveProperty('probability');
    }
  });

  it('does not support what the model says is contradicted', async () => {
    const support = await check('Heron pays for the flat.', 'For Heron the flat pays.', {
      entailed: 0.1,
      contradicted: 0.8,
    });
    expect(support).toMatchObject({ supported: 'no', probability: 0.1, reason: 'the source says otherwise' });
  });

  it('leaves a claim unchecked, and says so, where the model fails', async () => {
    const support = await check(rent, rent, new GenerationError('It is away'));
    expect(support).toMatchObject({
      supported: 'unchecked',
      warning: expect.stringMatching(/words alone: It is away/),
    });
    await expect(check(rent, rent, new TypeError('a mistake'))).rejects.toThrow(TypeError);
  });
});

describe('writtenEntailment', () => {
  it('shows the model claim and evidence as data, and reads its verdict', async () => {
    const prompts: string[] = [];
    const model = {
      modelId: 'test',
      generateObject: async ({ prompt }: { prompt: string }) => {
        prompts.push(prompt);
        return { object: { verdict: 'contradicted' }, usage: { inputTokens: 1, outputTokens: 1 } };
      },
    } as unknown as LanguageModel;
    expect(await writtenEntailment(model).judge(pair)).toEqual({ entailed: 0, contradicted: 0.9 });
    expect(prompts[0]).toMatch(/<evidence-\w+>\nthe board meet every year\n<\/evidence-/);
  });
});
