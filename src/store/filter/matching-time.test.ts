import { expect, it } from 'vitest';
import { MatchingTime } from './matching-time.ts';

it('leaves nothing once work was stopped, however early it was', () => {
  const time = new MatchingTime(60_000);
  const stopped = () => {
    throw time.end();
  };
  expect(() => time.spend(stopped)).toThrow(/longer than 60 s/);
  expect(() => time.spend(() => 'done')).toThrow(/longer than 60 s/);
});
