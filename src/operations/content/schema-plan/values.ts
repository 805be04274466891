import { readValues } from './names.ts';

/** Values as structured data writes them, from the ways in which pages do. Undefined where a page leaves it open. */

export interface Money {
  /** `1299.00` */
  readonly amount: string;
  /** ISO 4217 */
  readonly currency: string | undefined;
}

const CURRENCIES = readValues('currency', 'u');

/** `1.299,00 €`. A bare `$` has no currency: a score of countries write theirs so. */
export function moneyOf(written: string): Money | undefined {
  const text = written.slice(0, 200);
  const number = /\d{1,3}(?:[.,’' \u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,2})?(?![\d])/u.exec(
    text,
  )?.[0];
  if (number === undefined) return undefined;
  const amount = plainNumber(number);
  const currency = CURRENCIES.find(([sign]) => sign.test(text))?.[1];
  return amount === undefined ? undefined : { amount, currency };
}

/** `1.299,00` and `1,299.00` → `1299.00`; `1.299` is a thousand and more, since no price has three decimals. */
export function plainNumber(written: string): string | undefined {
  const digits = written.replaceAll(/[^\d.,]/g, '').replace(/[.,]+$/, '');
  const parts = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits);
  const whole = parts?.[1]?.replaceAll(/[.,]/g, '') ?? '';
  if (whole === '' || whole.length > 12) return undefined;
  const plain = whole.replace(/^0+(?=\d)/, '');
  return parts?.[2] === undefined ? plain : `${plain}.${parts[2]}`;
}

export const MONEY =
  /(?:US\$|[€$£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK|PLN|MXN)\s)\s?\d[\d.,’' \u00a0]{0,14}|\d[\d.,’' \u00a0]{0,14}\s?(?:€|£|円|zł|(?:Euros?|EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|MXN)\b)/giu;

const DAY_UNITS = /^(?:d|days?|tage?n?|d[ií]as?|jours?)$/iu;
const HOUR_UNITS = /^(?:h|hrs?|hours?|std|stunden?|horas?|heures?|時間)$/iu;
const MINUTE_UNITS = /^(?:m|mins?|minutes?|minuten?|minutos?|分)$/iu;

/** `1 hour 20 minutes`, `45 Min.` → `PT1H20M`, `PT45M`. Ranges and single words give nothing. */
export function durationOf(written: string): string | undefined {
  const text = written.slice(0, 100).trim();
  if (/^P(?=.)(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/.test(text)) return text;
  const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (clock !== null) return clockDuration(clock);
  return /\d\s?[–-]\s?\d/.test(text) ? undefined : sumOfUnits(text);
}

function sumOfUnits(text: string): string | undefined {
  let [days, hours, minutes] = [0, 0, 0];
  for (const [, number, unit] of text.matchAll(/(\d{1,4})\s?(時間|分|\p{L}+)/gu).take(4)) {
    const amount = Number(number);
    if (DAY_UNITS.test(unit ?? '')) days += amount;
    else if (HOUR_UNITS.test(unit ?? '')) hours += amount;
    else if (MINUTE_UNITS.test(unit ?? '')) minutes += amount;
  }
  return assembled(days, hours, minutes);
}

function clockDuration([, first, second, third]: RegExpExecArray): string {
  const [a, b] = [Number(first), Number(second)];
  return third === undefined ? `PT${a}M${b}S` : `PT${a}H${b}M${Number(third)}S`;
}

function assembled(days: number, hours: number, minutes: number): string | undefined {
  if (days + hours + minutes === 0) return undefined;
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}`;
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

/** International or written with at least seven digits; as the page writes it. */
export function phoneIn(written: string): string | undefined {
  const found = /(?<![\d\w])(?:\+|00)?[(\d][\d ()/.\u00a0–-]{6,22}\d(?!\d)/u.exec(written.slice(0, 500))?.[0]?.trim();
  const digits = found?.replaceAll(/\D/g, '').length ?? 0;
  if (found === undefined || digits < 7 || digits > 15) return undefined;
  return /^\d{4}-\d{2}-\d{2}|^\d{1,2}\.\d{1,2}\.\d{4}/.test(found) ? undefined : found;
}

const AVAILABILITY = readValues('availability');

/** The member of ItemAvailability that the words of a shop mean. */
export function availabilityIn(text: string): string | undefined {
  const member =
    /^(?:https?:\/\/schema\.org\/)?(InStock|OutOfStock|PreOrder|BackOrder|Discontinued|LimitedAvailability|InStoreOnly|OnlineOnly|SoldOut|PreSale|MadeToOrder)$/.exec(
      text.trim(),
    )?.[1];
  const meant = member ?? AVAILABILITY.find(([pattern]) => pattern.test(text.slice(0, 300)))?.[1];
  return meant === undefined ? undefined : `https://schema.org/${meant}`;
}
