import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { AppError } from '../kernel/errors.ts';

/** Encrypts what the database has to give back in plain text one day, such as secrets that sign. */
export interface Vault {
  /** Authenticated under the place it belongs to, so that it opens nowhere else. */
  seal(plain: string, place: string): Uint8Array;
  /** Also what a key before this one has sealed. Undefined for any other key, for another place, or for what was changed since. */
  open(sealed: Uint8Array, place: string): string | undefined;
  /** The first bytes of everything that this key has sealed. */
  readonly mark: Uint8Array;
  /** Where the key comes from: the setting, or the file of this path. */
  readonly key_file: string | undefined;
}

export interface VaultOptions {
  /** SEAMARK_SECRET: the same on every replica. */
  readonly secret: string | undefined;
  /** SEAMARK_SECRET_BEFORE: what it has sealed is still opened. */
  readonly secret_before?: string | undefined;
  /** Without it, a key is made here once. */
  readonly data_dir: string;
}

const SECRET_CHARACTERS_MIN = 32;
const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const FORMAT = 1;
const MARK_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key derived from the setting or from a file in the data folder.
 *
 * The file serves one machine. Several machines on one database need the setting: what one has sealed with a file of
 * its own the others cannot open.
 *
 * @throws AppError invalid_input for a secret that is too short, unavailable for a key file that cannot be used
 */
export async function openVault({ secret, secret_before, data_dir }: VaultOptions): Promise<Vault> {
  const path = join(data_dir, KEY_FILE);
  const before = secret_before === undefined ? [] : [vaultOf(Buffer.from(secret_before, 'utf8'), undefined)];
  if (secret === undefined) return succeeding(vaultOf(await keyFrom(path), path), before);
  if (secret.length < SECRET_CHARACTERS_MIN) {
    throw new AppError('invalid_input', `SEAMARK_SECRET has ${secret.length} characters.`, {
      fix: `Use at least ${SECRET_CHARACTERS_MIN} random ones, as \`openssl rand -base64 32\` prints them.`,
    });
  }
  // Until the setting came, the file was the key.
  const file = await readKey(path);
  return succeeding(vaultOf(Buffer.from(secret, 'utf8'), undefined), [
    ...before,
    ...(file === undefined ? [] : [vaultOf(file, path)]),
  ]);
}

/** Opens what the keys before have sealed as well, and seals with its own alone. */
function succeeding(vault: Vault, before: readonly Vault[]): Vault {
  const all = [vault, ...before];
  return {
    ...vault,
    open: (sealed, place) => {
      for (const each of all) {
        const plain = each.open(sealed, place);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
  };
}

function vaultOf(material: Uint8Array, key_file: string | undefined): Vault {
  const key = derived(material, 'seamark secrets at rest', KEY_BYTES);
  const mark = Buffer.concat([Buffer.from([FORMAT]), derived(material, 'seamark key mark', MARK_BYTES - 1)]);
  return {
    mark,
    key_file,
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place, 'utf8'));
      const hidden = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), hidden]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < MARK_BYTES + NONCE_BYTES + TAG_BYTES || !bytes.subarray(0, MARK_BYTES).equals(mark)) {
        return undefined;
      }
      const nonce = bytes.subarray(MARK_BYTES, MARK_BYTES + NONCE_BYTES);
      const tag = bytes.subarray(MARK_BYTES + NONCE_BYTES, MARK_BYTES + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place, 'utf8')).setAuthTag(tag);
      try {
        const hidden = bytes.subarray(MARK_BYTES + NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

function derived(material: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', material, '', purpose, bytes));
}

/** The key in the file, which the first of several processes makes. */
async function keyFrom(path: string): Promise<Uint8Array> {
  try {
    const known = await readKey(path);
    if (known !== undefined) return known;
    await mkdir(dirname(path)).catch(ignoring('EEXIST'));
    await makeKey(path);
    const made = await readKey(path);
    if (made !== undefined) return made;
    throw new Error('The key file has disappeared.');
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('unavailable', `The key file ${path} cannot be read or created.`, {
      fix: 'Give the user that runs Seamark access to the file, or set SEAMARK_SECRET.',
      cause: thrown,
    });
  }
}

/** Undefined when the file does not exist. */
async function readKey(path: string): Promise<Uint8Array | undefined> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  });
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{64}\s*$/.test(text)) return Buffer.from(text.trim(), 'hex');
  throw new AppError('unavailable', `The key file ${path} is damaged: it has to hold 64 hexadecimal digits.`, {
    fix: 'Restore it from a backup. Without one, delete it, start again, rotate the secret of every webhook endpoint, and set headers, cookies and passwords of sites again.',
  });
}

/** Written whole under another name and then linked, so that nobody reads half a key and no key replaces another. */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeDurably(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    await linkOnce(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  // What the key seals may be on disk before the folder's own entry for it is.
  const folder = await open(dirname(path), 'r');
  await folder.sync().catch(() => undefined);
  await folder.close();
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function linkOnce(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return;
    // Some file systems have no links.
    await copyFile(draft, path, constants.COPYFILE_EXCL).catch(ignoring('EEXIST'));
  }
}

function ignoring(code: string): (thrown: unknown) => void {
  return (thrown) => {
    if (codeOf(thrown) !== code) throw thrown;
  };
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
}
