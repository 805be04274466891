// Written by `npm run gen`. Do not edit.

import type {
  Cadence, Crawl, CrawlOptions, CrawlsListStatus, Event, GroupBy, Host, Import, ImportsCreateKind, ImportsListStatus,
  Invitation, Job, JobsListStatus, PlainAnswer, Project, RankTarget, Result, RowsShown, Schedule, Site,
  SiteAuditSeverity, SiteSettings, Task, TasksListStatus, TrackedSearch, User, WebhookDelivery, WebhookEndpoint,
} from './shapes.ts';

/** Show credits and budgets: `GET /credits`. */
export type CreditsRequest = {
  /** Maximum number of transactions to return. */ limit?: number;
  /** Only transactions before this id: pass next_before of the previous page. */ before?: number;
};

export type CreditsAnswer = PlainAnswer & {
  plan: string;
  /** Credits left; null if the workspace is metered but not limited. */ balance: number | null;
  reserved: number; spent_this_month: number;
  limits: {
    requests_per_minute: number;
    /** null: no limit. */ concurrent_jobs: number | null;
    /** null: no monthly credits. */ credits_per_month: number | null;
  };
  projects: {
    project_id: string; name: string;
    /** The month, in UTC. */ period: string;
    /** Credits per month; null means metered without a limit. */ budget_credits: number | null;
    /** true: refuses calls that would exceed the budget. false: only sends events. */ is_hard: boolean;
    /** Sends project.budget_warning once a month when this share is used. */ warning_share: number;
    spent: number;
    /** Held by calls in progress. */ reserved: number;
    /** What remains of the budget after spent and reserved credits; null without a budget. */ left: number | null;
  }[];
  /** Newest first. */ entries: {
    id: number;
    /** reserve holds the price of a call, settle makes it final and returns what was not charged, release returns all
     * of it. grant and adjust come from the operator or the plan. */
    kind: 'grant' | 'reserve' | 'settle' | 'release' | 'adjust';
    /** Change to the balance. */ amount: number;
    operation: string | null; request_id: string | null; reason: string | null; created_at: string;
  }[];
  /** Pass it as before to get the next page of entries; null on the last page. */ next_before: number | null;
};

/** Report usage: `GET /usage`. */
export type UsageRequest = {
  /** First day. Default: the first day of the month of date_to. */ date_from?: string;
  /** Last day, inclusive. Default: today. At most 366 days after date_from. */ date_to?: string;
  /** What to group by. Returns every day, or the 1,000 groups that cost the most. */ group_by?: GroupBy;
  /** Only calls charged to this project. */ project_id?: string;
  /** Only calls of this operation, such as backlinks.list. */ operation?: string;
  /** Only calls made with this key. */ key_id?: string;
  /** true: adds daily figures for a stacked chart, with the five largest groups on their own. */
  by_day?: 'true' | 'false';
  /** csv: over REST, returns the groups as comma-separated values instead of JSON. */ format?: 'json' | 'csv';
};

export type UsageAnswer = PlainAnswer & {
  date_from: string; date_to: string; group_by: GroupBy;
  total: {
    /** Calls that succeeded or failed; dry runs and repeated answers do not count. */ calls: number;
    /** Calls that returned an error. They cost no credits. */ failed_calls: number;
    /** Credits charged. */ credits: number;
    /** USD spent on paid sources, including requests that failed or were cut off. */ usd: number;
  };
  groups: {
    /** Day, operation, project, key or source; null for calls without one. */ group: string | null;
    /** Calls. If group_by is source: requests to the source. */ calls: number;
    /** Failed calls. If group_by is source: requests that failed. */ failed_calls: number;
    /** Credits charged. If group_by is source: 0, since credits are charged per call. */ credits: number;
    /** USD spent on paid sources, including requests that failed or were cut off. */ usd: number;
  }[];
  /** null unless by_day is true. */ series: {
    days: string[];
    /** Parts that add up to the total of each day. */ parts: {
      /** all: every call. group: one of the five largest groups. rest: everything else. */
      kind: 'all' | 'group' | 'rest';
      /** Operation, project or key; null for all and rest. */ group: string | null;
      /** One figure per day. */ credits: number[];
      /** One figure per day. */ calls: number[];
    }[];
  } | null;
};

/** Read more of an answer: `GET /answers/{id}`. */
export type AnswersGetRequest = {
  /** meta.request_id of the answer, or the id of its job. */ id: string;
  /** Path of the field, such as items or cluster_plan.clusters. */ field?: string;
  /** Rows to return, at most 100. For a text: thousands of characters. */ limit?: number;
  /** Rows to skip. For a text: thousands of characters. */ offset?: number;
  /** csv: the rows of a list as comma-separated values with a header line, all of them whatever limit says. */
  format?: 'json' | 'csv';
};

export type AnswersGetAnswer = PlainAnswer & RowsShown & {
  id: string; field: string | null; kind: 'list' | 'text' | 'record' | 'value';
  /** Rows of a list, characters of a text, fields of a record; 1 for a single value. */ total_count: number;
  /** Rows of a list. */ items: unknown[] | null;
  /** A text, a record or a single value; null for a list. */ value: unknown;
  /** What the answer has, if no field was named. */ fields: { field: string; kind: string; length: number }[] | null;
};

/** Crawl a site: `POST /crawls`. */
export type CrawlsCreateRequest = CrawlOptions & {
  /** Where to start. Sitemaps and pages known from earlier crawls of the same hosts are read as well. */
  urls?: string[];
  /** Requests per second to one host. Default: 2. More than 2 needs a key of the first workspace. */ rate?: number;
  /** User agent to send to hosts that you have proven with POST /hosts; by default that of the service. */
  user_agent?: string;
  /** A list of addresses to test in place of a crawl, as after a migration: each is followed through its redirects, and
   * nothing goes into the index. */
  redirects?: { /** Address to test. */ from: string; /** Page that it should lead to. */ to?: string }[];
  /** A site of yours, by its id or address, in place of urls: its crawl settings apply where you send none of your
   * own. */
  site?: string;
  /** Stay on the hosts of the addresses, with and without www, or on everything under their domains. If the site is a
   * whole domain, its subdomains are included. */
  scope?: 'host' | 'domain';
};

export type CrawlsCreateAnswer = PlainAnswer & {
  crawl: Crawl; job_id: string | null; status_url: string; events_url: string | null;
};

/** Get a crawl: `GET /crawls/{id}`. */
export type CrawlsGetRequest = { /** Id of the crawl, from POST /crawls or GET /crawls. */ id: string };

export type CrawlsGetAnswer = PlainAnswer & {
  crawl: Crawl;
  /** Results of a tested list so far; GET /crawls/{id}/redirects has its addresses. null for a crawl. */
  redirects: Record<string, number> | null;
};

/** List crawls: `GET /crawls`. */
export type CrawlsListRequest = {
  /** Maximum number of crawls to return. */ limit?: number;
  /** Number of crawls to skip, for the next page. */ offset?: number;
  /** Only crawls with this status. */ status?: CrawlsListStatus;
};

export type CrawlsListAnswer = PlainAnswer & {
  crawls: Crawl[];
  /** Matching crawls, before limit and offset. */ total_count: number;
};

/** Preview a crawl: `POST /crawls/preview`. */
export type CrawlsPreviewRequest = {
  /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ site: string;
  /** Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. *
   * stands for any characters. */
  include?: string[];
  /** Leave out addresses that match one of these: * /tag/* or *?sort=*. */ exclude?: string[];
  /** Text of a robots.txt to test. */ robots_txt?: string;
  /** The crawler that robots_txt is tested for. */ agent?: string;
};

export type CrawlsPreviewAnswer = PlainAnswer & {
  /** URLs of the site in the index. */ known: number;
  /** URLs that were tested: the most linked ones if the index knows more. */ tested: number;
  /** URLs that the patterns let through. */ read: { count: number; /** At most five. */ examples: string[] };
  /** URLs that an exclude pattern matches, or no include pattern. */
  left_out: { count: number; /** At most five. */ examples: string[] };
  patterns: { count: number; /** At most five. */ examples: string[]; pattern: string; kind: 'include' | 'exclude' }[];
  /** null without robots_txt. */ robots: {
    /** URLs that your draft blocks. */ closed: { count: number; /** At most five. */ examples: string[] };
    newly_closed: { count: number; /** At most five. */ examples: string[] } | null;
    newly_open: { count: number; /** At most five. */ examples: string[] } | null;
    /** When the current robots.txt was last read; null if it has not been read. */ compared_with: string | null;
  } | null;
};

/** List tested redirects: `GET /crawls/{id}/redirects`. */
export type CrawlsRedirectsRequest = {
  /** Id of the crawl, from POST /crawls. */ id: string;
  /** Only addresses with this result. */ result?: Result;
  /** Maximum addresses to return. */ limit?: number;
  /** Addresses to skip, for the next page. */ offset?: number;
  /** csv: over REST, returns the addresses as a table. */ format?: 'json' | 'csv';
};

export type CrawlsRedirectsAnswer = PlainAnswer & {
  /** How many addresses of the whole list had each result. */ counts: Record<string, number>;
  /** Matching addresses, before limit and offset. */ total_count: number;
  addresses: {
    from: string;
    /** The wanted page; null where none was. */ to: string | null;
    /** null until it was tested. */ result: Result | null;
    redirects: number | null; final_url: string | null; final_status: number | null;
    /** Each address that was requested. */ steps: { url: string; status: number | null }[];
    note: string | null;
  }[];
};

/** Pause or resume a crawl: `PATCH /crawls/{id}`. */
export type CrawlsSetRequest = {
  /** Id of the crawl, from POST /crawls or GET /crawls. */ id: string;
  /** true pauses, false resumes. */ paused: boolean;
};
export type CrawlsSetAnswer = PlainAnswer & { crawl: Crawl };

/** Delete a host: `DELETE /hosts/{host}`. */
export type HostsDeleteRequest = { /** The host, as GET /hosts lists it. */ host: string };
export type HostsDeleteAnswer = PlainAnswer & { deleted: true; host: string };

/** List your hosts: `GET /hosts`. */
export type HostsListRequest = {};
export type HostsListAnswer = PlainAnswer & { total_count: number; hosts: Host[] };

/** Prove a host: `POST /hosts`. */
export type HostsProveRequest = { /** The host, such as example.com or staging.example.com. */ host: string };

export type HostsProveAnswer = PlainAnswer & {
  host: Host;
  /** Where this call looked for the token, and what it found. */
  checks: { method: 'dns' | 'file'; place: string; is_found: boolean; note: string }[];
};

/** Import a file: `POST /imports`. */
export type ImportsCreateRequest = {
  /** Kind of file. */ kind: ImportsCreateKind;
  /** Public http or https URL of the file, gzipped or not. */ url?: string;
  /** Text of a table of links, keywords or Search Console figures, instead of a URL. The maximum request size
   * applies. */
  content?: string;
  /** Read only this many records or rows from the start. */ limit?: number;
  /** Release of the ranks, if the file name does not include it. */ release?: string;
  /** Where the links point, for tables that do not say, such as Search Console exports. */ target?: string;
  /** Place of the keywords, for tables that do not name it: a country, a city with its region, or a location code. */
  location?: string;
  /** Language of the keywords, for tables that do not name it: a code such as en or pt-BR, or a name. */
  language?: string;
  /** Search Console property: sc-domain:example.com or https://www.example.com/. With url or content, for exports that
   * do not name it; without either, its figures are pulled from the engine’s API. */
  property?: string;
  /** First and last day of the figures, for exports that do not name them: 2026-10-24..2026-11-20. */ period?: string;
  /** Where to pull the figures of the property from: google (Search Console, by default) or bing. */
  engine?: 'google' | 'bing';
  /** First day to pull; by default all that the engine still has, 16 months for Google. */ since?: string;
  /** Types of search to pull; web by default. */
  types?: ('web' | 'image' | 'video' | 'news' | 'discover' | 'google_news' | 'generative_ai')[];
  /** Meaning of the columns, for headings that are not recognized. Figures in order:
   * query,clicks,impressions,ctr,position. Links by heading or column number: source=From page,target=To
   * page,anchor=Text. */
  columns?: string;
  /** Read the file again even if it was read completely and has not changed. */ again?: boolean;
};

export type ImportsCreateAnswer = PlainAnswer & {
  import: Import; job_id: string; status_url: string; events_url: string;
};

/** Get an import: `GET /imports/{id}`. */
export type ImportsGetRequest = { /** Id of the import, from POST /imports or GET /imports. */ id: string };
export type ImportsGetAnswer = PlainAnswer & { import: Import };

/** List imports: `GET /imports`. */
export type ImportsListRequest = {
  /** Maximum number of imports to return. */ limit?: number;
  /** Number of imports to skip, for the next page. */ offset?: number;
  /** Only imports of this kind. */ kind?: ImportsCreateKind;
  /** Only imports with this status. */ status?: ImportsListStatus;
};

export type ImportsListAnswer = PlainAnswer & {
  imports: Import[];
  /** Matching imports, before limit and offset. */ total_count: number;
};

/** Invite a user: `POST /invitations`. */
export type InvitationsCreateRequest = {
  /** Who may accept it. */ email: string;
  /** viewer reads; member also asks, crawls, schedules and shares; owner also manages users, keys, webhooks and
   * budgets. */
  role?: 'viewer' | 'member' | 'owner';
};

export type InvitationsCreateAnswer = PlainAnswer & {
  invitation: Invitation;
  /** The link, shown once; null where it was e-mailed. */ url: string | null;
  /** Why it was not e-mailed, where the service has a mail server. */ problem: string | null;
};

/** Withdraw an invitation: `DELETE /invitations/{id}`. */
export type InvitationsDeleteRequest = { /** Id of the invitation, from GET /users. */ id: string };
export type InvitationsDeleteAnswer = PlainAnswer & { withdrawn: true; id: string };

/** Cancel a job: `POST /jobs/{id}/cancel`. */
export type JobsCancelRequest = { /** Id of the job, from a 202 answer. */ id: string };
export type JobsCancelAnswer = PlainAnswer & { job: Job };

/** Get a job: `GET /jobs/{id}`. */
export type JobsGetRequest = { /** Id of the job, from a 202 answer. */ id: string };
export type JobsGetAnswer = PlainAnswer & { job: Job };

/** List jobs: `GET /jobs`. */
export type JobsListRequest = {
  /** Maximum number of jobs to return. */ limit?: number;
  /** Number of jobs to skip, for the next page. */ offset?: number;
  /** Only jobs with this status. */ status?: JobsListStatus;
  /** Only jobs of this operation, such as search. */ operation?: string;
  /** Only jobs charged to this project. */ project_id?: string;
  /** Only jobs of this workflow. */ workflow_id?: string;
};

export type JobsListAnswer = PlainAnswer & {
  jobs: Job[];
  /** Matching jobs, before limit and offset. */ total_count: number;
};

/** Delete a project: `DELETE /projects/{id}`. */
export type ProjectsDeleteRequest = { /** The id that calls send in x-project-id. */ id: string };
export type ProjectsDeleteAnswer = PlainAnswer & { deleted: true; id: string };

/** Get a project: `GET /projects/{id}`. */
export type ProjectsGetRequest = { /** The id that calls send in x-project-id. */ id: string };
export type ProjectsGetAnswer = PlainAnswer & { project: Project };

/** List projects: `GET /projects`. */
export type ProjectsListRequest = {};
export type ProjectsListAnswer = PlainAnswer & { projects: Project[] };

/** Create or change a project: `PATCH /projects/{id}`. */
export type ProjectsSetRequest = {
  /** The id that calls send in x-project-id. */ id: string;
  /** Display name; the id by default. */ name?: string;
  /** Your brand; null removes it. */ brand?: {
    /** The brand as it is usually written. */ name: string;
    /** Other spellings and product names that count as the brand, such as abbreviations. */ aliases?: string[];
    /** Domains of the brand, with their subdomains. */ domains?: string[];
  } | null;
  /** Credits per month; null: no limit. */ budget_credits?: number | null;
  /** Share of the budget at which project.budget_warning is sent. */ warning_share?: number;
  /** Whether calls that would exceed the budget are refused. */ is_hard?: boolean;
};
export type ProjectsSetAnswer = PlainAnswer & { project: Project };

/** Track keywords: `POST /rank/targets`. */
export type RankTargetsAddRequest = TrackedSearch & {
  /** Keywords to track. What a keyword does not say is taken from the fields beside this list. */
  targets?: (TrackedSearch & {
    keyword: string;
    /** Domain (example.com), subdomain (blog.example.com) or absolute page URL. */ url?: string;
    /** Sets that it belongs to. */ tags?: string[];
  })[];
  /** The same as CSV with the columns keyword, url, tags (separated by |), location, language, device and engine, or
   * one keyword a line. At most 1,000 keywords. */
  csv?: string;
  /** Domain or page to track for keywords that do not name one. */ url?: string;
  /** Tags for all of them. */ tags?: string[];
  /** Project that they belong to. */ project_id?: string;
};

export type RankTargetsAddAnswer = PlainAnswer & {
  /** How many were not tracked before. */ created: number;
  /** All of them, in the order given, without repeats. */ targets: RankTarget[];
};

/** Stop tracking keywords: `DELETE /rank/targets`. */
export type RankTargetsDeleteRequest = {
  /** Ids of tracked keywords (`rkt_…`). */ ids?: string[];
  /** All keywords with this tag. */ tag?: string;
  /** Only those of this project. */ project_id?: string;
};

export type RankTargetsDeleteAnswer = PlainAnswer & {
  /** How many keywords were found and deleted. */ deleted: number;
};

/** List tracked keywords: `GET /rank/targets`. */
export type RankTargetsListRequest = {
  /** Only these tracked keywords (`rkt_…`), separated by commas. */ ids?: string[];
  /** Only those with this tag. */ tag?: string;
  /** Only those whose keyword or URL contains this text, in any case. */ text?: string;
  /** Only those that are checked, or paused. */ state?: 'active' | 'paused' | 'all';
  /** Only those of this project. */ project_id?: string;
  /** Maximum number of keywords to return. */ limit?: number;
  /** Number of keywords to skip, for the next page. */ offset?: number;
};
export type RankTargetsListAnswer = PlainAnswer & { targets: RankTarget[]; total_count: number };

/** Change tracked keywords: `PATCH /rank/targets`. */
export type RankTargetsUpdateRequest = {
  /** Ids of tracked keywords (`rkt_…`). */ ids?: string[];
  /** All keywords with this tag. */ tag?: string;
  /** Only those of this project. */ project_id?: string;
  /** true pauses their checks, false resumes them. */ is_paused?: boolean;
  /** Tags to add. */ add_tags?: string[];
  /** Tags to remove. */ remove_tags?: string[];
  /** How many organic results a check reads. */ depth?: number;
};

export type RankTargetsUpdateAnswer = PlainAnswer & {
  /** How many keywords were found and changed. */ changed: number;
};

/** Delete a schedule: `DELETE /schedules/{id}`. */
export type SchedulesDeleteRequest = { /** The id of the schedule, which you choose. */ id: string };
export type SchedulesDeleteAnswer = PlainAnswer & { deleted: true; id: string };

/** List schedules: `GET /schedules`. */
export type SchedulesListRequest = {};
export type SchedulesListAnswer = PlainAnswer & { schedules: Schedule[] };

/** Create or change a schedule: `PATCH /schedules/{id}`. */
export type SchedulesSetRequest = {
  /** The id of the schedule, which you choose. */ id: string;
  /** Id of the operation to call. Required for a new schedule. */ operation?: string;
  /** The request body of the call. */ input?: Record<string, unknown>;
  /** How often. daily, weekly and monthly run between midnight and 6:00, at a time that stays the same; cron runs by
   * your own pattern. */
  cadence?: Cadence;
  /** Five fields: minute, hour, day of month, month, day of week. `0 6 * * 1` is every Monday at 6:00. */
  cron?: string;
  /** IANA time zone, such as Europe/Berlin; UTC by default. */ time_zone?: string;
  /** Whether it is paused. Runs missed while it is paused are not made up for. */ is_paused?: boolean;
  /** Project that the runs count toward; null for none. */ project_id?: string | null;
  /** Who gets each answer, with what changed since the last run. Null for nobody. */ report?: {
    /** E-mail addresses, Slack incoming-webhook URLs, and URLs of your webhook endpoints. Replaces those set before;
     * none ends the report. */
    to?: string[];
    /** What recipients get when a run finds nothing new: brief sends one line, nothing sends no report. */
    when_unchanged?: 'brief' | 'nothing';
    /** Where “Open the report” leads. shared: to a read-only link that anyone can open for 30 days. dashboard: to the
     * dashboard, after a login. */
    link?: 'shared' | 'dashboard';
  } | null;
};
export type SchedulesSetAnswer = PlainAnswer & { schedule: Schedule };

/** Add a site: `POST /sites`. */
export type SitesCreateRequest = SiteSettings & {
  /** Domain (example.com), subdomain (blog.example.com) or the URL of a folder (https://example.com/shop/). A domain
   * includes its subdomains. */
  target: string;
  /** Project that the site and its scheduled crawls belong to. */ project_id?: string;
};
export type SitesCreateAnswer = PlainAnswer & { site: Site };

/** Delete a site: `DELETE /sites/{id}`. */
export type SitesDeleteRequest = { /** The id of the site, from POST /sites or GET /sites. */ id: string };
export type SitesDeleteAnswer = PlainAnswer & { deleted: true; id: string };

/** Get a site: `GET /sites/{id}`. */
export type SitesGetRequest = { /** The id of the site, from POST /sites or GET /sites. */ id: string };

export type SitesGetAnswer = PlainAnswer & {
  site: Site;
  /** Your latest crawls of the site, newest first; at most ten. */ crawls: Crawl[];
  /** What to fix first, as the last audit found it. */ causes: {
    rule: string; cause: string | null; severity: SiteAuditSeverity; title: string; why: string; fix: string;
    effort: 'one_place' | 'few' | 'many'; findings: number; pages: number;
    /** Points of the health score that fixing it gains. */ score_gain: number | null;
    examples: string[];
  }[];
};

/** List your sites: `GET /sites`. */
export type SitesListRequest = {
  /** Only sites of this project. */ project_id?: string;
  /** Maximum sites to return. */ limit?: number;
  /** Sites to skip, for paging. */ offset?: number;
};
export type SitesListAnswer = PlainAnswer & { total_count: number; sites: Site[] };

/** Change a site: `PATCH /sites/{id}`. */
export type SitesUpdateRequest = SiteSettings & {
  /** The id of the site, from POST /sites or GET /sites. */ id: string;
};
export type SitesUpdateAnswer = PlainAnswer & { site: Site };

/** List data sources: `GET /sources`. */
export type SourcesListRequest = {};

export type SourcesListAnswer = PlainAnswer & {
  capabilities: {
    capability: string; title: string;
    sources: {
      source: string; title: string;
      /** false: your own index or fetcher. */ is_external: boolean;
      /** What it can report. Anything else is unknown in its answers, not absent. */ sees: string[];
      /** Spent and reserved since midnight UTC. */ usd_today: number;
      /** The daily limit that applies to it; null: no limit. */ usd_per_day: number | null;
      requests_today: number; failures_today: number; last_failure: { at: string; reason: string } | null;
      /** It failed five times in a row and is skipped for a minute. */ is_resting: boolean;
    }[];
    /** Sources that are not connected, with the environment variables that connect them. */
    available: { source: string; title: string; settings: string[] }[];
    /** The quickest ways to get this kind of data; empty where a source serves it. */ ways: string[];
  }[];
};

/** Test data sources: `POST /sources/test`. */
export type SourcesTestRequest = { /** Source to test, such as searxng; all by default. */ source?: string };

export type SourcesTestAnswer = PlainAnswer & {
  tests: {
    source: string; title: string; ok: boolean;
    /** What the source answered, or why it did not. */ message: string;
    fix: string | null; duration_ms: number;
  }[];
};

/** Add tasks to the plan of a site: `POST /tasks`. */
export type TasksAddRequest = {
  /** The id of the site, from POST /sites or GET /sites. */ site: string;
  tasks: {
    /** task: something to do on the site. outreach: somebody to write to about a link. */ kind?: 'task' | 'outreach';
    /** What is to be done, or who is written to. */ title: string;
    /** Why it is worth doing. */ why?: string;
    /** What it is about. */ url?: string;
    /** Who does it. */ owner?: string;
    /** Day by which it is to be done, yyyy-mm-dd. */ due_date?: string;
    /** The job whose answer proposed it. */ job_id?: string;
  }[];
};
export type TasksAddAnswer = PlainAnswer & { /** Those that were added. */ tasks: Task[] };

/** List the plan of a site: `GET /tasks`. */
export type TasksListRequest = {
  /** The id of the site, from POST /sites or GET /sites. */ site: string;
  /** task: something to do on the site. outreach: somebody to write to about a link. */ kind?: 'task' | 'outreach';
  /** task: todo, doing, done. outreach: todo, written, answered, won, refused. dropped takes either off the list. */
  status?: TasksListStatus;
  /** Maximum tasks to return. */ limit?: number;
  /** Tasks to skip, for paging. */ offset?: number;
};
export type TasksListAnswer = PlainAnswer & { total_count: number; tasks: Task[] };

/** Change a task: `PATCH /tasks/{id}`. */
export type TasksUpdateRequest = {
  /** The id of the task, from GET /tasks. */ id: string;
  /** What is to be done, or who is written to. */ title?: string;
  why?: string | null; owner?: string | null; due_date?: string | null;
  /** task: todo, doing, done. outreach: todo, written, answered, won, refused. dropped takes either off the list. */
  status?: TasksListStatus;
};
export type TasksUpdateAnswer = PlainAnswer & { task: Task };

/** List users: `GET /users`. */
export type UsersListRequest = {};
export type UsersListAnswer = PlainAnswer & { users: User[]; invitations: Invitation[] };

/** Remove a user: `DELETE /users/{id}`. */
export type UsersRemoveRequest = { /** Id of the user, from GET /users. */ id: string };
export type UsersRemoveAnswer = PlainAnswer & { removed: true; id: string; email: string };

/** Change the role of a user: `PATCH /users/{id}`. */
export type UsersSetRequest = {
  /** Id of the user, from GET /users. */ id: string;
  /** viewer reads; member also asks, crawls, schedules and shares; owner also manages users, keys, webhooks and
   * budgets. */
  role: 'viewer' | 'member' | 'owner';
};
export type UsersSetAnswer = PlainAnswer & { user: User };

/** List webhook deliveries: `GET /webhooks/deliveries`. */
export type WebhooksDeliveriesListRequest = {
  /** Maximum number of deliveries to return. */ limit?: number;
  /** Rows to skip, for paging. */ offset?: number;
  /** pending: waiting to be sent or sent again. failed: given up; you can retry it. */
  status?: 'pending' | 'delivered' | 'failed';
  /** Only deliveries to this endpoint. */ endpoint_id?: string;
  /** Only deliveries for this project, including its budget alerts. */ project_id?: string;
  /** Only events of this type, such as job.completed or webhook.test. */ event_type?: string;
};

export type WebhooksDeliveriesListAnswer = PlainAnswer & RowsShown & {
  deliveries: WebhookDelivery[];
  /** Matching deliveries, before limit and offset. */ total_count: number;
};

/** Retry a failed webhook delivery: `POST /webhooks/deliveries/{id}/retry`. */
export type WebhooksDeliveriesRetryRequest = { /** Id of the delivery (`dlv_…`). */ id: string };
export type WebhooksDeliveriesRetryAnswer = PlainAnswer & { delivery: WebhookDelivery };

/** Create a webhook endpoint: `POST /webhooks/endpoints`. */
export type WebhooksEndpointsCreateRequest = {
  /** https URL that deliveries are posted to, without user name and password. Redirects are not followed. Or `mailto:`
   * and an e-mail address. */
  url: string;
  /** standard: signed JSON. slack: a text message that Slack, Mattermost and Discord (URL ending in /slack) show.
   * email: a plain-text e-mail. Default: email for mailto:, slack for hooks.slack.com, otherwise standard. */
  format?: 'standard' | 'slack' | 'email';
  /** Events sent to it. */ events?: Event[];
  /** What the endpoint is for, in your own words. */ description?: string;
};

export type WebhooksEndpointsCreateAnswer = PlainAnswer & {
  endpoint: WebhookEndpoint;
  /** `whsec_` and base64, as in Standard Webhooks. Store it: it cannot be shown again, and answers replayed for an
   * idempotency key have null here. */
  signing_secret: string | null;
};

/** Delete a webhook endpoint: `DELETE /webhooks/endpoints/{id}`. */
export type WebhooksEndpointsDeleteRequest = { /** Id of the endpoint (`whe_…`). */ id: string };
export type WebhooksEndpointsDeleteAnswer = PlainAnswer & { id: string; deleted: true };

/** List webhook endpoints: `GET /webhooks/endpoints`. */
export type WebhooksEndpointsListRequest = {};
export type WebhooksEndpointsListAnswer = PlainAnswer & { endpoints: WebhookEndpoint[] };

/** Rotate the secret of a webhook endpoint: `POST /webhooks/endpoints/{id}/rotate`. */
export type WebhooksEndpointsRotateRequest = { /** Id of the endpoint (`whe_…`). */ id: string };

export type WebhooksEndpointsRotateAnswer = PlainAnswer & {
  endpoint: WebhookEndpoint;
  /** `whsec_` and base64, as in Standard Webhooks. Store it: it cannot be shown again, and answers replayed for an
   * idempotency key have null here. */
  signing_secret: string | null;
};

/** Send a test event: `POST /webhooks/endpoints/{id}/test`. */
export type WebhooksEndpointsTestRequest = { /** Id of the endpoint (`whe_…`). */ id: string };
export type WebhooksEndpointsTestAnswer = PlainAnswer & { delivery: WebhookDelivery };

/** Update a webhook endpoint: `PATCH /webhooks/endpoints/{id}`. */
export type WebhooksEndpointsUpdateRequest = {
  /** Id of the endpoint (`whe_…`). */ id: string;
  /** https URL that deliveries are posted to, without user name and password. Redirects are not followed. Or `mailto:`
   * and an e-mail address. */
  url?: string;
  /** standard: signed JSON. slack: a text message that Slack, Mattermost and Discord (URL ending in /slack) show.
   * email: a plain-text e-mail. Default: email for mailto:, slack for hooks.slack.com, otherwise standard. */
  format?: 'standard' | 'slack' | 'email';
  description?: string | null;
  /** Events sent to it. */ events?: Event[];
  /** False pauses deliveries without deleting anything. */ is_active?: boolean;
};
export type WebhooksEndpointsUpdateAnswer = PlainAnswer & { endpoint: WebhookEndpoint };
