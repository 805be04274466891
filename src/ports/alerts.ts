export const ALERT_EVENTS = [
  'alert.rank_changed',
  'alert.mention_changed',
  'alert.schedule_stale',
  'alert.site_changed',
] as const;

/** Something that the owner of a workspace wants to hear of, told when the job that found it ends. */
export interface Alert {
  readonly type: (typeof ALERT_EVENTS)[number];
  readonly data: AlertData;
}

interface AlertData {
  /** A few words: the subject of an e-mail. */
  readonly summary: string;
  /** One sentence for each thing that changed. */
  readonly lines: readonly string[];
  readonly [fact: string]: unknown;
}

/** The report of a scheduled job, told in the transaction that ends the job. */
export interface ReportNews {
  readonly schedule_id: string;
  /** Undefined where nothing is to be sent. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** Of the link in it; only the hash is stored with the links. */
  readonly link: { readonly token_hash: Uint8Array; readonly expires_at: Date } | undefined;
}

/** What those are told whom a schedule names when its job has failed for good, in the transaction that ends the job. */
export interface FailedReport {
  readonly schedule_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}
