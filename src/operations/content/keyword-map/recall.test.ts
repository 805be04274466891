import { describe, expect, it } from 'vitest';

import { mapKeywords } from './map.ts';

const VET = [
  ['/', 'Fernhill Vets | Veterinary surgery in Shrewsbury'],
  ['/services/vaccinations', 'Dog and cat vaccinations | Fernhill Vets'],
  ['/services/neutering', 'Neutering your dog or cat | Fernhill Vets'],
  ['/services/microchipping', 'Microchipping | Fernhill Vets'],
  ['/services/dog-boarding', 'Dog boarding | Fernhill Vets'],
  ['/advice/kennel-cough', 'Kennel cough: symptoms and treatment | Fernhill Vets'],
  ['/advice/dog-fleas', 'How to get rid of fleas on a dog or cat | Fernhill Vets'],
  ['/advice/worming', 'Worming a dog or cat | Fernhill Vets'],
];

const DENTIST = [
  ['/', 'Zahnarzt Köln Ehrenfeld | Zahnärzte am Markt'],
  ['/implantate', 'Zahnimplantate in Köln | Zahnärzte am Markt'],
  ['/prophylaxe', 'Professionelle Zahnreinigung (PZR) | Zahnärzte am Markt'],
  ['/wurzelbehandlung', 'Wurzelkanalbehandlung unter dem Mikroskop | Zahnärzte am Markt'],
  ['/kinder', 'Kinderzahnheilkunde | Zahnärzte am Markt'],
  ['/notdienst', 'Zahnärztlicher Notdienst Köln | Zahnärzte am Markt'],
  ['/ratgeber/zahnfleischbluten', 'Zahnfleischbluten: Ursachen und was hilft | Zahnärzte am Markt'],
  ['/ratgeber/zaehneknirschen', 'Zähneknirschen (Bruxismus): Schiene und Therapie | Zahnärzte am Markt'],
];

const SOFTWARE = [
  ['/', 'Zeitklar | Zeiterfassung für Teams'],
  ['/urlaub', 'Urlaubsverwaltung online | Zeitklar'],
  ['/dienstplan', 'Dienstplan-Software | Zeitklar'],
  ['/preise', 'Preise | Zeitklar'],
  ['/vorlagen/stundenzettel', 'Stundenzettel-Vorlage für Excel | Zeitklar'],
  ['/resturlaub', 'Resturlaub bei Kündigung | Zeitklar'],
  ['/ueberstunden', 'Überstunden berechnen und auszahlen | Zeitklar'],
];

function map(keyword: string, site = VET): [string, string] | undefined {
  const pages = site.map(([path = '', title = '']) => ({ url: `https://fernhill-vets.example${path}`, title }));
  const report = mapKeywords({ keywords: [keyword], pages, target: 'fernhill-vets.example', max_mappings: 10 });
  const [found] = [...report.mappings, ...report.weak_matches];
  return found === undefined ? undefined : [new URL(found.primary_url).pathname, found.match];
}

describe('a keyword that names its subject alone', () => {
  it('finds the page about the subject, whatever kind of page it is', () => {
    expect(map('kennel cough')).toEqual(['/advice/kennel-cough', 'strong']);
    expect(map('dog vaccinations')).toEqual(['/services/vaccinations', 'strong']);
  });

  it('still wants a guide where it asks how to do something', () => {
    expect(map('how to microchip a dog')?.[1]).not.toBe('strong');
  });
});

describe('a word that the whole site is about', () => {
  it('goes without saying on a page of the site', () => {
    expect(map('dog microchipping')).toEqual(['/services/microchipping', 'medium']);
  });

  it('does not stand for another such word that the title names', () => {
    expect(map('cat boarding')).toBeUndefined();
  });

  it('is no match by itself', () => {
    expect(map('dog grooming')).toBeUndefined();
  });
});

describe('German compounds', () => {
  it('meet the words that they are made of, in any order and form', () => {
    expect(map('zahnnotdienst köln', DENTIST)).toEqual(['/notdienst', 'strong']);
    expect(map('kinderzahnarzt köln', DENTIST)?.[0]).toBe('/kinder');
    expect(map('zahnfleisch blutet', DENTIST)?.[0]).toBe('/ratgeber/zahnfleischbluten');
    expect(map('zähne knirschen nachts', DENTIST)?.[0]).toBe('/ratgeber/zaehneknirschen');
    expect(map('implantat', DENTIST)?.[0]).toBe('/implantate');
  });

  it('are no match by a part that the whole site shares', () => {
    const found = ['zahnprothese', 'zahnspange', 'weisheitszahn'].map((keyword) => map(keyword, DENTIST));
    expect(found).toEqual([undefined, undefined, undefined]);
  });

  it('are named as another form of the word, not as written on the page', () => {
    const pages = DENTIST.map(([path = '', title = '']) => ({ url: `https://am-markt.example${path}`, title }));
    const { mappings } = mapKeywords({ keywords: ['zahnnotdienst köln'], pages, max_mappings: 10 });
    expect(mappings[0]?.why).toBe('It has “köln” and other words for “zahnnotdienst”: a strong match.');
  });
});

describe('a word of the keyword that no page has', () => {
  it('leaves a weak match where only one page comes near', () => {
    expect(map('dienstplan erstellen', SOFTWARE)).toEqual(['/dienstplan', 'weak']);
    expect(map('resturlaub auszahlung', SOFTWARE)).toEqual(['/resturlaub', 'weak']);
    expect(map('lohnabrechnung software', SOFTWARE)).toBeUndefined();
  });
});

describe('the kind of answer that a search wants', () => {
  it('is found on the page whose title names it', () => {
    expect(map('stundenzettel vorlage', SOFTWARE)).toEqual(['/vorlagen/stundenzettel', 'strong']);
  });
});
