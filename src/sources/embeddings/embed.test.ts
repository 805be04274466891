import { describe, expect, it } from 'vitest';

import { sourceContext } from '../../../test/source-context.ts';
import type { SourceHttpRequest } from '../../ports/source-http.ts';
import { embeddingOffers, type EmbeddingsSettings } from './embed.ts';
import { isOnOwnNetwork } from './own-network.ts';

const SETTINGS = {
  SEAMARK_EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1/',
  SEAMARK_EMBEDDINGS_KEY: '',
  SEAMARK_EMBEDDINGS_MODEL: 'small',
  SEAMARK_EMBEDDINGS_FOR: '',
  SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS: '0',
};
const HOSTED = {
  ...SETTINGS,
  SEAMARK_EMBEDDINGS_URL: 'https://api.example.com/v1',
  SEAMARK_EMBEDDINGS_KEY: 'secret-key',
};

const { embed } = embeddingOffers;
if (embed === undefined) throw new Error('It embeds.');
const contextWith = (answer: (request: SourceHttpRequest) => unknown, settings = SETTINGS) =>
  sourceContext<EmbeddingsSettings>(settings, answer);

describe('what leaves the own network', () => {
  it.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:8080/v1',
    'http://10.1.2.3/v1',
    'http://192.168.1.9/v1',
    'http://[::1]:8080/v1',
    'http://[fd12::1]/v1',
    'http://[::ffff:10.0.0.1]/v1',
    'http://ollama:11434/v1',
    'http://models.internal/v1',
    'http://nas.local./v1',
  ])('is nothing with %s', (url) => {
    expect(isOnOwnNetwork(url)).toBe(true);
    for (const kind of ['drafts', 'keywords', 'pages'] as const) {
      expect(embed.lacks({ texts: ['a'], kind }, { ...SETTINGS, SEAMARK_EMBEDDINGS_URL: url })).toEqual([]);
    }
  });

  it.each([
    'https://api.openai.com/v1',
    'http://8.8.8.8/v1',
    'http://[2001:4860:4860::8888]/v1',
    'http://[::ffff:8.8.8.8]/v1',
    'http://127.0.0.1.example.com/v1',
    'http://localhost.example.com/v1',
    'http://internal.example.com/v1',
    'http://com/v1',
    'http://100.64.0.1/v1',
  ])('is refused with %s', (url) => {
    expect(isOnOwnNetwork(url)).toBe(false);
    expect(embed.lacks({ texts: ['a'], kind: 'pages' }, { ...SETTINGS, SEAMARK_EMBEDDINGS_URL: url })).toBeUndefined();
  });

  it('is only what the operator names', () => {
    const settings = { ...HOSTED, SEAMARK_EMBEDDINGS_FOR: 'Keywords, pages' };
    expect(embed.lacks({ texts: ['a'], kind: 'keywords' }, settings)).toEqual([]);
    expect(embed.lacks({ texts: ['a'], kind: 'pages' }, settings)).toEqual([]);
    expect(embed.lacks({ texts: ['a'], kind: 'drafts' }, settings)).toBeUndefined();
  });

  it('is refused for a server of the own network that has a price, too', () => {
    const paid = { ...SETTINGS, SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS: '0.02' };
    expect(embed.lacks({ texts: ['a'], kind: 'pages' }, paid)).toBeUndefined();
    expect(embed.usd({ texts: ['abcd'.repeat(1000)], kind: 'pages' }, paid)).toBeCloseTo(0.00002, 12);
  });

  it('is a mistake of the settings when it is named wrongly', () => {
    const settings = { ...HOSTED, SEAMARK_EMBEDDINGS_FOR: 'everything' };
    expect(() => embed.lacks({ texts: ['a'], kind: 'pages' }, settings)).toThrow(
      '"everything" is not one of drafts, keywords, pages',
    );
  });
});

/** Vectors that tell which text they are of, the last one first. */
function answerBackwards({ body }: SourceHttpRequest): unknown {
  const input: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'input') : [];
  const texts = Array.isArray(input) ? input.map(String) : [];
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [3 * text.length, 4 * text.length],
  }));
  return { object: 'list', data: data.reverse(), model: 'small', usage: { prompt_tokens: 5, total_tokens: 5 } };
}

describe('vectors', () => {
  it('come in batches of 96 texts, in the order of the texts and of unit length', async () => {
    const { context, requests } = contextWith(answerBackwards);
    const texts = Array.from({ length: 97 }, (_, at) => 'x'.repeat(at + 1));
    const { value } = await embed.ask({ texts, kind: 'pages' }, context);
    expect(requests).toMatchObject([
      { method: 'POST', url: 'http://127.0.0.1:11434/v1/embeddings', body: { model: 'small', input: { length: 96 } } },
      { body: { input: { length: 1 } } },
    ]);
    expect(value.model).toBe('small');
    expect(value.vectors).toHaveLength(97);
    for (const [one = 0, other = 0] of value.vectors)
      expect([one, other]).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)]);
  });

  it('are put in order by their index', async () => {
    const data = [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [5, 0] },
    ];
    const { context } = contextWith(() => ({ data }));
    const { value } = await embed.ask({ texts: ['a', ''], kind: 'pages' }, context);
    expect(value.vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('are asked for with a key only where there is one, and cost what their tokens do', async () => {
    const own = contextWith(answerBackwards);
    await embed.ask({ texts: ['a'], kind: 'pages' }, own.context);
    expect(own.requests[0]?.headers).toBeUndefined();
    const hosted = contextWith(answerBackwards, { ...HOSTED, SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS: '2' });
    expect((await embed.ask({ texts: ['a'], kind: 'pages' }, hosted.context)).usd).toBeCloseTo(0.00001, 12);
    expect(hosted.requests[0]?.headers).toEqual({ authorization: 'Bearer secret-key' });
  });

  it.each([
    ['another form', { error: 'no' }, 'broken'],
    ['too few', { data: [{ index: 0, embedding: [1, 2] }] }, 'incomplete'],
    [
      'one twice',
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 0, embedding: [1, 2] },
        ],
      },
      'incomplete',
    ],
    [
      'one of no text',
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 7, embedding: [1, 2] },
        ],
      },
      'broken',
    ],
    [
      'different lengths',
      {
        data: [
          { index: 0, embedding: [1, 2] },
          { index: 1, embedding: [1] },
        ],
      },
      'broken',
    ],
    [
      'no direction',
      {
        data: [
          { index: 0, embedding: [0, 0] },
          { index: 1, embedding: [1, 2] },
        ],
      },
      'broken',
    ],
  ])('that are %s are a failure', async (_, body, kind) => {
    const { context } = contextWith(() => body);
    await expect(embed.ask({ texts: ['a', 'b'], kind: 'pages' }, context)).rejects.toMatchObject({ kind });
  });
});
