import { expect, it } from 'vitest';
import { formatWithCsl } from './csl-style.ts';
import { sampleAnswer, sampleDocument } from './sample.testing.ts';

it('says how to install citeproc, which no other package brings along', async () => {
  const answer = sampleAnswer([sampleDocument()]);
  await expect(formatWithCsl(answer, { style: '<style/>', locale: '<locale/>' })).rejects.toMatchObject({
    code: 'CONFIG',
    message: expect.stringMatching(/need the package "citeproc"/),
    hint: expect.stringMatching(/npm install citeproc@2/),
  });
});
