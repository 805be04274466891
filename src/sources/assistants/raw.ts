const TEXT_CHARACTERS_MAX = 20_000;
const DEPTH_MAX = 12;
const ENTRIES_MAX = 2000;

/** What only the vendor can read: it is long, and worth nothing once the conversation is over. */
const SEALED: ReadonlySet<string> = new Set([
  'encrypted_content',
  'encrypted_index',
  'encrypted_stdout',
  'thoughtSignature',
]);

/**
 * A vendor's answer as it is kept: parsers change, and what they overlooked can be read from it later. Sealed parts are left out, and long
 * texts are cut.
 *
 * @param without further fields to leave out, at any depth
 */
export function keepRaw(body: unknown, without: ReadonlySet<string> = new Set()): unknown {
  return kept(body, without, 0);
}

function kept(value: unknown, without: ReadonlySet<string>, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, TEXT_CHARACTERS_MAX);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((entry) => kept(entry, without, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !SEALED.has(name) && !without.has(name));
  return Object.fromEntries(
    fields.slice(0, ENTRIES_MAX).map(([name, field]) => [name, kept(field, without, depth + 1)]),
  );
}
