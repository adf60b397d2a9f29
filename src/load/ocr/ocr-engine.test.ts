import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OcrEngine } from './ocr-engine.ts';

const settings = { when: 'always', languages: ['eng'] } as const;
const blank = { width: 200, height: 100, pixels: new Uint8Array(20_000).fill(255) };

function openPorts(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
}

describe('OcrEngine', () => {
  it('finds no word in a blank picture, time after time', async () => {
    const engine = await OcrEngine.open(settings);
    try {
      expect(await engine.recognise(blank, { dotsPerInch: 300 })).toEqual([]);
      expect(await engine.recognise(blank, { dotsPerInch: 72 })).toEqual([]);
    } finally {
      await engine.close();
    }
  });

  it('gives a picture up that takes too long, or when it is told to', async () => {
    const engine = await OcrEngine.open(settings);
    const controller = new AbortController();
    const { signal } = controller;
    try {
      await expect(engine.recognise(blank, { dotsPerInch: 300, timeoutMs: 0 })).rejects.toMatchObject({
        code: 'LIMIT_EXCEEDED',
        context: { limit: 'timeoutMs' },
      });
      const reading = engine.recognise(blank, { dotsPerInch: 300, signal });
      controller.abort(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
    } finally {
      await engine.close();
    }
  });

  it('says so where its data is damaged, and leaves no thread behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pincite-ocr-test-'));
    await writeFile(join(folder, 'eng.traineddata'), 'no data');
    const before = openPorts();
    await expect(OcrEngine.open({ ...settings, dataFolder: folder })).rejects.toMatchObject({
      code: 'LOAD',
      hint: expect.stringContaining('data') as string,
    });
    expect(openPorts()).toBe(before);
    await rm(folder, { recursive: true });
  });
});
