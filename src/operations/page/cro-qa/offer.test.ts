import { describe, expect, it } from 'vitest';

import { croQa } from './cro-qa.ts';
import type { CroReport } from './report.ts';

/** A page of a business, as drafts and sites write it. */
function judge(body: string, { lang = 'en', head = '' } = {}): CroReport {
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body><main>${body}</main></body></html>`;
  return run({ html });
}

function run(source: { html?: string; markdown?: string }, goal?: CroReport['conversion_goal']['value']): CroReport {
  return croQa.run({
    html: source.html,
    markdown: source.markdown,
    url: undefined,
    status: undefined,
    page_type: 'auto',
    conversion_goal: goal ?? undefined,
    keyword: undefined,
  });
}

function quoteOf(report: CroReport, id: string): string | null | undefined {
  const findings = Object.values(report.sections).flatMap((section) => section.findings);
  return findings.find((finding) => finding.id === id && finding.status === 'pass')?.quote;
}

const missing = (report: CroReport): string[] => report.missing_proof.map(({ kind }) => kind);

describe('what a page offers', () => {
  it.each<[string, CroReport, CroReport['offer']['kind']]>([
    ['a face oil', judge('<h1>Night oil</h1><p>£34.00</p><button>Add to bag</button>'), 'goods'],
    ['a trial', judge('<h1>Timesheets done for you</h1><a class="btn" href="/x">Start free trial</a>'), 'software'],
    ['a room', judge('<h1>Hôtel à Annecy</h1><a class="btn" href="/x">Réserver</a>', { lang: 'fr' }), 'booking'],
    ['a dentist', judge('<h1>Implantate in Kassel</h1><a class="btn" href="/x">Termin vereinbaren</a>'), 'service'],
    ['a charity', judge('<h1>Plant an oak with us</h1><a class="btn" href="/x">Donate now</a>'), 'donation'],
    [
      'advice that names prices',
      run({ markdown: '# Wärmepumpe im Altbau\n\nMit Einbau kostet eine Pumpe zwischen 25.000 und 40.000 Euro.' }),
      'none',
    ],
    [
      'an article beside a newsletter',
      judge('<h1>Tides</h1><p>The moon pulls the sea twice a day.</p><button>Subscribe to our newsletter</button>'),
      'none',
    ],
  ])('is read from %s', (_, report, kind) => {
    expect(report.offer.kind).toBe(kind);
  });

  it('gives a page that offers nothing no score, and one whose goal is named a score', () => {
    const markdown = '# How tides work\n\nThe moon pulls the sea, which rises twice a day on most coasts.';
    expect(run({ markdown })).toMatchObject({ conversion_score: null, missing_proof: [], priority: null });
    expect(run({ markdown }, 'subscribe').conversion_score).not.toBeNull();
  });

  it('decides the proof: logos and results for teams, stars and quotes for everybody else', () => {
    expect(missing(judge('<h1>Night oil</h1><p>£34.00</p><button>Add to bag</button>'))).toEqual([
      'rating',
      'testimonial',
    ]);
    expect(missing(judge('<h1>Time tracking for agencies</h1><a class="btn" href="/x">Book a demo</a>'))).toEqual([
      'testimonial',
      'customer_logos',
      'figures',
    ]);
    expect(missing(judge('<h1>Plant an oak</h1><a class="btn" href="/x">Donate now</a>'))).toEqual([
      'figures',
      'certification',
    ]);
  });

  it('decides the button texts: nobody adds a table for two to a cart', () => {
    const texts = (body: string): string =>
      judge(body)
        .cta_alternatives.map(({ text }) => text)
        .join(', ');
    expect(texts('<h1>Handmade pasta in Leith</h1><a class="btn" href="/x">Reserve a table</a>')).toMatch(
      /availability/,
    );
    expect(texts('<h1>Plant an oak with us</h1><a class="btn" href="/x">Donate</a>')).toMatch(/Give now/);
    expect(texts('<h1>Implants in Bristol</h1><a class="btn" href="/x">Book a consultation</a>')).toMatch(
      /appointment/,
    );
  });

  it('offers no button for what the page does not: no calculator, no fixed price, no call back', () => {
    const page = (more: string): string[] =>
      judge(`<h1>Control de plagas en Sevilla</h1><a class="btn" href="/x">Pide tu presupuesto</a><p>${more}</p>`, {
        lang: 'es',
      }).cta_alternatives.map(({ text }) => text);
    expect(page('Respondemos en el día.')).toEqual([
      'Pedir mi presupuesto',
      'Consultar el precio',
      'Solicitar presupuesto',
    ]);
    expect(page('Usa nuestra calculadora.')).toContain('Calcular mi precio');
    expect(page('Trabajamos a precio cerrado.')).toContain('Pedir un precio cerrado');
  });
});

const SERVICE = '<h1>Implants in Bristol, made to last</h1><a class="btn" href="/x">Book a consultation</a>';

describe('what a page answers', () => {
  it.each([
    ['A single implant costs between 1,900 and 2,800 euros, crown included.'],
    ['Ein einzelnes Implantat kostet zwischen 1.900 und 2.800 Euro.'],
    ['Desde 29 euros por sesión.'],
    ['Chambre double à partir de 120 euros la nuit.'],
    ['From $8 per user per month.'],
    ['CHF 90'],
    ['You pay nothing unless we win.'],
  ])('“%s” says what it costs', (text) => {
    expect(quoteOf(judge(`${SERVICE}<p>${text}</p>`), 'objection.price')).toBe(text);
  });

  it.each([
    ['Free delivery over £40.'],
    ['We won $1.2 million for a driver.'],
    ['Our prices are fair.'],
    ['Demander un devis gratuit'],
  ])('“%s” does not', (text) => {
    expect(quoteOf(judge(`${SERVICE}<p>${text}</p>`), 'objection.price')).toBeUndefined();
  });

  it.each([
    ['# Mudanzas en Sevilla\n\nTrasladamos tu piso en un solo día.\n\n[Calcula tu precio]', 'Calcula tu precio'],
    ['# Zahnarzt in Kassel\n\nWir behandeln Sie in Ruhe.\n\n**[Termin vereinbaren]**', 'Termin vereinbaren'],
    ['# Plombier à Lyon\n\nNous intervenons en une heure.\n\n[Demander un devis] [Nous appeler]', 'Demander un devis'],
    ['# Movers in Leeds\n\nWe move your flat in a day.\n\n[Calculate your price]', 'Calculate your price'],
    ['# Movers in Leeds\n\nWe move your flat in a day.\n\n[Button: Get a quote →]', 'Get a quote →'],
  ])('takes what a draft has in brackets for a button: %s', (markdown, text) => {
    const report = run({ markdown });
    expect(report.primary_cta?.text).toBe(text);
    expect(report.ctas[0]).toMatchObject({ type: 'contact_sales', element: 'button' });
  });

  it.each([
    ['We move your flat [see our terms] in a day, at a fixed price.'],
    ['[Photo of the team]'],
    ['[1]'],
    ['[ ] Pack the books'],
  ])('takes no other brackets for a button: %s', (text) => {
    expect(run({ markdown: `# Movers in Leeds\n\nWe move your flat in a day.\n\n${text}` }).ctas).toEqual([]);
  });
});

describe('what customers say', () => {
  it.each([
    ['a name behind it', '<p>“I can eat apples again, after three years.” — Gwen, Clifton</p>'],
    ['a name below it', '<p>„Ich konnte nach drei Monaten wieder alles essen.“</p><p>Marlies K., 62</p>'],
    ['guillemets', '<p>« Accueil adorable et vue superbe, nous reviendrons. » Famille Bertin, Dijon</p>'],
    ['straight quotes', '<p>"Llegaron puntuales y no rompieron ni un vaso." – Marta Gil, Triana</p>'],
    ['single marks', '<p>‘It didn’t hurt and I’d do it again.’ Gwen, Clifton</p>'],
    ['a name before it', '<p><b>Anna K., Berlin:</b> „Freundlich und schnell.“</p>'],
    ['words of speech', '<p>“Great service!” says Gwen, 54</p>'],
    ['words of speech at the end of a sentence', '<p>«Me pagaron la tabla en tres días», dice Ane, de Getaria.</p>'],
    [
      'the page’s own sentence before it',
      '<p>Our implants last for decades. “I can eat apples again.” — Gwen, Clifton</p>',
    ],
    [
      'straight quotes behind a sentence',
      '<p>Nuestros implantes duran décadas. "Llegué con miedo y salí riendo." – Marta Gil</p>',
    ],
    ['a heading above it', '<h2>What our patients say</h2><p>They were patient with me from the first visit on.</p>'],
    ['a German heading above it', '<h2>Kundenstimmen</h2><p>★★★★★</p><p>Saubere Arbeit, fairer Preis, schnell da.</p>'],
  ])('is proof with %s', (_, html) => {
    expect(quoteOf(judge(`${SERVICE}${html}`), 'proof.testimonial')).toBeDefined();
  });

  it.each([
    ['a slogan in quotation marks', '<p>“Teeth that last.”</p><p>We mean it.</p>'],
    ['a heading with nothing below', '<h2>Testimonials</h2>'],
    ['a label below the heading', '<h2>Reviews</h2><p>Sign in or create an account to review</p>'],
    ['a sentence below a slogan', '<p>“Teeth that last a lifetime and more.”</p><p>We mean it.</p>'],
    ['a saying behind a sentence', '<p>We have a motto. “Every single tooth counts for us.” It is on our wall.</p>'],
    ['a quoted term', '<p>“All-on-four with immediate loading” is what dentists call it.</p>'],
  ])('is not shown by %s', (_, html) => {
    expect(quoteOf(judge(`${SERVICE}${html}`), 'proof.testimonial')).toBeUndefined();
  });

  it.each([
    ['4.9 stars from 8,300 parents'],
    ['Note 4,9/5 sur Google (127 avis)'],
    ['4,8 von 5'],
    ['Rated 4.8 out of 5'],
    ['212 Google reviews'],
    ['9.2/10 on Booking'],
    ['97 % der Patienten empfehlen uns'],
  ])('“%s” is a rating', (text) => {
    expect(quoteOf(judge(`${SERVICE}<p>${text}</p>`), 'proof.rating')).toBe(text);
  });

  it.each([
    ['Reviews (0)', 'rating'],
    ['Up to 5 users', 'customer_count'],
    ['In 2025 customers asked for more', 'customer_count'],
    ['Certified refurbished', 'certification'],
  ])('“%s” proves nothing', (text, kind) => {
    expect(quoteOf(judge(`${SERVICE}<p>${text}</p>`), `proof.${kind}`)).toBeUndefined();
  });
});

describe('proof in the words of a customer', () => {
  const QUOTE = '“We cut stockouts by 37% in three months.” – Dana Whitfield, COO at Northline Foods';
  const software = (quote: string): CroReport =>
    judge(
      `<h1>Inventory for companies</h1><a class="btn" href="/x">Start free trial</a><blockquote>${quote}</blockquote>`,
    );

  it('is not said to be missing: the company that is named and the result that it measured', () => {
    expect(missing(software(QUOTE))).toEqual([]);
    expect(missing(software('“It saves us a lot of work every week.” – Dana'))).toEqual(['customer_logos', 'figures']);
  });

  it('takes points away only where it names what is missing', () => {
    const boots = '<h1>Meindl Island</h1><p>£249</p><button>Add to cart</button>';
    const quote = '<blockquote>They kept my feet dry for three weeks in the rain.</blockquote>';
    const quoted = judge(boots + quote);
    expect([quoted.sections.proof.score, missing(quoted)]).toEqual([50, ['rating']]);
    const rated = judge(`${boots}${quote}<p>4.8 out of 5</p>`);
    expect([rated.sections.proof.score, missing(rated)]).toEqual([100, []]);
  });

  it('counts stars that a buyer gives and years of doing the work', () => {
    const boots = judge(
      '<h1>Meindl Island</h1><p>249 €</p><button>In den Warenkorb</button><p>„Passt, 5 von 5 Sternen“ – Katrin B.</p>',
      { lang: 'de' },
    );
    expect(missing(boots)).toEqual([]);
    const dentist =
      '<h1>Clínica Dental Sol en Madrid</h1><p>Más de 15 años cuidando sonrisas.</p><a class="btn" href="/x">Pedir cita</a>';
    expect(quoteOf(judge(dentist, { lang: 'es' }), 'proof.experience')).toBe('Más de 15 años cuidando sonrisas.');
  });
});

describe('a form to write to the business', () => {
  const FORM =
    '<form><label for="n">Your name and the company that you work for</label><input id="n" name="n"><label>How can we help you with your accounts?<textarea name="message"></textarea></label><button>Send</button></form>';
  const page = judge(
    `<h1>Accountants in Leeds</h1><p>From £90 a month</p>${FORM}<a href="tel:+441130000000">0113 000 0000</a>`,
  );

  it('is what the page is for, and its button the main one', () => {
    expect(page.conversion_goal).toEqual({ value: 'contact_sales', source: 'detected' });
    expect(page.primary_cta?.text).toBe('Send');
  });

  it('has labels that explain no offer', () => {
    expect(quoteOf(page, 'vp.support')).toBeUndefined();
  });

  it('is none where visitors comment', () => {
    const comments = judge(
      '<h1>Accountants in Leeds</h1><form><textarea name="comment"></textarea><button>Send</button></form>',
    );
    expect(comments.ctas.map(({ type }) => type)).toEqual(['other']);
  });
});
