import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server on loopback that knows TXT records; all other names do not exist. */
export interface NameServer {
  /** `address:port`. */
  readonly address: string;
  /** By name; a text beyond 255 bytes is sent in parts, as a server would. */
  readonly records: Map<string, readonly string[]>;
  /** Names that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const TXT = 16;
const NO_SUCH_NAME = 3;

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, readonly string[]>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = readName(query);
    asked.push(name);
    socket.send(answerTo(query.subarray(0, end + 4), records.get(name) ?? []), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const close = async (): Promise<void> => {
    socket.close();
    await once(socket, 'close');
  };
  return { address: `127.0.0.1:${String(socket.address().port)}`, records, asked, close };
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answerTo(question: Buffer, texts: readonly string[]): Buffer {
  const head = Buffer.from(question.subarray(0, HEADER_BYTES));
  head.writeUInt16BE(0x8180 | (texts.length === 0 ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(texts.length, 6);
  head.fill(0, 8);
  return Buffer.concat([head, question.subarray(HEADER_BYTES), ...texts.map(recordOf)]);
}

function recordOf(text: string): Buffer {
  const parts = text.match(/[^]{1,255}/g) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
  const head = Buffer.alloc(12);
  // The name of the question, which stands right behind the header.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
