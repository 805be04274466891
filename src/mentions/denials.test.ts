import { describe, expect, it } from 'vitest';

import { findDenial } from './denials.ts';
import { readAnswerText } from './answer-text.ts';
import { compileNames } from './find-names.ts';

function read(text: string, language = 'en') {
  const answer = readAnswerText(text);
  const names = compileNames({
    all: [{ name: 'Zyntra', aliases: [], domains: [] }],
    languages: [language],
    category: [],
  })(answer);
  return findDenial(answer, names, [language]);
}

describe('an answer that knows nothing of a brand', () => {
  it.each([
    ['I couldn’t find anything about Zyntra.', 'en'],
    ['I could not find any reliable information about a company called Zyntra.', 'en'],
    ['I couldn’t find Zyntra in the search results.', 'en'],
    ['I was unable to verify any details on "Zyntra".', 'en'],
    ['There is no publicly available information about Zyntra.', 'en'],
    ['I’m not familiar with Zyntra.', 'en'],
    ['I’m not aware of any brand called **Zyntra**.', 'en'],
    ['Zyntra does not appear to be a well-known company.', 'en'],
    ['No information is available about Zyntra.', 'en'],
    ['I don’t have specific information about Zyntra.', 'en'],
    ['Ich konnte keine Informationen über Zyntra finden.', 'de'],
    ['Zu „Zyntra“ liegen mir keine Informationen vor, es gibt keine Informationen zu Zyntra.', 'de'],
    ['Über Zyntra ist mir leider nichts bekannt.', 'de'],
    ['Ein Unternehmen kenne ich nicht: Es gibt kein Unternehmen namens Zyntra.', 'de'],
    ['Je n’ai trouvé aucune information sur Zyntra.', 'fr'],
    ['Je ne connais pas Zyntra.', 'fr'],
    ['No encontré información sobre Zyntra.', 'es'],
    ['No conozco la marca Zyntra.', 'es'],
    ['Non ho trovato informazioni su Zyntra.', 'it'],
    ['Non conosco Zyntra.', 'it'],
    ['Não encontrei informações sobre a Zyntra.', 'pt'],
    ['Não conheço a Zyntra.', 'pt'],
    ['Ik kon geen informatie vinden over Zyntra.', 'nl'],
    ['Ik ben niet bekend met Zyntra.', 'nl'],
  ])('denies it in “%s”', (text, language) => {
    expect(read(text, language)).toMatchObject({ is_whole: true });
  });

  it.each([
    ['I couldn’t find anything better than Zyntra.', 'en'],
    ['I couldn’t find any information about Zyntra’s prices.', 'en'],
    ['Zyntra has no information page.', 'en'],
    ['If you cannot find a bike, ask Zyntra.', 'en'],
    ['There is no better tool than Zyntra.', 'en'],
    ['Zyntra is not well known abroad, but loved at home.', 'en'],
    ['Zyntra hat keine Filialen.', 'de'],
    ['Ich habe nichts Besseres als Zyntra gefunden.', 'de'],
    ['Je n’ai rien trouvé de mieux que Zyntra.', 'fr'],
    ['No encontré nada mejor que Zyntra.', 'es'],
  ])('does not deny it in “%s”', (text, language) => {
    expect(read(text, language)).toBeNull();
  });

  it('mentions it all the same where it claims something elsewhere', () => {
    expect(read('I couldn’t find anything about Zyntra. If you meant Zyntra bikes, could you tell me more?')).toEqual({
      sentence: 'I couldn’t find anything about Zyntra.',
      is_whole: true,
    });
    expect(read('Zyntra makes bikes in Ghent. I couldn’t find any reviews of Zyntra in the last year.')).toMatchObject({
      is_whole: false,
    });
  });
});
