import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A self-signed certificate for the hosts of the test web, made here so that no tool is needed for it.
 *
 * Most real sites redirect http to https and link to themselves with https, so a test web without TLS would
 * leave out what a crawler meets first. The process that crawls trusts it by `NODE_EXTRA_CA_CERTS`.
 */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

// Object identifiers of X.509, DER-encoded: commonName, ecdsa-with-SHA256, subjectAltName, basicConstraints.
const COMMON_NAME = '0603550403';
const ECDSA_SHA256 = '06082a8648ce3d040302';
const ALTERNATIVE_NAMES = '0603551d11';
const BASIC_CONSTRAINTS = '0603551d13';

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

export function certificateFor(hosts: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(Buffer.from(ECDSA_SHA256, 'hex'));
  const name = nameOf('Seamark test web');
  const body = sequence(
    tagged(0xa0, tagged(TAG.integer, Buffer.from([2]))),
    tagged(TAG.integer, Buffer.from([1])),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(alternativeNames(hosts), authority())),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tagged(TAG.bits, Buffer.concat([Buffer.from([0]), signature])));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pemOf(certificate) };
}

function nameOf(text: string): Buffer {
  const attribute = sequence(Buffer.from(COMMON_NAME, 'hex'), tagged(TAG.utf8, Buffer.from(text)));
  return sequence(tagged(TAG.set, attribute));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = sequence(...hosts.map((host) => tagged(0x82, Buffer.from(host))));
  return sequence(Buffer.from(ALTERNATIVE_NAMES, 'hex'), tagged(TAG.octets, names));
}

function authority(): Buffer {
  const value = sequence(tagged(TAG.boolean, Buffer.from([0xff])));
  return sequence(Buffer.from(BASIC_CONSTRAINTS, 'hex'), tagged(TAG.octets, value));
}

function utcTime(text: string): Buffer {
  return tagged(TAG.utcTime, Buffer.from(text));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(TAG.sequence, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
