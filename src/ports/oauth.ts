/** A program that people connect to the service by OAuth: one that registered, or one that a document describes. */
export interface OAuthClient {
  /** For a client that a document describes, the URL of the document. */
  readonly id: string;
  readonly kind: 'registered' | 'document';
  /** As the client calls itself: text that nobody has checked. */
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

export interface NewOAuthClient {
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

/** What somebody allowed a client, until it comes for its tokens. */
export interface OAuthConsent {
  readonly client_id: string;
  readonly client_name: string;
  readonly user_id: string;
  readonly workspace_id: string;
  readonly redirect_uri: string;
  /** The client's S256 code challenge. */
  readonly challenge: string;
  /** The address of the endpoint that the tokens are for. */
  readonly resource: string;
  readonly scope: string;
  /** Ids of the operations that the client may call; empty means all. */
  readonly operations: readonly string[];
  readonly project_id: string | undefined;
}

/** What a client needs to prove that it is the one that started the login. */
export interface CodeExchange {
  readonly code_hash: Uint8Array;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly resource: string | undefined;
}

/** Hashes of a pair of new tokens. The store sees no token. */
export interface TokenPair {
  readonly access_hash: Uint8Array;
  readonly refresh_hash: Uint8Array;
}

/** A client that somebody has connected: what its tokens may do, and who let it in. */
export interface ConnectedApp {
  /** Id of the key that its calls are booked on. */
  readonly id: string;
  readonly name: string;
  readonly client_id: string;
  readonly redirect_host: string;
  readonly scope: string;
  readonly project_id: string | undefined;
  readonly user_email: string;
  readonly created_at: Date;
  readonly last_used_at: Date | undefined;
}

/**
 * Clients, consents and tokens of OAuth.
 *
 * A consent becomes a key of the workspace that nobody has the secret of: usage, budgets, scopes and revocation are those
 * of keys. Codes and tokens come here as hashes only.
 */
export interface OAuthStore {
  /** Undefined also for a document that was kept for longer than it may be. */
  findClient(id: string): Promise<OAuthClient | undefined>;
  /**
   * @throws AppError rate_limited when the address has registered too many clients in the last hour, or the service has
   * too many that nobody uses
   */
  registerClient(client: NewOAuthClient, address: string): Promise<OAuthClient>;
  /** Keeps what a document says for an hour. */
  keepDocument(client: OAuthClient): Promise<void>;
  /** The code is good for a minute, once. */
  addCode(codeHash: Uint8Array, consent: OAuthConsent): Promise<void>;
  /**
   * The scope of the tokens that take the place of the code; undefined for a code that is unknown, over, used, or another
   * client's. Whoever sends a used code ends what it gave.
   */
  redeemCode(exchange: CodeExchange, tokens: TokenPair): Promise<{ readonly scope: string } | undefined>;
  /**
   * The same for a refresh token, which is replaced. One that was replaced a while ago has been stolen from somebody:
   * whoever sends it ends the connection.
   */
  refresh(
    refreshHash: Uint8Array,
    clientId: string,
    tokens: TokenPair,
  ): Promise<{ readonly scope: string } | undefined>;
  /** Ends the connection that the token belongs to; nothing for an unknown one. */
  revokeToken(tokenHash: Uint8Array, clientId: string): Promise<void>;
  /** Newest first. */
  listApps(workspaceId: string): Promise<readonly ConnectedApp[]>;
  /** False when no such app is connected. */
  disconnect(workspaceId: string, id: string): Promise<boolean>;
  /** Drops what is over: codes, tokens, and registered clients that nobody has used within a day. */
  sweep(): Promise<void>;
}
