const W3C = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text is a W3C date as the protocol asks for: year, month, day, or with a time and its zone. */
export function isLastmod(text: string): boolean {
  const found = W3C.exec(text);
  if (found === null) return false;
  const [, year = '', month, day, hour, minute, second] = found;
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return false;
  if (day !== undefined && (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month)))) return false;
  return [hour ?? '0', minute ?? '0', second ?? '0'].every((part, at) => Number(part) <= (at === 0 ? 24 : 60));
}

/** Whether a valid date lies behind `day`, by its day alone: a zone may be a day ahead. */
export function isAfter(lastmod: string, day: string): boolean {
  return lastmod.slice(0, 10) > day.slice(0, Math.min(10, lastmod.length));
}

function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : (DAYS[month - 1] ?? 31);
}
