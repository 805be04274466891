import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { Marked, type Token, type Tokens } from 'marked';

/** A guide of `docs/`, as the service shows it. */
export interface Guide {
  /** Where it is served: `/docs/crawling`. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly GuideSection[];
}

interface GuideSection {
  /** '' for what stands before the first heading. */
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

/** Beside the sources, and beside what they are built to. */
const FOLDER = join(import.meta.dirname, '../../docs');

/** All guides by path; none where an installation has left the folder out. */
export function readGuides(folder = FOLDER): ReadonlyMap<string, Guide> {
  const files = listFiles(folder).filter((file) => file.endsWith('.md'));
  const guides = files.map((file) => readGuide(file, readFileSync(join(folder, file), 'utf8')));
  return new Map(guides.map((guide) => [guide.path, guide]));
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}

function readGuide(file: string, markdown: string): Guide {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Comments for whoever edits the file.
      html: () => '',
    },
    walkTokens: (token) => {
      if (token.type === 'link') token['href'] = served(String(token['href']), file);
    },
  });
  const sections = sectionsOf(marked.lexer(markdown));
  const html = marked.parse(markdown, { async: false });
  return {
    path: pathOf(file),
    title: sections.find(({ heading }) => heading !== '')?.heading ?? file,
    // A wide table is scrolled by itself.
    html: html.replaceAll('<table>', '<div class="wide" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    sections,
  };
}

/** An example that a guide leads to; undefined for what is none. */
export function readExample(path: string, folder = FOLDER): string | undefined {
  // Only names that the folder itself lists are read.
  return listFiles(folder).includes(path) ? readFileSync(join(folder, path), 'utf8') : undefined;
}

/** `operations/README.md` is served at `/docs/operations`. */
function pathOf(file: string): string {
  const name = file.replace(/\.md$/, '').replace(/(?:^|\/)README$/, '');
  return name === '' ? '/docs' : `/docs/${name}`;
}

const REPOSITORY_ROOT = /^\.\.\//;

/** Where a link of a file leads when the file is served. What is in the repository alone keeps its name, and leads nowhere. */
function served(href: string, file: string): string {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const target = posix.join(posix.dirname(file), path);
  if (REPOSITORY_ROOT.test(target)) return '/docs';
  if (target === 'openapi.yaml') return '/openapi.yaml';
  const at = target.endsWith('.md') ? pathOf(target) : `/docs/${target}`;
  return anchor === undefined ? at : `${at}#${anchor}`;
}

/** As GitHub makes them, so that links work in both places. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function sectionsOf(tokens: readonly Token[]): readonly GuideSection[] {
  const sections: { heading: string; anchor: string; text: string }[] = [{ heading: '', anchor: '', text: '' }];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (token.type === 'heading') {
      const heading = plain(String(token['text']));
      sections.push({ heading, anchor: anchorOf(String(token['text'])), text: '' });
    } else if (isRead(token) && last !== undefined) last.text += ` ${plain(token.raw)}`;
  }
  return sections;
}

/** Whole answers would be found for each of their fields. */
function isRead(token: Token): boolean {
  return token.type !== 'html' && !(token.type === 'code' && token['lang'] === 'json');
}

/** Without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]+|^#+ |:?-{3,}:?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export interface FoundSection {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly excerpt: string;
}

const FOUND_MAX = 20;
const EXCERPT = 200;
/** A word in the name of a guide or a section says more than ten in its text. */
const WEIGHTS = { title: 30, heading: 20, text: 1, text_max: 5 } as const;

/** Sections with all words of the query, or beginnings of longer ones; the best first. */
export function searchGuides(guides: Iterable<Guide>, query: string): readonly FoundSection[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];
  if (words.length === 0) return [];
  const found = [...guides].flatMap((guide) =>
    guide.sections.flatMap((section) => {
      const scores = words.map((word) => scoreOf(word, guide, section));
      if (scores.includes(0)) return [];
      return [{ guide, section, score: scores.reduce((sum, score) => sum + score, 0) }];
    }),
  );
  return found
    .toSorted((one, other) => other.score - one.score)
    .slice(0, FOUND_MAX)
    .map(({ guide, section }) => ({
      path: section.anchor === '' ? guide.path : `${guide.path}#${section.anchor}`,
      title: guide.title,
      heading: section.heading,
      excerpt: excerptOf(section.text, words[0] ?? ''),
    }));
}

function scoreOf(word: string, { title }: Guide, { heading, text }: GuideSection): number {
  const inText = text.toLowerCase().split(word).length - 1;
  const { title: ofTitle, heading: ofHeading, text: ofText, text_max } = WEIGHTS;
  return (
    (title.toLowerCase().includes(word) ? ofTitle : 0) +
    (heading.toLowerCase().includes(word) ? ofHeading : 0) +
    Math.min(inText, text_max) * ofText
  );
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 2);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const part = text.slice(start, start + EXCERPT);
  return `${start > 0 ? '… ' : ''}${part}${start + EXCERPT < text.length ? ' …' : ''}`;
}
