import { AppError, type InputIssue } from './errors.ts';
import { originRule } from './origin.ts';
import { nearest } from './similarity.ts';

/** What a key can be set to. What is undefined is not looked at. */
interface KeySettings {
  readonly name?: string | undefined;
  readonly allowed_domains?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly project_id?: string | null | undefined;
}

const NAME_LENGTH_MAX = 100;
const DOMAINS_MAX = 100;
const SCOPES_MAX = 200;
/** As the header x-project-id carries it. */
const PROJECT = /^[\x21-\x7e][\x20-\x7e]{0,127}$/;

/**
 * The settings as they are stored: trimmed, each domain and scope once, domains in the form that origins are compared in.
 *
 * `operationIds` are the scopes that exist; where it is undefined nobody knows, and all are taken.
 *
 * @throws AppError invalid_input with everything that is wrong
 */
export function checkedKeySettings<Settings extends KeySettings>(
  settings: Settings,
  operationIds: readonly string[] | undefined,
): Settings {
  const issues: InputIssue[] = [];
  const checked = {
    ...settings,
    ...(settings.name === undefined ? {} : { name: nameOf(settings.name, issues) }),
    ...(settings.allowed_domains === undefined ? {} : { allowed_domains: domainsOf(settings.allowed_domains, issues) }),
    ...(settings.scopes === undefined ? {} : { scopes: scopesOf(settings.scopes, operationIds, issues) }),
    ...(typeof settings.project_id === 'string' ? { project_id: projectOf(settings.project_id, issues) } : {}),
  };
  const [first] = issues;
  if (first === undefined) return checked;
  const more =
    issues.length === 1
      ? ''
      : ` There ${issues.length === 2 ? 'is 1 more problem' : `are ${issues.length - 1} more problems`}.`;
  throw new AppError('invalid_input', `The settings of the key are not valid: ${first.path} ${first.message}.${more}`, {
    fix: `Correct ${[...new Set(issues.map(({ path }) => path.split('.')[0]))].join(' and ')}.`,
    issues,
  });
}

function nameOf(text: string, issues: InputIssue[]): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX || /\p{Cc}/u.test(name)) {
    issues.push({ path: 'name', message: `must be 1 to ${NAME_LENGTH_MAX} characters in one line` });
  }
  return name;
}

function domainsOf(domains: readonly string[], issues: InputIssue[]): string[] {
  if (domains.length > DOMAINS_MAX) {
    issues.push({ path: 'allowed_domains', message: `has more than ${DOMAINS_MAX} entries` });
    return [];
  }
  const rules = domains.flatMap((text, at) => {
    const { rule, problem } = originRule(text);
    if (rule !== undefined) return [rule];
    issues.push({ path: `allowed_domains.${at}`, message: `"${text.slice(0, 80)}" ${problem}` });
    return [];
  });
  return [...new Set(rules)];
}

function scopesOf(
  scopes: readonly string[],
  operationIds: readonly string[] | undefined,
  issues: InputIssue[],
): string[] {
  if (scopes.length > SCOPES_MAX) {
    issues.push({ path: 'scopes', message: `has more than ${SCOPES_MAX} entries` });
    return [];
  }
  const wanted = [...new Set(scopes.map((scope) => scope.trim()))];
  for (const [at, scope] of wanted.entries()) {
    if (operationIds === undefined || operationIds.includes(scope)) continue;
    const meant = nearest(scope, operationIds);
    const known = meant === undefined ? 'see `seamark operations`' : `did you mean ${meant}?`;
    issues.push({ path: `scopes.${at}`, message: `"${scope.slice(0, 80)}" is not an operation; ${known}` });
  }
  return wanted;
}

function projectOf(text: string, issues: InputIssue[]): string {
  const project = text.trim();
  if (!PROJECT.test(project)) {
    issues.push({ path: 'project_id', message: 'must be 1 to 128 printable ASCII characters' });
  }
  return project;
}
