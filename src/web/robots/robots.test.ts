import { describe, expect, it } from 'vitest';

import { escapePattern, parseRobots, productToken, robotsLines, robotsPath } from './robots.ts';
import { measureGrowth } from '../../../test/growth.ts';

const SITE = 'http://foo.bar';
const LINE_MAX = 2083 * 8;

/** [what it shows, robots.txt, [agent, URL or path, allowed]…] */
type Case = readonly [string, string, readonly (readonly [string, string, boolean])[]];

const CLASSIC = lines('user-agent: FooBot', 'disallow: /');
const GROUPS = lines(
  'allow: /foo/bar/',
  '',
  'user-agent: FooBot',
  'disallow: /',
  'allow: /x/',
  'user-agent: BarBot',
  'disallow: /',
  'allow: /y/',
  '',
  '',
  'allow: /w/',
  'user-agent: BazBot',
  '',
  'user-agent: FooBot',
  'allow: /z/',
  'disallow: /',
);

const SYNTAX: readonly Case[] = [
  [
    'an empty file allows everything',
    '',
    [
      ['FooBot', 'url:', true],
      ['', 'url:', true],
    ],
  ],
  [
    'an empty agent is nobody, an empty URL is the root',
    CLASSIC,
    [
      ['', 'url:', true],
      ['FooBot', 'url:', false],
    ],
  ],
  ['names and values are parted by a colon', CLASSIC, [['FooBot', '/x/y', false]]],
  ['other names mean nothing', lines('foo: FooBot', 'bar: /'), [['FooBot', '/x/y', true]]],
  ['a forgotten colon is forgiven', lines('user-agent FooBot', 'disallow /'), [['FooBot', '/x/y', false]]],
  [
    'groups of one agent are one, rules outside groups are nothing',
    GROUPS,
    [
      ['FooBot', '/x/b', true],
      ['FooBot', '/z/d', true],
      ['FooBot', '/y/c', false],
      ['BarBot', '/y/c', true],
      ['BarBot', '/w/a', true],
      ['BarBot', '/z/d', false],
      ['BazBot', '/z/d', true],
      ['FooBot', '/foo/bar/', false],
      ['BarBot', '/foo/bar/', false],
      ['BazBot', '/foo/bar/', false],
    ],
  ],
  [
    'a sitemap line does not close the list of agents',
    lines('User-agent: BarBot', 'Sitemap: https://foo.bar/sitemap', 'User-agent: *', 'Disallow: /'),
    [
      ['FooBot', '/', false],
      ['BarBot', '/', false],
    ],
  ],
  [
    'an unknown line does not close the list of agents',
    lines('User-agent: FooBot', 'Invalid-Unknown-Line: unknown', 'User-agent: *', 'Disallow: /'),
    [
      ['FooBot', '/', false],
      ['BarBot', '/', false],
    ],
  ],
  ...[
    'USER-AGENT: FooBot|ALLOW: /x/|DISALLOW: /',
    'user-agent: FooBot|allow: /x/|disallow: /',
    'uSeR-aGeNt: FooBot|AlLoW: /x/|dIsAlLoW: /',
  ].map((text): Case => [
    `names in any case: ${text}`,
    lines(...text.split('|')),
    [
      ['FooBot', '/x/y', true],
      ['FooBot', '/a/b', false],
    ],
  ]),
  ...['FOO BAR', 'foo bar', 'FoO bAr'].map((agent): Case => [
    `agents in any case, up to the blank: ${agent}`,
    lines(`User-Agent: ${agent}`, 'Allow: /x/', 'Disallow: /'),
    [
      ['Foo', '/x/y', true],
      ['Foo', '/a/b', false],
      ['foo', '/x/y', true],
      ['foo', '/a/b', false],
    ],
  ]),
  [
    'an agent that asks with a blank in its name is another one',
    lines('User-Agent: *', 'Disallow: /', 'User-Agent: Foo Bar', 'Allow: /x/', 'Disallow: /'),
    [
      ['Foo', '/x/y', true],
      ['Foo Bar', '/x/y', false],
    ],
  ],
  [
    'the group for everyone is for those without their own',
    lines('user-agent: *', 'allow: /', 'user-agent: FooBot', 'disallow: /'),
    [
      ['FooBot', '/x/y', false],
      ['BarBot', '/x/y', true],
    ],
  ],
  [
    'without a group for everyone a stranger may read all',
    lines('user-agent: FooBot', 'allow: /', 'user-agent: BarBot', 'disallow: /', 'user-agent: BazBot', 'disallow: /'),
    [['QuxBot', '/x/y', true]],
  ],
  ['paths are case-sensitive (same)', lines('user-agent: FooBot', 'disallow: /x/'), [['FooBot', '/x/y', false]]],
  ['paths are case-sensitive (other)', lines('user-agent: FooBot', 'disallow: /X/'), [['FooBot', '/x/y', true]]],
  ...['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map((name): Case => [
    `"${name}" is understood`,
    lines('user agent: FooBot', `${name}: /x`),
    [['FooBot', '/x', false]],
  ]),
  ['"useragent" is understood', lines('useragent: FooBot', 'disallow: /x'), [['FooBot', '/x', false]]],
  [
    'a star with more behind a blank is everyone',
    lines('user-agent: * (all)', 'disallow: /'),
    [['FooBot', '/', false]],
  ],
  [
    'a version in an agent line is passed over',
    lines('user-agent: FooBot/2.1', 'disallow: /'),
    [['FooBot', '/', false]],
  ],
];

const LONGEST: readonly Case[] = [
  own('the longest rule wins', ['disallow: /x/page.html', 'allow: /x/'], [['/x/page.html', false]]),
  own(
    'also when it allows',
    ['allow: /x/page.html', 'disallow: /x/'],
    [
      ['/x/page.html', true],
      ['/x/', false],
    ],
  ),
  own('empty rules are no rules', ['disallow: ', 'allow: '], [['/x/page.html', true]]),
  own('allow wins a tie', ['disallow: /', 'allow: /'], [['/x/page.html', true]]),
  own(
    'a slash makes the longer rule',
    ['disallow: /x', 'allow: /x/'],
    [
      ['/x', false],
      ['/x/', true],
    ],
  ),
  own('allow wins a tie of long rules', ['disallow: /x/page.html', 'allow: /x/page.html'], [['/x/page.html', true]]),
  own(
    'wildcards count as characters',
    ['allow: /page', 'disallow: /*.html'],
    [
      ['/page.html', false],
      ['/page', true],
    ],
  ),
  own(
    'longer prefix over wildcard',
    ['allow: /x/page.', 'disallow: /*.html'],
    [
      ['/x/page.html', true],
      ['/x/y.html', false],
    ],
  ),
  [
    'rules for everyone are not added to the own ones',
    lines('User-agent: *', 'Disallow: /x/', 'User-agent: FooBot', 'Disallow: /y/'),
    [
      ['FooBot', '/x/page', true],
      ['FooBot', '/y/page', false],
    ],
  ],
];

const QUERY = '/foo/bar?qux=taz&baz=http://foo.bar?tar&par';
const ENCODING: readonly Case[] = [
  own('a query stays as it is', ['Disallow: /', `Allow: ${QUERY}`], [[QUERY, true]]),
  own(
    'letters beyond ASCII are escaped in rules, not in URLs',
    ['Disallow: /', 'Allow: /foo/bar/ツ'],
    [
      ['/foo/bar/%E3%83%84', true],
      ['/foo/bar/ツ', false],
    ],
  ),
  own(
    'escapes stay escapes',
    ['Disallow: /', 'Allow: /foo/bar/%E3%83%84'],
    [
      ['/foo/bar/%E3%83%84', true],
      ['/foo/bar/ツ', false],
    ],
  ),
  own(
    'escaped ASCII letters are not unescaped',
    ['Disallow: /', 'Allow: /foo/bar/%62%61%7A'],
    [
      ['/foo/bar/baz', false],
      ['/foo/bar/%62%61%7A', true],
    ],
  ),
  own(
    'the case of an escape does not matter on either side',
    ['Disallow: /%e3%83%84'],
    [
      ['/%E3%83%84', false],
      ['/%e3%83%84', false],
    ],
  ),
];

const SPECIAL: readonly Case[] = [
  own(
    'a star spans folders',
    ['Disallow: /foo/bar/quz', 'Allow: /foo/*/qux'],
    [
      ['/foo/bar/quz', false],
      ['/foo/quz', true],
      ['/foo//quz', true],
      ['/foo/bax/quz', true],
    ],
  ),
  own(
    'a dollar ends',
    ['Disallow: /foo/bar$', 'Allow: /foo/bar/qux'],
    [
      ['/foo/bar', false],
      ['/foo/bar/qux', true],
      ['/foo/bar/', true],
      ['/foo/bar/baz', true],
    ],
  ),
  own(
    'a hash begins a comment',
    ['# Disallow: /', 'Disallow: /foo/quz#qux', 'Allow: /'],
    [
      ['/foo/bar', true],
      ['/foo/quz', false],
    ],
  ),
  [
    'index.html in an allow rule is its folder too',
    lines('User-Agent: *', 'Allow: /allowed-slash/index.html', 'Disallow: /'),
    [
      ['foobot', '/allowed-slash/', true],
      ['foobot', '/allowed-slash/index.htm', false],
      ['foobot', '/allowed-slash/index.html', true],
      ['foobot', '/anyother-url', false],
    ],
  ],
];

const FISH = [
  '/fish',
  '/fish.html',
  '/fish/salmon.html',
  '/fishheads',
  '/fishheads/yummy.html',
  '/fish.html?id=anything',
];
const DOCUMENTED: readonly Case[] = [
  only('/fish', FISH, ['/bar', '/Fish.asp', '/catfish', '/?id=fish']),
  only('/fish*', FISH, ['/bar', '/Fish.bar', '/catfish', '/?id=fish']),
  only(
    '/fish/',
    ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
  ),
  only(
    '/*.php',
    [
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '//folder/any.php.file.html',
      '/filename.php/',
      '/index?f=filename.php/',
    ],
    ['/bar', '/php/', '/index?php', '/windows.PHP'],
  ),
  only(
    '/*.php$',
    ['/filename.php', '/folder/filename.php'],
    [
      '/bar',
      '/filename.php?parameters',
      '/filename.php/',
      '/filename.php5',
      '/php/',
      '/filename?php',
      '/aaaphpaaa',
      '//windows.PHP',
    ],
  ),
  only('/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/bar', '/Fish.PHP']),
  own('precedence: allow /p over disallow /', ['allow: /p', 'disallow: /'], [['http://example.com/page', true]]),
  own('precedence: a tie', ['allow: /folder', 'disallow: /folder'], [['http://example.com/folder/page', true]]),
  own('precedence: /*.htm over /page', ['allow: /page', 'disallow: /*.htm'], [['http://example.com/page.htm', false]]),
  own(
    'precedence: /$ over /',
    ['allow: /$', 'disallow: /'],
    [
      ['http://example.com/', true],
      ['http://example.com/page.html', false],
    ],
  ),
];

describe.each([
  ['the syntax', SYNTAX],
  ['the longest match', LONGEST],
  ['the encoding of paths', ENCODING],
  ['special characters', SPECIAL],
  ['the documented examples', DOCUMENTED],
])('robots.txt follows the reference in %s', (_, cases) => {
  it.each(cases)('%s', (_name, text, expectations) => {
    const rules = parseRobots(text);
    const found = expectations.map(([agent, url]) => [agent, url, rules.match(agent, absolute(url)).allowed]);
    expect(found).toEqual(expectations);
  });
});

describe('long lines', () => {
  it('cuts a disallow rule at the bound and obeys the rest', () => {
    const path = '/x/'.padEnd(LINE_MAX - 'disallow: '.length + 1 - '/x/'.length, 'a');
    const rules = parseRobots(`user-agent: FooBot\ndisallow: ${path}/qux\n`);
    expect(rules.match('FooBot', `${SITE}/fux`).allowed).toBe(true);
    expect(rules.match('FooBot', `${SITE}${path}/fux`).allowed).toBe(false);
  });

  it('cuts allow rules at the bound and obeys the rest', () => {
    const length = LINE_MAX - 'allow: '.length + 1 - '/x/'.length;
    const [a, b] = ['/x/'.padEnd(length, 'a'), '/x/'.padEnd(length, 'b')];
    const rules = parseRobots(`user-agent: FooBot\ndisallow: /\nallow: ${a}/qux\nallow: ${b}/qux\n`);
    expect(rules.match('FooBot', `${SITE}/`).allowed).toBe(false);
    expect(rules.match('FooBot', `${SITE}${a}/qux`).allowed).toBe(true);
    expect(rules.match('FooBot', `${SITE}${b}/fux`).allowed).toBe(true);
  });

  it('marks the line that was cut', () => {
    const found = [...robotsLines(`user-agent: foo\ndisallow: ${'/x/'.padEnd(2084 * 8, 'a')}\nallow: /\n`)];
    expect(found.map((line) => line.too_long)).toEqual([false, true, false, false]);
    expect(found.filter((line) => line.kind !== 'none')).toHaveLength(3);
  });
});

describe('the lines of a file', () => {
  it('says of every line what it was taken for', () => {
    const text = lines(
      'User-Agent: foo',
      'Allow: /some/path',
      'User-Agent bar # no',
      'absolutely random line',
      '#so comment, much wow',
      '',
      'unicorns: /extinct',
      'noarchive: /some',
      'Disallow: /',
      'Error #and comment',
      'useragent: baz',
      'disallaw: /some',
      'site-map: https://e/s.xml #comment',
      'sitemap: https://e/t.xml',
      'Noarchive: /someCapital',
    );
    const shown = [...robotsLines(text)].map(
      (line) =>
        `${line.number} ${line.kind}` +
        (line.typo ? ' typo' : '') +
        (line.missing_colon ? ' colon' : '') +
        (line.has_comment ? ' comment' : '') +
        (line.text === '' ? ' empty' : ''),
    );
    expect(shown).toEqual([
      '1 user_agent',
      '2 allow',
      '3 user_agent colon comment',
      '4 none',
      '5 none comment empty',
      '6 none empty',
      '7 unknown',
      '8 unknown',
      '9 disallow',
      '10 none comment',
      '11 user_agent typo',
      '12 disallow typo',
      '13 sitemap typo comment',
      '14 sitemap',
      '15 unknown',
      '16 none empty',
    ]);
  });

  it.each([
    ['LF', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n', 7],
    ['CRLF', 'User-Agent: foo\r\nAllow: /some/path\r\nUser-Agent: bar\r\n\r\n\r\nDisallow: /\r\n', 7],
    ['CR', 'User-Agent: foo\rAllow: /some/path\rUser-Agent: bar\r\r\rDisallow: /\r', 7],
    ['no newline at the end', 'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /', 6],
    ['a mixture', 'User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /', 6],
  ])('counts lines ended by %s', (_, text, last) => {
    const found = [...robotsLines(text)];
    expect(found.filter((line) => line.kind !== 'none').map((line) => line.number)).toEqual([1, 2, 3, 6]);
    expect(found.at(-1)?.number).toBe(last);
    expect(parseRobots(text).match('bar', SITE).allowed).toBe(false);
  });

  it.each([
    ['whole', '\xEF\xBB\xBFUser-Agent: foo\nAllow: /AnyValue\n', ['user_agent', 'allow', 'none']],
    ['two bytes of it', '\xEF\xBBUser-Agent: foo\nAllow: /AnyValue\n', ['user_agent', 'allow', 'none']],
    ['one byte of it', '\xEFUser-Agent: foo\nAllow: /AnyValue\n', ['user_agent', 'allow', 'none']],
    ['broken', '\xEF\x11\xBFUser-Agent: foo\nAllow: /AnyValue\n', ['unknown', 'allow', 'none']],
    ['in the middle', 'User-Agent: foo\n\xEF\xBB\xBFAllow: /AnyValue\n', ['user_agent', 'unknown', 'none']],
  ])('passes over a byte order mark at the start only (%s)', (_, bytes, kinds) => {
    expect([...robotsLines(Buffer.from(bytes, 'latin1'))].map((line) => line.kind)).toEqual(kinds);
  });

  it('reads a file given as text with a byte order mark', () => {
    expect(parseRobots('\uFEFFUser-agent: *\nDisallow: /').match('x', SITE).allowed).toBe(false);
  });
});

describe('sitemaps and delays', () => {
  it.each([
    [
      'after the groups',
      'User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nSitemap: http://foo.bar/sitemap.xml\n',
    ],
    ['before the groups', 'Sitemap: http://foo.bar/sitemap.xml\nUser-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n'],
  ])('finds a sitemap %s', (_, text) => {
    expect(parseRobots(text).sitemaps).toEqual(['http://foo.bar/sitemap.xml']);
  });

  it('keeps letters beyond ASCII in a sitemap address', () => {
    expect(parseRobots('sitemap: /straße.xml').sitemaps).toEqual(['/straße.xml']);
  });

  it('keeps no more than ten thousand sitemaps', () => {
    expect(parseRobots('sitemap: /a\n'.repeat(20_000)).sitemaps).toHaveLength(10_000);
  });

  it('gives each agent the delay of its own group', () => {
    const rules = parseRobots(
      lines(
        'user-agent: a',
        'crawl-delay: 2.5',
        'user-agent: b',
        'crawl-delay: 7',
        'disallow: /x',
        '',
        'user-agent: *',
        'Crawl-delay: 10',
        'disallow: /y',
        'user-agent: c',
        'disallow: /',
      ),
    );
    expect(['a', 'b', 'c', 'stranger'].map((agent) => rules.crawlDelay(agent))).toEqual([2.5, 7, undefined, 10]);
  });

  it('keeps the first of several delays for one agent', () => {
    const rules = parseRobots(
      lines('user-agent: a', 'crawl-delay: 5', 'disallow: /x', 'user-agent: a', 'crawl-delay: 9', 'disallow: /y'),
    );
    expect(rules.crawlDelay('a')).toBe(5);
  });

  it.each(['fast', '-1', '', 'NaN', 'Infinity'])('takes "%s" for no delay', (value) => {
    expect(parseRobots(`user-agent: *\ncrawl-delay: ${value}`).crawlDelay('a')).toBeUndefined();
  });
});

describe('the verdict', () => {
  const rules = parseRobots(
    lines('user-agent: *', 'Disallow: /private # keep out', 'allow: /private/ümlaut', 'disalow: /typo'),
  );

  it.each([
    ['/private/x', false, 'Disallow: /private'],
    ['/private/%C3%BCmlaut', true, 'allow: /private/ümlaut'],
    ['/typo', false, 'disalow: /typo'],
    ['/open', true, undefined],
  ])('names the line that decided about %s', (path, allowed, line) => {
    expect(rules.match('Seamark', SITE + path)).toEqual({ allowed, line });
  });

  it('takes several tokens for one crawler', () => {
    const two = parseRobots(
      lines('user-agent: a', 'disallow: /a', 'user-agent: b', 'disallow: /b', 'user-agent: *', 'disallow: /'),
    );
    const allowed = ['/a', '/b', '/c'].map((path) => two.match(['A', 'B'], SITE + path).allowed);
    expect(allowed).toEqual([false, false, true]);
  });

  it('answers for one agent after another', () => {
    const two = parseRobots(lines('user-agent: a', 'disallow: /', 'user-agent: b', 'disallow:'));
    expect(['a', 'b', 'a', 'b'].map((agent) => two.match(agent, SITE).allowed)).toEqual([false, true, false, true]);
  });
});

describe('parts of the reference that callers share', () => {
  it.each([
    ['Foobot', 'Foobot'],
    ['Foobot-Bar', 'Foobot-Bar'],
    ['Foo_Bar', 'Foo_Bar'],
    ['', ''],
    ['ツ', ''],
    ['Foobot*', 'Foobot'],
    [' Foobot ', ''],
    ['Foobot/2.1', 'Foobot'],
    ['Foobot Bar', 'Foobot'],
    ['Mozilla/5.0 (compatible; Foobot/2.1; +https://foo.bar)', 'Foobot'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla'],
  ])('takes the product token of "%s"', (agent, token) => {
    expect(productToken(agent)).toBe(token);
  });

  it.each([
    ['', '/'],
    ['http://www.example.com', '/'],
    ['http://www.example.com/', '/'],
    ['http://www.example.com/a', '/a'],
    ['http://www.example.com/a/', '/a/'],
    ['http://www.example.com/a/b?c=http://d.e/', '/a/b?c=http://d.e/'],
    ['http://www.example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['example.com', '/'],
    ['example.com/', '/'],
    ['example.com/a', '/a'],
    ['example.com/a/', '/a/'],
    ['example.com/a/b?c=d&e=f#fragment', '/a/b?c=d&e=f'],
    ['a', '/'],
    ['a/', '/'],
    ['/a', '/a'],
    ['a/b', '/b'],
    ['example.com?a', '/?a'],
    ['example.com/a;b#c', '/a;b'],
    ['//a/b/c', '/b/c'],
  ])('finds the path of "%s"', (url, path) => {
    expect(robotsPath(url)).toBe(path);
  });

  it.each([
    ['http://www.example.com', 'http://www.example.com'],
    ['/a/b/c', '/a/b/c'],
    ['á', '%C3%A1'],
    ['%aa', '%AA'],
  ])('escapes "%s" in one spelling', (pattern, escaped) => {
    expect(escapePattern(pattern)).toBe(escaped);
  });
});

describe('files that are meant to hurt', () => {
  it('ends a line at a NUL byte, not the file', () => {
    const rules = parseRobots('user-agent: *\ndisallow: /a\0b\n\0\0\0\ndisallow: /c\n');
    expect(['/a', '/c', '/d'].map((path) => rules.match('x', SITE + path).allowed)).toEqual([false, false, true]);
  });

  it('matches thousands of stars in linear time', () => {
    const isAllowed = (stars: number): boolean => {
      const rules = parseRobots(`user-agent: *\n${`disallow: ${'/*a'.repeat(stars)}b\n`.repeat(3)}`);
      return rules.match('x', SITE + '/a'.repeat(1.6 * stars)).allowed;
    };
    expect(isAllowed(5000)).toBe(true);
    expect(measureGrowth(isAllowed, 1000)).toBeLessThan(9);
  });

  it('matches repeating pieces between stars in linear time', () => {
    const isAllowed = (size: number): boolean => {
      const piece = 'a'.repeat(size);
      const rules = parseRobots(`user-agent: *\n${`disallow: *${piece}b*${piece}c\n`.repeat(20)}`);
      return rules.match('x', `${SITE}/${piece}${piece}`).allowed;
    };
    expect(isAllowed(900)).toBe(true);
    expect(measureGrowth(isAllowed, 225)).toBeLessThan(9);
  });

  it.each([
    ['rules', 'disallow: /some/path/or/other\n'],
    ['agents', 'user-agent: a\n'],
    ['groups', 'user-agent: a\ndisallow: /x\n'],
    ['delays', 'user-agent: a\ncrawl-delay: 1\n'],
    ['empty lines', '\n'],
    ['carriage returns', '\r'],
    ['one endless line', 'a'],
    ['blanks', ' '],
    ['colons', ':'],
    ['sitemaps', 'sitemap: /x\n'],
    ['random words', 'x y z\n'],
  ])('reads %s without end in linear time', (_, piece) => {
    const isAllowed = (bytes: number): boolean => {
      const text = 'user-agent: *\n' + piece.repeat(bytes / piece.length);
      return parseRobots(text).match('x', `${SITE}/y`).allowed;
    };
    expect(isAllowed(20_000)).toBe(true);
    expect(measureGrowth(isAllowed, 20_000)).toBeLessThan(9);
  });

  it('reads many agents before many delays in linear time', () => {
    const delay = (lineCount: number): unknown => {
      const agents = Array.from({ length: lineCount }, (_, index) => `user-agent: a${'-'.repeat(index % 9)}b\n`);
      return parseRobots(agents.join('') + 'crawl-delay: 1\n'.repeat(lineCount)).crawlDelay('a-b');
    };
    expect(delay(700)).toBe(1);
    expect(measureGrowth(delay, 700)).toBeLessThan(9);
  });

  it('survives any bytes', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * index * 7 + index) % 256);
    expect(() => parseRobots(bytes).match('x', SITE)).not.toThrow();
  });
});

function lines(...all: readonly string[]): string {
  return all.map((line) => line + '\n').join('');
}

function absolute(url: string): string {
  if (url === 'url:') return '';
  return url.startsWith('/') ? SITE + url : url;
}

/** A file with one group for FooBot. */
function own(name: string, rules: readonly string[], expectations: readonly (readonly [string, boolean])[]): Case {
  return [name, lines('user-agent: FooBot', ...rules), expectations.map(([url, allowed]) => ['FooBot', url, allowed])];
}

/** A file that allows one pattern and nothing else. */
function only(pattern: string, inside: readonly string[], outside: readonly string[]): Case {
  const expectations = [...inside.map((url) => [url, true] as const), ...outside.map((url) => [url, false] as const)];
  return own(`only ${pattern}`, ['disallow: /', `allow: ${pattern}`], expectations);
}
