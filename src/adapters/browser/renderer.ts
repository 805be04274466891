import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import type { PagePrinter, PageRenderer, RenderedPage, RenderQuery } from '../../ports/browser.ts';
import type { GuardedRequester } from '../../ports/fetch.ts';
import { openDeadline } from '../fetch/deadline.ts';
import { browserFailed, connectDevTools, type DevTools, type DevToolsEvent } from './connection.ts';
import { findDevTools } from './endpoint.ts';
import { LOCKDOWN } from './lockdown.ts';
import { type PageBounds, PageRequests, PausedRequest, type Verdict } from './page-requests.ts';
import { Slots } from './slots.ts';

export interface RendererOptions {
  /** `ws://` or `wss://` of a browser, or `http://` of a Chromium that names its own. */
  readonly url: string;
  readonly user_agent: string;
}

/** Tests shorten the times. */
export interface RenderLimits extends PageBounds {
  /** From the first command to the last, waiting for a turn aside. */
  readonly page_ms: number;
  /** Time that is kept for reading what a page shows, when its scripts took all that they had. */
  readonly read_ms: number;
  /** A page that has asked for nothing for so long has its text. */
  readonly quiet_ms: number;
  readonly html_max: number;
}

const MB = 1024 * 1024;
const LIMITS: RenderLimits = {
  page_ms: 20_000,
  read_ms: 5000,
  quiet_ms: 1000,
  requests_max: 100,
  bytes_max: 10 * MB,
  request_ms: 10_000,
  html_max: 10 * MB,
};
/** A page keeps a processor busy. */
const PAGES_MAX = 2;

/**
 * Nothing answers on this port of the browser's own machine, and no host is excepted: what is not intercepted comes to
 * nothing, whatever it is.
 */
const NOWHERE = { proxyServer: 'http://127.0.0.1:1', proxyBypassList: '<-loopback>' };

/** Renders pages in a Chromium elsewhere, which itself reaches nothing: each request of a page is made here, by the guard. */
export function createRenderer(
  options: RendererOptions,
  limits: Partial<RenderLimits> = {},
): PageRenderer & PagePrinter {
  const slots = new Slots(PAGES_MAX);
  const bounds = { ...LIMITS, ...limits };
  return {
    render: (query, requester, signal) =>
      slots.run(signal, () => withTab(options, bounds, { query, requester, signal }, (tab) => tab.read())),
    print: (query, requester, signal) =>
      slots.run(signal, () => withTab(options, bounds, { query, requester, signal }, (tab) => tab.print())),
  };
}

interface Asked {
  readonly query: RenderQuery;
  readonly requester: GuardedRequester;
  readonly signal: AbortSignal;
}

/** Shows the page, and takes from it what is wanted. */
async function withTab<Taken>(
  { url, user_agent }: RendererOptions,
  limits: RenderLimits,
  { query, requester, signal }: Asked,
  take: (tab: Tab) => Promise<Taken>,
): Promise<Taken> {
  const deadline = openDeadline(signal, limits.page_ms + limits.read_ms);
  // What the page still waits for when it has been read is asked of nobody.
  const ended = new AbortController();
  const opened: { tab?: Tab } = {};
  let devtools: DevTools | undefined;
  try {
    const socket = await deadline.race(findDevTools(url, deadline.signal));
    devtools = await connectDevTools(socket, (event) => opened.tab?.hear(event), deadline.signal);
    const tab = new Tab(
      devtools,
      new PageRequests(query, requester, limits),
      limits,
      AbortSignal.any([deadline.signal, ended.signal]),
    );
    opened.tab = tab;
    const taken = tab.show(query.url, user_agent).then(() => take(tab));
    return await deadline.race(Promise.race([taken, devtools.lost]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!deadline.expired()) throw error;
    throw new AppError('source_timeout', 'The scripts of the page keep the browser busy.', { cause: error });
  } finally {
    deadline.close();
    ended.abort(new Error('The page is closed.'));
    await opened.tab?.close();
    await devtools?.close();
  }
}

const Context = z.object({ browserContextId: z.string() });
const Target = z.object({ targetId: z.string() });
const Session = z.object({ sessionId: z.string() });
const World = z.object({ executionContextId: z.int() });
const Frames = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
const Navigation = z.object({ errorText: z.string().optional() });
const RECEIVED = new Set(['Network.loadingFinished', 'Network.loadingFailed']);
const RECEIVED_MS = 500;
const Received = z.object({ requestId: z.string() });
const Navigated = z.object({ frame: z.object({ url: z.string(), parentId: z.string().optional() }) });
const Shown = z.object({ result: z.object({ value: z.object({ html: z.string(), url: z.string() }) }) });
const Printed = z.object({ data: z.string() });
const Attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
});

/** A4 in inches. */
const PAPER = {
  paperWidth: 8.27,
  paperHeight: 11.69,
  marginTop: 0.5,
  marginRight: 0.5,
  marginBottom: 0.5,
  marginLeft: 0.5,
  printBackground: true,
};

/** One page in a context of its own, which shares nothing with others and ends with it. */
class Tab {
  readonly #devtools: DevTools;
  readonly #requests: PageRequests;
  readonly #limits: RenderLimits;
  readonly #signal: AbortSignal;
  readonly #quiet: QuietWatch;
  #context: string | undefined;
  #session = '';
  readonly #frames = new Set<string>();
  readonly #receiving = new Map<string, () => void>();
  /** That the tab itself has shown. */
  #pages = 0;

  constructor(devtools: DevTools, requests: PageRequests, limits: RenderLimits, signal: AbortSignal) {
    this.#devtools = devtools;
    this.#requests = requests;
    this.#limits = limits;
    this.#signal = signal;
    this.#quiet = new QuietWatch(limits.quiet_ms);
  }

  async show(url: string, userAgent: string): Promise<void> {
    const { browserContextId } = Context.parse(
      await this.#send('Target.createBrowserContext', { ...NOWHERE, disposeOnDetach: true }),
    );
    this.#context = browserContextId;
    await this.#send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    const { targetId } = Target.parse(
      await this.#send('Target.createTarget', { url: 'about:blank', browserContextId }),
    );
    const { sessionId } = Session.parse(await this.#send('Target.attachToTarget', { targetId, flatten: true }));
    this.#session = sessionId;
    await this.#prepare(sessionId, true);
    await this.#devtools.send('Emulation.setUserAgentOverride', { userAgent }, sessionId);
    const timer = setTimeout(() => this.#quiet.stop(), this.#limits.page_ms);
    try {
      // Scripts that never end keep the navigation from being answered: the watch ends at its time all the same.
      const gone = this.#devtools.send('Page.navigate', { url }, sessionId).then((answer) => {
        if (Navigation.parse(answer).errorText !== undefined) throw browserFailed('could not show the page');
      });
      await Promise.race([gone.then(() => this.#settle()), this.#quiet.stopped]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Quiet is what stays so once the page has come to all that was waiting for its turn. */
  async #settle(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#quiet.wait();
      const { activity } = this.#quiet;
      // A page that leaves for another one takes the answer along, and is waited for again.
      const stayed = await this.#evaluate('new Promise((resolve) => setTimeout(resolve))').catch(() => undefined);
      if (stayed !== undefined && this.#quiet.activity === activity) return;
    }
  }

  /** What a frame, worker or page must have before its first line runs. */
  async #prepare(sessionId: string, isPage: boolean): Promise<void> {
    const send = (method: string, params?: object): Promise<unknown> => this.#devtools.send(method, params, sessionId);
    this.#frames.add(sessionId);
    await send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
    await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    if (!isPage) return;
    await send('Page.enable');
    await send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
    await send('Network.setBypassServiceWorker', { bypass: true });
    await send('Page.addScriptToEvaluateOnNewDocument', { source: LOCKDOWN, runImmediately: true });
  }

  hear({ method, params, sessionId }: DevToolsEvent): void {
    if (sessionId === undefined || !this.#frames.has(sessionId)) return;
    if (method === 'Fetch.requestPaused') void this.#answer(params, sessionId);
    else if (method === 'Target.attachedToTarget') void this.#admit(params);
    else if (method === 'Page.javascriptDialogOpening')
      this.#tell('Page.handleJavaScriptDialog', { accept: false }, sessionId);
    else if (RECEIVED.has(method)) this.#receiving.get(Received.parse(params).requestId)?.();
    else if (method === 'Page.frameNavigated' && sessionId === this.#session) this.#navigated(params);
    else if (method === 'Page.loadEventFired' && sessionId === this.#session) this.#quiet.loaded();
  }

  /** Until the page has the answer, for as long as it usually takes: of some requests the browser tells nothing. */
  #received(networkId: string | undefined): Promise<void> {
    if (networkId === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RECEIVED_MS);
      this.#receiving.set(networkId, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #navigated(params: unknown): void {
    const { frame } = Navigated.parse(params);
    if (frame.parentId === undefined && frame.url !== 'about:blank') this.#pages += 1;
  }

  async #answer(params: unknown, sessionId: string): Promise<void> {
    const paused = PausedRequest.safeParse(params).data;
    if (paused === undefined) return;
    this.#quiet.begin();
    try {
      const verdict = await this.#requests.answer(paused, this.#signal);
      const received = this.#received(paused.networkId);
      await this.#devtools.send(...commandFor(paused.requestId, verdict), sessionId);
      await received;
    } catch {
      // The page is gone, or has given up the request: nobody waits for an answer.
    } finally {
      this.#quiet.end();
    }
  }

  /** A frame or worker runs once it is under the same rules; a window of its own does not open at all. */
  async #admit(params: unknown): Promise<void> {
    const attached = Attached.safeParse(params).data;
    if (attached === undefined) return;
    const { sessionId, targetInfo } = attached;
    try {
      if (targetInfo.type === 'iframe') await this.#prepare(sessionId, true);
      // A worker has no WebRTC; where its requests cannot be intercepted, it has the closed proxy alone.
      else if (targetInfo.type === 'worker') await this.#prepare(sessionId, false).catch(() => undefined);
      else {
        await this.#devtools.send('Target.closeTarget', { targetId: targetInfo.targetId });
        return;
      }
      await this.#devtools.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
    } catch {
      // A frame that cannot be put under the rules stays stopped, and goes with its page.
    }
  }

  /** In a world of its own, where the page's scripts have changed nothing. */
  async #evaluate(expression: string): Promise<unknown> {
    const session = this.#session;
    const { frameTree } = Frames.parse(await this.#devtools.send('Page.getFrameTree', {}, session));
    const { executionContextId } = World.parse(
      await this.#devtools.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id }, session),
    );
    const order = { expression, contextId: executionContextId, returnByValue: true, awaitPromise: true };
    return this.#devtools.send('Runtime.evaluate', order, session);
  }

  async print(): Promise<Uint8Array> {
    const { data } = Printed.parse(await this.#devtools.send('Page.printToPDF', PAPER, this.#session));
    return Buffer.from(data, 'base64');
  }

  async read(): Promise<RenderedPage> {
    const { result } = Shown.parse(await this.#evaluate(readShown(this.#limits.html_max)));
    const { missing, count } = this.#requests;
    return {
      html: result.value.html,
      final_url: result.value.url,
      navigated: this.#pages > 1,
      requests: count,
      missing: [...missing],
      cut: this.#quiet.isCut,
    };
  }

  async close(): Promise<void> {
    if (this.#context === undefined) return;
    // A browser that does not even close a page has gone, or goes once its connection does.
    const closed = this.#send('Target.disposeBrowserContext', { browserContextId: this.#context });
    await Promise.race([
      closed.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
  }

  #send(method: string, params: object): Promise<unknown> {
    return this.#devtools.send(method, params);
  }

  /** A command whose answer tells nothing. */
  #tell(method: string, params: object, sessionId: string): void {
    this.#devtools.send(method, params, sessionId).catch(() => undefined);
  }
}

const CLOSE_MS = 3000;

function readShown(html_max: number): string {
  const html = `'<!doctype html>' + (document.documentElement?.outerHTML ?? '').slice(0, ${html_max})`;
  return `({ html: ${html}, url: location.href })`;
}

function commandFor(requestId: string, verdict: Verdict): [string, object] {
  if (verdict.kind === 'fail') return ['Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }];
  const { status, headers, body } = verdict;
  return [
    'Fetch.fulfillRequest',
    { requestId, responseCode: status, responseHeaders: headers, body: Buffer.from(body).toString('base64') },
  ];
}

/** Tells when a page has loaded and asked for nothing more for a while. */
class QuietWatch {
  readonly #quiet_ms: number;
  #open = 0;
  #isLoaded = false;
  #timer: NodeJS.Timeout | undefined;
  #finish: () => void = () => undefined;
  #cut: () => void = () => undefined;
  readonly stopped = new Promise<void>((resolve) => {
    this.#cut = resolve;
  });
  isCut = false;
  /** Rises with all that happens. */
  activity = 0;

  constructor(quiet_ms: number) {
    this.#quiet_ms = quiet_ms;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#watch();
    });
  }

  begin(): void {
    this.activity += 1;
    this.#open += 1;
    clearTimeout(this.#timer);
  }

  end(): void {
    this.activity += 1;
    this.#open -= 1;
    this.#watch();
  }

  loaded(): void {
    this.activity += 1;
    this.#isLoaded = true;
    this.#watch();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.isCut = true;
    this.#cut();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#open === 0 && this.#isLoaded && !this.isCut)
      this.#timer = setTimeout(() => this.#finish(), this.#quiet_ms);
  }
}
