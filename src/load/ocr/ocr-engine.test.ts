import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { languageFile } from './language-data.ts';
import { OcrEngine } from './ocr-engine.ts';

const settings = { when: 'always', languages: ['eng'] } as const;
const blank = { width: 200, height: 100, pixels: new Uint8Array(20_000).fill(255) };
/** Takes the engine far longer than a turn of the event loop. */
const noise = {
  width: 1200,
  height: 1200,
  pixels: Uint8Array.from({ length: 1_440_000 }, (_, at) => (at * at) % 251),
};

function openPorts(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
}

const ownFiles = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('pincite-ocr-'));

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
      await expect(engine.recognise(noise, { dotsPerInch: 300, timeoutMs: 0 })).rejects.toMatchObject({
        code: 'LIMIT_EXCEEDED',
        context: { limit: 'timeoutMs' },
      });
      const reading = engine.recognise(noise, { dotsPerInch: 300, signal });
      controller.abort(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
    } finally {
      await engine.close();
    }
  });

  it('stops while it starts when it is told to, and leaves neither thread nor file behind', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'ocr-data-'));
    vi.stubEnv('TMPDIR', dataFolder); // where no other test is
    const languages = ['eng', 'deu'].map((name) => join(dataFolder, `${name}.traineddata.gz`));
    for (const file of languages) await copyFile(languageFile('eng'), file);
    const controller = new AbortController();
    const [ports, files] = [openPorts(), await ownFiles()];
    const opening = OcrEngine.open({ ...settings, languages }, controller.signal);
    await vi.waitFor(async () => expect(await ownFiles()).not.toEqual(files), { timeout: 20_000 });
    controller.abort(new Error('enough'));
    await expect(opening).rejects.toThrow('enough');
    expect([openPorts(), await ownFiles()]).toEqual([ports, files]);
    await rm(dataFolder, { recursive: true });
  });

  it('says so where its data is damaged, and leaves no thread behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pincite-ocr-test-'));
    await writeFile(join(folder, 'eng.traineddata'), 'no data');
    const before = openPorts();
    await expect(
      OcrEngine.open({ ...settings, languages: [join(folder, 'eng.traineddata')] }),
    ).rejects.toMatchObject({
      code: 'LOAD',
      hint: expect.stringContaining('data') as string,
    });
    expect(openPorts()).toBe(before);
    await rm(folder, { recursive: true });
  });
});
