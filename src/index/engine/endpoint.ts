import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

/**
 * Where the engine of a data folder listens, for other processes on the same folder.
 *
 * The file outlives the engine: whoever starts the next one takes port and password from it, so that processes that
 * have the address already find the new engine there.
 */
const Endpoint = z.object({
  port: z.int().min(1).max(65_535),
  user: z.string().min(1),
  password: z.string().min(1),
  /** The process that started the engine. */
  owner_pid: z.int(),
});
export type Endpoint = z.infer<typeof Endpoint>;

const PROBE_TIMEOUT_MS = 3000;

export function endpointUrl({ port, user, password }: Endpoint, database: string): string {
  return `http://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** The engine that the folder names, if it answers to the password there; undefined for none or a stale file. */
export async function runningEndpoint(dataDir: string): Promise<Endpoint | undefined> {
  const endpoint = await readEndpoint(dataDir);
  return endpoint !== undefined && (await isAnswering(endpoint)) ? endpoint : undefined;
}

/** What the file says, whether or not an engine is there. */
export async function readEndpoint(dataDir: string): Promise<Endpoint | undefined> {
  try {
    return Endpoint.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Only the owner of the folder can read it; it appears whole or not at all. */
export async function writeEndpoint(dataDir: string, endpoint: Endpoint): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporary = `${fileOf(dataDir)}.${process.pid}`;
  try {
    await writeFile(temporary, JSON.stringify(endpoint) + '\n', { mode: 0o600 });
    await rename(temporary, fileOf(dataDir));
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}

/** Whether the engine has stopped listening. A slow engine has not. */
export async function isGone({ port }: Endpoint): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/ping`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return (await response.text()) !== 'Ok.\n';
  } catch (thrown) {
    return !(thrown instanceof Error && thrown.name === 'TimeoutError');
  }
}

export async function isAnswering({ port, user, password }: Endpoint): Promise<boolean> {
  const authorization = 'Basic ' + Buffer.from(`${user}:${password}`).toString('base64');
  try {
    const response = await fetch(`http://127.0.0.1:${port}/?query=SELECT%201`, {
      method: 'POST',
      headers: { authorization },
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok && (await response.text()).trim() === '1';
  } catch {
    return false;
  }
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'index.json');
}
