import { expect, it } from 'vitest';

import { contextWithPages } from '../../../../test/page-context.ts';
import operation from './operation.ts';

it('drafts nothing for an error page', async () => {
  const url = 'https://shop.example/gone';
  const body = '<html><head><title>Not found</title></head><body><h1>Not found</h1></body></html>';
  const prepared = operation.prepare({ url });
  await expect(prepared.run(contextWithPages({ [url]: { status: 404, body } }))).rejects.toMatchObject({
    code: 'unfetchable_url',
    message: 'The server answered 404 for https://shop.example/gone.',
  });
});
