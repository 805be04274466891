import type { Cluster } from './clusters.ts';
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
  return [...first, ...stepsAbout(cluster, kept, others)];
}

function stepsAbout({ action, conflicts }: Cluster, kept: Page, others: readonly Page[]): string[] {
  const rest = urlsOf(others);
  switch (action) {
    case 'merge':
      return [
        `Move what only ${rest} ${others.length === 1 ? 'has' : 'have'} to ${kept.url}.`,
        `Redirect ${rest} to it with a 301.`,
        'Change internal links and the sitemap to it, and its canonical to itself.',
        'Compare clicks and position of the shared searches after four weeks.',
      ];
    case 'redirect':
      return [
        `Redirect ${rest} to ${kept.url} with a 301: ${others.length === 1 ? 'it has' : 'they have'} no clicks to lose.`,
        'Change internal links and the sitemap to it.',
      ];
    case 'canonicalise':
      return [`Keep ${kept.url} in the sitemap and its versions out of it.`];
    case 'internal_link':
      return [
        `Link from ${rest} to ${kept.url} with the shared search as anchor text.`,
        `Take the shared search out of title and main heading of ${rest}.`,
        'Look again after four weeks; merge if they still take its searches.',
      ];
    case 'differentiate': {
      const words = [
        ...new Set(conflicts.flatMap(({ overlap }) => [...overlap.likeness.only_one, ...overlap.likeness.only_other])),
      ];
      return [
        `Keep ${kept.url} for the shared search.`,
        `Give ${rest} another subject in title, main heading and text${
          words.length > 0
            ? `, such as ${words
                .slice(0, 5)
                .map((word) => `"${word}"`)
                .join(', ')}`
            : ''
        }.`,
        `Link from there to ${kept.url}.`,
      ];
    }
    case 'monitor':
      return ['Change nothing yet.', 'Send ranking_queries with impressions in some weeks and look again.'];
  }
}

function urlsOf(pages: readonly Page[]): string {
  const shown = pages
    .slice(0, SHOWN_MAX)
    .map(({ url }) => url)
    .join(', ');
  return pages.length > SHOWN_MAX ? `${shown} and ${pages.length - SHOWN_MAX} more` : shown;
}
