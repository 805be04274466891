import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';

import { digestOf } from './digest.ts';
import { failedMail, reportMail } from './report-mail.ts';

const NOW = new Date('2026-11-24T06:00:00Z');
const BEFORE = new Date('2026-11-17T06:00:00Z');

const ANSWER = {
  backlinks: 120,
  referring_domains: 18,
  rank: 10,
  authority_tier: 'low',
  dofollow_share: 0.97,
  broken_backlinks: 0,
  broken_pages: 0,
  spam_score: 12,
  risk_level: 'low',
  link_types: [],
  top_pages: [
    { url: 'https://example.com/a', backlinks: 9, referring_domains: 4, status_code: 200 },
    { url: 'https://example.com/b', backlinks: 2, referring_domains: 1, status_code: 200 },
  ],
  agent_workflow: {
    summary: 'Fine.',
    steps: [{ order: 1, action: 'Reclaim the lost links.', why: 'They linked \\_before\\_.' }],
  },
  meta: { sources: [{ source: 'index', coverage: 'sample', status: 'answered', observed_at: '2026-11-23T10:00:00Z' }] },
};

const asked = { operation: 'backlinks.summary', input: { target: 'example.com' }, at: NOW };
const digest = (changes: object = {}, input: object = asked.input) =>
  digestOf({ ...asked, input: { ...input }, answer: { ...ANSWER, ...changes } }, { answer: ANSWER, at: BEFORE });
const ADDRESS = { schedule_id: 'links', job_id: 'job_1', url: 'https://s.example/r', url_expires_at: null };
const FRAME = {
  workspace_name: 'Acme',
  look: { logo: undefined, accent: '#7a1fa2' },
  stop_page: 'https://s.example/dashboard/stop#token=t',
  stop_url: 'https://s.example/dashboard/stop/t',
};
const mailOf = (report: ReturnType<typeof digest>, frame: Partial<typeof FRAME> | object = {}) =>
  reportMail({ ...ADDRESS, ...report }, { ...FRAME, ...frame });

describe('a report in short', () => {
  it('says what moved since the answer before, whether that is good, and which rows came and went', () => {
    const pages = [ANSWER.top_pages[0], { url: 'https://example.com/c', backlinks: 5 }];
    const report = digest({ referring_domains: 20, spam_score: 15, top_pages: pages });
    expect(report).toMatchObject({
      title: 'Backlinks of example.com',
      headline: '120 backlinks from 20 domains; none known to point to a dead page.',
      compared_with: BEFORE.toISOString(),
      is_unchanged: false,
      next_steps: [{ action: 'Reclaim the lost links.', why: 'They linked _before_.' }],
      sources: ['Own index, a sample, 23 Nov 2026'],
    });
    expect(report.figures.slice(0, 3)).toEqual([
      { label: 'Referring domains', value: '20', change: { direction: 'up', text: '2 from 18', judgement: 'good' } },
      { label: 'Backlinks', value: '120', change: { direction: 'same', text: 'no change', judgement: 'none' } },
      {
        label: 'Authority',
        value: '10 of 100',
        change: { direction: 'same', text: 'no change', judgement: 'none' },
      },
    ]);
    expect(report.figures.at(-1)).toMatchObject({ label: 'Spam score', change: { direction: 'up', judgement: 'bad' } });
    expect(report.lists).toEqual([
      {
        title: 'Most linked pages',
        new: 1,
        gone: 1,
        changed: 0,
        first_new: ['example.com/c'],
        first_gone: ['example.com/b'],
      },
    ]);
    expect(mailOf(report).subject).toBe('Backlinks of example.com: Referring domains 20, ▲ 2 from 18');
  });

  it('says in one line that nothing changed', () => {
    const report = digest();
    expect(report.is_unchanged).toBe(true);
    const { subject, text } = mailOf(report);
    expect(subject).toBe('Backlinks of example.com: nothing changed');
    expect(text.split('\n').slice(0, 4)).toEqual([
      'Backlinks of example.com',
      '24 Nov 2026. Nothing changed since 17 Nov 2026.',
      '',
      'Open the report: https://s.example/r',
    ]);
  });

  it('takes a link that died for a change, and one that was seen on another day for none', () => {
    const link = {
      url_from: 'https://a.example/',
      url_to: 'https://b.example/',
      first_seen: '2026-11-01',
      lost_date: null,
    };
    const listOf = (item: object) => ({ ...asked, operation: 'backlinks.list', answer: { items: [item] } });
    const compared = (item: object) => digestOf(listOf(item), listOf(link)).lists;
    expect(compared({ ...link, first_seen: '2026-11-09' })).toEqual([]);
    expect(compared({ ...link, lost_date: '2026-11-09' })).toMatchObject([{ new: 0, gone: 0, changed: 1 }]);
  });

  it('is the first one where there is nothing to compare with, and null is not known', () => {
    const report = digestOf({ ...asked, answer: { ...ANSWER, rank: null } }, undefined);
    expect(report).toMatchObject({ compared_with: null, is_unchanged: false, lists: [] });
    expect(report.figures[2]).toEqual({ label: 'Authority', value: 'not known', change: null });
  });
});

describe('the e-mail of a report', () => {
  it('runs nothing, loads nothing and links nowhere but to the service, whatever pages and workspaces are called', () => {
    const evil = '"><img src=x onerror=alert(1)>\r\nBcc: all@example.com\u202E';
    const steps = [{ order: 1, action: `Fix ${evil}`, why: evil }];
    const pages = [{ url: `https://example.com/${evil}`, backlinks: 1 }];
    const report = digest({ top_pages: pages, agent_workflow: { summary: evil, steps } }, { target: evil });
    const { subject, html = '', text, pictures } = mailOf(report, { workspace_name: evil.replaceAll('\r\n', ' ') });
    expect(subject).not.toMatch(/[\r\n\u202E]/);
    expect(text).not.toMatch(/^Bcc:/m);
    const { tags, addresses } = readHtml(html);
    expect(tags.filter((tag) => !PLAIN_TAGS.includes(tag))).toEqual([]);
    expect(addresses).toEqual(['https://s.example/r', 'https://s.example/dashboard/stop#token=t']);
    expect(pictures).toEqual([]);
  });

  it('wears the name, logo and colour of its workspace, and says how to stop it', () => {
    const logo = { type: 'image/png', bytes: Buffer.from('logo') };
    const mail = mailOf(digest({ backlinks: 3 }), { look: { logo, accent: '#7a1fa2' } });
    expect(mail).toMatchObject({
      from_name: 'Acme',
      pictures: [{ id: 'logo', type: 'image/png', bytes: logo.bytes }],
      stop_url: FRAME.stop_url,
    });
    expect(mail.html).toContain('src="cid:logo"');
    expect(mail.html).toContain('alt="Acme"');
    expect(mail.html).toContain('background:#7a1fa2');
    expect(mail.text).toContain('Stop these e-mails: https://s.example/dashboard/stop#token=t');
  });
});

const PLAIN_TAGS = 'html head meta title style body div table tbody tr td p h1 h2 ol li br span b a'.split(' ');
const INERT = 'class style lang charset name content role width cellpadding cellspacing align valign'.split(' ');

/** The tags of a page, and the values of all attributes that could run or load something. */
function readHtml(html: string): { readonly tags: readonly string[]; readonly addresses: readonly string[] } {
  const tags: string[] = [];
  const addresses: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      tags.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!INERT.includes(attribute) || value.includes('url(')) addresses.push(value);
      }
    },
  });
  parser.end(html);
  return { tags, addresses };
}

describe('the e-mail in place of a report that could not be made', () => {
  const failed = {
    schedule_id: 'links',
    job_id: 'job_1',
    operation: 'backlinks.summary',
    title: 'Backlinks of <example.com>',
    failed_at: NOW.toISOString(),
    reason: 'The source answered 503 three times',
    next_run_at: '2026-12-01T03:12:00Z',
    url: 'https://s.example/dashboard/reports/job_1',
  };

  it('says in one line why, and when it is tried again', () => {
    const mail = failedMail(failed, FRAME);
    const line =
      'The run of 24 Nov 2026 failed: The source answered 503 three times. It is tried again on 1 Dec 2026 at 03:12 UTC.';
    expect(mail.subject).toBe('Backlinks of <example.com>: no report this time');
    expect(mail.text.split('\n').slice(0, 2)).toEqual([failed.title, line]);
    expect(mail.html).toContain(line);
    expect(mail.html).toContain('Backlinks of &lt;example.com&gt;');
    expect(mail.text).toContain(FRAME.stop_page);
  });

  it('says where no further run is planned, and leads to the schedule where there is no job', () => {
    const { text } = failedMail({ ...failed, job_id: null, next_run_at: null }, FRAME);
    expect(text).toContain('No further run is planned.');
    expect(text).toContain('Open the schedule (login required)');
  });
});
