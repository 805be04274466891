/**
 * Dates as ISO 8601, from the ways in which pages write them.
 *
 * A day without a time stays a day, and a time without an offset gets none: nothing is added that the page does not
 * say. Forms whose day and month could be swapped are not guessed at.
 */
export function parseDate(written: string): string | undefined {
  const text = written.trim().slice(0, 100);
  const numeric = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(.*))?$/s.exec(text);
  if (numeric !== null) return assembled(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]), numeric[4] ?? '');
  const compact = /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text);
  if (compact !== null) {
    const [, year, month, day, hour, minute, second = '00', zone = ''] = compact;
    return assembled(
      Number(year),
      Number(month),
      Number(day),
      hour === undefined ? '' : `${hour}:${minute}:${second}${zone}`,
    );
  }
  const monthFirst = /^(?:\p{L}+,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b(.*)$/su.exec(text);
  if (monthFirst !== null)
    return assembled(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]), timeIn(monthFirst[4]));
  const dayFirst =
    /^(?:\p{L}+,?\s+)?(\d{1,2})\.?(?:st|nd|rd|th)?\s+(?:de\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+)?(\d{4})\b(.*)$/su.exec(
      text,
    );
  if (dayFirst !== null)
    return assembled(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]), timeIn(dayFirst[4]));
  const eastAsian = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/.exec(text);
  return eastAsian === null
    ? undefined
    : assembled(Number(eastAsian[1]), Number(eastAsian[2]), Number(eastAsian[3]), '');
}

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'janvier', 'enero', 'jänner', 'gennaio', 'januari', 'janeiro'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio', 'februari', 'fevereiro'],
  ['march', 'mar', 'märz', 'mars', 'marzo', 'maart', 'março'],
  ['april', 'apr', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'mei', 'maio'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho'],
  ['august', 'aug', 'août', 'agosto', 'augustus'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'diciembre', 'dicembre', 'dezembro'],
];

function monthOf(name: string | undefined): number {
  const wanted = (name ?? '').toLowerCase();
  return MONTHS.findIndex((names) => names.includes(wanted)) + 1;
}

/** Only times of day with two digits each, as feeds and headers write them. */
function timeIn(rest: string | undefined): string {
  const found = /^,?\s+(\d\d:\d\d(?::\d\d)?)\s*(GMT|UTC|Z|[+-]\d\d:?\d\d)?\s*$/.exec(rest ?? '');
  return found === null ? '' : (found[1] ?? '') + (found[2] ?? '');
}

function assembled(year: number, month: number, day: number, time: string): string | undefined {
  const known = year >= 1900 && year <= 2200 && month >= 1 && month <= 12;
  if (!known || day < 1 || day > daysIn(year, month)) return undefined;
  return `${year}-${two(month)}-${two(day)}${timeOf(time.trim())}`;
}

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?:[.,]\d{1,9})?\s*(GMT|UTC|Z|[+-]\d\d(?::?\d\d)?)?$/i;

function timeOf(time: string): string {
  const parts = TIME.exec(time);
  if (parts === null) return '';
  const [, hour = '', minute = '', second = '00', zone = ''] = parts;
  return `T${two(Number(hour))}:${minute}:${second}${offset(zone)}`;
}

function offset(zone: string): string {
  if (/^(?:GMT|UTC|Z)$/i.test(zone)) return 'Z';
  const parts = /^([+-]\d\d):?(\d\d)?$/.exec(zone);
  return parts === null ? '' : `${parts[1]}:${parts[2] ?? '00'}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
