import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { ConfigError, type ChunkPreview } from '../../../index.ts';
import { checkWritable, writeNamedFile } from '../terminal/write-file.ts';
import { generatorTag, renderChunkPage } from './page.ts';

/**
 * Refuses what is likely to be a document of the user's: `--show a.md b.md` means two documents to whoever types it.
 * @throws ConfigError for a name that is no page's, for a file that is no such page unless `force` is given, and for a
 * place that cannot be written to.
 */
export async function checkPageFile(file: string, { force = false }: { force?: boolean }): Promise<void> {
  if (!/^\.html?$/i.test(extname(file))) {
    throw new ConfigError(`--show writes an HTML page, and ${file} does not end in .html`, {
      hint: 'Name a page, such as --show chunks.html, or put --show behind the document to print the text.',
    });
  }
  const start = await startOf(file);
  if (!force && start !== undefined && !start.includes(generatorTag)) {
    throw new ConfigError(`${file} exists already, and is no page that \`pincite chunk\` wrote`, {
      hint: 'Choose another name, or replace it with --force.',
    });
  }
  await checkWritable(file);
}

/** The first characters of a file; nothing where there is none. */
async function startOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(1000) });
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return undefined; // a folder, which writing reports
  } finally {
    await file.close();
  }
}

export async function writePage(preview: ChunkPreview, file: string): Promise<void> {
  await writeNamedFile(file, renderChunkPage(preview));
}
