#!/usr/bin/env node
/** Looks at the version of Node.js first: the program does not load in old ones, and could not say why. */
import { nodeProblem } from '../../util/node-version.ts';

const problem = nodeProblem();
if (problem === undefined) {
  const { runProgram } = await import('./main.ts');
  await runProgram();
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
