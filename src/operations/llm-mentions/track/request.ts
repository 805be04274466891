import { readLabel, type Named } from '../../../mentions/names.ts';
import type { Brand } from '../../../ports/projects.ts';
import { spellName } from '../../../text/branded.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { parseTarget } from '../../../web/target.ts';
import { tokenize } from '../../../web/words.ts';

/** What a request says of its brand. */
export interface NamedBrand {
  readonly brand: string;
  readonly aliases: readonly string[];
  readonly domain?: string | undefined;
}

/** The brand of a request, with what the project knows of the same brand; what the request says comes first. */
export function mergeBrand({ brand, aliases, domain }: NamedBrand, project: Brand | null): Named {
  const name = cleanText(brand, 200);
  const own = domain === undefined ? [] : [hostOf(domain)];
  const known = project !== null && isSame(name, project) ? project : undefined;
  const others = [
    ...aliases.map((one) => cleanText(one, 200)),
    ...(known === undefined ? [] : [known.name, ...known.aliases]),
  ];
  return {
    name,
    aliases: keepDistinct(others).filter((alias) => foldPhrase(alias) !== foldPhrase(name)),
    domains: [...new Set([...own, ...(known?.domains ?? [])].map((host) => host.replace(/^www\./, '')))],
  };
}

/** A project may sell brands that its own settings do not name. */
function isSame(name: string, { name: own, aliases, domains }: Brand): boolean {
  const letters = new Set([own, ...aliases, ...domains.map(readLabel)].flatMap((one) => spellName(tokenize(one))));
  return spellName(tokenize(name)).some((one) => letters.has(one));
}

type WrittenCompetitor =
  | string
  | { readonly name: string; readonly aliases?: readonly string[] | undefined; readonly domain?: string | undefined };

/** Competitors by name or domain, each once and without the brand itself. */
export function readCompetitors(written: readonly WrittenCompetitor[], brand: Named): Named[] {
  const own = new Set([brand.name, ...brand.aliases, ...brand.domains].map((one) => foldPhrase(one)));
  const read = written.map(readCompetitor).filter(({ name }) => !own.has(foldPhrase(name)));
  return [...new Map(read.map((one) => [foldPhrase(one.name), one])).values()];
}

function readCompetitor(written: WrittenCompetitor): Named {
  const { name, aliases = [], domain } = typeof written === 'string' ? { name: written } : written;
  const clean = cleanText(name, 200);
  const isHost = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?$/u.test(clean);
  const hosts = [...(domain === undefined ? [] : [domain]), ...(isHost ? [clean] : [])].map(hostOf);
  return {
    name: isHost ? hostOf(clean) : clean,
    aliases: keepDistinct(aliases.map((one) => cleanText(one, 200))),
    domains: [...new Set(hosts)],
  };
}

function hostOf(domain: string): string {
  return parseTarget(domain, 'domain').host.replace(/^www\./, '');
}

/** Texts that differ in case and spaces alone are one. */
export function keepDistinct(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [foldPhrase(text), text] as const).toReversed()).values()].toReversed();
}
