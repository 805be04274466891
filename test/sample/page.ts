/**
 * The sample web: four small made-up sites that link to each other, for the examples in the documentation and
 * for tests that need to know every link by heart. `facts.ts` says what is in it.
 */
export interface SampleSite {
  readonly host: string;
  readonly robots: string;
  readonly pages: readonly SamplePage[];
  readonly redirects: readonly { readonly from: string; readonly to: string; readonly status: 301 | 302 }[];
  readonly files: readonly { readonly path: string; readonly media_type: string; readonly body: string }[];
  /** Paths that the sitemap names. */
  readonly sitemap: readonly string[];
}

export interface SamplePage {
  /** With the query, where the page has one. */
  readonly path: string;
  readonly html: string;
}

export interface PageText {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly language?: string;
  /** Path of the canonical address when it is not the page's own. */
  readonly canonical?: string;
  /** Content of the robots meta tag. */
  readonly robots?: string;
  /** More elements for the head: alternates, structured data. */
  readonly head?: string;
  readonly body: string;
}

export interface Frame {
  readonly host: string;
  readonly site_name: string;
  readonly header: string;
  readonly sidebar: string;
  readonly footer: string;
}

/** A whole page: the text of one page in the frame that all pages of its site share. */
export function framed(frame: Frame, page: PageText): SamplePage {
  const canonical = `http://${frame.host}${page.canonical ?? page.path}`;
  const robots = page.robots === undefined ? '' : `\n  <meta name="robots" content="${page.robots}">`;
  const sidebar = frame.sidebar === '' ? '' : `\n<aside>\n${frame.sidebar.trim()}\n</aside>`;
  const html = `<!DOCTYPE html>
<html lang="${page.language ?? 'en'}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${page.title}</title>
  <meta name="description" content="${page.description}">${robots}
  <link rel="canonical" href="${canonical}">
  <meta property="og:site_name" content="${frame.site_name}">
  <meta property="og:title" content="${page.title}">
  <meta property="og:url" content="${canonical}">
${(page.head ?? '').trim()}
</head>
<body>
${frame.header.trim()}
<main>
${page.body.trim()}
</main>${sidebar}
${frame.footer.trim()}
</body>
</html>
`;
  return { path: page.path, html };
}

export function structuredData(value: Readonly<Record<string, unknown>>): string {
  return `<script type="application/ld+json">\n${JSON.stringify({ '@context': 'https://schema.org', ...value }, null, 2)}\n</script>`;
}
