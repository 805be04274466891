import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest. Whoever starts one of them last has everybody wait for it. */
const SLOW = [
  'test/dashboard/dashboard.test.ts',
  'test/cli.test.ts',
  'test/kill/kill.test.ts',
  'src/index/engine/engine.test.ts',
  'test/imports.test.ts',
  'test/web/cut.test.ts',
  'src/index/read/links-oracle.test.ts',
  'src/operations/imports/imports.test.ts',
  'src/index/rebuild.test.ts',
  'src/index/admin.test.ts',
  'test/examples.test.ts',
  'test/sources/killed.test.ts',
  'test/sources/console-service.test.ts',
  'src/index/authority/tables.test.ts',
  'src/index/derive/competitors.test.ts',
  'src/index/facts/console-sums.test.ts',
  'src/index/read/intersection-pages.test.ts',
  'test/tracking/rank-track.test.ts',
  'test/mcp/conformance.test.ts',
];

/** The same of those that take a process each, which come at the very end. */
const SLOW_APART = [
  'src/adapters/postgres/embedded.test.ts',
  'src/engine/worker.test.ts',
  'src/engine/offload-memory.test.ts',
  'test/bad-input.test.ts',
];

/** So many workers are busy with the very slowest while the others do what is small. */
const BESIDE = 2;

/**
 * Starts the slowest files first, on a machine that has not seen them before too, and the largest of the others last. Between files
 * of a few milliseconds workers wait for the process that leads them: they come while the very slowest keep the processors busy,
 * and not at the end, where nobody would.
 *
 * Files that take a process each come last: before one, a worker that goes from file to file ends, with the modules and the engine
 * that it has, and another starts behind.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const apart = sorted.filter(({ project }) => project.config.isolate);
    const together = sorted.filter(({ project }) => !project.config.isolate);
    const slow = among(SLOW, together);
    const others = together.filter((file) => !slow.includes(file));
    const large = others.slice(0, Math.ceil(others.length / 3));
    const small = others.slice(large.length);
    const slowApart = among(SLOW_APART, apart);
    const quickApart = apart.filter((file) => !slowApart.includes(file));
    return [...slow.slice(0, BESIDE), ...small, ...slow.slice(BESIDE), ...large, ...slowApart, ...quickApart];
  }
}

/** Those of the named files that are there, in the order of their names. */
function among(names: readonly string[], files: readonly TestSpecification[]): TestSpecification[] {
  return names.flatMap((name) => files.filter(({ moduleId }) => moduleId.replaceAll('\\', '/').endsWith(name)));
}
