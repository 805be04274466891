import type { Capability } from '../../ports/capabilities.ts';
import type { CheckRuns } from '../../ports/check-runs.ts';
import type { ConnectedSource } from '../../ports/define-source.ts';
import type { Locations } from '../../ports/locations.ts';
import type { Claims, MoneyGuard, SpendingLimits } from '../../ports/money.ts';
import type { Store } from '../../ports/store.ts';
import type { Log } from '../../kernel/log.ts';
import type { Flights } from './flights.ts';
import type { SourceHealth } from './health.ts';

/** Everything that asking sources runs on; made once by the composition. */
export interface SourceDesk {
  /** The workspace whose own index this desk reads and writes; '' for the one that others share. */
  readonly index_id: string;
  /** The connected sources of each capability, first choice first. */
  readonly table: SourceTable;
  /** What is remembered for a method, by `serp.check`. */
  readonly stores: ReadonlyMap<string, Store<unknown, unknown>>;
  readonly money: MoneyGuard;
  readonly claims: Claims;
  /** Where questions of a series are written down that nobody answered. */
  readonly checkRuns: CheckRuns;
  readonly flights: Flights;
  readonly health: SourceHealth;
  readonly locations: Locations;
  readonly limits: (source: ConnectedSource) => SpendingLimits;
  /** When an observation of this source has to be deleted; undefined keeps it, null never keeps it at all. */
  readonly deleteAt: (source: ConnectedSource, observed: Date) => Date | undefined | null;
  readonly clock: () => Date;
  readonly log: Log;
}

export type SourceTable = { readonly [C in Capability]: readonly ConnectedSource[] };
