import { expect, it } from 'vitest';

import { parseQuery } from '../../../text/search-query.ts';
import { markWords } from './mark.ts';

const mark = (excerpt: string, query: string, language = 'en'): string =>
  markWords(excerpt, parseQuery(query), language);

it('marks the words of the query in whatever form they stand, and no others', () => {
  expect(mark('Indexes make a database fast; indexing takes time.', 'database index')).toBe(
    '**Indexes** make a **database** fast; **indexing** takes time.',
  );
  expect(mark('The state of the art.', 'the state')).toBe('The **state** of the art.');
  expect(mark('The state of the art.', '"state of the art"')).toBe('**The state of the art**.');
  expect(mark('Was kosten die Äpfel?', 'Apfel Äpfel', 'de')).toBe('Was kosten die **Äpfel**?');
  expect(mark('東京には美しい公園があります', '公園 東京', 'ja')).toBe('**東京**には美しい**公園**があります');
});

it('leaves what was excluded unmarked, and asterisks what they are', () => {
  expect(mark('Red shoes * and boots', 'shoes -boots')).toBe('Red **shoes** \\* and boots');
});
