import { isIP } from 'node:net';

import { type HostProbe, type HostProbeKind, SECURITY_HEADERS } from '../ports/crawl-records.ts';
import { pageAddress } from '../web/url.ts';
import { followAddress } from './follow-list.ts';
import type { Run } from './run.ts';

/** Of a domain with many subdomains those of the seeds, and the busiest. */
const HOSTS_MAX = 10;
const BODY_BYTES_MAX = 1_000_000;
const HEADERS = SECURITY_HEADERS.map((name) => name.toLowerCase());

/**
 * Asks each host of the crawl what its pages do not tell: how its home page answers over http and https, with and without
 * www, with which headers, and what an address gets that does not exist. Robots.txt and the pace of the host are kept, and
 * what gave no answer has no record.
 */
export async function probeHosts(run: Run, signal: AbortSignal): Promise<void> {
  const { recorder, list } = run.parts;
  // Who reads single pages asks nothing about their hosts.
  if (recorder === undefined || list !== undefined || run.settings.depth_max === 0) return;
  const probes: HostProbe[] = [];
  try {
    for (const host of listHosts(run)) probes.push(...(await probeHost(run, host, signal)));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (probes.length > 0) await recorder.probes(run.state.id, probes);
}

/** Without www. Ports of their own have no variants, and are left out. */
function listHosts(run: Run): readonly string[] {
  const seeds = run.settings.seeds.map((seed) => (seed.includes('://') ? seed : `https://${seed}`));
  const fetched = run.hosts.statuses(run.now()).filter((host) => host.fetched > 0);
  const addresses = [...seeds, ...fetched.map(({ host }) => `https://${host}`)].flatMap(
    (url) => pageAddress(url) ?? [],
  );
  const hosts = addresses.filter(({ url }) => new URL(url).port === '').map(({ host }) => host.replace(/^www\./, ''));
  return [...new Set(hosts)].slice(0, HOSTS_MAX);
}

async function probeHost(run: Run, host: string, signal: AbortSignal): Promise<readonly HostProbe[]> {
  const homes: HostProbe[] = [];
  for (const [kind, url] of variantsOf(host)) {
    const answered = await probe(run, { host, kind, url }, signal);
    if (answered !== undefined) homes.push(answered);
  }
  const home = homes.find(({ status }) => status === 200)?.way.at(-1) ?? '';
  const { hostname = '' } = URL.parse(home) ?? {};
  if (hostname.replace(/^www\./, '') !== host) return homes;
  const url = new URL(`/no-such-page-${run.state.id}`, home).href;
  const missing = await probe(run, { host, kind: 'missing', url }, signal);
  return missing === undefined ? homes : [...homes, missing];
}

/** A subdomain has no www twin that anybody would try. */
function variantsOf(host: string): readonly (readonly [HostProbeKind, string])[] {
  const own = [
    ['https', `https://${host}/`],
    ['http', `http://${host}/`],
  ] as const;
  const isDomain = pageAddress(`https://${host}/`)?.domain === host && host.includes('.') && isIP(host) === 0;
  return isDomain ? [...own, ['https_www', `https://www.${host}/`], ['http_www', `http://www.${host}/`]] : own;
}

type Asked = Pick<HostProbe, 'host' | 'kind'> & { readonly url: string };

async function probe(run: Run, { host, kind, url }: Asked, signal: AbortSignal): Promise<HostProbe | undefined> {
  const first = run.hosts.get(pageAddress(url)?.host_key ?? '');
  await run.turn(first, signal);
  const isPage = (status: number, type: string): boolean => status === 200 && type === 'text/html';
  const { steps, end, answer } = await followAddress(run, first, url, signal, {
    wants: isPage,
    bytes_max: BODY_BYTES_MAX,
  });
  if (answer === undefined || !ANSWERS.has(end)) return undefined;
  const { status, headers, body } = answer;
  return {
    host,
    kind,
    observed_at: run.parts.clock(),
    way: steps.map((step) => step.url),
    status,
    encoding: headers['content-encoding'] ?? '',
    bytes: body?.byteLength ?? 0,
    headers: HEADERS.filter((name) => headers[name] !== undefined),
  };
}

/** A refusal is about the crawler, and a failure may be of the moment. */
const ANSWERS: ReadonlySet<string> = new Set(['read', 'moved', 'dead']);
