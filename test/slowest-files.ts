import type { Reporter, TestModule } from 'vitest/node';

const FILES_SHOWN = 10;

/** Ends a run of tests with the files that took longest, so that a slow one is seen on the day on which it comes. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= FILES_SHOWN) return;
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return { file: module.relativeModuleId, seconds: (duration + collectDuration + setupDuration) / 1000 };
    });
    const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, FILES_SHOWN);
    console.log(' Slowest files');
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
    console.log('');
  }
}
