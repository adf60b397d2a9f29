/** Files as they are chosen or dropped, those of folders with the path that leads to them. */

export interface GivenFile {
  readonly file: File;
  /** `contracts/Acme/MSA.pdf`: from the folder that was given on. */
  readonly path: string;
}

/** Those of a field in which files or a folder were chosen. */
export const chosenFiles = (files: Iterable<File>): GivenFile[] =>
  [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })).filter(isWanted);

/** Those that were dropped, also in folders. What is dropped is there while the event is handled: to be called at once. */
export async function droppedFiles({ items }: DataTransfer): Promise<GivenFile[]> {
  const given = [...items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found = await Promise.all(given.map((one) => (one === null ? [] : filesOf(one))));
  return found.flat().filter(isWanted);
}

async function filesOf(given: File | FileSystemEntry): Promise<GivenFile[]> {
  if (given instanceof File) return [{ file: given, path: given.name }];
  if (isFolder(given)) {
    const found: GivenFile[] = [];
    const entries = (await entriesIn(given)).filter(({ name }) => !isLeftOut(name));
    for (const entry of entries) found.push(...(await filesOf(entry)));
    return found;
  }
  const file = await new Promise<File>((resolve, reject) =>
    (given as FileSystemFileEntry).file(resolve, reject),
  );
  return [{ file, path: given.fullPath.replace(/^\//, '') }];
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A reader gives a hundred at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isWanted = ({ path }: GivenFile): boolean => !path.split('/').some(isLeftOut);

/** As of the folders that `pincite add` reads: what is hidden. Such folders may have many thousand files. */
const isLeftOut = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Of one upload: fewer than a server takes, so that what it has can be searched while the others come. */
const mostFiles = 500;
const mostBytes = 100_000_000;

/**
 * Files in as many uploads as they take. Those of one path, from folders that the browser does not tell, stay together: within an upload
 * they are told apart, else the later one would replace the earlier.
 */
export function inUploads(files: readonly GivenFile[]): GivenFile[][] {
  const uploads: GivenFile[][] = [];
  let [bytes, last] = [0, ''];
  for (const given of files.toSorted((one, other) => compare(one.path, other.path))) {
    const { path, file } = given;
    const isFull = (uploads.at(-1)?.length ?? mostFiles) >= mostFiles || bytes + file.size > mostBytes;
    if (isFull && path !== last) {
      uploads.push([]);
      bytes = 0;
    }
    uploads.at(-1)!.push(given);
    bytes += file.size;
    last = path;
  }
  return uploads;
}
