import type { RobotsRules } from '../kernel/robots.ts';
import type { Host } from './host.ts';
import type { Run } from './run.ts';

export function readSitemaps(
  _run: Run,
  _host: Host,
  _origin: string,
  _rules: RobotsRules,
  _signal: AbortSignal,
): void {}
