import { z } from 'zod';

import type { Listing } from '../../ports/places.ts';
import { DAY_MINUTES, type DayHours, DAYS, groupByDay } from '../../web/hours/day-hours.ts';

const text = z.string().nullable().default(null);
const number = z.coerce.number().nullable().default(null);

const Rating = z.object({ value: z.number().nullish(), votes_count: z.number().nullish() });
const Time = z.object({ hour: z.int(), minute: z.int() });
const Hours = z.object({
  timetable: z.record(z.string(), z.array(z.object({ open: Time, close: Time })).nullable()).nullish(),
  current_status: z.string().nullish(),
});
const Address = z.object({ address: text, city: text, zip: text, region: text, country_code: text });

/** What is read of a business, of which profiles hold all, the map most and the finder some. */
export const BusinessInfo = z.object({
  type: z.string().default(''),
  title: text,
  description: text,
  category: text,
  additional_categories: z.array(z.string()).nullable().default(null),
  cid: text,
  place_id: text,
  address: text,
  address_info: Address.nullish(),
  phone: text,
  url: text,
  domain: text,
  total_photos: number,
  latitude: number,
  longitude: number,
  is_claimed: z.boolean().nullable().default(null),
  is_paid: z.boolean().nullish(),
  rating: Rating.nullish(),
  rating_distribution: z.record(z.string(), z.number().nullable()).nullish(),
  people_also_search: z
    .array(z.object({ title: z.string().nullish(), rating: Rating.nullish() }))
    .nullable()
    .default(null),
  work_time: z.object({ work_hours: Hours.nullish() }).nullish(),
  /** The map leaves one level out in some of its answers. */
  work_hours: Hours.extend({ work_hours: Hours.nullish() }).nullish(),
});
export type BusinessInfo = z.infer<typeof BusinessInfo>;

/** Undefined for what nothing could find again: it has neither a name nor an id. */
export function readBusiness(info: BusinessInfo): Listing | undefined {
  const place_id = info.place_id ?? (info.cid === null ? null : `cid:${info.cid}`);
  if (info.title === null || place_id === null) return undefined;
  const hours = findHours(info);
  return {
    source: 'dataforseo',
    place_id,
    name: info.title,
    address: info.address,
    address_parts: readAddress(info.address_info),
    phone: info.phone,
    // The finder names the domain alone.
    website: info.url ?? (info.domain === null ? null : `https://${info.domain}/`),
    category: info.category,
    categories: [...(info.category === null ? [] : [info.category]), ...(info.additional_categories ?? [])],
    description: info.description,
    hours: readTimetable(hours?.timetable),
    ...readReputation(info),
    claimed: info.is_claimed,
    photos: info.total_photos,
    status: readStatus(hours?.current_status),
    latitude: info.latitude,
    longitude: info.longitude,
    nearby: readNearby(info),
    attribution: null,
  };
}

function findHours({ work_time, work_hours }: BusinessInfo): z.infer<typeof Hours> | null {
  return work_time?.work_hours ?? work_hours?.work_hours ?? work_hours ?? null;
}

function readAddress(info: BusinessInfo['address_info']): Listing['address_parts'] {
  if (!info) return null;
  const { address: street, city, region, zip: postal_code, country_code: country } = info;
  return { street, city, region, postal_code, country };
}

function readReputation({
  rating,
  rating_distribution: stars,
}: BusinessInfo): Pick<Listing, 'rating' | 'review_count' | 'rating_distribution' | 'newest_review_at'> {
  return {
    rating: rating?.value ?? null,
    review_count: rating?.votes_count ?? null,
    rating_distribution: stars ? [1, 2, 3, 4, 5].map((count) => stars[String(count)] ?? 0) : null,
    newest_review_at: null,
  };
}

function readNearby({ people_also_search }: BusinessInfo): Listing['nearby'] {
  return (people_also_search ?? []).flatMap(({ title, rating }) =>
    title ? [{ name: title, place_id: null, rating: rating?.value ?? null }] : [],
  );
}

/** A day that is null is closed; one without any times says nothing of hours at all. */
function readTimetable(timetable: z.infer<typeof Hours>['timetable']): DayHours[] | null {
  if (!timetable || Object.keys(timetable).length === 0) return null;
  const times = DAYS.flatMap((name, day) =>
    (timetable[name] ?? []).map(({ open, close }) => {
      const [from, to] = [open.hour * 60 + open.minute, close.hour * 60 + close.minute];
      // Midnight closes the day, and what closes before it opens does so on the next.
      return { day, from, to: to <= from ? to + DAY_MINUTES : to };
    }),
  );
  return groupByDay(times);
}

/** Whether it is open at this moment says no more than that it is in business. */
function readStatus(status: string | null | undefined): Listing['status'] {
  if (status === null || status === undefined || status === '') return null;
  if (status.includes('temporar')) return 'temporarily_closed';
  return status.includes('forever') || status.includes('permanent') ? 'closed' : 'open';
}
