import type { FastifyReply } from 'fastify';

const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 3000;
/** A reader that is this far behind is cut off; it comes back and says what it had last. */
const UNREAD_BYTES_MAX = 1_000_000;

/** Server-sent events to one browser, until either side ends it. */
export class EventStream {
  readonly #reply: FastifyReply;
  readonly #ends: (() => void)[] = [];
  readonly #beats: (() => void)[] = [];
  #isOpen = true;

  constructor(reply: FastifyReply, heartbeat_ms: number = HEARTBEAT_MS) {
    this.#reply = reply;
    reply.hijack();
    if (reply.raw.destroyed || reply.request.raw.socket.destroyed) {
      // Gone before it began: nothing would tell of it any more.
      this.#isOpen = false;
      return;
    }
    // Sent by hand, so what hooks have set by now is sent along.
    reply.raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    reply.raw.on('error', () => this.end());
    reply.raw.on('close', () => this.end());
    this.#write(`retry: ${RECONNECT_MS}\n\n`);
    const heartbeat = setInterval(() => this.#beat(), heartbeat_ms);
    this.onEnd(() => clearInterval(heartbeat));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Called once, at once when the stream has ended already. */
  onEnd(work: () => void): void {
    if (this.#isOpen) this.#ends.push(work);
    else work();
  }

  /** Called from time to time as long as the stream is open. */
  onBeat(work: () => void): void {
    this.#beats.push(work);
  }

  send(type: string, data: unknown, id?: number): void {
    const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${type}`, `data: ${JSON.stringify(data)}`];
    this.#write(`${lines.join('\n')}\n\n`);
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const work of this.#ends.splice(0)) work();
    this.#reply.raw.end();
  }

  #beat(): void {
    this.#write(': still here\n\n');
    for (const work of this.#beats) work();
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    this.#reply.raw.write(text);
    if (this.#reply.raw.writableLength > UNREAD_BYTES_MAX) this.#reply.raw.destroy();
  }
}

function headersOf(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(headers);
}
