import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { pageAddress } from '../../web/url.ts';
import { HTTPS_FLAG, SLASH_FLAG, urlOfKeys, hostSql, urlSql } from './names.ts';
import { joined, sql } from './sql.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
afterAll(() => index.close());

it('has the engine write URLs as the service does', async () => {
  const urls = [
    'https://www.example.com/',
    'http://example.com:8080/a/b?q=1&r=?',
    'http://127.0.0.1/',
    'http://[::1]:81/a',
  ];
  const keys = urls.map((url) => pageAddress(url)).filter((address) => address !== undefined);
  expect(keys).toHaveLength(urls.length);
  const pages = keys.flatMap(({ host_key, path_key }) =>
    [0, HTTPS_FLAG, SLASH_FLAG, HTTPS_FLAG | SLASH_FLAG].map((flags) => ({ host_key, path_key, flags })),
  );
  const rows = pages.map(({ host_key, path_key, flags }) => sql`${[host_key, path_key, flags]}`);
  const written = await index.database.rows(
    z.object({ url: z.string() }),
    sql`SELECT ${urlSql(hostSql(sql`host`), sql`path`, sql`flags`)} AS url
      FROM values('host String, path String, flags UInt8', ${joined(rows, ', ')})`,
  );
  expect(written.map(({ url }) => url)).toEqual(
    pages.map(({ host_key, path_key, flags }) => urlOfKeys(host_key, path_key, flags)),
  );
});
