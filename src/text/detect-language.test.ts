import { describe, expect, it } from 'vitest';

import { languageDetector } from './detect-language.ts';

describe('language', () => {
  it('tells a text by itself and believes the page only where the text allows it', async () => {
    const detect = await languageDetector();
    const german = 'Die Datenbank speichert alle Dokumente und beantwortet jede Anfrage in wenigen Millisekunden.';
    expect(detect(german, '')).toBe('de');
    expect(detect(german, 'en')).toBe('de');
    expect(detect('The quick brown fox jumps over the lazy dog while nobody looks.', 'de-DE')).toBe('en');
    expect(detect('これは日本語で書かれた短い文書です。', '')).toBe('ja');
  });

  it('takes the claim of the page for texts too short to tell, and nothing without one', async () => {
    const detect = await languageDetector();
    expect(detect('Hello', 'fr-CA')).toBe('fr');
    expect(detect('Hello', '')).toBe('');
    expect(detect('1234567890 0987654321', '')).toBe('');
  });
});
