import { fetchHtml } from '../contract/page-input.ts';
import type { OperationContext } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { definePageTask, type Task } from '../kernel/task.ts';
import { buildAddressKey } from '../text/address.ts';
import { readPage } from '../web/page/read.ts';
import type { OwnMention } from './own-site.ts';

export const LINK_STATES = ['text', 'navigation', 'none'] as const;
/** Whether a page links to another: in its text, only around it (menus, footer, sidebar), or not at all. */
type LinkState = (typeof LINK_STATES)[number];

/** A page of the own site on the subject, and whether it links to the page that should rank. */
export interface LinkSource extends OwnMention {
  /** Null where there is no page to link to yet, or where this one cannot be read. */
  readonly links_to_page: LinkState | null;
}

interface LinkQuestion {
  readonly html: string;
  readonly url: string;
  readonly to: string;
}

/** How a page links to another. Hidden links do not count. */
export const findLink: Task<LinkQuestion, LinkState> = definePageTask(
  import.meta.url,
  'findLink',
  ({ html, url, to }) => {
    const key = buildAddressKey(to);
    const links = readPage({ html }, url).links.filter(
      (link) => !link.hidden && link.url !== undefined && buildAddressKey(link.url) === key,
    );
    if (links.length === 0) return 'none';
    return links.some(({ region }) => region === 'content') ? 'text' : 'navigation';
  },
);

const FIX = 'Send the URL of an HTML page that is public.';

/** Reads pages of the own site as they are now, and tells how each links to `to`; undefined is a page that does not exist yet. */
export async function readLinkSources(
  mentions: readonly OwnMention[],
  to: string | undefined,
  { ports, compute, signal }: Pick<OperationContext<'fetch'>, 'ports' | 'compute' | 'signal'>,
): Promise<LinkSource[]> {
  return Promise.all(
    mentions.map(async (mention) => {
      if (to === undefined) return { ...mention, links_to_page: null };
      try {
        const { text, status, final_url } = await fetchHtml(mention.url, ports.fetch, FIX);
        const isRead = status < 400;
        const found = isRead ? await compute(findLink, { html: text, url: final_url, to }) : null;
        return { ...mention, links_to_page: found };
      } catch (thrown) {
        if (signal.aborted || !(thrown instanceof AppError)) throw thrown;
        return { ...mention, links_to_page: null };
      }
    }),
  );
}
