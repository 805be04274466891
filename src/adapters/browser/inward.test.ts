import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openDevTools, type OpenDevTools } from '../../../test/dashboard/browser.ts';
import type { RenderedPage } from '../../ports/browser.ts';
import { createGuardedFetch } from '../fetch/guarded-fetch.ts';
import type { Lookup } from '../fetch/lookup.ts';
import { connectDevTools } from './connection.ts';
import { createRenderer } from './renderer.ts';

const never = new AbortController().signal;
const SITE = 'http://site.example';

/** Every way to write this machine that a URL takes. */
const INWARD = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '１２７.０.０.１',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'localhost.',
  'anything.localhost',
];

/** What a page may speak by is tried with these, one of each kind. */
const OFTEN = ['127.0.0.1', '[::1]', 'localhost'];

/** What listens on this machine for HTTP, WebSockets and, by UDP, WebRTC; it writes down whatever comes. */
const seen: string[] = [];
const canary = createServer((request, response) => {
  seen.push(`${request.method} ${request.headers.host}${request.url}`);
  // So that every request makes a connection of its own, and asks the DNS again.
  response.writeHead(200, { connection: 'close', 'content-type': 'text/javascript' }).end();
});
canary.on('connection', () => void seen.push('connection'));
canary.on('upgrade', (_request, socket) => {
  seen.push('upgrade');
  socket.destroy();
});
const stun = createSocket('udp4', () => void seen.push('datagram'));

/** site.example, whose /to redirects to what follows it. */
const site = createServer((request, response) => {
  const [path, target = ''] = (request.url ?? '').split('?', 2);
  if (path === '/to') response.writeHead(302, { location: rawBytes(decodeURIComponent(target)) });
  else response.writeHead(200, { 'content-type': path?.endsWith('.js') ? 'text/javascript' : 'text/html' });
  response.end(path === '/work.js' ? WORKER : '');
});

/** A header has bytes; browsers read those of a Location as UTF-8. */
function rawBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

let browser: OpenDevTools;
let port = 0;
let sitePort = 0;

beforeAll(async () => {
  browser = await openDevTools();
  canary.listen(0, '::');
  await once(canary, 'listening');
  port = portOf(canary.address());
  stun.bind(port);
  site.listen(0, '127.0.0.1');
  await Promise.all([once(stun, 'listening'), once(site, 'listening')]);
  sitePort = portOf(site.address());
});
afterAll(async () => {
  for (const server of [canary, site]) {
    server.closeAllConnections();
    server.close();
  }
  stun.close();
  await browser.close();
});
beforeEach(() => {
  seen.length = 0;
});

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Ports are no obstacle here, so that it is the address alone that is refused. */
async function render(html: string, lookup?: Lookup, networks: readonly string[] = []): Promise<RenderedPage> {
  const web = createGuardedFetch(
    {
      user_agent: 'Seamark/1.0',
      allow_networks: networks,
      allow_ports: [port],
      resolve: [`site.example:80:127.0.0.1:${sitePort}`],
    },
    lookup === undefined ? {} : { lookup },
  );
  const renderer = createRenderer({ url: browser.url, user_agent: 'Seamark/1.0' }, { quiet_ms: 200 });
  try {
    return await renderer.render({ url: `${SITE}/`, html, headers: {} }, web.requester, never);
  } finally {
    await web.close();
  }
}

/** Whatever a page has that can speak to a host. */
const SPEAK = `
  const tell = (name, work) => { try { work(); tried.push(name); } catch (error) { tried.push('no ' + name); } };
  const tried = [];
  const call = (window) => {
    const { RTCPeerConnection } = window;
    if (RTCPeerConnection === undefined) return;
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + HOST }] });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  };
  tell('fetch', () => void fetch('http://' + HOST + '/fetch', { mode: 'no-cors' }).catch(() => undefined));
  tell('post', () => void fetch('http://' + HOST + '/post', { method: 'POST', mode: 'no-cors', body: 'x', keepalive: true }).catch(() => undefined));
  tell('xhr', () => { const asked = new XMLHttpRequest(); asked.open('GET', 'http://' + HOST + '/xhr'); asked.send(); });
  tell('socket', () => void new WebSocket('ws://' + HOST + '/socket'));
  tell('events', () => void new EventSource('http://' + HOST + '/events'));
  tell('beacon', () => navigator.sendBeacon('http://' + HOST + '/beacon', 'x'));
  tell('image', () => { new Image().src = 'http://' + HOST + '/image'; });
  tell('call', () => call(window));
  tell('worker', () => { new Worker('/work.js?' + HOST); });
  tell('shared worker', () => { new SharedWorker('/work.js?' + HOST); });
  tell('service worker', () => void navigator.serviceWorker.register('/work.js?' + HOST).catch(() => undefined));
  tell('transport', () => void new WebTransport('https://' + HOST + '/transport').ready.catch(() => undefined));
`;

/** Its address is in its own URL, since it is one file for all. */
const WORKER = `
  const HOST = decodeURIComponent(location.search.slice(1));
  try { importScripts('http://' + HOST + '/import'); } catch {}
  fetch('http://' + HOST + '/worker', { mode: 'no-cors' }).catch(() => undefined);
  try { new WebSocket('ws://' + HOST + '/worker-socket'); } catch {}
`;

const TAGS: Readonly<Record<string, (url: string) => string>> = {
  script: (url) => `<script src="${url}"></script>`,
  module: (url) => `<script type="module">import '${url}'</script>`,
  image: (url) => `<img src="${url}"><picture><source srcset="${url}"><img></picture>`,
  style: (url) =>
    `<link rel="stylesheet" href="${url}"><style>@import '${url}'; body { background: url(${url}) }</style>`,
  hints: (url) =>
    ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'icon', 'manifest', 'prerender']
      .map((rel) => `<link rel="${rel}" as="fetch" href="${url}">`)
      .join(''),
  speculation: (url) =>
    `<script type="speculationrules">{"prefetch":[{"urls":["${url}"],"eagerness":"immediate"}],"prerender":[{"urls":["${url}"]}]}</script>`,
  frame: (url) => `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`,
  media: (url) => `<video src="${url}" poster="${url}" autoplay></video><audio src="${url}" preload="auto"></audio>`,
};

function page(script: string): string {
  return `<body><p id="tried"></p><script>${script}; document.getElementById('tried').textContent = 'tried ' + tried;</script>`;
}

function speaking(host: string): string {
  return `const HOST = '${host}'; ${SPEAK}`;
}

describe('a page that reaches for the machine of the browser', () => {
  it.each(OFTEN)('by %s, in its tags, their redirects and its scripts, reaches nothing', async (form) => {
    const host = `${form}:${port}`;
    const urls = [`http://${host}/tag`, `${SITE}/to?${encodeURIComponent(`http://${host}/moved`)}`];
    const tags = urls.flatMap((url) => Object.values(TAGS).map((tag) => tag(url))).join('');
    const { html } = await render(page(speaking(host)) + tags);
    expect(html).toContain('tried fetch,post,xhr,socket,events,no beacon,image,call,worker,no shared worker');
    expect(seen).toEqual([]);
  });

  it('by any way to write its address, in a tag, a frame, a redirect and a socket, reaches nothing', async () => {
    const hosts = INWARD.map((form) => `${form}:${port}`);
    const tags = hosts.map((host) => {
      const moved = `${SITE}/to?${encodeURIComponent(`http://${host}/moved`)}`;
      return `<script async src="http://${host}/tag"></script><script async src="${moved}"></script><iframe src="http://${host}/frame"></iframe>`;
    });
    const sockets = hosts.map((host) => `new WebSocket('ws://${host}/socket');`).join(' ');
    const { html, missing } = await render(`${page(`const tried = 'all'; ${sockets}`)}${tags.join('')}`);
    expect(html).toContain('tried all');
    expect(missing.filter(({ reason }) => reason === 'the page asks for too much')).toEqual([]);
    expect(seen).toEqual([]);
  });

  it.each(OFTEN)('as the page %s itself, where its scripts go, reaches nothing', async (form) => {
    const host = `${form}:${port}`;
    const ways = [
      `<script>location.href = 'http://${host}/'</script>`,
      `<script>location.href = '/to?' + encodeURIComponent('http://${host}/')</script>`,
      `<meta http-equiv="refresh" content="0;url=http://${host}/">`,
      `<form method="post" action="http://${host}/"></form><script>document.forms[0].submit()</script>`,
    ];
    await Promise.allSettled((form === '127.0.0.1' ? ways : ways.slice(0, 2)).map((way) => render(way)));
    expect(seen).toEqual([]);
  });

  it('from frames of every kind and from windows that it opens reaches nothing', async () => {
    const host = `127.0.0.1:${port}`;
    const inner = page(speaking(host)).replaceAll('"', '&quot;');
    const empty = `const HOST = '${host}'; ${SPEAK}
      const frame = document.body.appendChild(document.createElement('iframe'));
      tried.push('frame ' + typeof frame.contentWindow.RTCPeerConnection);
      call(frame.contentWindow);
      new frame.contentWindow.Image().src = 'http://' + HOST;
      tried.push('window ' + open('about:blank'));
      tried.push('other ' + frame.contentWindow.open('/window.html'));
      const form = document.body.appendChild(document.createElement('form'));
      form.target = '_blank'; form.action = 'http://' + HOST; form.submit();
      const link = document.body.appendChild(document.createElement('a'));
      link.target = '_blank'; link.href = 'http://' + HOST; link.click();`;
    const { html } = await render(
      `${page(empty)}<iframe srcdoc="${inner}"></iframe><iframe sandbox="allow-scripts allow-popups" srcdoc="${inner}"></iframe>
        <iframe src="data:text/html,${encodeURIComponent(page(speaking(host)))}"></iframe>`,
    );
    expect(html).toContain('frame undefined,window null,other null');
    expect(seen).toEqual([]);
  });

  it('reaches nothing by a name that changes its address once it was checked', async () => {
    let asked = 0;
    const lookup: Lookup = () => {
      asked += 1;
      return Promise.resolve([asked === 1 ? '127.0.0.2' : '127.0.0.1']);
    };
    const host = `rebinding.example:${port}`;
    const html = `<script src="http://${host}/first"></script>${page(speaking(host))}`;
    await render(html, lookup, ['127.0.0.2/32']);
    expect(asked).toBeGreaterThan(1);
    expect(seen).toEqual(['connection', `GET ${host}/first`]);
  });

  it('would reach it without all this: the same browser connects, and sends datagrams', async () => {
    const devtools = await connectDevTools(browser.socket_url, () => undefined, never);
    const html = page(speaking(`127.0.0.1:${port}`));
    await devtools.send('Target.createTarget', { url: `data:text/html,${encodeURIComponent(html)}` });
    await expect.poll(() => seen, { timeout: 20_000 }).toContain('connection');
    await expect.poll(() => seen, { timeout: 20_000 }).toContain('datagram');
    await devtools.close();
  });
});
