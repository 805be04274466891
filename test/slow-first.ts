import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest. Whoever starts one of them last has everybody wait for it. */
const SLOW = [
  'test/dashboard/dashboard.test.ts',
  'test/web/cut.test.ts',
  'test/imports.test.ts',
  'test/cli.test.ts',
  'src/index/engine/engine.test.ts',
  'src/index/read/links-oracle.test.ts',
  'test/kill/kill.test.ts',
  'src/operations/imports/imports.test.ts',
  'src/index/admin.test.ts',
];

/** Starts the slowest files first, on a machine that has not seen them before too. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = SLOW.findIndex((slow) => moduleId.replaceAll('\\', '/').endsWith(slow));
      return at < 0 ? SLOW.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
