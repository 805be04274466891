import { readFileSync } from 'node:fs';

import { parsePage } from '../../src/crawler/parse.ts';
import type { PageFact } from '../../src/ports/index.ts';
import { languageDetector } from '../../src/text/detect-language.ts';
import { openSite } from '../../test/web/site-files.ts';
import type { Site } from '../../test/web/sites.ts';

const OBSERVED_AT = new Date(Date.UTC(2026, 2, 1));
/** Larger files are whole books on one page, which no search means. */
const HTML_BYTES_MAX = 2_000_000;

/** The pages of documentation sites as a crawl would write them, without fetching them. */
export async function readDocumentation(
  cache: string,
  sites: readonly Site[],
  hasPath: (path: string) => boolean,
): Promise<PageFact[]> {
  const detectLanguage = await languageDetector();
  return sites.flatMap((site) => {
    const files = openSite(cache, site);
    return files.pages.filter(hasPath).flatMap((path): PageFact[] => {
      const found = files.locate(path);
      if (found.kind !== 'file' || found.bytes > HTML_BYTES_MAX) return [];
      const url = `${site.scheme}://${site.host}${path}`;
      const bytes = readFileSync(found.file);
      const header = site.charset === undefined ? 'text/html' : `text/html; charset=${site.charset}`;
      const parsed = parsePage(
        { url, content_type: 'text/html', content_type_header: header, x_robots_tag: '', link: '', bytes },
        { agent_token: 'SeamarkBot', scope: undefined, detectLanguage },
      );
      return [
        {
          url,
          observed_at: OBSERVED_AT,
          source: 'crawl',
          status: 200,
          redirect_url: undefined,
          content_type: 'text/html',
          bytes: bytes.length,
          document: parsed.document,
          links: parsed.links,
        },
      ];
    });
  });
}
