import { describe, expect, it } from 'vitest';

import { guessLanguage, guessLanguages } from './language.ts';
import { cleanText, compareText } from './normalize.ts';
import { readTerms, readKeyword } from './keyword.ts';
import { keywordSimilarity, textSimilarity } from './similarity.ts';
import { makeSlug } from './slug.ts';
import { measureGrowth } from '../../test/growth.ts';

describe('readKeyword', () => {
  it.each([
    ['running shoes for flat feet', 'flat feet running shoe', 'en'],
    ['python list sort', 'sort list python', 'en'],
    ['colour palettes', 'color palette', 'en'],
    ['organise a wardrobe', 'organizing the wardrobe', 'en'],
    ['women’s shoes', "woman's shoe", 'en'],
    ['t-shirt', 'T-Shirts', 'en'],
    ['e-bike', 'ebikes', 'en'],
    ['E Bikes', 'ebike', 'en'],
    ['flights from london to paris', 'flights london paris', 'en'],
    ['flights to paris from london', 'flights london paris', 'en'],
    ['iphone14 case', 'iPhone 14 cases', 'en'],
    ['5.5 inch phone', 'phone 5.5inch', 'en'],
    ['Müller München', 'mueller muenchen', 'de'],
    ['Straße', 'STRASSE', 'de'],
    ['küche streichen', 'streicht die Küche', 'de'],
    ['camión', 'camiones', 'es'],
    ['recette de crêpes', 'crepes recettes', 'fr'],
    ['ランニングシューズ 扁平足', '扁平足のランニングシューズ', 'ja'],
    ['ﾗﾝﾆﾝｸﾞ', 'ランニング', 'ja'],
    ['running\u200B shoes\u202E', 'running shoes', 'en'],
  ])('reads “%s” and “%s” as one search', (one, other, language) => {
    const [here, there] = [readKeyword(one, language), readKeyword(other, language)];
    expect(here.key).toBe(there.key);
    expect(here.key).not.toBe('');
    expect(keywordSimilarity(here, there)).toBe(1);
  });

  it.each([
    ['running shoes', 'running socks', 'en'],
    ['iphone 14', 'iphone 15', 'en'],
    ['pdf to word', 'word to pdf', 'en'],
    ['usd to eur', 'eur to usd', 'en'],
    ['flights london paris', 'flights paris london', 'en'],
    ['iphone 15 case', 'iphone 15 pro case', 'en'],
    ['coffee with sugar', 'coffee without sugar', 'en'],
    ['mens running shoes', 'womens running shoes', 'en'],
    ['bike shop bristol', 'bike repair bristol', 'en'],
    ['hotels in paris', 'hotels in rome', 'en'],
    ['c++', 'c#', 'en'],
    ['vitamin d foods', 'vitamin c foods', 'en'],
    ['zapatillas', 'zapatos', 'es'],
    ['ランニングシューズ', 'ランニングソックス', 'ja'],
  ])('keeps “%s” and “%s” apart', (one, other, language) => {
    const [here, there] = [readKeyword(one, language), readKeyword(other, language)];
    expect(here.key).not.toBe(there.key);
    expect(keywordSimilarity(here, there)).toBeLessThanOrEqual(0.5);
  });

  it('reads what has no word, and names of object members, without surprise', () => {
    expect(readKeyword('')).toMatchObject({ words: [], terms: [], key: '', signals: [] });
    expect(readKeyword('!!! 😀').words).toEqual([]);
    expect(readKeyword('__proto__').terms).toEqual(['proto']);
    expect(readKeyword('constructor toString').signals).toEqual([]);
  });

  it('is bounded in what it reads', () => {
    const { words, text } = readKeyword('a b '.repeat(50_000));
    expect(words.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThanOrEqual(700);
    expect(readTerms('running shoes '.repeat(100_000), 'en').length).toBeLessThanOrEqual(10_000);
    expect(measureGrowth((times) => readKeyword('a b '.repeat(times)), 5000)).toBeLessThan(9);
    expect(measureGrowth((times) => readTerms('running shoes '.repeat(times), 'en'), 1000)).toBeLessThan(9);
  });
});

describe('guessLanguage', () => {
  it.each([
    ['how to clean white sneakers', 'en'],
    ['laufschuhe für damen', 'de'],
    ['wie viel kostet ein dachdecker', 'de'],
    ['mejores zapatillas para correr', 'es'],
    ['comment faire des crêpes', 'fr'],
    ['Vélo Lyon', 'fr'],
    ['magasin de vélos', 'fr'],
    ['vélo électrique', 'fr'],
    ['vélo de route', 'fr'],
    ['réparation vélo prix', 'fr'],
    ['entretien vélo', 'fr'],
    ['velo electrique prix', 'fr'],
    ['bicicletas eléctricas baratas', 'es'],
    ['piñatas', 'es'],
    ['crème brûlée', 'fr'],
    ['bicicletta elettrica', 'it'],
    ['fahrradreparatur werkstatt', 'de'],
    ['e-bike kaufen', 'de'],
    ['cykelreparation nära mig', 'sv'],
    ['rower elektryczny', 'pl'],
    ['migliori scarpe da corsa', 'it'],
    ['melhores tênis para corrida', 'pt'],
    ['beste hardloopschoenen voor dames', 'nl'],
    ['ランニングシューズ おすすめ', 'ja'],
    ['跑步鞋推荐', 'zh'],
    ['운동화 추천', 'ko'],
    ['кроссовки для бега', 'ru'],
    ['кросівки для бігу їжі', 'uk'],
    ['أحذية الجري', 'ar'],
  ])('tells that “%s” is %s, with evidence', (text, language) => {
    const guess = guessLanguage(text);
    expect(guess.value).toBe(language);
    expect(guess.confidence).toBeGreaterThan(0.3);
    expect(guess.evidence.length).toBeGreaterThan(0);
  });

  it('does not guess where nothing tells', () => {
    expect(guessLanguage('nvidia rtx 4090')).toMatchObject({ value: '', confidence: 0 });
    expect(guessLanguage('nvidia rtx 4090', 'de-AT').value).toBe('de');
    expect(guessLanguage('').value).toBe('');
    // Swedish and Danish alike.
    expect(guessLanguage('cykel reparation')).toMatchObject({ value: '', confidence: 0 });
  });

  it('reads a search by its neighbours in the list', () => {
    const { main, each } = guessLanguages(['cómo hacer paella', 'paella valenciana', 'arroz para paella']);
    expect(main.value).toBe('es');
    expect(each).toEqual(['es', 'es', 'es']);
    const mixed = [
      'bike shop bristol',
      'best bikes for commuting',
      'bike chain size',
      'fahrrad reparatur',
      'e-bike kaufen',
    ];
    expect(guessLanguages(mixed).each).toEqual(['en', 'en', 'en', 'de', 'de']);
    // One noun that another language has as well does not take a search out of its list.
    expect(guessLanguages(['sort list python', 'how to sort a list', 'python sort']).each).toEqual(['en', 'en', 'en']);
    const shoes = ['wanderschuhe kaufen', 'wanderschuhe test', 'zapatillas de senderismo'];
    expect(guessLanguages(shoes).each).toEqual(['de', 'de', 'es']);
    expect(guessLanguages(['inventory software', 'inventory management software']).each).not.toContain('fr');
    // Compounds of one subject and letters that English lacks tell more than what most of the list is in.
    const foreign = ['best running shoes', 'how to bake bread', 'what is seo', 'cómo saber si tengo ansiedad'];
    expect(guessLanguages([...foreign, 'psicólogo online']).each.at(-1)).toBe('es');
    expect(
      guessLanguages([...foreign.slice(0, 3), 'plus size bridal gowns', 'appartement à louer']).each.slice(3),
    ).toEqual(['en', 'fr']);
    // A word that English has as well does not outweigh the language that was asked for.
    const french = ['franchise tva seuil 2025', 'cabinet morel', 'expert comptable lyon'];
    expect(guessLanguages(french, 'fr').each).toEqual(['fr', 'fr', 'fr']);
    expect(guessLanguages(['buy running shoes', 'how to run faster'], 'fr').main.value).toBe('en');
    expect(guessLanguages([]).main).toMatchObject({ value: '', confidence: 0 });
  });
});

describe('cleanText', () => {
  it('drops what cannot be seen and keeps what can', () => {
    expect(cleanText(' a\u0000b\tc\u202E d\u00ADe \uFEFF')).toBe('a b c de');
    expect(cleanText('ｆｕｌｌ　ｗｉｄｔｈ')).toBe('full width');
    expect(cleanText('नमस्ते ไทย العربية')).toBe('नमस्ते ไทย العربية');
    expect(cleanText('x'.repeat(100_000), 100)).toHaveLength(100);
    expect(cleanText('\uD800a').isWellFormed()).toBe(true);
  });

  it('orders text the same on every machine', () => {
    expect(['ä', 'z', 'a', 'Z'].sort(compareText)).toEqual(['Z', 'a', 'z', 'ä']);
  });
});

describe('slugOf', () => {
  it.each([
    ['How to clean white sneakers', 'en', 'how-to-clean-white-sneakers'],
    ['how to index gears', 'en', 'how-to-index-gears'],
    ['bike shops near me', 'en', 'bike-shops-near-me'],
    ['cycle to work scheme', 'en', 'cycle-to-work-scheme'],
    ['cycle shop in bristol', 'en', 'cycle-shop-bristol'],
    ['電動自転車 おすすめ', 'ja', '電動自転車-おすすめ'],
    ['Küche günstig streichen', 'de', 'kueche-guenstig-streichen'],
    ['cómo hacer crêpes', 'es', 'como-hacer-crepes'],
    ['the', 'en', 'the'],
    ['!!!', 'en', ''],
    ['東京 ホテル', 'ja', '東京-ホテル'],
  ])('makes of “%s”', (text, language, slug) => {
    expect(makeSlug(text, language)).toBe(slug);
  });

  it('keeps within its bound at a word', () => {
    expect(
      makeSlug('one two three four five six seven eight nine ten eleven twelve', 'en', 20).length,
    ).toBeLessThanOrEqual(20);
    expect(makeSlug('x'.repeat(5000), 'en').length).toBeLessThanOrEqual(60);
  });
});

describe('textSimilarity', () => {
  it('is 1 for the same words and 0 for none in common', () => {
    expect(textSimilarity('How to clean running shoes', 'clean running shoes how to', 'en')).toBeCloseTo(1);
    expect(textSimilarity('running shoes', 'mortgage rates', 'en')).toBe(0);
    expect(textSimilarity('', 'mortgage rates', 'en')).toBe(0);
  });
});
