import { describe, expect, it } from 'vitest';

import { findDatedYear, findHeadingYear, knowsYearWords } from './years.ts';

const NOW = new Date('2026-03-01T00:00:00Z');

const DATED: Readonly<Record<string, readonly string[]>> = {
  en: [
    'As of March 2023, 41 countries accept the licence.',
    'Last updated: 14 June 2024',
    'In 2022, the best choice for small teams is still a shared inbox.',
    'The 2021 edition of the handbook lists nine steps.',
    'The average nurse earned $77,000 in 2019.',
    'In 2018 some 34% of households had a heat pump.',
    'Prices for 2024 start on Monday.',
    'Our 2023 survey of dentists shows how it works.',
    'What will change for tenants in 2025?',
  ],
  de: [
    'Stand Januar 2023 gelten in Berlin andere Regeln.',
    'Zuletzt aktualisiert am 3. Mai 2024.',
    'Im Jahr 2019 lag der Anteil bei 34 %.',
    'Die Preise 2022 beginnen bei zwölf Talern.',
    'Wer 2024 in Rente geht, kann das Formular im Jahr 2024 noch nutzen.',
    'Der Ratgeber 2021 hilft bei der Wahl.',
  ],
  es: [
    'A fecha de mayo de 2023, hay nueve oficinas abiertas.',
    'En 2022 la mejor opción es alquilar.',
    'En 2019 el 34 % de los hogares tenía aire acondicionado.',
    'La guía 2021 explica cada paso.',
  ],
  fr: [
    'Mis à jour en mars 2023.',
    'En 2022, il faut déclarer ses revenus en ligne.',
    'En 2019, 34 % des ménages avaient une pompe à chaleur.',
    'Le classement 2021 des écoles aide à choisir.',
  ],
};

const HISTORY: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The company was founded in 2004 by two sisters.',
    'Founded in 2012 with $2 million, the lab has 40 staff.',
    'Serving Leeds since 2009.',
    'The bridge opened in 2016.',
    'She won the prize in 2021 and moved to Oslo.',
    'The museum was moved in 2019.',
    '© 2019 Example Ltd.',
    'On 12 May 2021 the court ruled against them.',
    'Joined 2017',
    'Room 2010 is on the second floor.',
    'Hurricane Ida hit the coast in August 1999.',
  ],
  de: [
    'Das Unternehmen wurde 2004 in Kiel gegründet.',
    'Seit 2011 beraten wir Familien.',
    'Im Jahr 2015 wurde das Museum umgebaut.',
    'Am 12. Mai 2021 entschied das Gericht.',
    'Er kam 2019 nach Wien.',
  ],
  es: [
    'La empresa fue fundada en 2004.',
    'Desde 2011 asesoramos a familias.',
    'En 2017 el museo fue renovado.',
    'El 12 de mayo de 2021 el tribunal decidió.',
  ],
  fr: [
    'La société a été fondée en 2004.',
    'Depuis 2011, nous conseillons les familles.',
    'En 2017, le musée fut rénové.',
    'Ils ont déménagé à Lyon en 2018.',
    'Le 12 mai 2021, le tribunal a tranché.',
  ],
};

const rows = (table: Readonly<Record<string, readonly string[]>>): [string, string][] =>
  Object.entries(table).flatMap(([language, sentences]) => sentences.map((each): [string, string] => [language, each]));

describe('a year', () => {
  it.each(rows(DATED))('dates what it says for today (%s): %s', (language, sentence) => {
    expect(findDatedYear(sentence, language, NOW)).toBeDefined();
  });

  it.each(rows(HISTORY))('of history dates nothing (%s): %s', (language, sentence) => {
    expect(findDatedYear(sentence, language, NOW)).toBeUndefined();
  });

  it('of today or later dates nothing', () => {
    expect(findDatedYear('Prices for 2026 start at $9.', 'en', NOW)).toBeUndefined();
    expect(findDatedYear('As of 2027 the law will change.', 'en', NOW)).toBeUndefined();
  });

  it('in a language without words is dated by a figure beside it, and by nothing else', () => {
    expect(knowsYearWords('it')).toBe(false);
    expect(findDatedYear('Nel 2019 costava 29 €.', 'it', NOW)).toBe(2019);
    expect(findDatedYear('L’azienda fu fondata nel 2004.', 'it', NOW)).toBeUndefined();
    expect(findDatedYear('Nel 2022 conviene affittare.', 'it', NOW)).toBeUndefined();
  });
});

describe('a year in a heading', () => {
  it('dates it, unless it is history or stands beside this year', () => {
    expect(findHeadingYear('The best tents of 2023', 'en', NOW)).toBe(2023);
    expect(findHeadingYear('Our history since 2016', 'en', NOW)).toBeUndefined();
    expect(findHeadingYear('Tax changes from 2025 to 2026', 'en', NOW)).toBeUndefined();
    expect(findHeadingYear('The winter of 1963', 'en', NOW)).toBeUndefined();
    expect(findHeadingYear('Die besten Zelte 2023', 'de', NOW)).toBe(2023);
    expect(findHeadingYear('【2023年版】テントおすすめ10選', 'ja', NOW)).toBe(2023);
    expect(findHeadingYear('2023년 텐트 추천', 'ko', NOW)).toBe(2023);
    expect(findHeadingYear('Model X2023 and part 2023-4', 'en', NOW)).toBeUndefined();
  });
});
