import { expect, it } from 'vitest';

import { usageCsv } from './usage-csv.ts';

it('writes a header and one line for each group, with nothing for calls without one', () => {
  const groups = [
    { group: 'acme', calls: 3, failed_calls: 1, credits: 15, usd: 0.0045 },
    { group: null, calls: 2, failed_calls: 0, credits: 2, usd: 0 },
  ];
  expect(usageCsv('project', groups)).toBe(
    'project,calls,failed_calls,credits,usd\r\nacme,3,1,15,0.0045\r\n,2,0,2,0\r\n',
  );
  expect(usageCsv('day', [])).toBe('day,calls,failed_calls,credits,usd\r\n');
});

it('quotes what would break a line, and lets no id become a formula', () => {
  const lines = ['a,"b"', '=1+1', '-x', '@cmd'].map((group) => ({
    group,
    calls: 1,
    failed_calls: 0,
    credits: 1,
    usd: 0,
  }));
  expect(usageCsv('project', lines).split('\r\n').slice(1, -1)).toEqual([
    '"a,""b""",1,0,1,0',
    "'=1+1,1,0,1,0",
    "'-x,1,0,1,0",
    "'@cmd,1,0,1,0",
  ]);
});
