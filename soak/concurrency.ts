/**
 * `npm run soak -- concurrency [--minutes N]`: two processes write to a folder, and vacuum it, while two read it. None
 * fails, and no reader sees half a change.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { shareFolder } from '../test/fault/sharing.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-sharing-'));
const { writes, reads } = await shareFolder(folder, Number(values.minutes) * 60_000);
await rm(folder, { recursive: true });
console.log(`${writes} changes and ${reads} rounds of reading in ${values.minutes} minutes, no failure.`);
