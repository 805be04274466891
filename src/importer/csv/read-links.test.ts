import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { KeptSightings, readAll, type ReadReport } from '../../../test/reading.ts';
import { readLinks } from './read-links.ts';

async function read(
  text: string | Uint8Array,
  draft: Parameters<typeof readAll>[2] = {},
): Promise<ReadReport & { readonly kept: KeptSightings }> {
  const kept = new KeptSightings();
  const report = await readAll(
    readLinks({ sightings: kept, toolFacts: kept }),
    typeof text === 'string' ? Buffer.from(text) : text,
    draft,
  );
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
        position: null,
        text_pre: 'Siehe',
        text_post: 'heute',
        count: 1,
      },
    });
    expect(report.notes).toContain("Figures kept as the tool's own: domain_rating (ahrefs), page_title (ahrefs).");
    expect(report.kept.told).toMatchObject([
      {
        tool: 'ahrefs',
        targets: ['https://www.example.com/x'],
        facts: [
          { about: 'domain', of: 'https://blog.example.org/post', metric: 'domain_rating', value: 30 },
          { about: 'page', of: 'https://blog.example.org/post', metric: 'page_title', value: 'Über Räder' },
        ],
      },
    ]);
  });

  it('of Semrush, Majestic, Moz and Screaming Frog is understood', async () => {
    const semrush = await read(
      'Page ascore,Source title,Source url,Target url,Anchor,External links,Internal links,Nofollow,Sponsored,Ugc,Text,Frame,Form,Image,Sitewide,First seen,Last seen,New link,Lost link\n' +
        '20,T,https://a.example/1,https://example.com/,logo,1,2,True,False,False,False,False,False,True,False,2025-01-01,2025-06-01,False,False\n' +
        '20,T,https://a.example/2,https://example.com/,x,1,2,False,False,False,False,True,False,False,False,2025-01-01,2025-06-01,False,False\n',
    );
    expect(first(semrush)?.link).toMatchObject({ type: 'image', anchor: '', alt: 'logo', attributes: ['nofollow'] });
    expect(semrush.problems).toEqual(['not_a_link: line 3: "frame or form" is not a link between pages']);
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

  it('of Majestic has a flag, and no text, that says whether the anchor stands for an image', async () => {
    const report = await read(
      'Target URL,Source URL,Anchor Text,FlagImageLink,FlagAltText\n' +
        'https://example.com/,https://a.example/1,red bike,+,+\n' +
        'https://example.com/,https://a.example/2,red bike,-,1\n' +
        'https://example.com/,https://a.example/3,red bike,True,False\n' +
        'https://example.com/,https://a.example/4,red bike,-,-\n' +
        'https://example.com/,https://a.example/5,red bike,0,0\n',
    );
    expect(report.kept.all.map(({ link }) => [link.type, link.anchor, link.alt])).toEqual([
      ['image', '', 'red bike'],
      ['image', '', 'red bike'],
      ['image', '', 'red bike'],
      ['anchor', 'red bike', ''],
      ['anchor', 'red bike', ''],
    ]);
  });

  it('of our own export comes back with all that it says of a link', async () => {
    const report = await read(
      '"source_url","target_url","source_domain","target_domain","type","anchor","alt","dofollow","rel","position","links_on_page","image_url","text_before","text_after","first_seen","last_seen","lost_at","source_domain_rank","source_page_rank","link_rank"\n' +
        '"https://a.example/1","https://b.example/x","a.example","b.example","image","","a bike",false,"nofollow noopener external","sidebar",3,"https://cdn.example/bike.png","before","after","2025-01-01 10:00:00","2025-06-01 11:00:00","2025-07-01 12:00:00",10,20,30\n' +
        '"https://a.example/2","https://b.example/x","a.example","b.example","anchor","\'=1+1","",false,"","footer",1,"","","","2025-01-01 10:00:00","2025-06-01 11:00:00",,,,\n',
    );
    expect(report.problems).toEqual([]);
    expect(report.kept.all).toEqual([
      {
        source_url: 'https://a.example/1',
        first_seen: new Date('2025-01-01T10:00:00Z'),
        last_seen: new Date('2025-06-01T11:00:00Z'),
        lost_at: new Date('2025-07-01T12:00:00Z'),
        link: {
          target_url: 'https://b.example/x',
          type: 'image',
          anchor: '',
          alt: 'a bike',
          image_url: 'https://cdn.example/bike.png',
          attributes: ['nofollow', 'noopener', 'external'],
          dofollow: false,
          position: 'sidebar',
          text_pre: 'before',
          text_post: 'after',
          count: 3,
        },
      },
      {
        source_url: 'https://a.example/2',
        first_seen: new Date('2025-01-01T10:00:00Z'),
        last_seen: new Date('2025-06-01T11:00:00Z'),
        lost_at: undefined,
        link: {
          target_url: 'https://b.example/x',
          type: 'anchor',
          anchor: '=1+1',
          alt: '',
          image_url: '',
          attributes: [],
          dofollow: false,
          position: 'footer',
          text_pre: '',
          text_post: '',
          count: 1,
        },
      },
    ]);
    expect(report.notes).toContainEqual(
      'Columns not needed: source_domain, target_domain, source_domain_rank, source_page_rank, link_rank.',
    );
    expect(report.notes.filter((note) => note.includes('not understood'))).toEqual([]);
  });

  it('that does not say where on its page a link stands leaves that open', async () => {
    const report = await read(
      'Source URL,Target URL,Position\n' +
        'https://a.example/1,https://b.example/,\n' +
        'https://a.example/2,https://b.example/,17\n' +
        'https://a.example/3,https://b.example/,Content\n',
    );
    expect(report.kept.all.map(({ link }) => link.position)).toEqual([null, null, 'content']);
  });

  it('of another tool that counts all links of a page says nothing of how often this one is there', async () => {
    const report = await read('Source URL,Target URL,Links on page\nhttps://a.example/,https://b.example/,250\n');
    expect(first(report)?.link.count).toBe(1);
    expect(report.kept.told[0]?.facts).toMatchObject([{ metric: 'outbound_links', tool: 'other', value: 250 }]);
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

it('takes a link with nothing but the day of its loss for lost on that day, and for seen no later', async () => {
  const report = await read(
    'Source URL,Target URL,First seen,Last seen,Lost\nhttps://a.example/,https://b.example/,,,2025-07-01\n',
  );
  expect(first(report)).toMatchObject({
    first_seen: new Date('2025-07-01T00:00:00Z'),
    last_seen: new Date('2025-07-01T00:00:00Z'),
    lost_at: new Date('2025-07-01T00:00:01Z'),
  });
});

it('tells a day of loss that cannot be told, and not a word that says that a link is lost', async () => {
  const report = await read(
    'Source URL,Target URL,Last seen,Lost\n' +
      'https://a.example/1,https://b.example/,2025-06-01,03/04/2025\n' +
      'https://a.example/2,https://b.example/,2025-06-01,lost\n',
  );
  expect(report.kept.all.map(({ lost_at }) => lost_at)).toEqual([
    new Date('2025-06-01T00:00:01Z'),
    new Date('2025-06-01T00:00:01Z'),
  ]);
  expect(report.problems).toEqual(['date: line 2: "03/04/2025" is not a clear date; the link was imported']);
});

it('tells cells that are neither yes nor no, and takes their links without them', async () => {
  const report = await read(
    'Source URL,Target URL,Nofollow,Sponsored,Follow\n' +
      'https://a.example/1,https://b.example/,maybe,,\n' +
      'https://a.example/2,https://b.example/,true,2,\n' +
      'https://a.example/3,https://b.example/,,,perhaps\n' +
      'https://a.example/4,https://b.example/,-,n/a,yes\n' +
      'https://a.example/5,https://b.example/,Nofollow,FALSE,\n' +
      'https://a.example/6,https://b.example/,dofollow,0,Followed\n' +
      'https://a.example/7,https://b.example/,,,No-follow\n',
  );
  expect(report.problems).toEqual([
    'attribute: line 2: "maybe" as nofollow is neither yes nor no; the link was imported without it',
    'attribute: line 3: "2" as sponsored is neither yes nor no; the link was imported without it',
    'attribute: line 4: "perhaps" as follow is neither yes nor no; the link was imported without it',
  ]);
  expect(report.kept.all.map(({ link }) => [link.dofollow, link.attributes.join()])).toEqual([
    [true, ''],
    [false, 'nofollow'],
    [true, ''],
    [true, ''],
    [false, 'nofollow'],
    [true, ''],
    [false, 'nofollow'],
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
      'source_url: line 2: "nonsense" is not the URL of a linking page',
      'target_url: line 4: "mailto:x@example.com" is not the URL of a linked page',
      'date: line 5: "someday" is not a clear date; the link was imported',
      'target_url: line 6: an empty cell is not the URL of a linked page',
    ]);
  });

  it('are those at which the file breaks off: without a line end, and with fewer cells than headings', async () => {
    const head = 'Source URL,Target URL,Anchor\nhttps://a.example/1,https://b.example/,one\n';
    const cut = await read(`${head}https://a.example/2,https://b.exam`);
    expect(cut.counts).toEqual({ read: 2, taken: 1, skipped: 1, links: 1 });
    expect(cut.problems).toEqual(['cut_off: line 3: the file ends within this row']);
    expect((await read(`${head}https://a.example/2,https://b.example/\n`)).counts.taken).toBe(2);
    expect((await read(`${head}https://a.example/2,https://b.example/,two`)).counts.taken).toBe(2);
    expect((await read(`${head}"https://a.example/2","https://b.example/","two"`)).counts.taken).toBe(2);
  });

  it('are those of hosts that have no dot and are no address of a network', async () => {
    const report = await read(
      'Source URL,Target URL\n' +
        'https://a.example/,https://shop\n' +
        'http://intranet:8080/x,https://b.example/\n' +
        'https://a.example/,https://shop./\n' +
        'https://a.example:8443/,http://192.0.2.7:8080/\n' +
        'https://a.example/,http://[2001:db8::1]/\n',
    );
    expect(report.kept.pairs).toEqual([
      'https://a.example:8443/ → http://192.0.2.7:8080/',
      'https://a.example/ → http://[2001:db8::1]/',
    ]);
    expect(report.problems).toEqual([
      'target_url: line 2: "https://shop" is not the URL of a linked page',
      'source_url: line 3: "http://intranet:8080/x" is not the URL of a linking page',
      'target_url: line 4: "https://shop./" is not the URL of a linked page',
    ]);
  });

  it('do no harm, whatever stands in them', async () => {
    const report = await read(
      '__proto__,constructor,Source URL,Target URL,Anchor,toString\n' +
        `x,y,https://a.example/,https://b.example/,=cmd|'/C calc'!A0,z\n` +
        'x,y,https://a.example/2,https://b.example/,"nul \0 in it",z\n',
    );
    expect(report.kept.all.map(({ link }) => link.anchor)).toEqual([`=cmd|'/C calc'!A0`, 'nul in it']);
    expect(report.notes).toContain('Columns not recognized: __proto__, constructor, toString.');
  });

  it('may be all there are', async () => {
    const report = await read('Source URL,Target URL\n');
    expect(report.counts.read).toBe(0);
    expect(report.notes).toContain('The table has headings but no rows.');
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

describe('figures of tools', () => {
  const told = async (text: string): Promise<unknown> =>
    (await read(text)).kept.told.flatMap(({ facts }) =>
      facts.map(({ tool, about, metric, value }) => `${tool} ${about} ${metric} ${value}`),
    );

  it('are kept with the tool that they are of', async () => {
    expect(
      await told(
        'Referring page title,Referring page URL,Referring page HTTP code,Domain rating,UR,Domain traffic,External links,Linked domains,Target URL\n' +
          'News,https://a.example/,200,71,12.5,"1,240",35,9,https://b.example/\n',
      ),
    ).toEqual([
      'ahrefs domain domain_rating 71',
      'ahrefs page url_rating 12.5',
      'ahrefs domain domain_traffic 1240',
      'ahrefs page page_title News',
      'ahrefs page status_code 200',
      'ahrefs page external_links 35',
      'ahrefs page linked_domains 9',
    ]);
    expect(
      await told(
        'Page ascore,Source title,Source url,Target url,External links\n33,T,https://a.example/,https://b.example/,7\n',
      ),
    ).toEqual(['semrush page page_authority_score 33', 'semrush page page_title T', 'semrush page external_links 7']);
    expect(
      await told(
        'Source URL,Target URL,SourceTrustFlow,SourceCitationFlow,TargetTrustFlow\nhttps://a.example/,https://b.example/,20,30,40\n',
      ),
    ).toEqual(['majestic page trust_flow 20', 'majestic page citation_flow 30', 'majestic page trust_flow 40']);
    expect(await told('URL,PA,DA,Spam Score,Target URL\na.example/p,41,52,3,b.example/\n')).toEqual([
      'moz domain domain_authority 52',
      'moz page page_authority 41',
      'moz domain spam_score 3',
    ]);
  });

  it('of a crawler are about the linked page where its table has them from there', async () => {
    const report = await read(
      'Type,Source,Destination,Status Code,Status,Link Position,Link Origin\n' +
        'Hyperlink,https://a.example/,https://b.example/gone,404,Not Found,Content,HTML\n',
    );
    expect(report.kept.told[0]?.facts).toMatchObject([
      { tool: 'screaming-frog', of: 'https://b.example/gone', metric: 'status_code', value: 404 },
    ]);
    expect(first(report)?.lost_at).toBeUndefined();
  });

  it('that are empty or no numbers are left out, and say nothing', async () => {
    expect(
      await told(
        'Source URL,Target URL,DR,UR,Title\nhttps://a.example/1,https://b.example/,,n/a,\nhttps://a.example/2,https://b.example/,-,0,-\n',
      ),
    ).toEqual(['ahrefs page url_rating 0']);
  });
});

it.each([
  ['Nofollow', 'TRUE', 'nofollow'],
  ['Nofollow', 'Ja', 'nofollow'],
  ['Nofollow', 'sì', 'nofollow'],
  ['Nofollow', 'да', 'nofollow'],
  ['Nofollow', 'はい', 'nofollow'],
  ['Nofollow', 'WAHR', 'nofollow'],
  ['Nofollow', 'No follow', 'nofollow'],
  ['Nofollow', 'nofollow, ugc', 'nofollow ugc'],
  ['Nofollow', 'ugc', 'ugc'],
  ['Nofollow', 'não', ''],
  ['Nofollow', '否', ''],
  ['Nofollow', 'нет', ''],
  ['Nofollow', 'FALSCH', ''],
  ['Nofollow', 'dofollow', ''],
  ['No-Follow', '1', 'nofollow'],
  ['Dofollow', '0', 'nofollow'],
  ['Dofollow', 'tak', ''],
  ['Dofollow/Nofollow', 'NoFollow', 'nofollow'],
  ['Follow', 'Not followed', 'nofollow'],
  ['Follow', 'sponsored', 'sponsored'],
  ['Follow', '不跟踪', 'nofollow'],
  ['Link type', 'Text, NoFollow', 'nofollow'],
  ['Attributes', 'no-follow sponsored', 'nofollow sponsored'],
  ['Sponsored', 'paid', 'sponsored'],
  ['Gesponsert', 'ja', 'sponsored'],
])('reads "%s: %s" as "%s"', async (heading, cell, expected) => {
  const report = await read(`Source URL,Target URL,${heading}\nhttps://a.example/,https://b.example/,"${cell}"\n`);
  expect(report.problems).toEqual([]);
  expect(first(report)?.link).toMatchObject({
    attributes: expected.split(' ').filter(Boolean),
    dofollow: expected === '',
  });
});

it.each([
  ['German', 'Quell-URL', 'Ziel-URL', 'Ankertext', 'Zuletzt gesehen', 'Verloren'],
  ['French', 'Page référente', 'URL cible', "Texte d'ancrage", 'Dernière exploration', 'Perdu'],
  ['Spanish', 'Página de referencia', 'URL de destino', 'Texto de anclaje', 'Último rastreo', 'Perdido'],
  ['Italian', 'Pagina di riferimento', 'URL di destinazione', 'Testo di ancoraggio', 'Ultima scansione', 'Perso'],
  ['Portuguese', 'Página de referência', 'URL de destino', 'Texto âncora', 'Último rastreamento', 'Perdido'],
  ['Dutch', 'Verwijzende pagina', 'Doel-URL', 'Ankertekst', 'Laatst gezien', 'Verloren'],
  ['Polish', 'Strona odsyłająca', 'Docelowy URL', 'Tekst kotwicy', 'Ostatni raz widziany', 'Utracony'],
  ['Turkish', 'YÖNLENDİREN SAYFA', 'Hedef URL', 'Bağlantı metni', 'Son görülme', 'Kayıp'],
  ['Czech', 'Odkazující stránka', 'Cílová URL', 'Text odkazu', 'Naposledy viděno', 'Ztraceno'],
  ['Swedish', 'Länkande sida', 'Mål-URL', 'Ankartext', 'Senast sedd', 'Förlorad'],
  ['Russian', 'Ссылающаяся страница', 'Целевой URL', 'Анкор', 'Последнее сканирование', 'Потеряно'],
  ['Japanese', '参照ページ', 'ターゲットURL', 'アンカーテキスト', '最終確認', '消失'],
  ['Korean', '참조 페이지', '대상 URL', '앵커 텍스트', '마지막 확인', '손실'],
  ['Chinese', '引荐页面', '目标网址', '锚文本', '最后发现', '丢失'],
  ['Chinese of Taiwan', '來源網頁', '目標網址', '錨點文字', '最後發現', '遺失'],
])('understands headings in %s', async (_, ...headings) => {
  const report = await read(
    `${headings.join('\t')}\nhttps://a.example/\thttps://b.example/\tbike\t2026-01-02\t2026-01-05\n`,
  );
  expect(first(report)).toMatchObject({
    last_seen: new Date('2026-01-02'),
    lost_at: new Date('2026-01-05'),
    link: { anchor: 'bike' },
  });
});

describe('a report of domains', () => {
  const options = { target: 'https://b.example/' };

  it('of Ahrefs is kept as the report that it is', async () => {
    const report = await read(
      'Domain\tIs spam\tDR\tDofollow ref. domains\tDofollow linked domains\tTraffic\tKeywords\tLinks to target\tNew links\tLost links\tDofollow links\tFirst seen\tLost\n' +
        'news.example\tFALSE\t71\t900\t40\t1200\t88\t"1,240"\t3\t1\t17\t2024-05-06 07:08:09\t\n' +
        'gone.example\tFALSE\t12\t9\t4\t0\t0\t1\t0\t1\t0\t2024-05-06\t2025-01-02\n' +
        'nonsense\tFALSE\t12\t9\t4\t0\t0\t1\t0\t1\t0\t2024-05-06\t\n',
      { options },
    );
    expect(report.kept.all).toEqual([]);
    expect(report.counts).toEqual({ read: 3, taken: 2, skipped: 1, links: 0 });
    expect(report.problems).toEqual(['linking_domain: line 4: "nonsense" is not the name of a linking domain']);
    expect(report.kept.told).toMatchObject([
      {
        tool: 'ahrefs',
        targets: [],
        report: {
          target: 'https://b.example/',
          domains: [
            {
              domain: 'news.example',
              backlinks: 1240,
              dofollow_backlinks: 17,
              referring_pages: null,
              first_seen: new Date('2024-05-06T07:08:09Z'),
              last_seen: null,
              lost_at: null,
            },
            { domain: 'gone.example', backlinks: 1, lost_at: new Date('2025-01-02') },
          ],
        },
      },
    ]);
    expect(report.kept.told[0]?.facts[0]).toEqual({
      about: 'domain',
      of: 'news.example',
      tool: 'ahrefs',
      metric: 'domain_rating',
      value: 71,
    });
  });

  it.each([
    ['Site,Linking pages,Target pages'],
    ['Website,Verweisende Seiten,Zielseiten'],
    ['Site,Pages de liens,Pages cibles'],
    ['サイト,リンク元ページ,ターゲットページ'],
    ['网站,链接网页,目标网页'],
  ])('of Search Console counts pages: %s', async (headings) => {
    const report = await read(`${headings}\nnews.example,"1,240",12\n`, { options });
    expect(report.kept.all).toEqual([]);
    expect(report.kept.told[0]).toMatchObject({
      tool: 'search-console',
      report: { domains: [{ domain: 'news.example', backlinks: null, referring_pages: 1240, target_pages: 12 }] },
    });
  });

  it('needs to be told of which site it is', async () => {
    await expect(read('Site,Linking pages,Target pages\nnews.example,3,1\n')).rejects.toMatchObject({
      fix: expect.stringContaining('--target'),
    });
  });
});

it('reads what Search Console says of linked pages as its figures of these pages', async () => {
  const report = await read('Target page,Incoming links,Linking sites\nhttps://b.example/x,"2,100",80\n');
  expect(report.counts).toEqual({ read: 1, taken: 1, skipped: 0, links: 0 });
  expect(report.kept.told).toMatchObject([
    {
      tool: 'search-console',
      facts: [
        { of: 'https://b.example/x', metric: 'incoming_links', value: 2100 },
        { of: 'https://b.example/x', metric: 'linking_sites', value: 80 },
      ],
    },
  ]);
});

describe('columns that the caller names', () => {
  const text = 'Von, Seite;Nach;Wort;NF\nhttps://a.example/;https://b.example/;bike;yes\n';

  it('are found by heading or number, commas in headings and all', async () => {
    for (const columns of [
      'source=Von, Seite,target=nach,anchor=Wort,nofollow=NF',
      'source=1,target=2,anchor=3,nofollow=4',
    ]) {
      const report = await read(text, { options: { columns } });
      expect(first(report)?.link).toMatchObject({ anchor: 'bike', attributes: ['nofollow'] });
    }
  });

  it('are refused with the columns of the table where it has none of that name', async () => {
    await expect(read(text, { options: { columns: 'source=Woher,target=Nach' } })).rejects.toMatchObject({
      message: expect.stringMatching(/Woher.*"Von, Seite", "Nach", "Wort", "NF"/),
      fix: expect.stringContaining('--columns "source='),
    });
    await expect(read(text)).rejects.toMatchObject({
      message: expect.stringContaining('"Von, Seite", "Nach", "Wort", "NF"'),
      fix: expect.stringContaining('--columns "source='),
    });
  });

  it.each([
    ['source', 'is no pair'],
    ['source=A,sauce=B', '"sauce" is unknown; it takes source, target'],
    ['source=A,source=B', 'names source twice'],
    ['anchor=A', 'must name the linking pages'],
  ])('are refused where they cannot be read: %s', async (columns, message) => {
    await expect(read(text, { options: { columns } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
  });
});

it('takes a link for lost where the table says so in the words of its state', async () => {
  const report = await read(
    'Source URL,Target URL,Last seen,Link status\n' +
      'https://a.example/1,https://b.example/,2025-06-01,Lost\n' +
      'https://a.example/2,https://b.example/,2025-06-01,Active\n' +
      'https://a.example/3,https://b.example/,2025-06-01,entfernt\n',
  );
  expect(report.kept.all.map(({ lost_at }) => lost_at !== undefined)).toEqual([true, false, true]);
});
