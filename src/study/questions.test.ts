import { describe, expect, it } from 'vitest';

import { distilDraft } from '../text/reading/distil-draft.ts';
import { readWords } from '../text/reading/words.ts';
import { readText } from './candidates.ts';
import { findAnswer } from './questions.ts';

const answer = (keyword: string, question: string, text: string, language: string): string | undefined => {
  const page = distilDraft.run({ markdown: `# Title\n\n${text}` });
  const subject = new Set(readWords(keyword, language).map(({ term }) => term));
  return findAnswer(question, readText({ page }, language), { subject, language });
};

describe('findAnswer', () => {
  it.each([
    [
      'dental implants',
      'How much does a dental implant cost?',
      'A single implant costs between 1,900 and 2,800 euros.',
      'en',
    ],
    [
      'zahnimplantat',
      'Was kostet ein Zahnimplantat?',
      'Ein einzelnes Implantat kostet bei uns zwischen 1.900 und 2.800 Euro.',
      'de',
    ],
    [
      'implante dental',
      '¿Cuánto cuesta un implante dental?',
      'Un implante cuesta entre 1.900 y 2.800 euros con la corona.',
      'es',
    ],
    [
      'dental implants',
      'How long does a dental implant last?',
      'An implant lasts for twenty years or more with good care.',
      'en',
    ],
    [
      'how to clean a bike chain',
      'How much power does a dirty chain cost?',
      'A dirty chain costs a rider 6 watts of power at an even pace.',
      'en',
    ],
  ])('takes “%s: %s” for answered by %s', (keyword, question, text, language) => {
    expect(answer(keyword, question, text, language)).toBe(text);
  });

  it.each([
    [
      'a price without an amount',
      'How much does a dental implant cost?',
      'The costs of an implant depend on many things that we explain to you.',
    ],
    [
      'an amount for something else',
      'How much does a dental implant cost?',
      'A parking space in the garage next door costs 4 euros an hour.',
    ],
    [
      'another question',
      'How long does a dental implant last?',
      'An implant costs between 1,900 and 2,800 euros in our practice.',
    ],
  ])('takes no answer from %s', (_name, question, text) => {
    expect(answer('dental implants', question, text, 'en')).toBeUndefined();
  });
});
