import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import type { SiteListView, SiteRowView } from '../../views.ts';
import { get } from './api.ts';
import { type Loaded, useLoad } from './load.ts';

/** As many as one request brings; the table of sites has the rest. */
const SITES_MAX = 100;

const SitesContext = createContext<Loaded<SiteListView> | undefined>(undefined);
export const SitesProvider = SitesContext.Provider;

/** The sites of the workspace, loaded once around all pages. */
export function useLoadedSites(): Loaded<SiteListView> {
  return useLoad('sites', (signal) => get<SiteListView>('/sites', { limit: SITES_MAX }, signal));
}

export function useSites(): Loaded<SiteListView> {
  const sites = useContext(SitesContext);
  if (sites === undefined) throw new Error('Only pages behind the login know the sites.');
  return sites;
}

export function findSite(sites: SiteListView | undefined, id: string | undefined): SiteRowView | undefined {
  return sites?.sites.find((site) => site.id === id);
}
