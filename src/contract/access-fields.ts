import { z } from 'zod';

import type { AccessChange, AccessNames } from '../ports/site-access.ts';

const NAMES_MAX = 20;
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const HEADER_VALUE = /^[\x21-\x7E](?:[\x20-\x7E]{0,3998}[\x21-\x7E])?$/;
const COOKIE_VALUE = /^[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]{0,4000}$/;
/** Those that the crawler writes itself, and those that belong to a connection. */
const OWN_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'if-modified-since',
  'if-none-match',
  'keep-alive',
  'proxy-authorization',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

const isHeader = (name: string): boolean => NAME.test(name) && !OWN_HEADERS.has(name);
const fits = (record: object): boolean => Object.keys(record).length <= NAMES_MAX;
const tooMany = `must have at most ${NAMES_MAX} names`;

/** How a crawl is let into a closed site, such as staging. Messages name fields and never repeat what was sent. */
export const AccessFields = {
  headers: z
    .record(
      z
        .string()
        .trim()
        .toLowerCase()
        .refine(isHeader, 'must be the name of a header that the crawler does not write itself'),
      z.string().trim().regex(HEADER_VALUE, 'must be 1 to 4,000 printable ASCII characters'),
    )
    .refine(fits, tooMany)
    .nullable()
    .optional()
    .describe('Headers to send to the host of the start addresses, and to no other. Needs an index of your own.'),
  cookies: z
    .record(
      z.string().regex(NAME, 'must be the name of a cookie'),
      z.string().regex(COOKIE_VALUE, 'must be the value of a cookie, without spaces, commas, semicolons or quotes'),
    )
    .refine(fits, tooMany)
    .nullable()
    .optional()
    .describe('Cookies for that host.'),
  basic_auth: z
    .object({
      username: z
        .string()
        .min(1)
        .max(200)
        .regex(/^[^:\p{Cc}]+$/u, 'must have no colon'),
      password: z
        .string()
        .max(500)
        .regex(/^\P{Cc}*$/u, 'must have no control characters'),
    })
    .nullable()
    .optional()
    .describe('User name and password for that host. Stored encrypted, like headers and cookies, and never shown.'),
};

const Fields = z.object(AccessFields);

export function readAccess({ headers, cookies, basic_auth }: z.output<typeof Fields>): AccessChange {
  return { headers, cookies, basic_auth };
}

export const AccessView = z
  .object({
    origin: z.string().describe('Where they are sent, and nowhere else.'),
    headers: z.array(z.string()),
    cookies: z.array(z.string()),
    basic_auth: z.boolean(),
  })
  .nullable()
  .describe('Names of the headers and cookies that are sent; null for none.');

export function accessView(access: AccessNames | undefined): z.input<typeof AccessView> {
  if (access === undefined) return null;
  const { origin, headers, cookies, basic_auth } = access;
  return { origin, headers: [...headers], cookies: [...cookies], basic_auth };
}
