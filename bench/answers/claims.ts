/**
 * Which claims are rejected beside the sentences of an abstract that experts chose as evidence? SciFact's claims: those that their
 * evidence supports are wrongly rejected when they are `no`, those that it contradicts rightly. Rules were chosen on the train
 * part; the validation part is reported.
 *
 *   npm run bench -- answers/claims [--part train] [--entailment <folder>]
 *
 *   --part         `train` or `validation`; validation unless given
 *   --entailment   of an ONNX model of natural language inference, as `answer.entailment.model` takes it
 */
import { parseArgs } from 'node:util';
import { withEntailment } from '../../src/answer/verify/check-claim.ts';
import { openOnnxEntailment } from '../../src/models/entailment/onnx-entailment.ts';
import { supportOf } from '../../src/answer/verify/support.ts';
import { readScifact } from './scifact.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'validation' },
    entailment: { type: 'string' },
    list: { type: 'boolean' },
  },
});
const part = values.part === 'train' ? 'train' : 'validation';
const pairs = readScifact(new URL('../../../shared/data/', import.meta.url), part);
if (pairs === undefined) console.log('skipped: ../shared/data/scifact-claims is not there');
else {
  const model = values.entailment;
  const entailment = model === undefined ? undefined : await openOnnxEntailment({ model, offline: true });
  const check = entailment === undefined ? supportOf : withEntailment(supportOf, entailment);
  const counts = {
    SUPPORT: { yes: 0, no: 0, unchecked: 0, reasons: new Map<string, number>() },
    CONTRADICT: { yes: 0, no: 0, unchecked: 0, reasons: new Map<string, number>() },
  };
  for (const { claim, sentences, label, evidence } of pairs) {
    if (label === 'NONE') continue;
    const chosen = [...new Set(evidence.flat())].sort((a, b) => a - b);
    const said = chosen.map((index) => sentences[index]!);
    const { supported, reason = 'none' } = await check(claim, said, {});
    const count = counts[label];
    count[supported] += 1;
    if (supported === 'no') count.reasons.set(reason, (count.reasons.get(reason) ?? 0) + 1);
    if (values.list && supported === 'no')
      console.log(`${label} | ${reason}\n  ${claim}\n  ${said.join(' ')}`);
  }
  await entailment?.close();
  for (const [label, { reasons, ...verdicts }] of Object.entries(counts)) {
    const total = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
    const shares = Object.entries(verdicts).map(([name, count]) => `${name} ${(count / total).toFixed(3)}`);
    console.log(`${part}, ${label}: ${total} claims: ${shares.join('  ')}`);
    for (const [reason, count] of reasons) console.log(`    ${String(count).padStart(3)} ${reason}`);
  }
}
