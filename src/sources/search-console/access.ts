import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { AppError, messageOf } from '../../kernel/errors.ts';
import type { SourceContext, SourceSetting } from '../../ports/define-source.ts';
import { SourceFailure } from '../../ports/source-failure.ts';

type SearchConsoleSettings = Readonly<
  Record<
    | 'SEAMARK_SEARCH_CONSOLE_KEY_FILE'
    | 'SEAMARK_SEARCH_CONSOLE_CLIENT_ID'
    | 'SEAMARK_SEARCH_CONSOLE_CLIENT_SECRET'
    | 'SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN'
    | 'SEAMARK_SEARCH_CONSOLE_URL'
    | 'SEAMARK_SEARCH_CONSOLE_TOKEN_URL',
    SourceSetting
  >
>;
export type SearchConsoleContext = Omit<SourceContext<SearchConsoleSettings>, 'signal'>;

const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const ASSERTION_S = 3600;
/** A token is renewed so long before it ends. */
const SPARE_MS = 60_000;
const ASK_MS_MAX = 30_000;
const KEY_FILE_FIX =
  'Set SEAMARK_SEARCH_CONSOLE_KEY_FILE to the JSON key of a service account, as Google Cloud lets you download it.';

const KeyFile = z.object({ client_email: z.string().min(3), private_key: z.string().min(100) });
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(ASSERTION_S) });

interface ServiceAccount {
  readonly email: string;
  readonly key: KeyObject;
}

/** Tokens for the API: of a service account where its key is there, else of whoever signed in for the refresh token. */
export class Access {
  readonly #context: SearchConsoleContext;
  #account: Promise<ServiceAccount> | undefined;
  #token: { readonly text: Promise<string>; readonly renew_at: () => number } | undefined;

  constructor(context: SearchConsoleContext) {
    this.#context = context;
  }

  /** E-mail address of the service account; undefined for a person, whom Google does not name. */
  async email(): Promise<string | undefined> {
    return this.#hasKeyFile() ? (await this.#serviceAccount()).email : undefined;
  }

  /** @throws SourceFailure wrong_key, AppError invalid_input for a key file that cannot be used */
  token(signal: AbortSignal): Promise<string> {
    const { now } = this.#context;
    if (this.#token === undefined || this.#token.renew_at() <= now().getTime()) {
      let renew_at = Number.POSITIVE_INFINITY;
      const asked = this.#ask(signal).then(({ access_token, expires_in }) => {
        renew_at = now().getTime() + expires_in * 1000 - SPARE_MS;
        return access_token;
      });
      const token = { text: asked, renew_at: () => renew_at };
      this.#token = token;
      asked.catch(() => (this.#token = this.#token === token ? undefined : this.#token));
    }
    return this.#token.text;
  }

  /** The token that was refused is not used again. */
  forget(): void {
    this.#token = undefined;
  }

  #hasKeyFile(): boolean {
    return this.#context.settings.SEAMARK_SEARCH_CONSOLE_KEY_FILE !== '';
  }

  async #ask(signal: AbortSignal): Promise<z.output<typeof Token>> {
    const { http, settings } = this.#context;
    const { body } = await http.json({
      method: 'POST',
      url: settings.SEAMARK_SEARCH_CONSOLE_TOKEN_URL,
      form: this.#hasKeyFile() ? await this.#assertion() : this.#refresh(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS_MAX)]),
    });
    const token = Token.safeParse(body);
    if (token.success) return token.data;
    throw new SourceFailure('broken', 'Google answered the request for an access token in an unknown form.');
  }

  #refresh(): Record<string, string> {
    const { settings } = this.#context;
    return {
      grant_type: 'refresh_token',
      client_id: settings.SEAMARK_SEARCH_CONSOLE_CLIENT_ID,
      client_secret: settings.SEAMARK_SEARCH_CONSOLE_CLIENT_SECRET,
      refresh_token: settings.SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN,
    };
  }

  /** A claim that the account signs, as RFC 7523 has it. */
  async #assertion(): Promise<Record<string, string>> {
    const { email, key } = await this.#serviceAccount();
    const iat = Math.floor(this.#context.now().getTime() / 1000);
    const aud = this.#context.settings.SEAMARK_SEARCH_CONSOLE_TOKEN_URL;
    const claim = { iss: email, scope: SCOPE, aud, iat, exp: iat + ASSERTION_S };
    const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claim)}`;
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url');
    return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: `${signed}.${signature}` };
  }

  /** Read once; one that could not be read is tried again, since its operator may put it there meanwhile. */
  #serviceAccount(): Promise<ServiceAccount> {
    if (this.#account === undefined) {
      const read = readServiceAccount(this.#context.settings.SEAMARK_SEARCH_CONSOLE_KEY_FILE);
      this.#account = read;
      read.catch(() => (this.#account = undefined));
    }
    return this.#account;
  }
}

/** Says nothing of what the file holds. */
async function readServiceAccount(path: string): Promise<ServiceAccount> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw new AppError('invalid_input', `The key file of Search Console cannot be read: ${messageOf(thrown)}.`, {
      fix: KEY_FILE_FIX,
    });
  });
  const file = KeyFile.safeParse(parsed(text));
  if (!file.success) {
    const message = `${path} is not the key of a service account: it needs client_email and private_key.`;
    throw new AppError('invalid_input', message, { fix: KEY_FILE_FIX });
  }
  try {
    return { email: file.data.client_email, key: createPrivateKey(file.data.private_key) };
  } catch {
    throw new AppError('invalid_input', `The private key in ${path} is damaged.`, { fix: KEY_FILE_FIX });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
