import type { ConnectedApp } from './oauth.ts';

/** A program that asks to be let in, as the page of consent shows it. */
export interface Connecting {
  /** As the program calls itself: nobody has checked it. */
  readonly client_name: string;
  /** The host that vouches for the name; null where nobody does. */
  readonly client_host: string | null;
  /** Where the person is sent afterwards. */
  readonly host: string;
  /** Whether that is a program on the person's own machine. */
  readonly is_local: boolean;
  readonly scopes: readonly string[];
}

export interface ConsentDecision {
  /** The parameters that the program sent, which are checked again. */
  readonly query: unknown;
  readonly is_allowed: boolean;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly may_write: boolean;
  /** The project that the calls are booked on. */
  readonly project_id: string | null;
  /** Credits that the program may spend in a month; null for no limit of its own. */
  readonly credits_a_month: number | null;
}

/** Where people let programs into their workspace by OAuth, see those they let in, and disconnect them. */
export interface ConnectDesk {
  /** @throws AppError invalid_request for a request that no page may answer */
  ask(issuer: string, query: unknown): Promise<Connecting>;
  /** The address that the browser goes to then. @throws AppError invalid_request, invalid_input */
  decide(issuer: string, decision: ConsentDecision): Promise<string>;
  list(workspaceId: string): Promise<readonly ConnectedApp[]>;
  /** Ends every token at once; false when no such app is connected. */
  disconnect(workspaceId: string, id: string): Promise<boolean>;
}
