import { VARIABLES } from '../../src/config.ts';
import { ERRORS } from '../../src/kernel/errors.ts';

const MARK = '<!-- Written by `npm run gen`. Do not edit. -->';

export function configurationPage(): string {
  const rows = VARIABLES.map(
    ({ name, preset, what }) => `| \`${name}\` | ${preset === '' ? '–' : `\`${preset}\``} | ${what} |`,
  );
  return [
    MARK,
    '# Configuration',
    '',
    'Settings are environment variables; command-line flags override them. `seamark COMMAND --help` lists the flags.',
    '',
    '| Variable | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

export function errorsPage(): string {
  const rows = Object.entries(ERRORS)
    .toSorted(([, left], [, right]) => left.status - right.status)
    .map(([code, spec]) => `| \`${code}\` | ${spec.status} | ${spec.retryable ? 'yes' : 'no'} | ${spec.title} |`);
  return [
    MARK,
    '# Errors',
    '',
    'An error is a problem document (RFC 9457, `application/problem+json`): `type`, `title`, `status`, `detail`, `code`, `request_id`, `fix`, ' +
      '`errors[{ path, message }]` with every bad field, and `success: false`. Failed calls are free.',
    '',
    '| Code | Status | Retryable | Meaning |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
