import { Agent, request } from 'undici';
import { z } from 'zod';

import { browserFailed } from './connection.ts';

const Version = z.object({ webSocketDebuggerUrl: z.url() });
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * The WebSocket of the browser. Chromium itself names it over http; services such as browserless are asked for a browser by
 * the WebSocket that the operator set.
 *
 * @throws AppError source_failed
 */
export async function findDevTools(setting: string, signal: AbortSignal): Promise<string> {
  const url = new URL(setting);
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return url.href;
  const agent = new Agent();
  try {
    const asked = new URL('json/version', url.href.endsWith('/') ? url : `${url.href}/`);
    const { body } = await request(asked, { dispatcher: agent, signal });
    const text = await bounded(body);
    const named = new URL(Version.parse(JSON.parse(text)).webSocketDebuggerUrl);
    // Behind a forwarded port the browser knows itself by another address than the operator.
    named.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    named.host = url.host;
    return named.href;
  } catch {
    throw browserFailed('does not answer');
  } finally {
    await agent.destroy();
  }
}

async function bounded(body: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length > ANSWER_BYTES_MAX) throw new Error('The answer is too long.');
  }
  return text;
}
