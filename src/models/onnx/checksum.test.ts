import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checksumOfETag, hasChecksum } from './checksum.ts';

it.each([
  ['"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"', 'sha256'],
  ['BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD', 'sha256'],
  // What `git hash-object` says.
  ['"f2ba8f84ab5c1bce84a7b441cb1959cfc7093b7f"', 'git-sha1'],
  ['W/"f2ba8f84ab5c1bce84a7b441cb1959cfc7093b7f"', 'git-sha1'],
])('verifies the bytes by the tag %s', async (etag, algorithm) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-checksum-'));
  const checksum = checksumOfETag(etag)!;
  expect(checksum.algorithm).toBe(algorithm);
  await writeFile(path.join(folder, 'right'), 'abc');
  await writeFile(path.join(folder, 'wrong'), 'abd');
  expect(await hasChecksum(path.join(folder, 'right'), checksum)).toBe(true);
  expect(await hasChecksum(path.join(folder, 'wrong'), checksum)).toBe(false);
  await rm(folder, { recursive: true });
});

it.each([null, '', '"900150983cd24fb0d6963f7d28e17f72"', '"5f3a-60b1"'])(
  'reads no checksum from %s',
  (etag) => {
    expect(checksumOfETag(etag)).toBeUndefined();
  },
);
