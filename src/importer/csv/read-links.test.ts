import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { KeptSightings, readAll, type ReadReport } from '../test-reading.ts';
import { readLinks } from './read-links.ts';

async function read(
  text: string | Uint8Array,
  draft: Parameters<typeof readAll>[2] = {},
): Promise<ReadReport & { readonly kept: KeptSightings }> {
  const kept = new KeptSightings();
  const report = await readAll(readLinks(kept), typeof text === 'string' ? Buffer.from(text) : text, draft);
  return { ...report, kept };
}

const first = ({ kept }: { readonly kept: KeptSightings }) => kept.all[0];

describe('a table of links', () => {
  it('of Ahrefs is UTF-16 with tabs', async () => {
    const text =
      '"Referring page title"\t"Referring page URL"\t"Domain rating"\t"Target URL"\t"Left context"\t"Anchor"\t"Right context"\t"Type"\t"Nofollow"\t"UGC"\t"Sponsored"\t"First seen"\t"Last seen"\t"Lost"\r\n' +
      '"Über Räder"\t"https://blog.example.org/post"\t"30"\t"https://www.example.com/x"\t"Siehe"\t"grüne Räder"\t"heute"\t"text"\t"FALSE"\t"TRUE"\t"FALSE"\t"2024-01-02 03:04:05"\t"2026-01-02 03:04:05"\t""\r\n';
    const report = await read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]), { part: 7 });
    expect(report.counts).toEqual({ read: 1, taken: 1, skipped: 0, links: 1 });
    expect(first(report)).toEqual({
      source_url: 'https://blog.example.org/post',
      first_seen: new Date('2024-01-02T03:04:05Z'),
      last_seen: new Date('2026-01-02T03:04:05Z'),
      lost_at: undefined,
      link: {
        target_url: 'https://www.example.com/x',
        type: 'anchor',
        anchor: 'grüne Räder',
        alt: '',
        image_url: '',
        attributes: ['ugc'],
        dofollow: false,
        position: 'content',
        text_pre: 'Siehe',
        text_post: 'heute',
        count: 1,
      },
    });
    expect(report.notes).toContain('Columns of no use here: Referring page title, Domain rating.');
  });

  it('of Semrush, Majestic, Moz and Screaming Frog is understood', async () => {
    const semrush = await read(
      'Page ascore,Source title,Source url,Target url,Anchor,External links,Internal links,Nofollow,Sponsored,Ugc,Text,Frame,Form,Image,Sitewide,First seen,Last seen,New link,Lost link\n' +
        '20,T,https://a.example/1,https://example.com/,logo,1,2,True,False,False,False,False,False,True,False,2025-01-01,2025-06-01,False,False\n' +
        '20,T,https://a.example/2,https://example.com/,x,1,2,False,False,False,False,True,False,False,False,2025-01-01,2025-06-01,False,False\n',
    );
    expect(first(semrush)?.link).toMatchObject({ type: 'image', anchor: '', alt: 'logo', attributes: ['nofollow'] });
    expect(semrush.problems).toEqual(['not_a_link: line 3: "frame or form" is no link from page to page']);
    const majestic = await read(
      'Target URL,Source URL,Anchor Text,Source Crawl Date,Source First Found Date,FlagNoFollow,FlagImageLink,FlagRedirect,FlagFrame,FlagAltText,Source TrustFlow,Link Type\n' +
        'https://example.com/a,https://b.example/,words,2025-06-01,2024-01-01,+,-,-,-,,10,TextLink\n',
    );
    expect(first(majestic)).toMatchObject({
      first_seen: new Date('2024-01-01'),
      last_seen: new Date('2025-06-01'),
      link: { attributes: ['nofollow'], type: 'anchor' },
    });
    const moz = await read(
      'Report for example.com\n\nURL,Title,Anchor Text,Spam Score,PA,DA,Target URL,Link Type\nb.example/page,T,words,1,2,3,example.com/a,nofollow\n',
    );
    expect(moz.kept.pairs).toEqual(['https://b.example/page → https://example.com/a']);
    expect(first(moz)?.link.dofollow).toBe(false);
    const frog = await read(
      'Type,Source,Destination,Size (Bytes),Alt Text,Anchor,Status Code,Status,Follow,Target,Rel,Path Type,Link Path,Link Position,Link Origin\n' +
        'Hyperlink,https://c.example/,https://example.com/,1,,Home,200,OK,TRUE,_blank,noopener,Absolute,//a,Footer,HTML\n' +
        'Image,https://c.example/,https://example.com/a.png,1,,,200,OK,TRUE,,,Absolute,//img,Content,HTML\n' +
        'Canonical,https://c.example/,https://example.com/c,1,,,200,OK,TRUE,,,Absolute,//link,Head,HTML\n' +
        'Hyperlink,https://c.example/,https://example.com/n,1,,No,200,OK,FALSE,,nofollow,Absolute,//a,Content,HTML\n',
    );
    expect(frog.kept.all.map(({ link }) => [link.type, link.position, link.dofollow])).toEqual([
      ['anchor', 'footer', true],
      ['canonical', 'head', true],
      ['anchor', 'content', false],
    ]);
  });

  it('of Search Console needs to be told where the links lead', async () => {
    const text = 'Linking page,Last crawled\nhttps://a.example/,2026-02-01\n';
    await expect(read(text)).rejects.toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('--target') });
    const report = await read(text, { options: { target: 'https://example.com/' } });
    expect(report.kept.pairs).toEqual(['https://a.example/ → https://example.com/']);
  });

  it('may have semicolons, a line that names them, and be packed', async () => {
    const text = 'sep=;\nSource URL;Target URL;Anchor\nhttps://a.example/;https://b.example/;one, two\n';
    expect(first(await read(gzipSync(text)))?.link.anchor).toBe('one, two');
  });

  it('in windows-1252 keeps its letters', async () => {
    const report = await read(
      Buffer.from('Source,Target,Anchor\nhttps://a.example/,https://b.example/,Räder\n', 'latin1'),
    );
    expect(first(report)?.link.anchor).toBe('Räder');
  });
});

it('says of lost links when they were seen for the last time, and that they were lost after it', async () => {
  const report = await read(
    'Source URL,Target URL,First seen,Last seen,Lost\n' +
      'https://a.example/1,https://b.example/,2025-01-01,2025-06-01,2025-07-01\n' +
      'https://a.example/2,https://b.example/,2025-01-01,2025-06-01 10:00:00,2025-06-01\n' +
      'https://a.example/3,https://b.example/,2025-01-01,,2025-07-01\n' +
      'https://a.example/4,https://b.example/,2025-01-01,2025-06-01,TRUE\n' +
      'https://a.example/5,https://b.example/,2025-01-01,2025-06-01,FALSE\n',
  );
  expect(report.kept.all.map(({ last_seen, lost_at }) => [last_seen.toISOString(), lost_at?.toISOString()])).toEqual([
    ['2025-06-01T00:00:00.000Z', '2025-07-01T00:00:00.000Z'],
    ['2025-06-01T10:00:00.000Z', '2025-06-01T10:00:01.000Z'],
    ['2025-07-01T00:00:00.000Z', '2025-07-01T00:00:01.000Z'],
    ['2025-06-01T00:00:00.000Z', '2025-06-01T00:00:01.000Z'],
    ['2025-06-01T00:00:00.000Z', undefined],
  ]);
});

describe('rows that are no links', () => {
  it('are counted by reason, with the lines where they stand', async () => {
    const report = await read(
      'Source URL,Target URL,Lost,First seen\n' +
        'nonsense,https://b.example/,,\n' +
        '\n' +
        'https://a.example/,mailto:x@example.com,,\n' +
        'https://a.example/,https://b.example/,,someday\n' +
        'https://a.example/\n',
    );
    expect(report.counts).toEqual({ read: 4, taken: 1, skipped: 3, links: 1 });
    expect(report.problems).toEqual([
      'source_url: line 2: "nonsense" is no address of a page that links',
      'target_url: line 4: "mailto:x@example.com" is no address of a page that is linked to',
      'date: line 5: "someday" is no date that can be told; the link was taken',
      'target_url: line 6: an empty cell is no address of a page that is linked to',
    ]);
  });

  it('do no harm, whatever stands in them', async () => {
    const report = await read(
      '__proto__,constructor,Source URL,Target URL,Anchor,toString\n' +
        `x,y,https://a.example/,https://b.example/,=cmd|'/C calc'!A0,z\n` +
        'x,y,https://a.example/2,https://b.example/,"nul \0 in it",z\n',
    );
    expect(report.kept.all.map(({ link }) => link.anchor)).toEqual([`=cmd|'/C calc'!A0`, 'nul in it']);
    expect(report.notes).toContain('Columns that were not understood: __proto__, constructor, toString.');
  });

  it('may be all there are', async () => {
    const report = await read('Source URL,Target URL\n');
    expect(report.counts.read).toBe(0);
    expect(report.notes).toContain('The table has headings and no rows.');
  });
});

it('refuses what is no table of links, with what it begins with', async () => {
  await expect(read('')).rejects.toMatchObject({ message: expect.stringContaining('It is empty') });
  await expect(read('Keyword,Volume\nbike,10\n')).rejects.toMatchObject({
    message: expect.stringContaining('"Keyword", "Volume"'),
  });
  await expect(read('\0'.repeat(5_000_000))).rejects.toMatchObject({ code: 'invalid_input' });
});

it('goes on behind the rows that were taken', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at) => `https://a.example/${at},https://b.example/`);
  const table = ['Source URL,Target URL', ...rows].join('\n');
  const begun = await read(table, { steps_max: 1 });
  const rest = await read(table, { position: begun.steps[0]?.position ?? { offset: 0, inner: 0 } });
  expect([...begun.kept.pairs, ...rest.kept.pairs]).toEqual(rows.map((row) => row.replace(',', ' → ')));
  const few = await read(table, { options: { limit: 3 } });
  expect(few.counts.read).toBe(3);
});
