import { BaseSequencer, type TestSpecification } from 'vitest/node';

const startsProcesses = ({ moduleId }: TestSpecification) => /\/test\/(contract|e2e|fault)\//.test(moduleId);

/** Begins with the files that wait for servers and other processes: they take longest, and none may be left for the end. */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted.filter(startsProcesses);
    return [...first, ...sorted.filter((file) => !startsProcesses(file))];
  }
}
