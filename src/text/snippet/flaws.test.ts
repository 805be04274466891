import { describe, expect, it } from 'vitest';

import { findFlaw } from './flaws.ts';
import type { Field } from './option.ts';

const flaw = (field: Field, language: string, text: string): string | undefined => findFlaw(text, { field, language });

describe('findFlaw refuses', () => {
  it.each<[string, Field, string, string]>([
    ['a part that ends with a conjunction', 'title', 'en', 'Prices and | Harbour Bikes'],
    ['the same in German', 'title', 'de', 'Versand und | Holzgut'],
    ['the same in Spanish', 'title', 'es', 'Horarios y | Molino Alto'],
    ['the same in French', 'title', 'fr', 'Horaires et | Boulangerie Petit'],
    ['a small letter at the start', 'title', 'en', 'how it works'],
    ['two main verbs', 'title', 'en', 'The shop is open has bikes'],
    ['two main verbs in German', 'description', 'de', 'Unser Laden ist geöffnet hat viele Räder.'],
    ['two main verbs in Spanish', 'description', 'es', 'La tienda está abierta son bicicletas tiene.'],
    ['two main verbs in French', 'description', 'fr', 'Le magasin est ouvert sont vélos.'],
    ['a number that stands alone', 'title', 'en', 'Shoes | 3'],
    ['a section number', 'title', 'de', '9.10. Datensicherung'],
    ['a list of keywords', 'title', 'de', 'Zahnimplantat Kosten - Preise - Zuschuss - Köln'],
    ['an open bracket', 'title', 'en', 'Kettle (0.9 l | Kettle & Kin'],
    ['an open quotation mark', 'title', 'de', 'Schneidebrett „Nora aus Eiche'],
    ['a word twice', 'description', 'en', 'We repair the the bikes of Hamburg.'],
    ['the site name twice', 'title', 'en', 'Kettle & Kin | Kettle & Kin'],
    ['capitals', 'title', 'en', 'BIKE REPAIR IN HAMBURG'],
    [
      'a sentence in title case',
      'description',
      'en',
      'Redfish Recruits And Headhunts The Best Machine Learning Talent Everywhere.',
    ],
    ['text that was cut off', 'description', 'en', 'We repair bikes while you wait, so it is no doubt that'],
    ['an ellipsis', 'description', 'en', 'We repair bikes while you…'],
    ['a hyphen at the end', 'description', 'en', 'Made of foam, each ultra-'],
    ['an entity', 'description', 'en', 'Yoga &amp; Pilates mats.'],
    ['a placeholder', 'title', 'en', '{{title}} | Shop'],
    ['a comma without a space', 'description', 'en', 'For travel,camping and fishing.'],
    ['a space before a colon in English', 'description', 'en', 'Material : Nylon that lasts.'],
    ['it’s for its', 'description', 'en', 'It cares with it’s fine oils.'],
  ])('%s', (_name, field, language, text) => {
    expect(flaw(field, language, text)).toBeDefined();
  });
});

describe('findFlaw lets through', () => {
  it.each<[Field, string, string]>([
    ['title', 'en', 'What is Git and How Does Version Control Work?'],
    ['title', 'en', 'iPhone Parts | iFixit'],
    ['title', 'en', '27" Monitor Stand (Black) | Deskware'],
    ['title', 'en', 'Identity Theft Protection You Can Count On | Identity Guard'],
    ['title', 'en', 'Vitamin A | Pharmacy'],
    ['title', 'en', 'tokio::runtime - Rust'],
    ['title', 'de', 'E-Bike-Akku | ADAC'],
    ['title', 'en', 'Rambler® 20 oz Tumbler | YETI'],
    ['title', 'de', 'E-Bike-Akku pflegen | ADAC'],
    ['title', 'en', 'Bora Jeans – $29.99 | Deskware'],
    ['title', 'de', 'Schneidebrett „Nora“ aus Eiche | Holzgut'],
    ['title', 'fr', 'Tutoriel Apache\u00a0: fichiers .htaccess'],
    ['title', 'es', '¿Cuánto cuesta una mudanza? | Mudanzas Ruiz'],
    ['description', 'de', 'Wir holen Ihr Rad ab und stellen es am Abend wieder vor die Tür.'],
    ['description', 'fr', 'Vous vous demandez quelle tente choisir\u00a0? Ce guide vous aide.'],
    ['description', 'es', 'El presupuesto es gratuito y el precio no cambia el día de la mudanza.'],
    ['description', 'en', 'Only at Sweetwater! Easy Payments and FREE Shipping for your Shure SM7dB Microphone!'],
    [
      'description',
      'en',
      'The best CRMs compared: Salesforce, HubSpot, Pipedrive, Zoho, Insight and Microsoft Dynamics.',
    ],
    ['description', 'ja', '大阪市内の自転車修理は最短30分で完了します。'],
  ])('%s %s: %s', (field, language, text) => {
    expect(flaw(field, language, text)).toBeUndefined();
  });

  it('a name that the heading writes small', () => {
    const title = 'json — JSON encoder and decoder';
    expect(findFlaw(title, { field: 'title', language: 'en', heading: title })).toBeUndefined();
    expect(findFlaw(title, { field: 'title', language: 'en', heading: 'JSON encoder' })).toBeDefined();
  });
});
