import type { VNode } from 'preact';

import { Page } from '../parts/page.tsx';

export function NotFound(): VNode {
  return (
    <Page title="There is no such page">
      <p>
        The address may be mistyped or old. <a href="/dashboard">Go to the overview.</a>
      </p>
    </Page>
  );
}
