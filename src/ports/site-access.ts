/** What a crawl sends to be let into a closed site. Secret: it is stored sealed, and shown by its names alone. */
export interface SiteAccess {
  /** Scheme, host and port that it is sent to, and no others. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly basic_auth: BasicAuth | undefined;
}

interface BasicAuth {
  readonly username: string;
  readonly password: string;
}

/** What may be shown and kept in plain text. */
export interface AccessNames {
  readonly origin: string;
  readonly headers: readonly string[];
  readonly cookies: readonly string[];
  readonly basic_auth: boolean;
}

/** What to set; undefined leaves what is set, and null takes it away. */
export interface AccessChange {
  readonly headers?: Readonly<Record<string, string>> | null | undefined;
  readonly cookies?: Readonly<Record<string, string>> | null | undefined;
  readonly basic_auth?: BasicAuth | null | undefined;
}

export interface AccessStore {
  /** Undefined takes it away. */
  keepForSite(workspaceId: string, siteId: string, access: SiteAccess | undefined): Promise<void>;
  /** @throws AppError invalid_input for what was sealed with another key */
  ofSite(workspaceId: string, siteId: string): Promise<SiteAccess | undefined>;
  keepForCrawl(crawlId: string, access: SiteAccess | undefined): Promise<void>;
  /** @throws AppError invalid_input for what was sealed with another key */
  ofCrawl(crawlId: string): Promise<SiteAccess | undefined>;
}

export function isAccessChange({ headers, cookies, basic_auth }: AccessChange): boolean {
  return headers !== undefined || cookies !== undefined || basic_auth !== undefined;
}

/** Undefined where nothing is left to send. */
export function changedAccess(
  before: SiteAccess | undefined,
  change: AccessChange,
  origin: string,
): SiteAccess | undefined {
  const { headers = before?.headers, cookies = before?.cookies, basic_auth = before?.basic_auth } = change;
  const access = { origin, headers: headers ?? {}, cookies: cookies ?? {}, basic_auth: basic_auth ?? undefined };
  const count = Object.keys(access.headers).length + Object.keys(access.cookies).length;
  return count === 0 && access.basic_auth === undefined ? undefined : access;
}

export function accessNames({ origin, headers, cookies, basic_auth }: SiteAccess): AccessNames {
  const names = (record: object): readonly string[] => Object.keys(record).toSorted();
  return { origin, headers: names(headers), cookies: names(cookies), basic_auth: basic_auth !== undefined };
}

/** As they are sent with a request to the origin. */
export function accessHeaders({ headers, cookies, basic_auth }: SiteAccess): Readonly<Record<string, string>> {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return {
    ...headers,
    ...(pairs.length === 0 ? {} : { cookie: pairs.join('; ') }),
    ...(basic_auth === undefined ? {} : { authorization: basicOf(basic_auth) }),
  };
}

function basicOf({ username, password }: BasicAuth): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** Whether an address may see it: one of the same host and port, and never over http what was meant for https. */
export function isSentTo(origin: string, url: string): boolean {
  const asked = new URL(url).origin;
  return asked === origin || (origin.startsWith('http:') && asked === `https:${origin.slice('http:'.length)}`);
}
