import { type Cluster, outdatedIn } from './clusters.ts';
import type { Page } from './pages.ts';

const SHOWN_MAX = 3;

/** What to do about a cluster, in order. */
export function stepsFor(cluster: Cluster): string[] {
  const [kept, ...rest] = cluster.preferences.map(({ page }) => page);
  if (kept === undefined) return [];
  const others = rest.filter((page) => !cluster.versions.includes(page));
  const first =
    cluster.versions.length === 0
      ? []
      : [`Name the plain address as canonical on ${urlsOf(cluster.versions)}, and link to it alone.`];
  return [...first, ...editionSteps(cluster), ...stepsAbout(cluster, kept, others)];
}

function stepsAbout(cluster: Cluster, kept: Page, others: readonly Page[]): string[] {
  const rest = urlsOf(others);
  switch (cluster.action) {
    case 'merge':
      return [
        `Move what only ${rest} ${others.length === 1 ? 'has' : 'have'} to ${kept.url}.`,
        `Redirect ${rest} to it with a 301.`,
        'Change internal links and the sitemap to it, and its canonical to itself.',
        'Compare clicks and position of the shared searches after four weeks.',
      ];
    case 'redirect':
      return redirectSteps(cluster, kept, others);
    case 'canonicalise':
      return [`Keep ${kept.url} in the sitemap and its versions out of it.`];
    case 'internal_link':
      return [
        `Link from ${rest} to ${kept.url} with the shared search as anchor text.`,
        `Take the shared search out of title and main heading of ${rest}.`,
        'Look again after four weeks; merge if they still take its searches.',
      ];
    case 'differentiate':
      return cluster.kinds_differ ? kindSteps(cluster, kept, others) : apartSteps(cluster, kept, rest);
    case 'monitor':
      return ['Change nothing yet.', 'Send ranking_queries with impressions in some weeks and look again.'];
  }
}

/** Older editions among pages that are to be set apart or watched: each goes to its newer one. */
function editionSteps(cluster: Cluster): string[] {
  if (cluster.action === 'redirect' || cluster.action === 'merge') return [];
  return cluster.conflicts
    .flatMap((conflict) => {
      const newer = [conflict.one, conflict.other].find((page) => !outdatedIn(conflict).includes(page));
      return outdatedIn(conflict).map(
        (old) => `Redirect ${old.url} to ${newer?.url ?? ''} with a 301: it is an older edition.`,
      );
    })
    .slice(0, SHOWN_MAX);
}

function redirectSteps({ outdated }: Cluster, kept: Page, others: readonly Page[]): string[] {
  const old = others.filter((page) => outdated.includes(page));
  const bare = others.filter((page) => !outdated.includes(page));
  return [
    ...(old.length === 0
      ? []
      : [
          `Move what still holds of ${urlsOf(old)} to ${kept.url}.`,
          `Redirect ${urlsOf(old)} to it with a 301: ${old.length === 1 ? 'it is an older edition' : 'they are older editions'}, and its clicks and links go along.`,
        ]),
    ...(bare.length === 0
      ? []
      : [
          `Redirect ${urlsOf(bare)} to ${kept.url} with a 301: ${bare.length === 1 ? 'it has' : 'they have'} no clicks to lose.`,
        ]),
    'Change internal links and the sitemap to it.',
    ...(kept.dated_address
      ? ['Give the next edition an address without a year, so that it keeps what it has won.']
      : []),
  ];
}

/** A text and an offer stay two pages: each gets the searches of its kind. */
function kindSteps({ conflicts }: Cluster, kept: Page, others: readonly Page[]): string[] {
  const queries = [...new Set(conflicts.flatMap(({ overlap }) => overlap.primary_shared))].slice(0, SHOWN_MAX);
  const shared = queries.length === 0 ? 'the shared search' : queries.map((query) => `"${query}"`).join(', ');
  return [
    `Keep ${kept.url} for ${shared}; merge nothing: a ${nameOf(kept)} and a ${nameOf(others[0] ?? kept)} serve different searchers.`,
    ...others.slice(0, SHOWN_MAX).map((page) => {
      const own = page.primary_keyword === null ? 'questions of its own' : `"${page.primary_keyword}"`;
      return `Give ${page.url} title and main heading for ${own}, and take ${shared} out of them.`;
    }),
    `Link from ${urlsOf(others)} to ${kept.url}, and back where it helps the reader.`,
  ];
}

function nameOf({ type }: Page): string {
  return type.value.endsWith('page') ? type.value.replaceAll('_', ' ') : `${type.value.replaceAll('_', ' ')} page`;
}

function apartSteps({ conflicts }: Cluster, kept: Page, rest: string): string[] {
  const words = [
    ...new Set(conflicts.flatMap(({ overlap }) => [...overlap.likeness.only_one, ...overlap.likeness.only_other])),
  ];
  const such = words
    .slice(0, 5)
    .map((word) => `"${word}"`)
    .join(', ');
  return [
    `Keep ${kept.url} for the shared search.`,
    `Give ${rest} another subject in title, main heading and text${words.length > 0 ? `, such as ${such}` : ''}.`,
    `Link from there to ${kept.url}.`,
  ];
}

function urlsOf(pages: readonly Page[]): string {
  const shown = pages
    .slice(0, SHOWN_MAX)
    .map(({ url }) => url)
    .join(', ');
  return pages.length > SHOWN_MAX ? `${shown} and ${pages.length - SHOWN_MAX} more` : shown;
}
