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
