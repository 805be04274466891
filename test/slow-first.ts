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

/**
 * Starts the slowest files first, on a machine that has not seen them before too. Of the others a large and a small one take turns:
 * between files of a few milliseconds workers wait for the process that leads them, which costs nothing while others have work.
 *
 * Files that take a process each come last: before one, a worker that goes from file to file ends, with the modules and the engine
 * that it has, and another starts behind.
 */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const { isolate } = project.config;
      const slow = isolate ? SLOW_APART : SLOW;
      const at = slow.findIndex((each) => moduleId.replaceAll('\\', '/').endsWith(each));
      return (isolate ? SLOW.length + 1 : 0) + (at < 0 ? slow.length : at);
    };
    const byPlace = Map.groupBy(await super.sort(files), place);
    byPlace.set(SLOW.length, takingTurns(byPlace.get(SLOW.length) ?? []));
    return [...byPlace].toSorted(([one], [other]) => one - other).flatMap(([, those]) => those);
  }
}

/** The first, the last, the second, the last but one and so on. */
function takingTurns<Item>(items: readonly Item[]): Item[] {
  const half = Math.ceil(items.length / 2);
  const last = items.slice(half).toReversed();
  return items.slice(0, half).flatMap((item, at) => [item, ...last.slice(at, at + 1)]);
}
