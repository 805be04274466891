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

function map(keyword: string): [string, string] | undefined {
  const pages = VET.map(([path = '', title = '']) => ({ url: `https://fernhill-vets.example${path}`, title }));
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
