import { describe, expect, it } from 'vitest';
import { progressOfJob, stateOfJob } from './job-progress.ts';

const nothing = { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 };

describe('the state of a job', () => {
  it.each([
    ['waiting', { waiting: 3 }],
    ['waiting', { waiting: 2, failed: 1 }],
    ['active', { waiting: 2, active: 1 }],
    ['active', { waiting: 2, done: 1 }],
    ['done', { done: 3 }],
    ['done', {}],
    ['failed', { done: 1, failed: 1, cancelled: 1 }],
    ['cancelled', { done: 1, cancelled: 1 }],
  ] as const)('is %s of %o', (state, sums) => {
    expect(stateOfJob({ ...nothing, ...sums })).toBe(state);
  });
});

describe('the progress of a job', () => {
  const begun = new Date(100_000);
  const run = {
    runStartedAt: begun,
    runSources: 0,
    runBytes: 0,
    bytesLeft: 0,
    sizesUnknown: 0,
    endedAt: null,
  };
  const after = (seconds: number) => new Date(begun.getTime() + seconds * 1000);

  it('is by bytes where the size of every source is known', () => {
    const sums = { ...nothing, waiting: 1, active: 1, done: 2 };
    const job = { ...sums, ...run, runSources: 2, runBytes: 3000, bytesLeft: 1000 };
    expect(progressOfJob(job, after(10))).toEqual({
      share: 0.75,
      sourcesPerSecond: 0.2,
      bytesPerSecond: 300,
      remainingSeconds: 1000 / 300,
    });
  });

  it('is by sources where some size is not known', () => {
    const sums = { ...nothing, waiting: 3, done: 1 };
    const job = { ...sums, ...run, runSources: 1, runBytes: 3000, bytesLeft: 1000, sizesUnknown: 1 };
    expect(progressOfJob(job, after(5))).toEqual({
      share: 0.25,
      sourcesPerSecond: 0.2,
      remainingSeconds: 15,
    });
  });

  it('tells no rate before a source has ended, and none of what was done before the last retry', () => {
    const sums = { ...nothing, waiting: 1, done: 9 };
    expect(progressOfJob({ ...sums, ...run, sizesUnknown: 10 }, after(5))).toEqual({ share: 0.9 });
    expect(progressOfJob({ ...sums, ...run, runStartedAt: null, sizesUnknown: 10 }, after(5))).toEqual({
      share: 0.9,
    });
  });

  it('stays as it was when the job has ended', () => {
    const job = { ...nothing, done: 2, ...run, runSources: 2, runBytes: 100, endedAt: after(4) };
    expect(progressOfJob(job, after(4000))).toEqual({ share: 1, sourcesPerSecond: 0.5, bytesPerSecond: 25 });
    expect(progressOfJob({ ...nothing, ...run, runStartedAt: null }, after(1))).toEqual({ share: 1 });
  });
});
