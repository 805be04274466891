import { describe, expect, it } from 'vitest';

import { readAnswerText } from './answer-text.ts';
import { compileNames } from './find-names.ts';
import { readSentiment } from './sentiment.ts';

const ALL = ['Zyntra', 'Beltana', 'Corvo'].map((name) => ({ name, aliases: [], domains: [] }));

function read(text: string, language = 'en') {
  const answer = readAnswerText(text);
  const all = compileNames({ all: ALL, languages: [language], category: [] })(answer);
  return readSentiment(answer, { own: all.filter(({ owner }) => owner === 0), all }, [language]);
}

describe('what a text says of a brand', () => {
  it.each([
    ['Zyntra is reliable and easy to use.', 'positive', 'en'],
    ['Zyntra is not reliable.', 'negative', 'en'],
    ['Zyntra isn’t reliable.', 'negative', 'en'],
    ['Zyntra is less reliable.', 'negative', 'en'],
    ['Zyntra is not only reliable, it is fast.', 'positive', 'en'],
    ['Zyntra has no problems with large files.', 'positive', 'en'],
    ['Zyntra was founded in 1998.', null, 'en'],
    ['Zyntra has excellent support, but it is overpriced.', 'neutral', 'en'],
    ['Zyntra is not cheap but reliable.', 'positive', 'en'],
    ['Zyntra is slow. Beltana is excellent.', 'negative', 'en'],
    ['Beltana is better than Zyntra.', 'negative', 'en'],
    ['Zyntra is better than Beltana.', 'positive', 'en'],
    ['Unlike Beltana, Zyntra is reliable.', 'positive', 'en'],
    ['Zyntra is reliable while Beltana is slow and expensive.', 'positive', 'en'],
    ['Beltana, Zyntra and Corvo are excellent.', 'positive', 'en'],
    ['The best choice is Zyntra.', 'positive', 'en'],
    ['Zyntra is a bike maker. It is widely praised.', 'positive', 'en'],
    ['Zyntra is a bike maker. Beltana is widely praised.', null, 'en'],
    ['- Zyntra\n- Excellent support at Beltana', null, 'en'],
    ['Zyntra ist sehr zuverlässig und benutzerfreundlich.', 'positive', 'de'],
    ['Zyntra ist nicht zuverlässig.', 'negative', 'de'],
    ['Von Zyntra wird abgeraten, die Kritik ist groß.', 'negative', 'de'],
    ['Zyntra n’est pas fiable.', 'negative', 'fr'],
    ['Zyntra est très apprécié.', 'positive', 'fr'],
    ['Zyntra es muy recomendable.', 'positive', 'es'],
    ['Zyntra no es fiable.', 'negative', 'es'],
    ['Zyntra è molto affidabile.', 'positive', 'it'],
    ['Zyntra non è affidabile.', 'negative', 'it'],
    ['A Zyntra é confiável.', 'positive', 'pt'],
    ['A Zyntra não é confiável.', 'negative', 'pt'],
    ['Zyntra is zeer betrouwbaar.', 'positive', 'nl'],
    ['Zyntra is niet betrouwbaar.', 'negative', 'nl'],
  ])('“%s” is %s', (text, value, language) => {
    expect(read(text, language).value).toBe(value);
  });

  it('is shown by the sentence that says it', () => {
    expect(read('Zyntra is a company. Some say that Zyntra is unreliable! Beltana is fine.')).toEqual({
      value: 'negative',
      is_mixed: false,
      sentence: 'Some say that Zyntra is unreliable!',
      cues: ['unreliable'],
    });
    expect(read('Zyntra is a maker. It is praised by many.').sentence).toBe(
      'Zyntra is a maker. It is praised by many.',
    );
    expect(read('Zyntra is a maker.')).toMatchObject({ value: null, sentence: 'Zyntra is a maker.', cues: [] });
  });

  it('is mixed where there is praise and fault', () => {
    expect(read('Zyntra is excellent, reliable and robust, but expensive.')).toMatchObject({
      value: 'positive',
      is_mixed: true,
    });
  });

  it('is not told by words of the name itself', () => {
    const answer = readAnswerText('Try Best Value Tools today.');
    const all = compileNames({
      all: [{ name: 'Best Value Tools', aliases: [], domains: [] }],
      languages: ['en'],
      category: [],
    })(answer);
    expect(readSentiment(answer, { own: all, all }, ['en']).value).toBeNull();
  });
});
