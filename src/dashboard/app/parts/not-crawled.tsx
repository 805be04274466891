import type { VNode } from 'preact';

import { pageAddress, type Subject } from '../model/subject.ts';

/** In place of what only a crawl tells. */
export function NotCrawled({ subject }: { readonly subject: Subject }): VNode {
  return (
    <p class="empty">
      This site has not been crawled yet. <a href={pageAddress(subject, 'data')}>Start a crawl</a>.
    </p>
  );
}
