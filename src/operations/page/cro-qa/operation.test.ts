import { describe, expect, it } from 'vitest';

import { contextWithPages, type TestPage } from '../../../../test/page-context.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import type { CroReport } from './report.ts';
import operation from './operation.ts';
import { measureGrowthAsync } from '../../../../test/growth.ts';

async function check(body: object, pages: Record<string, TestPage> = {}): Promise<CroReport> {
  const { result } = await runChecked(operation, body, contextWithPages(pages));
  const report = operation.result.parse(result);
  if (report.conversion_score !== null) {
    const sum = Object.values(report.score_components).reduce((total, points) => total + points, 0);
    expect(sum).toBe(report.conversion_score);
  }
  return report;
}

const status = (report: CroReport, id: string): string | undefined =>
  Object.values(report.sections)
    .flatMap(({ findings }) => findings)
    .find((finding) => finding.id === id)?.status;

const ctas = (report: CroReport): string[] => report.ctas.map(({ text, type }) => `${text}: ${type}`);

const GOOD = `<!doctype html><html lang="en"><head><title>Invoicing software for freelancers | Billy</title></head><body>
<header><nav><a href="/pricing">Pricing</a><a href="/login">Log in</a><a class="btn" href="/signup">Start free trial</a></nav></header>
<main><h1>Invoicing software that gets freelancers paid</h1>
<p>Send an invoice in two minutes and get reminders sent for you, so that you are paid 9 days sooner.</p>
<a class="button" href="/signup">Start free trial</a><p>No credit card required. Cancel anytime.</p>
<h2>Trusted by 12,000 freelancers</h2>
<blockquote>"Billy saved me a day each month and I never chase clients any more." – Ana Ruiz, designer</blockquote>
<h2>Pricing</h2><p>$9 per month.</p><h2>FAQ</h2><p>Can I export my data? Yes, at any time as CSV.</p></main>
<footer><a href="/privacy">Privacy</a><a href="/contact">Contact</a><button>Accept all</button></footer></body></html>`;

describe('page.cro-qa', () => {
  it('takes a shelf of a shop for what sells, by its name and in the words that it states delivery and returns in', async () => {
    const card = (at: number): string =>
      `<li><h3><a href="/tents/${at}">Ridge ${at}</a></h3><p>£${200 + at}.00</p></li>`;
    const cards = Array.from({ length: 12 }, (_, at) => card(at)).join('');
    const html = `<!doctype html><html lang="en"><head><title>Tents | Ash</title></head><body><nav><a href="/contact">Contact</a></nav><main><h1>Tents</h1><p>All tents ship free from £50, and you have 60 days to send it back.</p><ul>${cards}</ul></main></body></html>`;
    const report = await check({ html, keyword: 'tents' });
    expect(report.conversion_goal).toEqual({ value: 'purchase', source: 'detected' });
    expect(status(report, 'vp.meaning')).toBe('pass');
    expect([status(report, 'objection.refund'), status(report, 'objection.delivery')]).toEqual(['pass', 'pass']);
  });

  it('finds nothing to fail on a page that is ready, and quotes what it rests on', async () => {
    const report = await check({ html: GOOD, conversion_goal: 'trial', keyword: 'invoicing software' });
    const failed = Object.values(report.sections).flatMap(({ findings }) =>
      findings.filter((finding) => finding.status === 'fail'),
    );
    expect(failed).toEqual([]);
    expect(report.conversion_score).toBeGreaterThan(85);
    expect(ctas(report)).toEqual(['Start free trial: trial', 'Start free trial: trial']);
    expect(report.ctas.map(({ above_fold, matches_goal }) => [above_fold, matches_goal])).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const { findings } of Object.values(report.sections)) {
      for (const { id, quote } of findings) {
        if (id.startsWith('proof.') || id.startsWith('objection.')) expect(GOOD).toContain(quote);
      }
    }
  });

  it.each([
    ['en', 'Request a demo', 'Submit', 'demo'],
    ['de', 'Demo anfragen', 'Absenden', 'demo'],
    ['fr', 'Demander un devis', 'Envoyer', 'contact_sales'],
    ['es', 'Crear una cuenta', 'Enviar', 'signup'],
  ])(
    'takes a vague button of a form for what the page says it is for, before any link of the menu: %s',
    async (lang, h1, button, goal) => {
      const report = await check({
        html: `<!doctype html><html lang="${lang}"><head><title>Pilot</title></head><body>
        <nav><a href="/signup">Sign up</a><a href="/buy">Buy now</a></nav>
        <main><h1>${h1}</h1><form><label>Email <input type="email" required></label><label>Company <input></label>
        <button type="submit">${button}</button></form></main></body></html>`,
      });
      expect(report.primary_cta?.text).toBe(button);
      expect(report.conversion_goal).toEqual({ value: goal, source: 'detected' });
    },
  );

  it('says in its summary what a section with half of its points still lacks', async () => {
    const html = GOOD.replace('<h2>Trusted by 12,000 freelancers</h2>', '').replace(
      /<blockquote>.*<\/blockquote>/,
      '<p>4.7 out of 5</p>',
    );
    const { markdown_summary } = await runChecked(operation, { html }, contextWithPages({}));
    expect(markdown_summary).toContain('| Proof | 50 | The page shows no customer quote. |');
  });

  it('names what a poor page lacks', async () => {
    const html = `<html lang="en"><title>Home</title><main><h1>Welcome</h1><p>${'We are a world class team and our cutting edge, innovative solutions empower our revolutionary clients. '.repeat(25)}</p>
      <form>${['name', 'mail', 'street', 'town', 'zip', 'country', 'company', 'size', 'role'].map((name) => `<input name="${name}">`).join('')}<input type="tel" name="phone" required><button>Submit</button></form></main>`;
    const report = await check({ html, conversion_goal: 'demo', keyword: 'crm for dentists' });
    expect(status(report, 'vp.meaning')).toBe('fail');
    expect(status(report, 'cta.present')).toBe('warn');
    expect(status(report, 'cta.goal')).toBe('fail');
    expect(status(report, 'proof.none')).toBe('fail');
    expect(status(report, 'friction.form')).toBe('fail');
    expect(status(report, 'friction.phone')).toBe('warn');
    expect(status(report, 'clarity.hype')).toBe('warn');
    expect(status(report, 'intent.heading')).toBe('fail');
    expect(report.conversion_score).toBeLessThan(40);
    expect(report.missing_proof.length).toBeGreaterThan(0);
    expect(report.experiments.length).toBeGreaterThan(2);
  });

  it.each([
    ['de', 'Jetzt kostenlos testen', 'trial'],
    ['de', 'In den Warenkorb', 'purchase'],
    ['de', 'Angebot anfordern', 'contact_sales'],
    ['de', 'Demo buchen', 'demo'],
    ['de', 'Mehr erfahren', 'learn_more'],
    ['de', 'Newsletter abonnieren', 'subscribe'],
    ['es', 'Prueba gratis', 'trial'],
    ['es', 'Añadir al carrito', 'purchase'],
    ['es', 'Regístrate', 'signup'],
    ['es', 'Solicitar presupuesto', 'contact_sales'],
    ['fr', 'Essai gratuit', 'trial'],
    ['fr', 'Ajouter au panier', 'purchase'],
    ['fr', 'S’inscrire', 'signup'],
    ['fr', 'Télécharger', 'download'],
    ['fr', 'Demander un devis', 'contact_sales'],
    ['en', 'Get started', 'signup'],
    ['en', 'Book a demo', 'demo'],
    ['en', 'Get a quote', 'contact_sales'],
    ['en', 'Download the guide', 'download'],
    ['ja', '無料で試す', 'trial'],
    ['ja', 'お問い合わせ', 'contact_sales'],
  ])('knows in %s what “%s” does', async (lang, text, type) => {
    const report = await check({
      html: `<html lang="${lang}"><main><h1>Produkt 3000 für alle</h1><a class="btn" href="/x">${text}</a><p>one two three four five</p></main>`,
    });
    expect(ctas(report)).toEqual([`${text}: ${type}`]);
  });

  it.each([
    ['en', 'Accept all'],
    ['en', 'Menu'],
    ['en', 'Log in'],
    ['de', 'Alle akzeptieren'],
    ['es', 'Iniciar sesión'],
    ['fr', 'Se connecter'],
  ])('takes %s “%s” for no call to action', async (lang, text) => {
    const report = await check({
      html: `<html lang="${lang}"><main><h1>Something of its own</h1><button>${text}</button><p>one two three four five</p></main>`,
    });
    expect(report.ctas).toEqual([]);
  });

  it('says that a button comes late, and leaves open what it cannot see', async () => {
    const page = (words: number): string =>
      `<html lang="en"><main><h1>Something of its own</h1><p>${'word '.repeat(words)}</p><a class="btn" href="/buy">Buy now</a></main>`;
    expect((await check({ html: page(20) })).ctas[0]?.above_fold).toBe(true);
    expect((await check({ html: page(120) })).ctas[0]?.above_fold).toBeNull();
    const late = await check({ html: page(400) });
    expect([late.ctas[0]?.above_fold, status(late, 'cta.above-fold')]).toEqual([false, 'fail']);
  });

  it('promises in its button texts only what the page says', async () => {
    const texts = async (html: string) =>
      (
        await check({
          html: `<html lang="en"><main><h1>Something of its own</h1>${html}<p>one two three four</p></main>`,
          conversion_goal: 'trial',
        })
      ).cta_alternatives
        .map(({ text }) => text)
        .join(' ');
    expect(await texts('<a class=btn href=/x>Start trial</a>')).not.toMatch(/free|card/i);
    expect(await texts('<a class=btn href=/x>Start trial</a><p>It is free for 14 days.</p>')).toMatch(/free/);
  });

  it('speaks the language of the page in what it suggests', async () => {
    const report = await check({
      markdown:
        '# Rechnungen für Freiberufler\n\nSchreiben Sie Ihre Rechnungen in zwei Minuten und werden Sie schneller bezahlt.\n\n[Jetzt testen](/x)',
      conversion_goal: 'signup',
    });
    expect(report.language).toBe('de');
    expect(report.cta_alternatives[0]?.text).toBe('Konto erstellen');
    expect(report.sections.friction.score).toBeNull();
  });

  it('does not judge an article as if it sold', async () => {
    const report = await check({
      markdown: '# How tides work\n\nThe moon pulls the sea, which rises twice a day on most coasts of the world.',
      page_type: 'blog_post',
    });
    expect([report.sections.proof.score, report.sections.objection_handling.score]).toEqual([null, null]);
    expect(report.missing_proof).toEqual([]);
  });

  it('gives a page without text no score', async () => {
    const report = await check({
      html: '<html><body><div id="root"></div><script src="app.js"></script></body></html>',
    });
    expect([report.conversion_score, report.priority, report.experiments]).toEqual([null, null, []]);
    expect(report.notes.join(' ')).toContain('scripts');
  });

  it('says the same of an address and of its HTML', async () => {
    const body = { conversion_goal: 'trial', page_type: 'landing_page' };
    const byUrl = await check({ ...body, url: 'https://a.test/' }, { 'https://a.test/': GOOD });
    const byHtml = await check({ ...body, html: GOOD });
    const plain = (report: CroReport) => ({
      ...report,
      url: null,
      checked: null,
      ctas: report.ctas.map((cta) => ({ ...cta, url: null })),
    });
    expect(plain(byUrl)).toEqual(plain(byHtml));
  });

  it.each([
    ['control characters', '<h1>\0\u0001\u202eBuy</h1><p>one two three four five six</p>'],
    [
      '__proto__',
      '<html lang="__proto__"><h1>__proto__</h1><a class="btn" href="constructor">toString</a><p>one two three four five</p>',
    ],
    ['unclosed everything', '<a class=btn <button <form <input <p>Buy now <h1> one two three four five'],
  ])('answers %s', async (_, html) => {
    await expect(check({ html, conversion_goal: 'purchase', keyword: '__proto__' })).resolves.toBeDefined();
  });

  it.each([
    [
      'long texts',
      (size: number) =>
        `<h1>${'x'.repeat(size)}</h1><button>${'y'.repeat(size)}</button><p>${'z '.repeat(size / 2)}</p>`,
    ],
    [
      'deep nesting',
      (size: number) => `${'<div class="btn testimonial">'.repeat(size / 5)}text of a page that is deep`,
    ],
    ['digits without end', (size: number) => `<p>${'1,'.repeat(size / 2)} customers and 5 words more</p>`],
  ])('answers %s in linear time', async (_, html) => {
    const answer = (size: number): Promise<unknown> =>
      check({ html: html(size), conversion_goal: 'purchase', keyword: '__proto__' });
    expect(await measureGrowthAsync(answer, 2500)).toBeLessThan(9);
  });

  it('reads a page of a hundred thousand nodes', async () => {
    const html = `<html lang=en><main><h1>Bikes for all</h1><p>${'<i>a</i>'.repeat(50_000)}</p><a class=btn href=/x>Buy now</a></main>`;
    const report = await check({ url: 'https://a.test/' }, { 'https://a.test/': html });
    expect(ctas(report)).toEqual(['Buy now: purchase']);
  });
});
