import { ALERT_EVENTS } from './alerts.ts';
import type { Lease } from './jobs.ts';

export const WEBHOOK_EVENTS = [
  'job.completed',
  'job.failed',
  'project.budget_warning',
  'project.budget_exceeded',
  ...ALERT_EVENTS,
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** What the recipients that a schedule names are sent; nobody else can ask for it. */
export const REPORT_EVENT = 'report.ready';
/** What they are sent in place of a report that could not be made. */
export const REPORT_FAILED_EVENT = 'report.failed';

/** How a receiver is told: signed JSON, the text message that Slack and its like take, or an e-mail. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'email'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface WebhookEndpoint {
  readonly id: string;
  /** `mailto:` and an address where the format is email. */
  readonly url: string;
  readonly format: WebhookFormat;
  readonly description: string | undefined;
  readonly events: readonly WebhookEventType[];
  readonly is_active: boolean;
  /** Why the service itself paused it. */
  readonly paused_reason: string | undefined;
  readonly failing_since: Date | undefined;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The whole signing secret, `whsec_…`. It is stored encrypted and cannot be shown again. */
export interface CreatedEndpoint extends WebhookEndpoint {
  readonly secret: string;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly endpoint_id: string;
  /** Sent as `webhook-id`, the same for each attempt. */
  readonly message_id: string;
  readonly project_id: string | undefined;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  readonly attempts_made: number;
  readonly next_attempt_at: Date | undefined;
  readonly response_status: number | undefined;
  readonly failure_reason: string | undefined;
  readonly created_at: Date;
  readonly finished_at: Date | undefined;
  readonly attempts: readonly WebhookAttempt[];
}

export interface WebhookAttempt {
  readonly number: number;
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly response_status: number | undefined;
  readonly failure_reason: string | undefined;
}

export interface DeliveryQuery extends DeliveryFilters {
  readonly limit: number;
  readonly offset: number;
}

export interface DeliveryFilters {
  readonly status: DeliveryStatus | undefined;
  readonly endpoint_id: string | undefined;
  readonly project_id: string | undefined;
  readonly event_type: string | undefined;
}

export interface NewEndpoint {
  readonly url: string;
  /** By default what the URL is for: email for `mailto:`, slack for Slack's own host, otherwise standard. */
  readonly format?: WebhookFormat | undefined;
  readonly description: string | undefined;
  readonly events: readonly WebhookEventType[];
}

export interface EndpointChange {
  readonly url: string | undefined;
  readonly format?: WebhookFormat | undefined;
  /** Null takes it away. */
  readonly description: string | null | undefined;
  readonly events: readonly WebhookEventType[] | undefined;
  readonly is_active: boolean | undefined;
}

/** Webhooks as their owners see them; things of other workspaces are unknown (undefined). */
export interface WebhookAdmin {
  endpoints(workspaceId: string): Promise<readonly WebhookEndpoint[]>;
  /** @throws AppError invalid_input for a URL that could never be delivered to, conflict for too many endpoints */
  create(workspaceId: string, endpoint: NewEndpoint): Promise<CreatedEndpoint>;
  change(workspaceId: string, id: string, change: EndpointChange): Promise<WebhookEndpoint | undefined>;
  /** False when the endpoint does not exist. Its deliveries stay to be read. */
  remove(workspaceId: string, id: string): Promise<boolean>;
  /**
   * The endpoints at these addresses, for reports. Mailboxes and Slack channels that are not there yet are added, without
   * events of their own.
   *
   * @throws AppError invalid_input for an address that could never be delivered to, and for one that has to be added first
   */
  receivers(workspaceId: string, urls: readonly string[]): Promise<readonly string[]>;
  /** A new secret; the old one also signs for 24 hours. */
  rotate(workspaceId: string, id: string): Promise<CreatedEndpoint | undefined>;
  /** Queues a delivery of type `webhook.test` to this endpoint alone. */
  test(workspaceId: string, id: string): Promise<WebhookDelivery | undefined>;
  /** Newest first. */
  deliveries(workspaceId: string, query: DeliveryQuery): Promise<readonly WebhookDelivery[]>;
  /** How many there are, before limit and offset. */
  countDeliveries(workspaceId: string, filters: DeliveryFilters): Promise<number>;
  /** Tries a failed delivery again, under the same message id. @throws AppError conflict for one that has not failed */
  retry(workspaceId: string, id: string): Promise<WebhookDelivery | undefined>;
}

/** Deliveries as those see them who make them. Whoever claimed one owns it while the lease lasts. */
export interface DeliveryQueue {
  /** Due deliveries, fairly over workspaces and within the room that each endpoint has; now owned under the lease. */
  claim(lease: Lease, limits: ClaimLimits): Promise<readonly DueDelivery[]>;
  /** Notes how an attempt went and what follows from it. Nothing when the owner has lost the delivery meanwhile. */
  record(owner: string, outcome: AttemptOutcome): Promise<RecordedAttempt | undefined>;
  /** Due again at once, without having cost an attempt, as when a worker is told to stop. */
  putBack(owner: string, ids: readonly string[]): Promise<void>;
  /** Ends deliveries that can no longer be made and drops old records. Safe to run anywhere, any time. */
  sweep(): Promise<void>;
  /** Calls `heard` when there may be something to deliver. */
  onWork(heard: () => void): () => void;
}

export interface ClaimLimits {
  readonly count: number;
  /** Most deliveries under way to one endpoint. One that is failing gets one at a time. */
  readonly endpoint_max: number;
  /** Most deliveries under way for one workspace. */
  readonly workspace_max: number;
}

export interface DueDelivery {
  readonly id: string;
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** What a standard receiver is sent as it is, and others are told of in words. */
  readonly payload: string;
  /** Attempts of this round: a retry by hand begins a new one. */
  readonly attempts_made: number;
  /** Most attempts of this round; undefined is as many as the schedule has. */
  readonly attempts_max: number | undefined;
  /** The newest first; all of them sign. Empty when none of them can be decrypted. */
  readonly secrets: readonly string[];
  /** By which whoever reads the report stops it; undefined for what is no report of a schedule. */
  readonly stop_token?: string | undefined;
}

export interface AttemptOutcome {
  readonly delivery_id: string;
  readonly is_delivered: boolean;
  readonly duration_ms: number;
  readonly response_status: number | undefined;
  readonly failure_reason: string | undefined;
  /** When to try again; undefined when this attempt was the last. */
  readonly retry_in_ms: number | undefined;
  /** Whether the endpoint is to be blamed, so that days of such failures pause it. */
  readonly counts: boolean;
  /** Why no more is to be sent to this endpoint. */
  readonly pause_reason: string | undefined;
  /** For how long the receiver wants to be left alone. */
  readonly hold_ms: number | undefined;
}

export interface RecordedAttempt {
  readonly status: DeliveryStatus;
  readonly attempts_made: number;
  /** Whether the attempt counted against the endpoint and that is paused after it. */
  readonly endpoint_paused: boolean;
}

/** One POST, answered by whatever the receiver said. @throws AppError for what is no answer at all */
export type SendWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>;

/** One e-mail, answered by the reply code of the mail server. @throws AppError for what is no answer at all */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<{ readonly status: number }>;

/** The e-mail of a report; undefined where the payload is not one that this version wrote. */
export type WriteReportMail = (
  delivery: Pick<DueDelivery, 'workspace_id' | 'payload' | 'stop_token'>,
) => Promise<Pick<Mail, 'subject' | 'text' | 'html' | 'from_name' | 'pictures' | 'stop_url'> | undefined>;

interface Picture {
  /** As the HTML names it: `cid:logo`. */
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same for mail clients that show HTML. */
  readonly html?: string | undefined;
  /** In place of the sender's own name; the address stays. */
  readonly from_name?: string | undefined;
  /** Sent along, so that nothing is loaded from elsewhere. */
  readonly pictures?: readonly Picture[] | undefined;
  /** Where one POST ends these e-mails (RFC 8058). */
  readonly stop_url?: string | undefined;
  /** Equal for every attempt, so that mailboxes show one. */
  readonly message_id: string;
  readonly timeout_ms: number;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeout_ms: number;
}

export interface WebhookResponse {
  readonly status: number;
  /** As the receiver wrote it. */
  readonly retry_after: string | undefined;
}
