import type { CreatedKey, KeyRecord } from '../ports/accounts.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import type { Job } from '../ports/jobs.ts';
import type { Project } from '../ports/projects.ts';
import type { CreditEntry, CreditState, UsageGroupTotal, UsageTotal } from '../ports/usage.ts';
import type { CreatedEndpoint, WebhookDelivery, WebhookEndpoint } from '../ports/webhooks.ts';
import type { Wire } from './wire.ts';

/** What the internal API answers. The app imports these types and nothing else of the server. */

export interface EntryView {
  /** Nobody can log in yet: the setup link has to be opened. */
  readonly needs_setup: boolean;
  readonly version: string;
}

export interface MeView {
  readonly user: Wire<DashboardUser>;
  readonly version: string;
  /** What keys can be restricted to. */
  readonly operations: readonly OperationView[];
}

export interface OperationView {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly is_account: boolean;
}

export type KeyView = Wire<KeyRecord>;
export type CreatedKeyView = Wire<CreatedKey>;
export type ProjectView = Wire<Project>;
export type CreditView = Wire<CreditState>;
export type CreditEntryView = Wire<CreditEntry>;
export type EndpointView = Wire<WebhookEndpoint>;
export type CreatedEndpointView = Wire<CreatedEndpoint>;
export type DeliveryView = Wire<WebhookDelivery>;

/** A job in a list, without what can be megabytes. */
export type JobRowView = Wire<Omit<Job, 'input' | 'result'>>;
export type JobDetailView = Wire<Job>;

/** What happened to a job, without the answer that the last event may carry. */
export interface JobEventView {
  readonly id: number;
  readonly type: string;
  readonly created_at: string;
  readonly status: string | null;
  readonly percent: number | null;
  readonly stage: string | null;
  readonly message: string | null;
}

export interface JobListView {
  readonly jobs: readonly JobRowView[];
  readonly total_count: number;
}

export interface UsageView {
  readonly groups: readonly UsageGroupTotal[];
  readonly total: UsageTotal;
  readonly series: UsageSeriesView;
}

/** Credits and calls of each day, in parts of the chosen kind; the last part may be all the rest. */
export interface UsageSeriesView {
  readonly days: readonly string[];
  readonly parts: readonly UsagePart[];
}

export interface UsagePart {
  /** Operation, project or key; null for calls without one, undefined for the sum of all that is not named. */
  readonly group: string | null | undefined;
  readonly credits: readonly number[];
  readonly calls: readonly number[];
}
