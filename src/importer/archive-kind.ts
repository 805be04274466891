import { AppError } from '../kernel/errors.ts';
import type { ImportKind } from '../ports/imports.ts';
import type { FileHead } from './file-head.ts';
import type { FactBatch } from './warc/read-facts.ts';

export type ArchiveKind = 'warc' | 'wat';

/**
 * Refuses a file that is no archive, or one of another kind, by the first batch of it: a thousand records, or all that there
 * are where none gave a fact. Archives have records of one kind throughout, so none of it has to be read twice.
 *
 * @throws AppError that says what the file looks like, and what to import it as
 */
export function requireKind(asked: ArchiveKind, location: string, batch: FactBatch, head: FileHead): void {
  if (batch.records === 0) {
    if (!isBrokenArchive(batch, head)) throw noArchive(location, head);
    return;
  }
  const [wanted, ...others] = OTHERS[asked];
  if (holds(batch, wanted)) return;
  const other = others.find((holding) => holds(batch, holding));
  if (other !== undefined) throw otherKind(location, other);
}

/** What an archive of a kind holds, and what betrays that it is one of another. */
const OTHERS = { warc: ['capture', 'extract', 'text'], wat: ['extract', 'capture', 'text'] } as const;

const LOOKS = {
  capture: ['a WARC file: it holds pages as they were captured', importedAs('warc')],
  extract: ['a WAT file: it holds what was extracted of pages', importedAs('wat')],
  text: ['a WET file: it holds the texts of pages alone', 'Take the WARC or the WAT file that it was made from.'],
} as const;

function holds({ holdings }: FactBatch, holding: keyof typeof LOOKS): boolean {
  return (holdings[holding] ?? 0) > 0;
}

function otherKind(location: string, holding: keyof typeof LOOKS): AppError {
  const [what, fix] = LOOKS[holding];
  return new AppError('invalid_input', `${location} looks like ${what}.`, { fix });
}

/** One that is cut off or damaged from its start on is told as that. */
function isBrokenArchive({ skipped }: FactBatch, head: FileHead): boolean {
  return head.isArchive || skipped.some(({ reason }) => reason === 'bad_header' || reason === 'wrong_length');
}

function noArchive(location: string, head: FileHead): AppError {
  const { what, kind } = head.looks;
  return new AppError('invalid_input', `${location} is no archive: it has no WARC record, and ${what}.`, {
    fix: kind === undefined ? 'Take a file that ends in .warc.gz or .warc.wat.gz.' : importedAs(kind),
  });
}

function importedAs(kind: ImportKind): string {
  return `Import it as ${kind}: seamark import ${kind} FILE, or "kind": "${kind}" over HTTP.`;
}
