import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

import { AppError, messageOf } from '../../kernel/errors.ts';

/** An export of a thousand rows a table takes less than a megabyte; these bounds keep anything else from filling the memory. */
const PACKED_BYTES_MAX = 32 * 1024 * 1024;
const ENTRY_BYTES_MAX = 32 * 1024 * 1024;
const BYTES_MAX = 64 * 1024 * 1024;
const ENTRIES_MAX = 200;

export interface ZipEntry {
  /** Without its folders. */
  readonly name: string;
  readonly content: Uint8Array;
}

export interface ZipContents {
  readonly entries: readonly ZipEntry[];
  /** Names of files that are not wanted. */
  readonly passed_over: readonly string[];
}

/**
 * Unpacks the wanted files of a small zip archive into memory.
 *
 * @throws AppError for archives that are damaged, encrypted, name files outside their folder, or unpack to more than an export can hold
 */
export async function unpackZip(
  bytes: AsyncIterable<Uint8Array>,
  location: string,
  isWanted: (name: string) => boolean,
): Promise<ZipContents> {
  const packed = await collect(bytes, PACKED_BYTES_MAX, () =>
    refusal(location, 'is larger than 32 MB, which no export of tables is', 'Unpack it, and import the files in it.'),
  );
  try {
    return await unpack(await fromBufferPromise(packed, { lazyEntries: true }), location, isWanted);
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw refusal(location, `is a damaged zip file (${messageOf(thrown)})`, 'Download the export again.');
  }
}

async function unpack(zip: ZipFile, location: string, isWanted: (name: string) => boolean): Promise<ZipContents> {
  if (zip.entryCount > ENTRIES_MAX) {
    throw refusal(location, `contains ${zip.entryCount} files, and an export has a handful`, UNPACK);
  }
  const entries = new Map<string, ZipEntry>();
  const passed_over: string[] = [];
  let left = BYTES_MAX;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.split('/').at(-1) ?? '';
    if (name === '' || name.startsWith('.') || entry.fileName.startsWith('__MACOSX/')) continue;
    if (!isWanted(name)) {
      passed_over.push(name);
      continue;
    }
    if (entries.has(name)) throw refusal(location, `contains ${name} in two folders: it holds several exports`, UNPACK);
    const content = await contentOf(zip, entry, location, Math.min(left, ENTRY_BYTES_MAX));
    left -= content.byteLength;
    entries.set(name, { name, content });
  }
  return { entries: [...entries.values()], passed_over };
}

async function contentOf(zip: ZipFile, entry: Entry, location: string, bytesMax: number): Promise<Uint8Array> {
  if (entry.isEncrypted()) {
    throw refusal(location, 'is protected by a password', 'Unpack it, and import the folder.');
  }
  const tooLarge = (): AppError =>
    refusal(
      location,
      `unpacks to more than an export can hold (${entry.fileName})`,
      'Check where the file comes from.',
    );
  if (entry.uncompressedSize > bytesMax) throw tooLarge();
  // The size that the archive names is only its own word.
  return collect(await zip.openReadStreamPromise(entry), bytesMax, tooLarge);
}

async function collect(bytes: AsyncIterable<unknown>, bytesMax: number, tooLarge: () => AppError): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.byteLength;
    if (length > bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const UNPACK = 'Unpack it, and import the folder of one export at a time.';

function refusal(location: string, what: string, fix: string): AppError {
  return new AppError('invalid_input', `${location} ${what}.`, { fix });
}
