#!/usr/bin/env node
/** Looks at the version of Node.js first: the program does not load in old ones, and could not say why. */
import module from 'node:module';
import { nodeProblem } from '../../util/node-version.ts';

const problem = nodeProblem();
if (problem === undefined) {
  // From 22.1 on: what was compiled is kept for the next start, where the folder for it can be written.
  (module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
  const { runProgram } = await import('./main.ts');
  await runProgram();
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
