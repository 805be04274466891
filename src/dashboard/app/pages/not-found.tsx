import type { VNode } from 'preact';

import { Page } from '../parts/page.tsx';

export function NotFound(): VNode {
  return (
    <Page title="Page not found">
      <p>
        The URL may be mistyped or outdated. <a href="/dashboard">Go to the overview.</a>
      </p>
    </Page>
  );
}
