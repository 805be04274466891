import { DAY_MINUTES, type DayHours, DAYS, groupByDay, type OpenTime } from '../web/hours/day-hours.ts';
import { readOpeningHours } from '../web/hours/opening-hours.ts';
import { type Entity, type EntityValue, firstText, isEntity, typeName } from '../web/structured-data/entity.ts';

/** Specifications of one business that are read. */
const SPECIFICATIONS_MAX = 50;

/**
 * The usual week that structured data states for a business, from `openingHoursSpecification` or else `openingHours`; null
 * where it states none that can be read. Hours that hold for some dates only are left out.
 */
export function readStatedHours(business: Entity): DayHours[] | null {
  const specifications = (business.properties.get('openingHoursSpecification') ?? [])
    .filter(isEntity)
    .slice(0, SPECIFICATIONS_MAX);
  const times = specifications.filter(isUsual).map(readSpecification);
  const isRead = times.length > 0 && times.every((each) => each !== undefined);
  if (isRead) return groupByDay(times.flatMap((each) => each ?? []));
  return readHoursTexts(business.properties.get('openingHours') ?? []);
}

/** A season or a holiday has its dates. */
function isUsual({ properties }: Entity): boolean {
  return !properties.has('validFrom') && !properties.has('validThrough');
}

/** Undefined where a day or a time cannot be read. A day that opens and closes at one time is closed, as Google has it. */
function readSpecification(specification: Entity): OpenTime[] | undefined {
  const days = (specification.properties.get('dayOfWeek') ?? []).flatMap(readDays);
  const [opens, closes] = [readTime(firstText(specification, 'opens')), readTime(firstText(specification, 'closes'))];
  if (days.some((day) => day === undefined)) return undefined;
  const named = days.filter((day): day is number => day !== undefined && day !== HOLIDAY);
  if (opens === undefined && closes === undefined) return specification.properties.has('opens') ? undefined : [];
  if (opens === undefined || closes === undefined) return undefined;
  if (opens === closes) return [];
  // Without a day it holds for all of them.
  const meant = days.length === 0 ? DAYS.map((_, at) => at) : named;
  return meant.map((day) => ({ day, from: opens, to: closes <= opens ? closes + DAY_MINUTES : closes }));
}

/** Public holidays, which a week does not have. */
const HOLIDAY = -1;

function readDays(value: EntityValue): (number | undefined)[] {
  const text = isEntity(value) ? (value.id ?? firstText(value, 'name') ?? '') : String(value);
  return text.split(/\s*,\s*/).map((name) => {
    const folded = typeName(name).toLowerCase();
    if (folded.startsWith('publicholiday')) return HOLIDAY;
    const at = DAYS.findIndex((day) => day === folded || day.slice(0, 3) === folded || day.slice(0, 2) === folded);
    return at === -1 ? undefined : at;
  });
}

/** Minutes after midnight of `09:00`, `09:00:00`, `T09:00` or `9:00 AM`. */
function readTime(text: string | undefined): number | undefined {
  const [, hours = '', minutes = '0', half] =
    /^(?:.*T)?\s*(\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text ?? '',
    ) ?? [];
  if (hours === '') return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const total = hour * 60 + Number(minutes);
  return total <= DAY_MINUTES && Number(minutes) < 60 ? total : undefined;
}

/** `Mo-Fr 09:00-17:00`, one text or several that add up. */
function readHoursTexts(values: readonly EntityValue[]): DayHours[] | null {
  const texts = values.filter((value) => typeof value === 'string').slice(0, SPECIFICATIONS_MAX);
  if (texts.length === 0) return null;
  const days = texts.map(readHoursText);
  if (days.some((each) => each === null)) return null;
  return DAYS.map((day) => ({
    day,
    open: days
      .flatMap((each) => each?.find((hours) => hours.day === day)?.open ?? [])
      .toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  }));
}

/** schema.org writes days of two letters and no more, but many write the whole names. */
function readHoursText(text: string): DayHours[] | null {
  const plain = text
    .replaceAll(/\b(mo|tu|we|th|fr|sa|su)[a-z]*\.?\b/gi, '$1')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/\b(\d{1,2}:\d{2}):00\b/g, '$1');
  return readOpeningHours(plain);
}
