/** Answers that jobs keep, as reports: found by what they are about, compared with earlier ones, and shown by a link. */
export interface ReportDesk {
  /** Kept answers to the same question from before this one, the newest first. */
  earlier(workspaceId: string, jobId: string, limit: number): Promise<readonly KeptReport[]>;
  /** Of each operation the newest kept answer that was asked about this. */
  about(workspaceId: string, subject: ReportSubject): Promise<readonly ReportAbout[]>;
  /** Of each target the figures of its newest two answers of each kind, the newest first. */
  figures(workspaceId: string, targets: readonly string[]): Promise<readonly SiteFigure[]>;
  /** Undefined where there is no such answer in the workspace. */
  share(link: NewReportLink): Promise<ReportLink | undefined>;
  /** Links of one report that have not expired. */
  links(workspaceId: string, jobId: string): Promise<readonly ReportLink[]>;
  /** Of these reports those that somebody can open by a link, with the day on which the last link ends. */
  sharedUntil(workspaceId: string, jobIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
  /** False where there is no such link in the workspace. */
  unshare(workspaceId: string, linkId: string): Promise<boolean>;
  /** What a link shows; undefined for a token that is unknown or was withdrawn. */
  open(tokenHash: Uint8Array): Promise<OpenedReport | undefined>;
}

export interface KeptReport {
  readonly id: string;
  readonly created_at: Date;
}

/** What one kept answer knows of a site; undefined where it is about something else. */
export interface SiteFigure {
  readonly target: string;
  readonly operation: string;
  readonly created_at: Date;
  readonly referring_domains: number | undefined;
  /** Keywords in the first ten results. */
  readonly top10: number | undefined;
  /** Counted by a console. */
  readonly clicks: number | undefined;
  /** The share of assistants' answers that name the brand. */
  readonly mention_rate: number | undefined;
}

export interface ReportSubject {
  readonly operations: readonly string[];
  /** A domain, an address or a keyword, as it was typed into a form; undefined for whatever the workflow asked. */
  readonly value: string | undefined;
  /** Answers of this workflow are about it as well: of a site everything that was asked on its pages. */
  readonly workflow_id: string | undefined;
  /** Only answers that were asked about this as well, such as a keyword. */
  readonly question: string | undefined;
}

export interface ReportAbout extends KeptReport {
  readonly operation: string;
}

export interface NewReportLink {
  readonly workspace_id: string;
  readonly job_id: string;
  /** Only the hash comes here: nobody who reads the store can use what is in it. */
  readonly token_hash: Uint8Array;
  readonly expires_at: Date;
}

export interface ReportLink {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface OpenedReport {
  readonly workspace_id: string;
  readonly job_id: string;
  readonly expires_at: Date;
}
