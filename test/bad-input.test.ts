import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { PostgresWorkspaces } from '../src/adapters/postgres/workspaces.ts';
import { type Accounts, openAccounts } from '../src/compose/accounts.ts';
import { newSecret } from '../src/kernel/api-key.ts';
import type { NewKey } from '../src/ports/accounts.ts';
import { openTestService, type TestService } from './service.ts';
import { runs, TEST_OPERATIONS } from './test-operations.ts';

/**
 * What a careless or hostile caller sends. Whatever it is: the answer is a problem that names what is wrong and how to
 * mend it, nothing is charged, no job is made, and no connection goes to an address that is not public.
 */

/** Names as a DNS server of an attacker would answer for them; each answer is a new question. */
const dns = vi.hoisted(() => ({ answers: new Map<string, () => readonly string[]>() }));

vi.mock('../src/adapters/fetch/lookup.ts', () => ({
  createLookup: () => (hostname: string) => {
    const answer = dns.answers.get(hostname.replace(/\.$/, ''));
    if (answer !== undefined) return Promise.resolve(answer());
    return Promise.reject(Object.assign(new Error('There is no such name.'), { code: 'ENOTFOUND' }));
  },
}));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

interface Case {
  readonly what: string;
  readonly ask: () => Promise<Answer>;
  readonly status: number;
  /** Left out where any but one about JSON will do: the request never was one that HTTP allows. */
  readonly code?: string;
  /** The field, header or thing that the message or one of the errors has to name. */
  readonly names?: RegExp;
  readonly fix?: RegExp;
  /** What the answer has to show, whatever its kind. */
  readonly shows?: RegExp;
  readonly bytes_max?: number;
  readonly cpu_ms_max?: number;
  /** What a rightful call beside the bad one costs. */
  readonly spends?: number;
}

let service: TestService;
/** As another process on the same databases. */
let elsewhere: Accounts;
/** A web server outside, mapped to outside.example, whose pages redirect to where their query says. */
let outside: Server;
const trap = { servers: new Set<TcpServer>(), port: 0, connections: 0 };
const keys = { other: '', revoked: '', expired: '', restricted: '', scoped: '', ofProject: '', former: '' };
const other = { job: '', endpoint: '', delivery: '' };
const used = { idempotency_key: 'used-once-before', first: '' };

const GOOD = { markdown: '# Bicycle repair\n\nHow to mend a flat tyre in ten minutes.' };
const QA = '/content/technical-qa';
const EVENT_URL = 'https://hooks.example.com/seamark';

beforeAll(async () => {
  await setTrap();
  outside = createServer(answerOutside);
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  service = await openTestService({
    operations: TEST_OPERATIONS,
    environment: {
      // Open, so that it is the address that is refused and not the port.
      SEAMARK_ALLOW_PORTS: String(trap.port),
      SEAMARK_RESOLVE: `outside.example:80:127.0.0.1:${portOf(outside)}`,
      SEAMARK_SYNC_TIMEOUT: '10',
    },
  });
  elsewhere = await openAccounts(service.config);
  await makeKeys();
  await makeOthersThings();
  const headers = { 'idempotency-key': used.idempotency_key };
  used.first = (await post(QA, GOOD, headers)).text;
  for (const [name, addresses] of NAMES) dns.answers.set(name, () => addresses);
});

afterAll(async () => {
  await elsewhere.close();
  await service.close();
  outside.closeAllConnections();
  outside.close();
  for (const server of trap.servers) server.close();
});

// Names ------------------------------------------------------------------------------------------------------------

const NAMES: readonly (readonly [string, readonly string[]])[] = [
  ['inward.example', ['127.0.0.1']],
  ['inward-six.example', ['::1']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['metadata.example', ['169.254.169.254']],
  ['half-inward.example', ['203.0.114.10', '127.0.0.1']],
  ['unspecified.example', ['0.0.0.0']],
  ['private.example', ['10.1.2.3']],
];

// Cases ------------------------------------------------------------------------------------------------------------

const unauthenticated = { status: 401, code: 'unauthenticated', names: /key/i, fix: /x-api-key/ };

const authentication: readonly Case[] = [
  ...[
    { what: 'no key', headers: { 'x-api-key': [] } },
    { what: 'an empty key', headers: { 'x-api-key': '' } },
    { what: 'a key of blanks', headers: { 'x-api-key': '   ' } },
    { what: 'a key of another form', headers: { 'x-api-key': 'letmein' } },
    { what: 'a key of 10 kB', headers: { 'x-api-key': 'k'.repeat(10_000) } },
    { what: 'a key with a wrong checksum', headers: { 'x-api-key': `sk_live_${'0'.repeat(38)}` } },
    { what: 'a well-formed key that nobody made', headers: { 'x-api-key': newSecret() } },
    { what: 'a key that carries SQL', headers: { 'x-api-key': `sk_live_' or '1'='1` } },
    { what: 'a basic login', headers: { 'x-api-key': [], authorization: 'Basic YWRtaW46YWRtaW4=' } },
  ].map(({ what, headers }) => ({ what, headers, ...unauthenticated, ask: () => qa(headers) })),
  { what: 'a revoked key', ...unauthenticated, ask: () => qa({ 'x-api-key': keys.revoked }) },
  { what: 'an expired key', ...unauthenticated, ask: () => qa({ 'x-api-key': keys.expired }) },
  { what: 'the former secret of a rotated key', ...unauthenticated, ask: () => qa({ 'x-api-key': keys.former }) },
  {
    what: 'a good key as a bearer token',
    ...unauthenticated,
    names: /Authorization/,
    ask: () => qa({ 'x-api-key': [], authorization: `Bearer ${service.key}` }),
  },
  {
    what: 'a good key in the query',
    ...unauthenticated,
    ask: () => post(`${QA}?api_key=${service.key}&x-api-key=${service.key}`, GOOD, { 'x-api-key': [] }),
  },
  {
    what: 'a good key in the body',
    ...unauthenticated,
    ask: () => post(QA, { ...GOOD, api_key: service.key }, { 'x-api-key': [] }),
  },
  {
    what: 'a good key in a cookie',
    ...unauthenticated,
    ask: () => qa({ 'x-api-key': [], cookie: `x-api-key=${service.key}` }),
  },
  {
    what: 'a revoked key for the events of a job',
    ...unauthenticated,
    ask: () => get('/jobs/job_1/events', { 'x-api-key': keys.revoked }),
  },
  {
    what: 'a revoked key for a path that does not exist, which tells nothing',
    status: 404,
    code: 'not_found',
    names: /\/api\/v1\/nothing/,
    ask: () => get('/nothing', { 'x-api-key': keys.revoked }),
  },
  {
    what: 'an operation that the key has no scope for',
    status: 403,
    code: 'key_not_allowed_here',
    names: /content\.technical-qa/,
    fix: /scopes include content\.technical-qa/,
    ask: () => qa({ 'x-api-key': keys.scoped }),
  },
  {
    what: 'the events of a job with a key that may not read jobs',
    status: 403,
    code: 'key_not_allowed_here',
    names: /read jobs/,
    fix: /jobs\.get/,
    ask: () => get(`/jobs/${other.job}/events`, { 'x-api-key': keys.scoped }),
  },
  {
    what: 'another project than the one the key belongs to',
    status: 403,
    code: 'key_not_allowed_here',
    names: /project client-a, not client-b/,
    fix: /x-project-id/,
    ask: () => qa({ 'x-api-key': keys.ofProject, 'x-project-id': 'client-b' }),
  },
  {
    what: 'the usage of another project than the one the key belongs to',
    status: 403,
    code: 'key_not_allowed_here',
    names: /client-b/,
    fix: /project_id/,
    ask: () => get('/usage?project_id=client-b', { 'x-api-key': keys.ofProject }),
  },
];

const origins: readonly Case[] = [
  { what: 'neither Origin nor Referer', from: {} },
  { what: 'a foreign Origin', from: { origin: 'https://evil.test' } },
  { what: 'the allowed host in front of a foreign one', from: { origin: 'https://app.example.com.evil.test' } },
  { what: 'a foreign host that ends like the allowed one', from: { origin: 'https://evil-app.example.com' } },
  { what: 'a host that ends like the wildcard without its dot', from: { origin: 'https://evilwidgets.example' } },
  { what: 'the bare host of a wildcard', from: { origin: 'https://widgets.example' } },
  { what: 'the allowed host as a user name', from: { origin: 'https://app.example.com@evil.test' } },
  { what: 'Origin: null', from: { origin: 'null' } },
  { what: 'an empty Origin beside an allowed Referer', from: { origin: '', referer: 'https://app.example.com/' } },
  {
    what: 'a foreign Origin beside an allowed Referer',
    from: { origin: 'https://evil.test', referer: 'https://app.example.com/' },
  },
  {
    what: 'a foreign Referer that names the allowed host in its query',
    from: { referer: 'https://evil.test/?https://app.example.com/' },
  },
  { what: 'a scheme that is no web page', from: { origin: 'ftp://app.example.com' } },
  { what: 'two origins in one header', from: { origin: 'https://app.example.com https://evil.test' } },
].map(({ what, from }) => ({
  what,
  status: 403,
  code: 'origin_not_allowed',
  names: /app\.example\.com/,
  fix: /allowed origin/,
  ask: () => qa({ 'x-api-key': keys.restricted, ...from }),
}));

const headerLines: readonly Case[] = [
  ...['x-project-id', 'x-workflow-id'].flatMap((name): Case[] => {
    const invalid = { status: 422, code: 'invalid_input', names: new RegExp(name), fix: new RegExp(name) };
    return [
      { what: `10 kB in ${name}`, ...invalid, ask: () => qa({ [name]: 'p'.repeat(10_000) }) },
      { what: `a character too many in ${name}`, ...invalid, ask: () => qa({ [name]: 'p'.repeat(129) }) },
      { what: `letters beyond ASCII in ${name}`, ...invalid, ask: () => qa({ [name]: 'caf\xe9' }) },
      { what: `a tab in ${name}`, ...invalid, ask: () => qa({ [name]: 'a\tb' }) },
      { what: `a NUL in ${name}`, status: 400, ask: () => raw([`${name}: a\0b`]) },
      { what: `an escape character in ${name}`, status: 400, ask: () => raw([`${name}: a\x1b[31mb`]) },
      { what: `a bare line feed in ${name}`, status: 400, ask: () => raw([`${name}: a\nx-api-key: b`]) },
      { what: `a bare carriage return in ${name}`, status: 400, ask: () => raw([`${name}: a\rx-api-key: b`]) },
      { what: `${name} folded over two lines`, status: 400, ask: () => raw([`${name}: a`, ' b']) },
    ];
  }),
  {
    what: 'a header name with a blank',
    status: 400,
    ask: () => raw(['x-project-id : a']),
  },
  {
    what: 'more headers than fit',
    status: 431,
    ask: () => raw(Array.from({ length: 40 }, (_unused, at) => `x-filler-${at}: ${'f'.repeat(1000)}`)),
  },
  {
    what: 'two lengths of one body',
    status: 400,
    ask: () => raw(['content-length: 3']),
  },
  {
    what: 'a length beside chunks, as request smuggling has it',
    status: 400,
    ask: () => raw(['transfer-encoding: chunked']),
  },
  ...[
    { what: 'an empty Idempotency-Key', key: '' },
    { what: 'an empty Idempotency-Key in quotes', key: '""' },
    { what: 'an Idempotency-Key of 256 characters', key: 'i'.repeat(256) },
    { what: 'an Idempotency-Key of 10 kB', key: 'i'.repeat(10_000) },
    { what: 'an Idempotency-Key beyond ASCII', key: 'cl\xe9' },
  ].map(({ what, key }) => ({
    what,
    ...invalidField(/Idempotency-Key/),
    ask: () => qa({ 'idempotency-key': key }),
  })),
  { what: 'a NUL in the Idempotency-Key', status: 400, ask: () => raw(['idempotency-key: a\0b']) },
  {
    what: 'an Idempotency-Key that was used with other input',
    ...invalidField(/Idempotency-Key/),
    ask: () => post(QA, { markdown: '# Other' }, { 'idempotency-key': used.idempotency_key }),
  },
  {
    what: 'an Idempotency-Key that was used for another project',
    ...invalidField(/Idempotency-Key/),
    ask: () => qa({ 'idempotency-key': used.idempotency_key, 'x-project-id': 'client-b' }),
  },
  {
    what: 'an Idempotency-Key whose first call is under way, of which one is charged',
    status: 409,
    code: 'conflict',
    names: /Idempotency-Key under-way/,
    fix: /Wait/,
    spends: 3,
    ask: conflictUnderWay,
  },
  {
    what: 'a call again with the same Idempotency-Key, which is repeated',
    status: 200,
    ask: callAgain,
  },
  ...['respond-async-please', ';;;==,,"', 'respond-async=0x', 'wait=soon', 'p'.repeat(8000)].map((prefer) => ({
    what: `a Prefer that means nothing, which is passed over: ${prefer.slice(0, 24)}`,
    status: 200,
    shows: /"dry_run":true/,
    ask: () => post(`${QA}?dry_run=true`, GOOD, { prefer }),
  })),
  ...['abc', '-1', '1e3', '1.5', '0x10', '9'.repeat(30), '1, 2'].map((id) => ({
    what: `Last-Event-ID: ${id}`,
    ...invalidField(/Last-Event-ID/),
    ask: () => get('/jobs/job_1/events', { 'last-event-id': id }),
  })),
  {
    what: 'a method that the path does not answer to',
    status: 405,
    code: 'method_not_allowed',
    names: /PUT/,
    fix: /Use POST/,
    ask: () => send({ method: 'PUT', path: `/api/v1${QA}`, headers: withKey() }),
  },
  {
    what: 'a method that is no method',
    status: 400,
    ask: () => raw([], { start: `BREW /api/v1${QA} HTTP/1.1` }),
  },
  { what: 'no HTTP at all', status: 400, ask: () => raw([], { start: '\x16\x03\x01\x02\x00\x01\x00' }) },
];

const otherWorkspaces: readonly Case[] = [
  { what: 'the job of another workspace', path: () => `/jobs/${other.job}` },
  { what: 'cancelling the job of another workspace', path: () => `/jobs/${other.job}/cancel`, method: 'POST' },
  { what: 'the events of the job of another workspace', path: () => `/jobs/${other.job}/events` },
  {
    what: 'changing the endpoint of another workspace',
    path: () => `/webhooks/endpoints/${other.endpoint}`,
    method: 'PATCH',
    body: { is_active: false },
  },
  {
    what: 'deleting the endpoint of another workspace',
    path: () => `/webhooks/endpoints/${other.endpoint}`,
    method: 'DELETE',
  },
  {
    what: 'rotating the secret of another workspace',
    path: () => `/webhooks/endpoints/${other.endpoint}/rotate`,
    method: 'POST',
  },
  {
    what: 'testing the endpoint of another workspace',
    path: () => `/webhooks/endpoints/${other.endpoint}/test`,
    method: 'POST',
  },
  {
    what: 'retrying the delivery of another workspace',
    path: () => `/webhooks/deliveries/${other.delivery}/retry`,
    method: 'POST',
  },
].map(({ what, path, method = 'GET', body }) => ({
  what: `${what}, which is answered as an id that nobody has`,
  status: 404,
  code: 'not_found',
  names: /job_|whe_|dlv_/,
  fix: /GET \//,
  ask: () => askAsStranger(method, path(), body),
}));

const listsOfOthers: readonly Case[] = [
  {
    what: 'deliveries of the endpoint of another workspace',
    path: () => `/webhooks/deliveries?endpoint_id=${other.endpoint}`,
  },
  { what: 'jobs of the project of another workspace', path: () => '/jobs?project_id=others-project' },
  {
    what: 'usage of the project of another workspace',
    path: () => '/usage?project_id=others-project&group_by=operation',
  },
].map(({ what, path }) => ({
  what: `${what}, which are none`,
  status: 200,
  shows: /"(?:deliveries|jobs|groups)":\[\]/,
  ask: () => get(path()),
}));

const paths: readonly Case[] = [
  { what: 'a job that does not exist', path: '/jobs/job_0', names: /job_0/ },
  { what: 'a job id that climbs', path: '/jobs/..%2f..%2fcredits', names: /\.\.\/\.\.\/credits/ },
  { what: 'a job id that climbs by backslashes', path: '/jobs/..%5c..%5ccredits', names: /credits/ },
  { what: 'a path that climbs', path: '/jobs/../../../../etc/passwd', names: /etc\/passwd/ },
  { what: 'a path that climbs in code', path: '/jobs/%2e%2e/credits', names: /credits/ },
  { what: 'two slashes', path: '//jobs', names: /jobs/ },
  { what: 'the events of a job id with a NUL', path: '/jobs/a%00b/events', names: /job/ },
  { what: 'a job id that is SQL', path: "/jobs/'%20or%20'1'='1", names: /or '1'='1/ },
  { what: 'a job id that is markup', path: '/jobs/%3Cscript%3E', names: /<script>/ },
].map(({ what, path, names }) => ({
  what,
  status: 404,
  code: 'not_found',
  names,
  ask: () => get(path),
}));

const brokenPaths: readonly Case[] = [
  ...(
    [
      ['a job id with a NUL', 'GET', '/jobs/a%00b'],
      ['a job id with a line break', 'GET', '/jobs/a%0d%0ax-injected:%20b'],
      ['an endpoint id with a NUL', 'DELETE', '/webhooks/endpoints/a%00b'],
      ['a delivery id with a NUL', 'POST', '/webhooks/deliveries/a%00b/retry'],
      ['a job id of 101 characters', 'GET', `/jobs/${'j'.repeat(101)}`],
      ['a job id of 8 kB', 'GET', `/jobs/${'j'.repeat(8000)}`],
    ] as const
  ).map(([what, method, path]) => ({
    what,
    ...invalidField(/id: must be 1 to 100 printable ASCII characters/),
    ask: () => send({ method, path: `/api/v1${path}`, headers: withKey() }),
  })),
  ...['%', '%zz', '%E0%A4%A', '%ff%fe', '%ED%A0%80', '%C0%AE%C0%AE'].map((id) => ({
    what: `a job id whose percent-encoding is broken: ${id}`,
    status: 400,
    names: /path|URL/i,
    ask: () => get(`/jobs/${id}`),
  })),
  { what: 'an address of 20 kB', status: 431, ask: () => get(`/jobs/${'j'.repeat(20_000)}`) },
];

const tooLarge = { status: 413, code: 'payload_too_large', names: /2000000 bytes/, fix: /SEAMARK_BODY_BYTES_MAX/ };
const brokenJson = { status: 400, code: 'invalid_json', names: /body/, fix: /JSON/ };
const wrongType = {
  status: 415,
  code: 'unsupported_media_type',
  names: /body/,
  fix: /Content-Type: application\/json/,
};

const bodies: readonly Case[] = [
  {
    what: 'a body that is too large',
    ...tooLarge,
    ask: () => post(QA, { markdown: 'm'.repeat(2_000_001) }),
  },
  {
    what: 'chunks that grow too large',
    ...tooLarge,
    ask: () => post(QA, { markdown: 'm'.repeat(2_000_001) }, { 'transfer-encoding': 'chunked' }),
  },
  {
    what: 'a length that is announced and too large',
    ...tooLarge,
    ask: () => raw([], { length: 3_000_000_000, body: '{' }),
  },
  ...[
    ['no JSON', 'markdown=1'],
    ['JSON that breaks off', '{"markdown": "# Bi'],
    ['a comma too many', '{"markdown": "# B",}'],
    ['single quotes', "{'markdown': '# B'}"],
    ['two values', '{"markdown":"# B"}{"markdown":"# C"}'],
    ['a byte order mark alone', '\uFEFF'],
    ['NaN', '{"markdown": NaN}'],
    ['a raw control character in a string', '{"markdown": "a\u0001b"}'],
    ['brackets that open 100,000 deep and never close', '['.repeat(100_000)],
  ].map(([what = '', body = '']) => ({ what, ...brokenJson, ask: () => sendBody(body) })),
  {
    what: 'a body that is UTF-16',
    ...brokenJson,
    ask: () => sendBody(Buffer.from(JSON.stringify(GOOD), 'utf16le')),
  },
  {
    what: 'arrays that are nested 100,000 deep',
    ...brokenJson,
    ask: () => sendBody(`{"markdown": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  },
  {
    what: 'objects that are nested 100,000 deep in a field that nobody knows',
    ...brokenJson,
    ask: () => sendBody(`{"markdown": "# B", "deep": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
  },
  {
    what: 'a field twice, of which the last counts',
    ...invalidField(/markdown/),
    ask: () => sendBody('{"markdown": "# B", "markdown": 5}'),
  },
  {
    what: 'a field named __proto__',
    ...invalidField(/__proto__/),
    ask: () => sendBody('{"markdown": "# B", "__proto__": {"markdown": "# C"}}'),
  },
  {
    what: 'a field named constructor',
    ...invalidField(/constructor/),
    ask: () => sendBody('{"markdown": "# B", "constructor": {"prototype": {"dry_run": true}}}'),
  },
  {
    what: '100,000 fields that nobody knows',
    ...invalidField(/field_1/),
    // An answer longer than the question, and a process that does nothing else for seconds, are what an attack wants.
    bytes_max: 100_000,
    cpu_ms_max: 5000,
    ask: () => post(QA, Object.fromEntries(Array.from({ length: 100_000 }, (_unused, at) => [`field_${at}`, 1]))),
  },
  {
    what: 'a field whose name is 1 MB long',
    ...invalidField(/fff/),
    bytes_max: 10_000,
    ask: () => post(QA, { ...GOOD, ['f'.repeat(1_000_000)]: 1 }),
  },
  ...(
    [
      ['an array', '[]'],
      ['an array of good calls', JSON.stringify([GOOD])],
      ['a text', '"markdown"'],
      ['a number', '42'],
      ['true', 'true'],
    ] as const
  ).map(([what, body]) => ({
    what: `${what} instead of an object`,
    ...invalidField(/body/),
    ask: () => sendBody(body),
  })),
  { what: 'null instead of an object', ...invalidField(/html|markdown|url/), ask: () => sendBody('null') },
  { what: 'no body', ...invalidField(/html|markdown|url/), ask: () => sendBody('') },
  ...(
    [
      ['a form', 'application/x-www-form-urlencoded', 'markdown=a'],
      ['plain text', 'text/plain', JSON.stringify(GOOD)],
      ['XML with an entity', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
      ['several parts', 'multipart/form-data; boundary=b', '--b--'],
      ['a type that only begins like JSON', 'application/jsonp', JSON.stringify(GOOD)],
      ['a type that is none', ';;;', JSON.stringify(GOOD)],
    ] as const
  ).map(([what, type, body]) => ({
    what: `${what} (${type})`,
    ...wrongType,
    ask: () => sendBody(body, { 'content-type': type }),
  })),
  {
    what: 'a body without a type',
    ...wrongType,
    ask: () => sendBody(JSON.stringify(GOOD), { 'content-type': [] }),
  },
  {
    what: 'a compressed body',
    status: 415,
    code: 'unsupported_media_type',
    names: /gzip|encoding/i,
    ask: () => sendBody(Buffer.from('1f8b08000000000000ff', 'hex'), { 'content-encoding': 'gzip' }),
  },
  {
    what: 'chunks that break off',
    status: 400,
    ask: () => raw(['transfer-encoding: chunked'], { length: undefined, body: '40\r\n{"markdown": "# B', end: true }),
  },
  {
    what: 'a chunk whose length is no number',
    status: 400,
    ask: () => raw(['transfer-encoding: chunked'], { length: undefined, body: 'zz\r\n{}\r\n0\r\n\r\n' }),
  },
  {
    what: 'a body that is shorter than announced',
    status: 400,
    ask: () => raw([], { length: 500, body: '{"markdown": "# B"}', end: true }),
  },
];

const fields: readonly Case[] = [
  {
    what: 'a misspelt field',
    ...invalidField(/markdwon/),
    shows: /did you mean markdown\?/,
    ask: () => post(QA, { markdwon: '# B' }),
  },
  {
    what: 'a misspelt field of a webhook endpoint',
    ...invalidField(/event: .*did you mean events\?/),
    ask: () => post('/webhooks/endpoints', { url: EVENT_URL, event: ['job.completed'] }),
  },
  {
    what: 'an event that does not exist',
    ...invalidField(/events\[0\]: .*job\.completed/),
    ask: () => post('/webhooks/endpoints', { url: EVENT_URL, events: ['job.done'] }),
  },
  {
    what: 'no events',
    ...invalidField(/events/),
    ask: () => post('/webhooks/endpoints', { url: EVENT_URL, events: [] }),
  },
  {
    what: 'a change of an endpoint into somebody else’s id',
    status: 404,
    code: 'not_found',
    names: /whe_1/,
    ask: () => change('/webhooks/endpoints/whe_1', { id: other.endpoint, is_active: false }),
  },
  {
    what: 'a truth value as text',
    ...invalidField(/is_active/),
    ask: () => change('/webhooks/endpoints/whe_1', { is_active: 'no' }),
  },
  {
    what: 'several wrong fields, all of which are named',
    ...invalidField(/page_type/),
    shows: /"markdown".*"page_type".*"rocket"/,
    ask: () => post(QA, { markdown: 7, page_type: 'poem', rocket: true }),
  },
  {
    what: 'a batch with one bad item among good ones',
    ...invalidField(/items\[1\]\.wait_ms/),
    ask: () => post('/test/batch', { items: [{ label: 'a' }, { wait_ms: 'long' }] }),
  },
  {
    what: 'a batch that is too long',
    ...invalidField(/items/),
    ask: () => post('/test/batch', { items: Array.from({ length: 11 }, () => ({})) }),
  },
  {
    what: 'a target that is no domain',
    ...invalidField(/target/),
    ask: () => post('/backlinks/summary', { target: 'not a domain' }),
  },
  ...(
    [
      ['/jobs?limit=abc', /limit/],
      ['/jobs?limit=0', /limit/],
      ['/jobs?limit=1000000000000', /limit/],
      ['/jobs?limit=1&limit=2', /limit/],
      ['/jobs?offset=-1', /offset/],
      ['/jobs?status=done', /status: .*completed/],
      ['/jobs?limt=5', /limt: .*did you mean limit\?/],
      ['/jobs?project_id=', /project_id/],
      ['/usage?date_from=yesterday', /date_from/],
      ['/usage?date_from=2026-02-30', /date_from/],
      ['/usage?date_from=2026-03-01&date_to=2026-02-01', /date_from/],
      ['/usage?date_from=2000-01-01&date_to=2026-01-01', /date_from/],
      ['/usage?group_by=hour', /group_by: .*operation/],
      ['/usage?project_id=%00', /project_id/],
      ['/jobs?project_id=a%00b', /project_id/],
      ['/jobs?operation=%00', /operation/],
      ['/webhooks/deliveries?event_type=a%00b', /event_type/],
      ['/usage?format=xml', /format/],
      ['/credits?limit=1e3', /limit/],
      ['/credits?before=-1', /before/],
      ['/webhooks/deliveries?limit=101', /limit/],
      ['/webhooks/deliveries?status=lost', /status: .*pending/],
    ] as const
  ).map(([path, names]) => ({ what: `the query of ${path}`, ...invalidField(names), ask: () => get(path) })),
  ...(
    [
      ['?dry_rum=true', /dry_rum: .*did you mean dry_run\?/],
      ['?dry_run=maybe', /dry_run/],
      ['?sync=perhaps', /sync/],
      ['?sync=true&sync=false', /sync/],
    ] as const
  ).map(([query, names]) => ({
    what: `${query}, which would run and charge what its caller wanted to try`,
    ...invalidField(names),
    ask: () => post(`${QA}${query}`, GOOD),
  })),
];

/** Ways to write an address that is not public. */
const INWARD_LITERALS: readonly string[] = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0x7f.0.0.1',
  '0x7f000001',
  '127.0.0.1.',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
];
const INWARD_NAMES: readonly string[] = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.localhost.'];

const webhookUrls: readonly Case[] = [
  ...[...INWARD_LITERALS, ...INWARD_NAMES].map((host) => ({
    what: `https://${host}`,
    ...invalidField(/^url: points to an address to which nothing is delivered/m),
    ask: () => post('/webhooks/endpoints', { url: `https://${host}:${trap.port}/hook` }),
  })),
  ...(
    [
      ['http', 'http://hooks.example.com/', /url: must begin with https/],
      ['http to an address inside', 'http://127.0.0.1/', /url/],
      ['a user name', 'https://user@hooks.example.com/', /url: contains a user name/],
      ['a password', 'https://:secret@hooks.example.com/', /url: contains a user name or password/],
      ['an inward address behind a user name', 'https://hooks.example.com@127.0.0.1/', /url/],
      ['an inward address behind a backslash', 'https:\\\\127.0.0.1\\hook', /url/],
      ['a port of something else', 'https://hooks.example.com:22/', /url: .*[Pp]ort 22/],
      ['the port of PostgreSQL', 'https://hooks.example.com:5432/', /url: .*[Pp]ort 5432/],
      ['port 0', 'https://hooks.example.com:0/', /url/],
      ['a file', 'file:///etc/passwd', /url/],
      ['gopher', 'gopher://127.0.0.1:6379/_FLUSHALL', /url/],
      ['javascript', 'javascript:alert(1)', /url/],
      ['data', 'data:text/plain,hook', /url/],
      ['no scheme', 'hooks.example.com/seamark', /url/],
      ['a path alone', '/hook', /url/],
      ['a line break', 'https://hooks.example.com/\r\nx-injected: 1', /url/],
      ['a tab in the host', 'https://hooks.exam\tple.com/', /url/],
      ['a NUL', 'https://hooks.example.com/\0', /url/],
      ['2,049 characters', `https://hooks.example.com/${'p'.repeat(2023)}`, /url: must have at most 2048/],
      ['nothing', '', /url: must not be empty/],
      ['blanks', '   ', /url: must not be empty/],
    ] as const
  ).map(([what, url, names]) => ({ what, ...invalidField(names), ask: () => post('/webhooks/endpoints', { url }) })),
  { what: 'an array as the URL', ...invalidField(/url/), ask: () => post('/webhooks/endpoints', { url: [EVENT_URL] }) },
  {
    what: 'a change to an address inside',
    ...invalidField(/url: points to an address to which nothing is delivered/),
    ask: () => change('/webhooks/endpoints/whe_1', { url: `https://2130706433:${trap.port}/` }),
  },
  {
    what: 'a 51st endpoint',
    status: 409,
    code: 'conflict',
    names: /50/,
    ask: fillWithEndpoints,
  },
];

const unfetchable = {
  status: 422,
  code: 'unfetchable_url',
  names: /does not point to a public address/,
  fix: /public web/,
};

const pageUrls: readonly Case[] = [
  ...[...INWARD_LITERALS].map((host) => ({
    what: `http://${host}`,
    ...unfetchable,
    ask: () => post('/extract', { url: `http://${host}:${trap.port}/` }),
  })),
  ...NAMES.map(([name, addresses]) => ({
    what: `a name that leads to ${addresses.join(' and ')}`,
    ...unfetchable,
    ask: () => post('/extract', { url: `http://${name}:${trap.port}/` }),
  })),
  {
    what: 'a name with a final dot that leads inward',
    ...unfetchable,
    ask: () => post('/extract', { url: `http://inward.example.:${trap.port}/` }),
  },
  ...['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'inward.example', '0.0.0.0'].flatMap((host) => [
    {
      what: `a redirect to ${host}`,
      ...unfetchable,
      ask: () => post('/extract', { url: redirectTo(`http://${host}:${trap.port}/`) }),
    },
    {
      what: `a redirect to a redirect to ${host}, without a scheme`,
      ...unfetchable,
      ask: () => post('/extract', { url: redirectTo(redirectTo(`//${host}:${trap.port}/`)) }),
    },
  ]),
  {
    what: 'a redirect to a file',
    status: 422,
    code: 'unfetchable_url',
    names: /file:/,
    ask: () => post('/extract', { url: redirectTo('file:///etc/passwd') }),
  },
  {
    what: 'a name that nobody has',
    status: 422,
    code: 'unfetchable_url',
    names: /nobody\.example/,
    ask: () => post('/extract', { url: 'http://nobody.example/' }),
  },
  {
    what: 'a port that is not open',
    status: 422,
    code: 'unfetchable_url',
    names: /Port 22 /,
    fix: /SEAMARK_ALLOW_PORTS/,
    ask: () => post('/extract', { url: 'http://outside.example:22/' }),
  },
  { what: 'a file', ...invalidField(/url/), ask: () => post('/extract', { url: 'file:///etc/passwd' }) },
];

// What is held against each of them --------------------------------------------------------------------------------

const asked: string[] = [];
let before: Ledger;

beforeEach(async () => {
  before = await ledger();
  trap.connections = 0;
});
afterEach(expectNobodyInTheTrap);

describe.each([
  ['keys', authentication],
  ['origins', origins],
  ['headers', headerLines],
  ['things of another workspace', otherWorkspaces],
  ['lists that are asked for things of another workspace', listsOfOthers],
  ['paths that lead nowhere', paths],
  ['paths that are broken', brokenPaths],
  ['bodies', bodies],
  ['fields and queries', fields],
  ['URLs of webhooks', webhookUrls],
  ['URLs of pages', pageUrls],
])('%s', (_group, cases) => {
  it.each(cases.map((one) => [one.what, one] as const))('%s', async (_what, one) => {
    const { spends = 0, bytes_max = Number.POSITIVE_INFINITY, cpu_ms_max = Number.POSITIVE_INFINITY } = one;
    const cpu_before = process.cpuUsage();
    const answer = await one.ask();
    const spent_ms = process.cpuUsage(cpu_before).user / 1000;
    const told = `${String(answer.json['detail'])}\n${issuesOf(answer)}`;
    expect({ status: answer.status, told }).toEqual({ status: one.status, told: expect.any(String) });
    if (one.status >= 400) expectProblem(answer, one, told);
    expect(answer.text).toMatch(one.shows ?? /^/);
    expect(answer.text).not.toContain(service.key);
    expect(answer.headers['x-injected']).toBeUndefined();
    expect(answer.text.length).toBeLessThan(bytes_max);
    expect(spent_ms).toBeLessThan(cpu_ms_max);
    const after = await ledger();
    expect(after).toEqual({ ...before, spent: before.spent + spends, balance: before.balance - spends });
  });
});

describe('a webhook whose name leads inward', () => {
  it.each(NAMES)('is refused when it is sent, and nothing is dialled: %s (%s)', async (name) => {
    const made = await post('/webhooks/endpoints', { url: `https://${name}:${trap.port}/hook` });
    expect(made.status).toBe(201);
    const delivery = await deliveryOf(made);
    expect(delivery).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('public address') });
    await remove(made);
  });

  it.each([301, 302, 307, 308])('is not followed there by a redirect with %i', async (status) => {
    const url = redirectTo(`http://127.0.0.1:${trap.port}/`, status);
    const made = await post('/webhooks/endpoints', { url });
    const delivery = await deliveryOf(made);
    expect(delivery).toMatchObject({ status: 'failed', response_code: status });
    await remove(made);
  });
});

describe('a name whose answer changes', () => {
  /** A service whose operator has opened 127.0.0.2 and nothing else that is not public. */
  let opened: TestService;
  let allowed: Server;
  let questions = 0;
  beforeAll(async () => {
    allowed = createServer((_request, response) => {
      // The way back is a new connection, so that the name is asked for again.
      response.writeHead(302, { location: '/again', connection: 'close' }).end();
    });
    allowed.listen(trap.port, '127.0.0.2');
    await once(allowed, 'listening');
    opened = await openTestService({
      environment: { SEAMARK_ALLOW_NETWORKS: '127.0.0.2/32', SEAMARK_ALLOW_PORTS: String(trap.port) },
    });
    dns.answers.set('changing.example', () => [(questions += 1) % 2 === 1 ? '127.0.0.2' : '127.0.0.1']);
  });
  afterAll(async () => {
    await opened.close();
    allowed.close();
  });

  it('is dialled at the address that was checked, and refused as soon as it leads inward', async () => {
    const answer = await opened.call('/extract', { url: `http://changing.example:${trap.port}/` });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ code: 'unfetchable_url', detail: expect.stringContaining('public address') });
    expect(questions).toBe(2);
    const held = await opened.rows("select 1 from credit_reservations where state <> 'released'");
    expect(held).toEqual([]);
  });

  it('is looked up again for each delivery of a webhook', async () => {
    questions = 1;
    const made = await opened.call('/webhooks/endpoints', { url: `https://changing.example:${trap.port}/` });
    expect(made.status).toBe(201);
    await opened.call(`/webhooks/endpoints/${endpointIdOf(made.json)}/test`, {});
    const reason = async (): Promise<unknown> => {
      const [first] = records((await opened.call('/webhooks/deliveries', undefined)).json['deliveries']);
      return first?.['failure_reason'];
    };
    await expect.poll(reason, { timeout: 10_000 }).toContain('public address');
  });
});

describe('the whole of it', () => {
  it('has a trap that sees whoever comes', async () => {
    const socket = connect(trap.port, '127.0.0.1');
    await once(socket, 'close');
    expect(trap.connections).toBe(1);
    trap.connections = 0;
  });

  it('is in the usage as calls that cost nothing', async () => {
    const answer = await post('/extract', { url: `http://127.0.0.1:${trap.port}/` });
    const written = (): Promise<unknown> =>
      service.rows(`select credits from usage_rows where request_id = '${String(answer.json['request_id'])}'`);
    // Usage is written in batches.
    await expect.poll(written, { timeout: 5000 }).toEqual([{ credits: 0 }]);
    const charged = await service.rows(
      `select request_id from usage_rows where credits > 0 and (status >= 400 or request_id in ('${asked.join("','")}'))`,
    );
    expect(charged).toEqual([]);
  });

  it('leaves a ledger whose entries sum up to the balances', async () => {
    const wrong = await service.rows(
      `select a.workspace_id from credit_accounts a where balance is not null and balance <> (
         select coalesce(sum(amount), 0) from credit_entries e where e.workspace_id = a.workspace_id)`,
    );
    expect(wrong).toEqual([]);
    expect(await service.rows("select id from credit_reservations where state = 'open'")).toEqual([]);
  });

  it('leaves a service that answers', async () => {
    expect((await qa()).status).toBe(200);
  });
});

// Setting it up ----------------------------------------------------------------------------------------------------

function invalidField(names: RegExp): { status: number; code: string; names: RegExp } {
  return { status: 422, code: 'invalid_input', names };
}

async function setTrap(): Promise<void> {
  const listen = async (host: string): Promise<void> => {
    const server = createTcpServer((socket) => {
      trap.connections += 1;
      socket.destroy();
    });
    server.listen(trap.port, host);
    await once(server, 'listening');
    trap.port = portOf(server);
    trap.servers.add(server);
  };
  await listen('127.0.0.1');
  // A machine without IPv6 cannot be reached by it either.
  await listen('::1').catch(() => undefined);
}

async function makeKeys(): Promise<void> {
  const blank: NewKey = {
    name: 'test',
    allowed_domains: [],
    scopes: [],
    project_id: undefined,
    expires_at: undefined,
    secret: undefined,
  };
  const workspaces = new PostgresWorkspaces(elsewhere.database, {
    plans: service.config.plans,
    ledger: elsewhere.ledger,
  });
  const [own] = await workspaces.list();
  if (own === undefined) throw new Error('There is no workspace.');
  await elsewhere.ledger.setBalance(own.id, 1000, 'for this test');
  await workspaces.create({ id: 'other_ws', name: 'Other', plan: 'self_hosted' });
  keys.other = (await elsewhere.keys.create(blank, 'other_ws')).secret;
  keys.restricted = await service.makeKey({ allowed_domains: ['app.example.com', '*.widgets.example'] });
  keys.scoped = await service.makeKey({ scopes: ['credits'] });
  keys.ofProject = await service.makeKey({ project_id: 'client-a' });
  keys.expired = await service.makeKey({ expires_at: new Date(Date.now() - 1000) });
  const revoked = await elsewhere.keys.create(blank);
  await elsewhere.keys.revoke(revoked.id);
  keys.revoked = revoked.secret;
  const rotated = await elsewhere.keys.create(blank);
  await elsewhere.keys.rotate(rotated.id, 0);
  keys.former = rotated.secret;
}

let othersThings: unknown;

async function makeOthersThings(): Promise<void> {
  dns.answers.set('others.example', () => ['10.0.0.1']);
  const asOther = { 'x-api-key': keys.other, 'x-project-id': 'others-project' };
  const queued = await post('/test/queued', { label: 'others' }, asOther);
  other.job = String(queued.json['job_id']);
  const status = async (): Promise<unknown> => record((await get(`/jobs/${other.job}`, asOther)).json['job'])['status'];
  await vi.waitFor(async () => expect(await status()).toBe('completed'), { timeout: 10_000 });
  const made = await post('/webhooks/endpoints', { url: 'https://others.example/hook' }, asOther);
  other.endpoint = endpointIdOf(made.json);
  await post(`/webhooks/endpoints/${other.endpoint}/test`, {}, asOther);
  const delivery = async (): Promise<unknown> => {
    const [first] = records((await get('/webhooks/deliveries?status=failed', asOther)).json['deliveries']);
    other.delivery = String(first?.['id']);
    return first?.['status'];
  };
  await vi.waitFor(async () => expect(await delivery()).toBe('failed'), { timeout: 10_000 });
  othersThings = await untouched();
}

/** What a stranger could have changed. */
function untouched(): Promise<unknown> {
  return service.rows(
    `select e.is_active, e.deleted_at, encode(e.secret, 'hex') as secret, d.status as delivery, d.attempts_made, j.status as job,
       (select count(*)::int from webhook_deliveries where workspace_id = 'other_ws') as deliveries
     from webhook_endpoints e, webhook_deliveries d, jobs j
     where e.id = '${other.endpoint}' and d.id = '${other.delivery}' and j.id = '${other.job}'`,
  );
}

function expectProblem(answer: Answer, { status, code, names, fix }: Case, told: string): void {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({ success: false, status, code: code ?? expect.not.stringMatching('json') });
  expect(answer.json['detail']).toEqual(expect.stringMatching(/\S{3}/));
  expect(told).toMatch(names ?? /\S/);
  expect(answer.json['fix']).toEqual(expect.stringMatching(fix ?? /\S{3}/));
  expect(answer.json['request_id']).toMatch(/^req_/);
  expect(answer.headers['x-request-id']).toBe(answer.json['request_id']);
  asked.push(String(answer.json['request_id']));
}

function expectNobodyInTheTrap(): void {
  expect(trap.connections).toBe(0);
}

async function callAgain(): Promise<Answer> {
  const answer = await qa({ 'idempotency-key': used.idempotency_key });
  expect(answer.headers['idempotent-replayed']).toBe('true');
  expect(answer.text).toBe(used.first);
  return answer;
}

/** Asks for something of the other workspace; the answer may not differ from the one for what nobody has. */
async function askAsStranger(method: string, path: string, body: unknown): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const ask = (at: string): Promise<Answer> => send({ method, path: `/api/v1${at}`, headers: withKey(), ...sent });
  const strangers = await ask(path);
  const nobodys = await ask(path.replace(/(job|whe|dlv)_\w+/, '$1_ZZZZZZZZZZZZZZZZZZZZ'));
  expect(withoutIds(strangers)).toEqual(withoutIds(nobodys));
  expect(await untouched()).toEqual(othersThings);
  return strangers;
}

/** Makes endpoints until no more are allowed; answers the refusal. */
async function fillWithEndpoints(): Promise<Answer> {
  const asOther = { 'x-api-key': keys.other };
  for (;;) {
    const answer = await post('/webhooks/endpoints', { url: EVENT_URL }, asOther);
    if (answer.status === 201) continue;
    expect((await get('/webhooks/endpoints', asOther)).json['endpoints']).toHaveLength(50);
    return answer;
  }
}

async function conflictUnderWay(): Promise<Answer> {
  const headers = { 'idempotency-key': 'under-way' };
  const input = { label: 'under-way', wait_ms: 1000 };
  const first = post('/test/inline', input, headers);
  await expect.poll(() => runs.get('under-way')).toBe(1);
  const second = await post('/test/inline', input, headers);
  expect((await first).status).toBe(200);
  expect(runs.get('under-way')).toBe(1);
  return second;
}

function answerOutside(request: IncomingMessage, response: ServerResponse): void {
  const query = new URL(request.url ?? '/', 'http://outside.example').searchParams;
  response.writeHead(Number(query.get('status') ?? 302), { location: query.get('to') ?? '/' }).end();
}

function redirectTo(url: string, status = 302): string {
  return `http://outside.example/?status=${status}&to=${encodeURIComponent(url)}`;
}

// Sending and reading ----------------------------------------------------------------------------------------------

interface Ledger {
  readonly spent: number;
  readonly balance: number;
  readonly jobs: number;
}

/** What every workspace has spent and holds reserved, has left, and has queued. */
async function ledger(): Promise<Ledger> {
  const [row] = await service.rows(
    `select (select coalesce(sum(credits), 0)::int from credit_reservations where state <> 'released') as spent,
       (select coalesce(sum(balance), 0)::int from credit_accounts) as balance, (select count(*)::int from jobs) as jobs`,
  );
  return { spent: Number(row?.['spent']), balance: Number(row?.['balance']), jobs: Number(row?.['jobs']) };
}

function withKey(headers: Sent['headers'] = {}): NonNullable<Sent['headers']> {
  return { 'content-type': 'application/json', 'x-api-key': service.key, ...headers };
}

function get(path: string, headers?: Sent['headers']): Promise<Answer> {
  return send({ path: `/api/v1${path}`, headers: withKey(headers) });
}

function post(path: string, body: unknown, headers?: Sent['headers']): Promise<Answer> {
  return send({ method: 'POST', path: `/api/v1${path}`, headers: withKey(headers), body: JSON.stringify(body) });
}

function change(path: string, body: unknown): Promise<Answer> {
  return send({ method: 'PATCH', path: `/api/v1${path}`, headers: withKey(), body: JSON.stringify(body) });
}

function qa(headers?: Sent['headers']): Promise<Answer> {
  return post(QA, GOOD, headers);
}

function sendBody(body: string | Uint8Array, headers?: Sent['headers']): Promise<Answer> {
  return send({ method: 'POST', path: `/api/v1${QA}`, headers: withKey(headers), body });
}

/** One request with just this path and these headers; a header without values is left out. */
function send({ method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
  const length =
    'transfer-encoding' in headers || body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]];
  const { hostname, port } = new URL(service.base);
  return new Promise((resolve, reject) => {
    const options = {
      method,
      path,
      host: hostname,
      port,
      agent: false,
      headers: [['host', hostname], ...lines, ...length].flat(),
    };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())),
      );
      response.on('error', reject);
    });
    // A server that has refused need not read the rest.
    request.on('error', reject);
    request.end(body);
  });
}

interface RawParts {
  readonly start?: string;
  readonly body?: string;
  /** Undefined sends no content-length. */
  readonly length?: number | undefined;
  /** Says that nothing more will come. */
  readonly end?: boolean;
}

/** Sends lines as no client library would. */
async function raw(lines: readonly string[], parts: RawParts = {}): Promise<Answer> {
  const body = parts.body ?? JSON.stringify(GOOD);
  const length = 'length' in parts ? parts.length : Buffer.byteLength(body);
  const start = parts.start ?? `POST /api/v1${QA} HTTP/1.1`;
  const given = ['host: localhost', 'connection: close', 'content-type: application/json', `x-api-key: ${service.key}`];
  const head = [start, ...given, ...lines, ...(length === undefined ? [] : [`content-length: ${length}`])];
  const socket = connect(Number(new URL(service.base).port), '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  if (parts.end === true) socket.end();
  await once(socket, 'close');
  const [top = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...headers] = top.split('\r\n');
  const named = headers.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return answerOf(
    Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    Object.fromEntries(named),
    rest.join('\r\n\r\n'),
  );
}

function answerOf(status: number, headers: IncomingMessage['headers'], text: string): Answer {
  const named = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
  return { status, headers: Object.fromEntries(named), text, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

/** One line for each field that is wrong: `path: message`. */
function issuesOf(answer: Answer): string {
  return records(answer.json['errors'])
    .map(({ path, message }) => `${String(path)}: ${String(message)}`)
    .join('\n');
}

/** The answer but for the ids in it. */
function withoutIds({ status, text }: Answer): unknown {
  return { status, text: text.replaceAll(/\b(job|whe|dlv|req)_\w+/g, '$1') };
}

function endpointIdOf(json: Readonly<Record<string, unknown>>): string {
  return String(record(json['endpoint'])['id']);
}

/** The delivery of a test event to an endpoint that was just made, once it has ended. */
async function deliveryOf(made: Answer): Promise<Record<string, unknown>> {
  const id = endpointIdOf(made.json);
  expect((await post(`/webhooks/endpoints/${id}/test`, {})).status).toBe(200);
  let found: Record<string, unknown> = {};
  const look = async (): Promise<unknown> => {
    const { json } = await get(`/webhooks/deliveries?endpoint_id=${id}`);
    found = records(json['deliveries'])[0] ?? {};
    return found['status'];
  };
  await expect.poll(look, { timeout: 15_000 }).not.toBe('pending');
  return found;
}

async function remove(made: Answer): Promise<void> {
  const path = `/api/v1/webhooks/endpoints/${endpointIdOf(made.json)}`;
  expect((await send({ method: 'DELETE', path, headers: withKey() })).status).toBe(200);
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
