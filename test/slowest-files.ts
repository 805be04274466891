import type { Reporter, TestModule } from 'vitest/node';

const FILES_SHOWN = 10;

/**
 * Ends a run of tests with the files that took most processor time, so that a dear one is seen on the day on which it comes.
 * On two cores a minute of it makes every run half a minute longer; the time that a file took says more of its neighbours.
 */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= FILES_SHOWN) return;
    const times = modules.flatMap((module) => {
      const { processor_seconds: seconds } = module.meta();
      return seconds === undefined ? [] : [{ file: module.relativeModuleId, seconds }];
    });
    if (times.length === 0) return;
    const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, FILES_SHOWN);
    const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(
      ` Processor time of the tests: ${total.toFixed(0)} s, without PostgreSQL. The files that took most of it:`,
    );
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
    console.log('');
  }
}
