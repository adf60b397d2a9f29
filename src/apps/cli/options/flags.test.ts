import { Command, type Option } from 'commander';
import { expect, it } from 'vitest';
import { flags } from './flags.ts';

const read = (option: Option, text: string) =>
  new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .addOption(option)
    .parse([option.long!, text], { from: 'user' })
    .opts();

const versionsOf = (text: string) => read(flags.versions, text);

it('--versions takes all or a number, and says so', () => {
  expect(versionsOf('all')).toEqual({ versions: 'all' });
  expect(versionsOf('2')).toEqual({ versions: 2 });
  for (const wrong of ['foo', '0', '1.5'])
    expect(() => versionsOf(wrong)).toThrow(/Give all, or a whole number/);
});

it('--where takes an object in JSON, and shows one', () => {
  expect(read(flags.where, '{"year": 2024}')).toEqual({ where: { year: 2024 } });
  for (const wrong of ['null', 'year=2024', '[1]'])
    expect(() => read(flags.where, wrong)).toThrow(/Write \{"field": value\}, as in/);
  expect(() => read(flags.where, '{year: 2024}')).toThrow(/This is not JSON/);
});

it('add --queue takes no source for its URL', () => {
  expect(read(flags.toQueue, 'postgres://localhost/library')).toHaveProperty('queue');
  expect(() => read(flags.toQueue, 'docs')).toThrow(/postgres:\/\/.*after the sources/);
});
