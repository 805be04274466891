import { createHash } from 'node:crypto';

import type { MutedCount, Muting } from '../ports/sites.ts';
import { type AddressPattern, matchesPattern, parsePattern } from '../web/address-pattern.ts';
import { AUDIT_RULES, titleOf } from './rule.ts';

interface FoundAt {
  readonly rule: string;
  readonly url: string;
}

/** Findings that a site mutes, told apart and counted. */
export class Mutes {
  readonly #entries: readonly { readonly rule: string; readonly pattern: AddressPattern | undefined }[];
  readonly #counts: readonly { findings: number; readonly urls: Set<string> }[];
  readonly #muting: Muting;

  /** @throws AppError invalid_input for a pattern with too many stars */
  constructor(muting: Muting) {
    this.#muting = muting;
    this.#entries = muting.muted.map(({ rule, url }) => ({
      rule,
      pattern: url === undefined ? undefined : parsePattern(url),
    }));
    this.#counts = muting.muted.map(() => ({ findings: 0, urls: new Set() }));
  }

  covers(finding: FoundAt): boolean {
    return this.#entryOf(finding) !== -1;
  }

  /** As `covers`, and remembers how often. */
  takes(finding: FoundAt): boolean {
    const count = this.#counts[this.#entryOf(finding)];
    if (count === undefined) return false;
    count.findings += 1;
    count.urls.add(finding.url);
    return true;
  }

  counts(): readonly MutedCount[] {
    return this.#muting.muted.flatMap(({ rule, url }, at) => {
      const known = AUDIT_RULES.get(rule);
      const { findings = 0, urls } = this.#counts[at] ?? {};
      const pages = urls?.size ?? 0;
      return known === undefined ? [] : [{ rule, url, title: titleOf(known, pages), findings, pages }];
    });
  }

  /** The first entry that a finding falls under. */
  #entryOf({ rule, url }: FoundAt): number {
    return this.#entries.findIndex(
      (entry) => entry.rule === rule && (entry.pattern === undefined || matchesPattern(entry.pattern, url)),
    );
  }
}

export function mutesNothing({ muted, unmuted }: Muting): boolean {
  return muted.length === 0 && unmuted.length === 0;
}

/** Under what an audit with these mutes is kept: beside the one without, which others may read. */
export function keptUnder(site: string, muting: Muting): string {
  if (mutesNothing(muting)) return site;
  return `${site}\n${createHash('sha256').update(JSON.stringify(muting)).digest('hex')}`;
}
