/**
 * Is an answer HTML? The header decides unless it is missing, generic or contradicted by the first bytes.
 *
 * Servers send images, archives and PDF files as text/html, and pages as text/plain or octet-stream; reading
 * the former as pages would fill the index with noise.
 */
export function isHtml(contentType: string, bytes: Uint8Array): boolean {
  if (HTML_TYPES.has(contentType)) return !looksBinary(bytes);
  if (UNSURE_TYPES.has(contentType)) return !looksBinary(bytes) && looksLikeHtml(bytes);
  return false;
}

/** Media types whose body is worth reading to find out. */
export function mayBeHtml(contentType: string): boolean {
  return HTML_TYPES.has(contentType) || UNSURE_TYPES.has(contentType);
}

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const UNSURE_TYPES = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'application/xml',
  'text/xml',
  'unknown/unknown',
]);
const MARKUP = /<(?:!doctype\s+html|html|head|body|title|meta|script|h1|div|p|a|table)[\s>]/i;
const HEAD_BYTES = 1024;

const MAGIC: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x52, 0x49, 0x46, 0x46],
  [0x7f, 0x45, 0x4c, 0x46],
];

function looksBinary(bytes: Uint8Array): boolean {
  if (MAGIC.some((magic) => magic.every((byte, at) => bytes[at] === byte))) return true;
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (wide) return false;
  const head = bytes.subarray(0, HEAD_BYTES);
  let zeros = 0;
  for (const byte of head) if (byte === 0) zeros += 1;
  return zeros > 0 && !alternating(head, zeros);
}

/** UTF-16 without a byte order mark: every other byte of Western text is zero. */
function alternating(head: Uint8Array, zeros: number): boolean {
  return zeros > head.length * 0.3 && zeros < head.length * 0.6;
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1');
  return /^\s*(?:<\?xml[^>]*>)?\s*(?:<!--|<)/.test(head.replace(/^\u00ef\u00bb\u00bf/, '')) && MARKUP.test(head);
}
