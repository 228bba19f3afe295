import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests take longest: they start and kill processes, take thousands of steps, or wait. */
const LONG =
  /\/test\/(backup|faults|recovery|upgrade|model|fuzz|docs|cli|storage|realtime)\/|\/packages\/(client|console)\/|\/examples\/|\/hostile-media\./;

/** Starts long files first, so that no worker is left with one when the others are done. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
