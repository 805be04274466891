/** The failures of RFC 6749, 7591 and 8707 that this server has. */
type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A failure in the words of OAuth, which clients read. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
  }

  /** A client that is erased here reads 401 and registers again. */
  get status(): 400 | 401 {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}
