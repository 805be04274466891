import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { count } from '../model/format.ts';
import { useSites } from '../model/sites.ts';
import { pageAddress, type PageId, siteSubject, type Subject } from '../model/subject.ts';
import { DemoBadge } from '../parts/demo-badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

const FILTER_FROM = 8;

interface SiteSwitcherProps {
  readonly subject: Subject | undefined;
  readonly page: PageId;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Leads to the same page of another site. */
export function SiteSwitcher({ subject, page, isOpen, onToggle }: SiteSwitcherProps): VNode {
  const { data } = useSites();
  const [words, setWords] = useState('');
  const sites = data?.sites ?? [];
  const shown = sites.filter(({ name, target }) => `${name} ${target}`.toLowerCase().includes(words.toLowerCase()));
  const name = subject?.name ?? (data === undefined ? 'Loading…' : 'No site yet');
  return (
    <Menu
      class="switcher"
      isOpen={isOpen}
      onToggle={onToggle}
      button={
        <>
          <SiteIcon name={name} />
          <span>
            <b>{name}</b>
            <small>
              {placeOf(subject, data?.total_count)}
              <span class="unseen">: switch site</span>
            </small>
          </span>
          <Icon name="down" />
        </>
      }
    >
      {sites.length > FILTER_FROM ? (
        <input
          type="search"
          aria-label="Find a site"
          placeholder="Find a site"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      ) : null}
      <ul>
        {shown.map((site) => (
          <li key={site.id}>
            <a
              href={pageAddress(siteSubject(site), page)}
              aria-current={subject?.kind === 'site' && subject.id === site.id ? 'true' : undefined}
            >
              <SiteIcon name={site.name} />
              <span>
                <b>{site.name}</b> <DemoBadge />
                {site.name === site.target ? null : <small>{site.target}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a class="all" href="/dashboard/sites">
        {sites.length === 0 ? 'Add your site' : `All ${count(data?.total_count ?? sites.length, 'site')}`}
      </a>
    </Menu>
  );
}

function placeOf(subject: Subject | undefined, total: number | undefined): string {
  if (subject?.kind === 'look') return 'Not your site';
  if (total === undefined) return ' ';
  return subject === undefined ? 'Add one to begin' : count(total, 'site');
}

/** Its first letter: no picture of somebody else's site is fetched. */
function SiteIcon({ name }: { readonly name: string }): VNode {
  return (
    <span class="site-icon" aria-hidden="true">
      {(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase()}
    </span>
  );
}
