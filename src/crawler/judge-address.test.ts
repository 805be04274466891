import { expect, it } from 'vitest';

import type { RedirectResult, RedirectStep } from '../ports/redirect-tests.ts';
import { judgeAddress } from './judge-address.ts';

const OLD = 'https://old.example/a';
const NEW = 'https://new.example/a';

/** `301 url > 200 url` as steps. */
function steps(text: string): readonly RedirectStep[] {
  return text.split(' > ').map((step) => {
    const [status = '', url = ''] = step.split(' ');
    return { url, status: Number(status) };
  });
}

it.each<[RedirectResult, string, string | undefined]>([
  ['ok', `200 ${OLD}`, undefined],
  ['ok', `200 ${OLD}`, `${OLD}/`],
  ['ok', `301 ${OLD} > 200 ${NEW}`, NEW],
  ['ok', `308 ${OLD} > 200 ${NEW}/`, NEW.replace('https', 'http')],
  ['redirected', `301 ${OLD} > 200 ${NEW}`, undefined],
  ['not_redirected', `200 ${OLD}`, NEW],
  ['wrong_target', `301 ${OLD} > 200 https://new.example/`, NEW],
  ['wrong_target', `301 ${OLD} > 301 https://new.example/b > 200 https://new.example/`, NEW],
  ['chain', `301 ${OLD} > 301 https://www.old.example/a > 200 ${NEW}`, NEW],
  ['chain', `301 ${OLD} > 301 ${NEW} > 200 https://new.example/b`, NEW],
  ['temporary', `302 ${OLD} > 200 ${NEW}`, NEW],
  ['temporary', `307 ${OLD} > 200 ${NEW}`, undefined],
])('is %s: %s, wanted %s', (result, text, wanted) => {
  expect(judgeAddress(steps(text), 'read', wanted)).toBe(result);
});

it('is what the end says where no page is reached, whatever was wanted', () => {
  const dead = steps(`301 ${OLD} > 404 ${NEW}`);
  expect(judgeAddress(dead, 'dead', NEW)).toBe('dead');
  expect(judgeAddress(dead, 'loop', undefined)).toBe('loop');
  expect(judgeAddress(dead, 'error', NEW)).toBe('error');
  expect(judgeAddress(dead, 'refused', NEW)).toBe('refused');
  expect(judgeAddress([], 'blocked', NEW)).toBe('blocked');
  expect(judgeAddress([], 'failed', NEW)).toBe('failed');
});
