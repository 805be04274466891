/**
 * A publication date as pages write it, as ISO 8601: `2026-03-01`, or with a time in UTC.
 *
 * Undefined for what is no date, and for years that no web page was published in. A time without a zone is
 * taken as UTC, so that the answer does not depend on where it is computed.
 */
export function isoDate(text: string): string | undefined {
  const written = text.trim().slice(0, 64);
  const match = ISO.exec(written);
  if (match === null)
    return isoOf(LONG.test(written) ? Date.parse(written + (ZONE.test(written) ? '' : ' UTC')) : Number.NaN);
  const [, day = '', time, zone] = match;
  if (time === undefined) {
    const whole = isoOf(Date.parse(day + 'T00:00:00Z'));
    return whole === undefined ? undefined : day;
  }
  return isoOf(Date.parse(`${day}T${time.length === 5 ? time + ':00' : time}${zoneOf(zone)}`));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?/i;
const LONG = /[a-z]{3}.*\d{4}|\d{4}.*[a-z]{3}/i;
const ZONE = /(?:z|utc|gmt|[+-]\d{2}:?\d{2}|\b[a-z]{1,2}[sd]t)$/i;

function zoneOf(zone: string | undefined): string {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  return zone.includes(':') ? zone : zone.slice(0, 3) + ':' + zone.slice(3);
}

function isoOf(time: number): string | undefined {
  if (Number.isNaN(time)) return undefined;
  const iso = new Date(time).toISOString();
  const year = Number(iso.slice(0, 4));
  return year >= 1990 && year <= 2100 ? iso.replace('.000Z', 'Z') : undefined;
}
