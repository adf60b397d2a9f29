import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeProblem } from './node-version.ts';

it('names the version that package.json names, where Node.js is older', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const first = engines.node.replace('>=', '');
  for (const version of ['18.20.8', '20.18.3'])
    expect(nodeProblem(version)).toBe(`Pincite needs Node.js ${first} or newer; this is Node.js ${version}.`);
  for (const version of ['20.19.0', '22.0.0', '100.1.2', undefined])
    expect(nodeProblem(version)).toBeUndefined();
});
