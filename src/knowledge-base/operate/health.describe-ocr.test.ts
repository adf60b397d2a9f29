import { expect, it } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { describeOcr } from './health.ts';

const describe = (loading: object) => describeOcr(parseConfig({ loading }));

it('names the engine and its languages', async () => {
  expect(await describe({})).toBe('tesseract.js, eng');
});

it('says what to install, which is a failure only where every page is to be read', async () => {
  const missing = { ocrLanguages: ['eng', 'fin'] };
  expect(await describe(missing)).toMatch(/not installed.*npm install @tesseract\.js-data\/fin/);
  await expect(describe({ ...missing, ocr: 'always' })).rejects.toMatchObject({ code: 'CONFIG' });
});

it('says that it is off', async () => {
  expect(await describe({ ocr: 'never', ocrLanguages: ['fin'] })).toBe('off');
});
