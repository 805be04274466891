import { cleanText, compareText } from '../../../text/normalize.ts';
import { stripSiteName } from '../../../text/address.ts';
import type { Purpose } from '../../../text/purpose.ts';
import { readSubject } from '../../../text/subject.ts';
import type { Page } from './pages.ts';

/** What a topic is called: the commonest keyword of its pages, else the shortest of their titles. */
export function topicName(pages: readonly Page[]): string {
  const counts = new Map<string, number>();
  for (const { keyword } of pages) {
    if (keyword === null) continue;
    const name = keyword.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [best] = [...counts].sort(
    (one, other) => other[1] - one[1] || one[0].length - other[0].length || compareText(one[0], other[0]),
  );
  if (best !== undefined) return best[0];
  const titles = pages.map(({ title }) => bareTitle(title)).filter((title) => title !== '');
  return titles.sort((one, other) => one.length - other.length || compareText(one, other))[0] ?? pages[0]?.url ?? '';
}

/** A title without the name of its site, its year and what follows a colon. */
function bareTitle(title: string): string {
  const [head = ''] = stripSiteName(title).split(/:\s/, 2);
  return cleanText(head.replaceAll(/[([]?\b(?:19|20)\d\d\b[)\]]?/g, ' '), 120).replace(
    /\s+(?:in|of|for|de|en|für|im)$/i,
    '',
  );
}

/** How a title tells what kind of page it heads, where the name of the topic does not say it already. */
const FORMS: Readonly<Record<string, Partial<Record<Purpose, string>>>> = {
  en: {
    inform: '{}: a practical guide',
    compare: '{} compared',
    price: '{}: prices and plans',
    use: '{}: online tool',
    visit: '{} near you',
  },
  de: {
    inform: '{}: der Ratgeber',
    compare: '{} im Vergleich',
    price: '{}: Preise und Kosten',
    use: '{}: Online-Werkzeug',
    visit: '{} in der Nähe',
  },
  es: {
    inform: '{}: guía práctica',
    compare: '{}: comparativa',
    price: '{}: precios',
    use: '{}: herramienta en línea',
    visit: '{} cerca de ti',
  },
  fr: {
    inform: '{} : guide pratique',
    compare: '{} : comparatif',
    price: '{} : tarifs',
    use: '{} : outil en ligne',
    visit: '{} près de chez vous',
  },
  it: { inform: '{}: guida pratica', compare: '{} a confronto', price: '{}: prezzi', visit: '{} vicino a te' },
  pt: { inform: '{}: guia prático', compare: '{}: comparação', price: '{}: preços' },
  nl: { inform: '{}: praktische gids', compare: '{} vergeleken', price: '{}: prijzen' },
  ja: { inform: '{}ガイド', compare: '{}の比較', price: '{}の料金' },
};

/** A title for a page on the topic: its name, and what kind of page it is where the name does not tell. */
export function suggestedTitle(name: string, page: Page): string {
  const [first = '', ...rest] = name;
  const title = first.toLocaleUpperCase(page.language === 'tr' ? 'tr' : 'en') + rest.join('');
  const worded = readSubject(name, page.language, '').purpose !== undefined;
  const form = worded || page.purpose === undefined ? undefined : FORMS[page.language]?.[page.purpose];
  return form === undefined ? title : form.replace('{}', () => title);
}
