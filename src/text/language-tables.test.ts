import { eld } from 'eld/medium';
import { describe, expect, it } from 'vitest';

import { loadEld } from './language-tables.ts';

const TEXTS = [
  'The quick brown fox jumps over the lazy dog, and nobody knows why.',
  'Der schnelle braune Fuchs springt über den faulen Hund, und niemand weiß warum.',
  "Le renard brun rapide saute par-dessus le chien paresseux, et personne ne sait pourquoi l'été.",
  'Быстрая коричневая лиса прыгает через ленивую собаку, и никто не знает почему.',
  '素早い茶色の狐がのろまな犬を飛び越える。',
  '敏捷的棕色狐狸跳过了懒狗，没有人知道为什么。',
  'الثعلب البني السريع يقفز فوق الكلب الكسول',
  "Don't — it's a test: café naïve résumé",
  'xq zzv',
  '',
];

describe('the compact tables', () => {
  it('tell the same languages and scores as the tables that eld brings along', async () => {
    const compact = await loadEld();
    const answers = TEXTS.map((text) => [compact.detect(text).language, compact.detect(text).getScores()]);
    expect(answers).toEqual(TEXTS.map((text) => [eld.detect(text).language, eld.detect(text).getScores()]));
    expect(answers.slice(0, 4).map(([language]) => language)).toEqual(['en', 'de', 'fr', 'ru']);
  });
});
