/** One instruction to crawlers, from a robots meta element or an `X-Robots-Tag` header. */
export interface Directive {
  /** Lower case: `noindex`, `max-snippet`. */
  readonly name: string;
  readonly value: string;
  /** `robots` for everyone, else the crawler's token in lower case. */
  readonly agent: string;
  /** It was set apart by a semicolon or a space, where the standard has a comma. */
  readonly misseparated: boolean;
}

/** What a page asks of one crawler. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

/** Directives with a value behind a colon; anything else before a colon in a header names a crawler. */
const VALUED = new Set(['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after']);
const PLAIN = new Set(
  (
    'all index follow noindex nofollow none noarchive nocache nosnippet noimageindex notranslate noodp noydir ' +
    'indexifembedded nositelinkssearchbox nopreview'
  ).split(' '),
);

const CHARACTERS_MAX = 8000;
/** Instructions beyond this many are noise. */
const DIRECTIVES_MAX = 200;

/** Reads the content of a robots meta element. `agent` is its name. */
export function readMetaDirectives(content: string, agent: string): Directive[] {
  return readDirectives(content, agent.toLowerCase(), false);
}

/**
 * Reads the value of an `X-Robots-Tag` header. `otherbot: noindex, nofollow` is for that crawler, up to the next name.
 *
 * Repeated headers that arrive joined by commas cannot be told from one: a general rule behind one with a name then
 * counts for the named crawler, as it would if it stood in one header.
 */
export function readHeaderDirectives(header: string): Directive[] {
  return readDirectives(header, 'robots', true);
}

function readDirectives(text: string, agent: string, isHeader: boolean): Directive[] {
  const directives: Directive[] = [];
  let current = agent;
  for (const part of splitDirectives(text)) {
    const before = directives.at(-1);
    const dated = before?.name === 'unavailable_after';
    let { written } = part;
    const crawler = isHeader ? crawlerIn(written) : undefined;
    if (crawler !== undefined) {
      current = crawler.toLowerCase();
      written = written.slice(written.indexOf(':') + 1).trim();
    }
    const read = directiveIn(written);
    // A date in the form of RFC 850 or 822 has a comma of its own.
    if (dated && !read.known) directives[directives.length - 1] = { ...before, value: `${before.value}, ${written}` };
    else
      for (const [at, name] of namesIn(read).entries())
        directives.push({ name, value: read.value, agent: current, misseparated: part.misseparated || at > 0 });
  }
  return directives;
}

/** Crawlers take semicolons for commas, since so many pages write them. */
function* splitDirectives(text: string): Generator<{ readonly written: string; readonly misseparated: boolean }> {
  let misseparated = false;
  for (const [part, separator = ''] of text
    .slice(0, CHARACTERS_MAX)
    .matchAll(/[^,;]*([,;]|$)/g)
    .take(DIRECTIVES_MAX)) {
    const written = part.slice(0, part.length - separator.length).trim();
    if (written !== '') yield { written, misseparated };
    misseparated = separator === ';';
  }
}

/** The name before a colon, where that is not a directive with a value. */
function crawlerIn(written: string): string | undefined {
  const name = /^(\*|[a-z][a-z\d_.-]*)\s*:/i.exec(written)?.[1];
  if (name === '*') return 'robots';
  return name === undefined || VALUED.has(name.toLowerCase()) ? undefined : name;
}

interface DirectiveText {
  readonly name: string;
  readonly value: string;
  readonly known: boolean;
}

function directiveIn(written: string): DirectiveText {
  const [head = '', ...rest] = written.split(':');
  const name = head.trim().toLowerCase();
  if (VALUED.has(name)) return { name, value: rest.join(':').trim(), known: true };
  return { name, value: '', known: name.split(/\s+/).some((word) => PLAIN.has(word)) };
}

/** `noindex nofollow` is two directives; words that are none are one unknown directive. */
function namesIn({ name, known }: DirectiveText): readonly string[] {
  if (name === '') return [];
  return known ? name.split(/\s+/) : [name];
}

/** What a crawler obeys of the directives: those for everyone and those for it alone, the strictest of all. */
export function obeyDirectives(directives: readonly Directive[], agentToken: string): RobotsDirectives {
  const token = agentToken.toLowerCase();
  const names = directives.filter(({ agent }) => agent === 'robots' || agent === token).map(({ name }) => name);
  const none = names.includes('none');
  return { noindex: none || names.includes('noindex'), nofollow: none || names.includes('nofollow') };
}

/** Google adds up what is said to all and what is said to it, and obeys the strictest of that. */
export function isForGoogle(directive: Directive): boolean {
  return directive.agent === 'robots' || directive.agent === 'googlebot';
}

const SEARCH_ENGINES = new Set(['bingbot', 'msnbot', 'slurp', 'duckduckbot', 'yandex', 'yandexbot', 'baiduspider']);

/** Said to the crawler of another search engine, which visitors come from too. */
export function isForOtherEngines(directive: Directive): boolean {
  return SEARCH_ENGINES.has(directive.agent);
}
