import {
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const lineEnd = 10;

/** Changes one a line, each on the disk before it is acknowledged. */
export class ChangeLog<Change> {
  private readonly file: number;

  /** Reads what was written; what a kill left half written at the end goes. */
  constructor(folder: string, replay: (change: Change) => void) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'changes.jsonl');
    const written = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    let read = 0;
    for (let end = written.indexOf(lineEnd); end !== -1; end = written.indexOf(lineEnd, read)) {
      replay(JSON.parse(written.toString('utf8', read, end)) as Change);
      read = end + 1;
    }
    this.file = openSync(path, 'a');
    ftruncateSync(this.file, read);
  }

  append(change: Change): void {
    const line = Buffer.from(`${JSON.stringify(change)}\n`);
    for (let sent = 0; sent < line.length;) sent += writeSync(this.file, line, sent);
    fdatasyncSync(this.file);
  }
}
