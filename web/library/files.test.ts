import { expect, it } from 'vitest';
import { droppedFiles, inUploads } from './files.ts';

/** An entry as a browser gives it; a text is a file, and what must not be read a string that says so. */
type Tree = { readonly [name: string]: Tree | string };

function entryOf(name: string, tree: Tree | string, fullPath = `/${name}`): FileSystemEntry {
  if (typeof tree === 'string')
    return {
      name,
      fullPath,
      isDirectory: false,
      file: (give: (file: File) => void) => give(new File([tree], name)),
    } as never;
  const entries = Object.entries(tree).map(([inner, below]) => entryOf(inner, below, `${fullPath}/${inner}`));
  const readEntries = (give: (some: FileSystemEntry[]) => void) => {
    if (name.startsWith('.') || name === 'node_modules') throw new Error(`${fullPath} was read`);
    give(entries.splice(0, 2));
  };
  return { name, fullPath, isDirectory: true, createReader: () => ({ readEntries }) } as never;
}

it('gives the files of dropped folders with their paths, and reads no folder that is hidden', async () => {
  const tree = {
    'a.md': '1',
    'b.md': '2',
    Acme: { 'MSA.md': '3', '.DS_Store': '' },
    '.git': { x: '' },
    node_modules: { y: '' },
  };
  const items = [{ webkitGetAsEntry: () => entryOf('contracts', tree), getAsFile: () => null }];
  const found = await droppedFiles({ items } as never);
  expect(found.map(({ path }) => path)).toEqual([
    'contracts/a.md',
    'contracts/b.md',
    'contracts/Acme/MSA.md',
  ]);
});

it('sends many files in several uploads, those of one path in the same', () => {
  const file = { size: 10 } as File;
  const paths = Array.from({ length: 1200 }, (_, index) => `notes/${String(index).padStart(4, '0')}.md`);
  const given = [...paths, 'notes/0499.md'].map((path) => ({ file, path }));
  const uploads = inUploads(given);
  expect(uploads.map(({ length }) => length)).toEqual([501, 500, 200]);
  expect(uploads[0]!.slice(-2).map(({ path }) => path)).toEqual(['notes/0499.md', 'notes/0499.md']);
});

it('sends large files by themselves', () => {
  const given = [1, 99, 99, 1, 500].map((megabytes, index) => ({
    file: { size: megabytes * 1_000_000 } as File,
    path: `${index}.pdf`,
  }));
  expect(inUploads(given).map((files) => files.map(({ path }) => path))).toEqual([
    ['0.pdf', '1.pdf'],
    ['2.pdf', '3.pdf'],
    ['4.pdf'],
  ]);
  expect(inUploads([])).toEqual([]);
});
