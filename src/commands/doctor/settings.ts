import { type Config, VARIABLES } from '../../config.ts';
import { publicIssuer } from '../../oauth/base.ts';
import { limitVariables } from '../../ports/define-source.ts';
import { sources } from '../../sources/index.ts';
import { counted, joinWords } from '../../kernel/grammar.ts';
import { nearest } from '../../kernel/similarity.ts';
import { type Finding, ok, warn } from './finding.ts';

const NAME = 'settings';

/** Settings that nothing reads, which are usually typos. */
export function checkSettings(names: readonly string[]): readonly Finding[] {
  const known: readonly string[] = [...VARIABLES.map((variable) => variable.name), ...sourceVariables()];
  const unknown = names.filter((name) => isMeantForUs(name) && !known.includes(name));
  if (unknown.length === 0) {
    const used = names.filter((name) => known.includes(name));
    return [ok(NAME, used.length === 0 ? 'all defaults' : `${counted(used.length, 'setting')}: ${used.join(', ')}`)];
  }
  return unknown.map((name) => {
    const meant = meantBy(name, known);
    const fix =
      meant === undefined ? 'Remove it; docs/configuration.md lists every setting.' : `Did you mean ${meant}?`;
    return warn(NAME, `${name} is set, but Seamark does not use it.`, fix);
  });
}

export function sourceVariables(): string[] {
  return sources.flatMap((source) => [...Object.keys(source.settings), ...Object.values(limitVariables(source))]);
}

/** Connected sources, and those with only some of their settings. */
export function checkSources({ source_settings }: Config): readonly Finding[] {
  const isSet = (name: string): boolean => (source_settings[name]?.trim() ?? '') !== '';
  const connected = sources
    .filter(({ connected_by }) => connected_by.some((names) => names.every(isSet)))
    .map(({ name }) => name);
  const found = ok('sources', connected.length === 0 ? 'your own index' : `your own index, ${connected.join(', ')}`);
  const halves = sources
    .filter(({ name }) => !connected.includes(name))
    .flatMap(({ title, connected_by }) => {
      const begun = connected_by.find((names) => names.some(isSet));
      return begun === undefined ? [] : [{ title, missing: begun.filter((name) => !isSet(name)) }];
    });
  return [
    found,
    ...halves.map(({ title, missing }) =>
      warn('sources', `${title} is not connected.`, `Set ${joinWords(missing)} too.`),
    ),
  ];
}

/** By what follows the prefix, which is the same in all of them; three letters of it make up for short endings. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const ours = known.filter((variable) => variable.startsWith('SEAMARK_'));
  const endings = ours.map((variable) => variable.slice('SEAMA'.length));
  const meant = nearest(`RK_${name.slice(name.indexOf('_') + 1)}`, endings);
  return meant === undefined ? undefined : `SEAMA${meant}`;
}

/** `SEAMARK_…`, and what is nearly written so. */
function isMeantForUs(name: string): boolean {
  const [prefix = ''] = name.toUpperCase().split('_');
  return prefix.length >= 5 && (prefix.startsWith('SEAMARK') || nearest(prefix, ['SEAMARK']) !== undefined);
}

/** Settings that work but carry a risk that the operator should know about. */
export function checkRisks(config: Config): readonly Finding[] {
  const findings: Finding[] = [];
  if (config.allow_networks.length > 0) {
    const networks = config.allow_networks.join(', ');
    findings.push(
      warn(
        'private networks',
        `Callers can fetch pages from ${networks}.`,
        'Unset SEAMARK_ALLOW_NETWORKS unless everyone with a key may see what is there.',
      ),
    );
  }
  if (config.database_url !== undefined && config.secret === undefined) {
    findings.push(
      warn(
        'secret',
        'Signing secrets of webhooks are encrypted with a key file in the data folder.',
        'Set SEAMARK_SECRET where several machines share DATABASE_URL: they need the same one.',
      ),
    );
  }
  if (config.public_url !== undefined && publicIssuer(config.public_url) === undefined) {
    findings.push(
      warn(
        'apps',
        `Apps such as Claude and ChatGPT cannot log in to /mcp: ${config.public_url} is not an https address.`,
        'Set SEAMARK_PUBLIC_URL to the https address of the service, or connect apps with an API key.',
      ),
    );
  }
  return findings;
}
