import { describe, expect, it } from 'vitest';

import { readTopic } from './topics.ts';
import { classifyTrade } from './words.ts';

function read(topic: string, category: string, language: 'en' | 'de' | 'es' | 'fr'): ReturnType<typeof readTopic> {
  return readTopic(topic, { category, brands: [], language, trade: classifyTrade(category) });
}

describe('readTopic', () => {
  it.each([
    ['Wärmepumpe einbauen', 'de', 'eine Wärmepumpe einbauen'],
    ['Heizung entlüften', 'de', 'die Heizung entlüften'],
    ['Rechnungen schreiben', 'de', 'Rechnungen schreiben'],
    ['heizung entlüften', 'de', 'die Heizung entlüften'],
    ['Energie sparen', 'de', 'Energie sparen'],
    ['descale kettle', 'en', 'descale my kettle'],
    ['install heat pump', 'en', 'install a heat pump'],
    ['charge an electric bike', 'en', 'charge an electric bike'],
    ['lose weight', 'en', 'lose weight'],
    ['desatascar fregadero', 'es', 'desatascar un fregadero'],
    ['déboucher canalisation', 'fr', 'déboucher une canalisation'],
  ] as const)('gives the object of “%s” the article that a sentence needs', (topic, language, said) => {
    expect(read(topic, 'boiler', language).slots.get('X')).toBe(said);
  });

  it('takes an action as a theme where nobody can tell the gender of its object', () => {
    const { kind, slots } = read('Xanthium einbauen', 'Pflanzen', 'de');
    expect([kind, slots.get('X'), slots.get('N')]).toEqual(['theme', undefined, 'Xanthium einbauen']);
  });

  it('takes no German verb for a noun, whatever noun it ends like', () => {
    expect(read('Topper waschen', 'Matratzen', 'de').slots.get('T')).toBeUndefined();
  });

  it('gives a German noun its own article, not that of whose it is', () => {
    expect(read('Zuschuss der Pflegekasse', 'dentist', 'de').slots.get('T')).toBe('einen Zuschuss der Pflegekasse');
    expect(read('Wartung des Treppenlifts', 'dentist', 'de').slots.get('T')).toBe('eine Wartung des Treppenlifts');
  });

  it.each([
    ['Wärmepumpe Kosten', 'de', 'Was kostet eine Wärmepumpe?'],
    ['Preise Zahnimplantate', 'de', 'Was kosten Zahnimplantate?'],
    ['Xanthium Kosten', 'de', 'Mit welchen Kosten muss ich beim Thema Xanthium rechnen?'],
    ['dental implants cost', 'en', 'How much do dental implants cost?'],
    ['root canal price', 'en', 'How much does a root canal cost?'],
    ['precio ortodoncia invisible', 'es', '¿Cuánto cuesta una ortodoncia invisible?'],
    ['implantes dentales precio', 'es', '¿Cuánto cuestan los implantes dentales?'],
    ['tarif débouchage', 'fr', 'Combien coûte un débouchage ?'],
  ] as const)('asks what a thing costs for “%s”', (topic, language, question) => {
    expect(read(topic, 'dentist', language).slots.get('Q')).toBe(question);
  });

  it('offers no goods for what merely belongs to them, nor for themselves', () => {
    for (const topic of ['bike insurance', 'battery range', 'e-bike laws uk'])
      expect(read(topic, 'electric bikes', 'en').purpose).toBe('');
    expect(read('Wärmepumpe im Altbau', 'Wärmepumpe', 'de').purpose).toBe('');
    expect(read('flat feet', 'running shoes', 'en').purpose).toBe(' for flat feet');
  });

  it('takes a law of a country for no service there', () => {
    expect(read('e-bike laws uk', 'electric bikes', 'en').slots.get('T')).toBe('e-bike laws in the UK');
  });

  it.each([
    ['Bristol', 'hearing aids', 'en', 'hearing aids in Bristol'],
    ['bristol', 'bike shops', 'en', 'bike shops in Bristol'],
    ['sevilla', 'empresa de fontanería', 'es', 'una empresa de fontanería en Sevilla'],
    ['Grenoble', 'poêles à granulés', 'fr', 'des poêles à granulés à Grenoble'],
    ['München', 'Zahnarzt', 'de', 'einen Zahnarzt in München'],
  ] as const)('takes the place “%s” alone for where %s are wanted', (topic, category, language, wanted) => {
    const { kind, slots } = read(topic, category, language);
    expect([kind, slots.get('O')]).toEqual(['place', wanted]);
  });
});
