import type { CrawlList, CrawlParts } from '../crawler/settings.ts';
import { AppError } from '../kernel/errors.ts';
import type { CrawlDesk } from '../ports/crawls.ts';
import type { AddressStore } from '../ports/redirect-tests.ts';

/** Crawls that test a list of addresses instead of following links. */

export function openListDesk(addresses: AddressStore): Pick<CrawlDesk, 'tested' | 'addresses'> {
  return {
    tested: async ({ id, order }) => (order.list === undefined ? undefined : addresses.counts(id)),
    async addresses({ id, order }, query) {
      if (order.list !== undefined) return addresses.page(id, query);
      throw new AppError('invalid_input', `The crawl ${id} followed links and tested no list.`, {
        fix: 'Send the addresses to POST /crawls in redirects.',
        issues: [{ path: 'id', message: 'must be of a crawl that was started with redirects' }],
      });
    },
  };
}

/** What is left to test. */
export async function crawlList(store: AddressStore, id: string): Promise<CrawlList> {
  const all = await store.list(id);
  // One that a killed run had tested may come once more.
  const wanted = new Map(all.map((address) => [address.place, address.wanted]));
  const addresses = all.filter(({ is_tested }) => !is_tested);
  return { addresses, wanted: (place) => wanted.get(place), onTested: (test) => store.save(id, test) };
}

/** A list says nothing of the site as a whole, so nothing of it is kept for audits and indexes. */
export function listParts(list: CrawlList | undefined): Partial<CrawlParts> {
  return list === undefined ? {} : { list, recorder: undefined, remembered: undefined };
}

export function listInSchedule(): AppError {
  return new AppError('invalid_input', 'A list of redirects is tested once and cannot be scheduled.', {
    fix: 'Start it with POST /crawls when you need it.',
    issues: [{ path: 'input', message: 'must have no redirects' }],
  });
}
