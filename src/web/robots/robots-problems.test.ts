import { describe, expect, it } from 'vitest';

import { robotsProblems } from './robots-problems.ts';

const GROUP = 'User-agent: *\n';

describe('lines of robots.txt', () => {
  it.each([
    ['a comment alone', '# nothing here\n'],
    ['an empty file', ''],
    ['rules with nothing in them, in any case and spacing', 'USER-AGENT:   *\nALLOW:   /    \nDISALLOW:# all\n'],
    ['wildcards, an end mark and a byte order mark', '\uFEFFUser-agent: *\nDisallow: *.pdf$\r\nAllow: /*?page=\r\n'],
    ['a sitemap before any group', 'Sitemap: https://example.com/sitemap.xml\n'],
    [
      'what other crawlers read',
      'User-agent: A\nCrawl-delay: 5\nClean-param: ref /shop\nHost: example.com\nNoindex: /x\nRequest-rate: 1/5\nVisit-time: 0600-0845\nContent-Signal: search=yes\n',
    ],
  ])('are understood: %s', (_, file) => {
    expect(robotsProblems(file)).toEqual([]);
  });

  it.each([
    ['Allow: /', 'before any user-agent'],
    ['not a rule at all', 'not a name and a value'],
    ['disallow /shop', 'no colon'],
    ['Frobnicate: /', 'no known crawler reads'],
    ['User-agent:', 'has no crawler name'],
    [`${GROUP}Disalow: /shop`, 'should be spelled disallow'],
    ['User agent: *', 'should be spelled user-agent'],
    [`${GROUP}Disallow: shop/`, 'starts with neither / nor *'],
    [`${GROUP}Allow: https://example.com/shop`, 'starts with neither / nor *'],
    [`${GROUP}Disallow: /price$list`, 'not at the end'],
    ['Sitemap: /sitemap.xml', 'not an absolute sitemap URL'],
    ['Sitemap:# forgotten', 'not an absolute sitemap URL'],
    ['Sitemap: mailto:a@example.com', 'not a web URL'],
    [`${GROUP}Disallow: /${'x'.repeat(20_000)}`, 'longer than Google reads'],
  ])('that do not do what they seem to are named: %s', (file, why) => {
    const problems = robotsProblems(file);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.why).toContain(why);
    expect(problems[0]?.line).toBe(file.split('\n').length);
    expect(file).toContain(problems[0]?.text);
  });

  it('are named one by one, the first twenty of them, however many there are', () => {
    expect(robotsProblems('these\nwords\nare\nno\nrules\n').map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    expect(robotsProblems('<html>\n'.repeat(200_000))).toHaveLength(20);
  });
});
