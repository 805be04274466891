import type { Calls } from '../client/operations.ts';
import type { CreatedKey, KeyRecord, Transport } from '../ports/accounts.ts';
import type { Connecting } from '../ports/connect.ts';
import type { DashboardUser, OwnWorkspace } from '../ports/dashboard.ts';
import type { DemoProgress, DemoState } from '../ports/demo.ts';
import type { OpenInvitation } from '../ports/members.ts';
import type { ConnectedApp } from '../ports/oauth.ts';
import type { KeptReport, ReportAbout, ReportLink } from '../ports/reports.ts';
import type { Wire } from './wire.ts';

/** What the internal API answers. The app imports these types and nothing else of the server. */

/** The answer of an account operation, as REST documents it; here it comes without `meta`. */
type Answer<Id extends keyof Calls> = Omit<Calls[Id]['answer'], 'meta'>;

export type JobListView = Answer<'jobs.list'>;
export type JobRowView = JobListView['jobs'][number];
export type UsageView = Answer<'usage'>;
export type ScheduleListView = Answer<'schedules.list'>;
export type ScheduleRowView = ScheduleListView['schedules'][number];
/** What a mailbox gets of a schedule, for whoever reads it. */
export interface SubscriptionView {
  readonly workspace_name: string;
  readonly to: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly is_stopped: boolean;
}
export type SiteListView = Answer<'sites.list'>;
export type SiteAddedView = Answer<'sites.create'>;
export type SiteDetailView = Answer<'sites.get'>;
export type SiteRowView = SiteListView['sites'][number];
export interface ConnectingView {
  readonly app: Wire<Connecting>;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}
export type AppView = Wire<ConnectedApp>;
export interface AppListView {
  readonly apps: readonly AppView[];
}
export interface SiteAuditView {
  /** Of the site. */
  readonly name: string;
  /** Null where nobody crawled it. */
  readonly audit: AuditView | null;
}

export interface SitePagesView {
  /** Null where nobody crawled the site. */
  readonly audited: {
    readonly total: number;
    readonly pages: readonly {
      readonly url: string;
      readonly rules: readonly string[];
      readonly severity: Audit['rules'][number]['severity'];
      /** The gravest issue, in words. */
      readonly worst: string;
    }[];
  } | null;
}

interface AuditView {
  readonly crawl: Pick<NonNullable<Audit['crawl']>, 'started_at' | 'pages_read'>;
  readonly health_score: number | null;
  readonly no_score_because: string | null;
  readonly pages: NonNullable<Audit['pages']>;
  readonly rules: readonly Audit['rules'][number][];
  readonly changes: Audit['changes'];
  /** Audits of this and earlier crawls, the newest first. */
  readonly history: Audit['history'];
  /** Of the rule or the page that was asked for, else none. */
  readonly findings: readonly Audit['items'][number][];
  readonly findings_total: number;
}

type Audit = Answer<'site.audit'>;

/** A figure and what it was the time before; null where there was no time before. */
export interface Moved {
  readonly now: number;
  readonly before: number | null;
}

/** One of all sites of somebody. */
export interface BoardRow {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly id: string;
  readonly name: string;
  readonly target: string;
  /** Parts of a sentence, the worst first; empty where all is well. */
  readonly alerts: readonly string[];
  readonly health: Moved | null;
  /** Critical rules that pages break. */
  readonly critical: number;
  /** These four from the newest kept answers about the site; null where nobody asked. */
  readonly clicks: (Moved & { readonly at: string }) | null;
  readonly top10: (Moved & { readonly at: string }) | null;
  readonly referring_domains: (Moved & { readonly at: string }) | null;
  /** The share of assistants' answers that name the brand. */
  readonly ai: { readonly share: number; readonly at: string } | null;
  readonly last_crawl: { readonly status: SiteCrawlStatus; readonly at: string } | null;
}

type SiteCrawlStatus = NonNullable<SiteRowView['last_crawl']>['status'];

export interface BoardView {
  /** What needs a look first. */
  readonly sentence: string;
  readonly sites: readonly BoardRow[];
  /** Of all workspaces of the user, of which there are so many. */
  readonly is_all: boolean;
  readonly workspaces: number;
}

export type CreditView = Answer<'credits'>;
export type EndpointListView = Answer<'webhooks.endpoints.list'>;
export type EndpointView = EndpointListView['endpoints'][number];
export type SignedEndpointView = Answer<'webhooks.endpoints.create'>;
export type DeliveryListView = Answer<'webhooks.deliveries.list'>;
export type DeliveryView = DeliveryListView['deliveries'][number];

export type TaskListView = Answer<'tasks.list'>;
export type TaskView = TaskListView['tasks'][number];
export type ImportListView = Answer<'imports.list'>;
export type CrawlListView = Answer<'crawls.list'>;
export type TargetListView = Answer<'rank.targets.list'>;
export type TargetView = TargetListView['targets'][number];
export type AddedTargetsView = Answer<'rank.targets.add'>;
export type RankOverviewView = Answer<'rank.overview'>;
export type RankRowView = RankOverviewView['items'][number];
export type RankHistoryView = Answer<'rank.history'>;
export type RankPointView = RankHistoryView['history'][number];

/** What a call would cost, before it is made. */
export interface PriceView {
  readonly credits: number;
  /** Of the requests to sources that are known before the run. */
  readonly usd: number;
  readonly would_serve: readonly { readonly capability: string; readonly sources: readonly string[] }[];
  /** Null where credits are not limited. */
  readonly meta: { readonly credits: { readonly balance: number | null } };
}

/** A call that runs as a job. */
export interface QueuedView {
  readonly job_id: string;
}

export interface EntryView {
  /** Nobody can log in yet: the setup link has to be opened. */
  readonly needs_setup: boolean;
  readonly version: string;
}

export interface MeView {
  readonly user: Wire<DashboardUser>;
  /** Of the user, by name. */
  readonly workspaces: readonly OwnWorkspace[];
  /** Whom to ask for what the user may not do. */
  readonly owner: string | null;
  /** Where the user is an owner. */
  readonly may_make_workspaces: boolean;
  readonly version: string;
  readonly demo: {
    /** What is shown is made up. */
    readonly is_inside: boolean;
    readonly may_use: boolean;
  };
  /** Whether a browser is set up that makes PDF files. */
  readonly can_print: boolean;
  /** How reports can be sent. */
  readonly sending: {
    /** Whether a mail server is set up. */
    readonly can_mail: boolean;
    /** Whether others reach the service at the address that links to it have. */
    readonly is_public: boolean;
  };
  /** What keys can be restricted to. */
  readonly operations: readonly OperationView[];
}

export interface DemoView {
  readonly state: DemoState;
  /** Null where this process is not loading it. */
  readonly progress: DemoProgress | null;
  /** Why the last load failed. */
  readonly failure: string | null;
}

export interface OperationView {
  readonly id: string;
  readonly title: string;
  /** The first sentence of what it does. */
  readonly summary: string;
  readonly group: string;
  readonly is_account: boolean;
  readonly price_rule: string;
}

/** An operation as a form is made of it. */
export interface OperationFormView {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly group: string;
  readonly price_rule: string;
  /** One of these fields has to be given. */
  readonly one_of: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
  /** JSON Schema 2020-12; its references lead to `shared`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly shared: Readonly<Record<string, unknown>>;
}

export interface ReportListView {
  readonly reports: readonly ReportRowView[];
  readonly total_count: number;
}

/** A kept answer: the job that made it, and what it was asked. Pasted texts are left out of the input. */
export interface ReportRowView {
  readonly job: JobRowView;
  readonly input: Readonly<Record<string, unknown>>;
  readonly asked_by: Transport;
  /** When the last link to it ends; null where nobody can open it by a link. */
  readonly shared_until: string | null;
}

/** Of each operation the newest answer about one subject. */
export interface ReportsAboutView {
  readonly reports: readonly Wire<ReportAbout>[];
}

/** Earlier answers to the same question. */
export interface EarlierReportsView {
  readonly reports: readonly Wire<KeptReport>[];
}

export interface ReportLinkListView {
  readonly links: readonly Wire<ReportLink>[];
}

export interface NewReportLinkView {
  readonly link: Wire<ReportLink>;
  /** Shown once. */
  readonly token: string;
}

/** What somebody sees who has nothing but a link. */
export interface SharedReportView {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  /** Null on paper. */
  readonly expires_at: string | null;
  /** Whether a browser is set up that makes a PDF file of it. */
  readonly can_print: boolean;
  readonly look: LookView;
}

/** What a workspace puts on its reports. */
export interface LookView {
  /** A data URI. */
  readonly logo: string | null;
  /** The colour by theme, each readable on its surface, and the text that is readable on it. */
  readonly accent: {
    readonly light: string;
    readonly dark: string;
    readonly on_light: string;
    readonly on_dark: string;
  } | null;
}

export interface BrandView extends LookView {
  /** As it was chosen. */
  readonly color: string | null;
  /** Days that reports are kept; null for those of the service. */
  readonly keep_days: number | null;
  readonly keep_days_usual: number;
}

/** What the link of an invitation leads to. */
export interface InvitationView extends Omit<OpenInvitation, 'workspace_id'> {
  readonly has_account: boolean;
  /** To that account. */
  readonly is_logged_in: boolean;
}

export type UserListView = Answer<'users.list'>;
export type UserRowView = UserListView['users'][number];
export type NewInvitationView = Answer<'invitations.create'>;

export type KeyView = Wire<KeyRecord>;
export type CreatedKeyView = Wire<CreatedKey>;
export type ProjectView = Answer<'projects.list'>['projects'][number];
export type SourceListView = Answer<'sources.list'>;
export type SourceTestView = Answer<'sources.test'>;

/** What made a job. */
export interface JobRequestView {
  readonly request_id: string;
  readonly input: Readonly<Record<string, unknown>>;
}

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
