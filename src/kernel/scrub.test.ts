import { expect, it } from 'vitest';

import { measureGrowth } from '../../test/growth.ts';
import { newSecret } from './api-key.ts';
import { withoutSecrets } from './scrub.ts';

it.each([
  ['GET /x?key=sk_live_0123456789abcdefABCDEF', 'GET /x?key=sk_live_[redacted]'],
  ['{"secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=="}', '{"secret":"whsec_[redacted]"}'],
  ['{"authorization":"Bearer eyJh.bGci-x"}', '{"authorization":"Bearer [redacted]"}'],
  ['{"proxy":"basic dXNlcjpwYXNz"}', '{"proxy":"basic [redacted]"}'],
  ['cannot reach postgres://seamark:hunter2@db:5432/x', 'cannot reach postgres://seamark:[redacted]@db:5432/x'],
  ['http://user:p%40ss@127.0.0.1:8123/seamark', 'http://user:[redacted]@127.0.0.1:8123/seamark'],
])('takes the secret out of a line and leaves the rest: %s', (line, clean) => {
  expect(withoutSecrets(line)).toBe(clean);
});

it('leaves no part of a key, wherever it stands and however often', () => {
  const secret = newSecret();
  const line = `${secret} "${secret}" x${secret}y \\"${secret}\\" ${encodeURIComponent(secret)}`;
  expect(withoutSecrets(line)).not.toContain(secret.slice(8, 20));
});

it('leaves lines without secrets as they are', () => {
  const line = '{"level":30,"time":1,"url":"https://example.com:8080/a?b=c@d","route":"/jobs/:id","msg":"a Bearer"}';
  expect(withoutSecrets(line)).toBe(line);
});

it('takes time that grows with the line and not faster', () => {
  const hostile = (size: number): string => '://a:'.repeat(size) + 'Bearer '.repeat(size) + 'sk_live_'.repeat(size);
  expect(measureGrowth((size) => withoutSecrets(hostile(size)), 1000)).toBeLessThan(9);
});
