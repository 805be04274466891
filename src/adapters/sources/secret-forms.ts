import { escapeHtml } from '../../kernel/escape-html.ts';
import { withoutSecrets } from '../../kernel/scrub.ts';

/** What stands where a secret stood. */
const REDACTED = '[redacted]';
/** Shorter ones are found in ordinary words, and guessed at once by whoever wants them. */
const SECRET_CHARACTERS_MIN = 5;
/** So many characters of base64 belong to the secret alone, or its neighbours could be taken for it. */
const BASE64_CHARACTERS_MIN = 6;

/** Takes the secrets of one source out of a text. */
export type Scrub = (text: string) => string;

/**
 * A function that knows every form in which servers hand a secret back: as it is, as part of a URL, of a form, of JSON, of
 * HTML, and within the base64 of a Basic header, where it does not begin at its own first character.
 */
export function createScrub(secrets: readonly string[]): Scrub {
  const long = secrets.filter((secret) => secret.length >= SECRET_CHARACTERS_MIN);
  const forms = [...new Set(long.flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, REDACTED), text);
}

/** One line for a reader, without secrets, controls and more than it takes to understand it. */
export function shortLine(text: string, scrub: Scrub, characters_max: number): string {
  const line = withoutSecrets(scrub(text))
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > characters_max ? `${line.slice(0, characters_max).trimEnd()}…` : line;
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [
    secret,
    ...[encoded, form].flatMap((text) => [text, withLowerCaseEscapes(text)]),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    escapeHtml(secret),
    ...base64Forms(secret),
  ];
}

function withLowerCaseEscapes(text: string): string {
  return text.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
}

/**
 * Three bytes make four characters, so a secret within a longer text has one of three forms. Characters at its ends that
 * also hold bits of its neighbours are left out.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const inner = [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const own = whole.slice(start, end);
    return own.length >= BASE64_CHARACTERS_MIN ? [own] : [];
  });
  return inner.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}
