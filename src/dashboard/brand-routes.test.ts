import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addUser, openTestDashboard, signIn, type TestDashboard } from '../../test/dashboard/server.ts';
import type { BrandView } from './views.ts';

let test: TestDashboard;
let cookie: string;
beforeAll(async () => {
  test = await openTestDashboard();
  cookie = await signIn(test, await addUser(test));
});
afterAll(() => test.close());

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARwxYOQDHZgv1eVbBcwAAAABJRU5ErkJggg==';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64');

const set = (body: Record<string, unknown>) => test.ask('/brand', { method: 'PATCH', body, cookie });
const brand = async (): Promise<BrandView> => (await test.ask('/brand', { cookie })).json<BrandView>();

describe('the brand of reports', () => {
  it('is a picture that is shown as what its bytes are, and a colour that is readable in both themes', async () => {
    await set({ logo: PNG, accent: '#7A0026' });
    expect(await brand()).toMatchObject({
      logo: `data:image/png;base64,${PNG}`,
      color: '#7a0026',
      accent: { light: '#7a0026', on_light: '#ffffff', on_dark: '#14181f' },
    });
    await set({ accent: null });
    expect(await brand()).toMatchObject({ logo: `data:image/png;base64,${PNG}`, color: null, accent: null });
  });

  it.each([
    [{ logo: SVG }, 'logo', 'must be a PNG, JPEG or WebP picture'],
    [{ logo: Buffer.alloc(201_000).toString('base64') }, 'logo', 'must be at most 200 kB'],
    [{ logo: 'javascript:alert(1)' }, 'logo', 'must be base64'],
    [{ accent: '#ffe08a' }, 'accent', 'its contrast is 1.2 to 1, and 4.5 is the least'],
    [{ accent: 'red;background:url(//evil.example)' }, 'accent', 'must be a colour such as #1a5bbf'],
    [{ keep_days: 0 }, 'keep_days', ''],
  ])('refuses %o', async (body, path, message) => {
    const answer = await set(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ errors: readonly { path: string; message: string }[] }>().errors).toEqual([
      { path, message: expect.stringContaining(message) },
    ]);
  });
});

describe('retention', () => {
  it('is as the service is set until a workspace sets its own, which drops older answers and keeps younger ones', async () => {
    expect(await brand()).toMatchObject({ keep_days: null, keep_days_usual: 30 });
    await test.database.query(
      `insert into workspaces (id, name, plan, keep_days) values ('ws_short', 'Short', 'self_hosted', 7),
         ('ws_long', 'Long', 'self_hosted', 400), ('ws_plain', 'Plain', 'self_hosted', null)`,
    );
    for (const workspace of ['ws_short', 'ws_long', 'ws_plain']) {
      for (const days of [5, 20, 100, 500]) {
        await test.database.query(
          `insert into jobs (id, workspace_id, request_id, transport, operation, input, status, credits, attempts_max, result, finished_at)
           values ($1 || '_' || $2::int, $1, 'req', 'rest', 'search', '{}', 'completed', 0, 1, '{}', now() - make_interval(days => $2))`,
          [workspace, days],
        );
      }
    }
    await test.jobs.sweep();
    const kept = await test.database.query<{ id: string }>(
      "select id from jobs where expired_at is null and workspace_id like 'ws_%' order by id",
    );
    expect(kept.map(({ id }) => id)).toEqual([
      'ws_long_100',
      'ws_long_20',
      'ws_long_5',
      'ws_plain_20',
      'ws_plain_5',
      'ws_short_5',
    ]);
  });
});
