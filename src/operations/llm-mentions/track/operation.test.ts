import { describe, expect, it } from 'vitest';

import { contextWithMentions, type TestMentions } from '../../../../test/mention-context.ts';
import { answerRecord, discussionRecord } from '../../../../test/mention-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { AssistantAnswer } from '../../../ports/assistants.ts';
import operation from './operation.ts';

const QUERIES = ['best touring bike', 'where to buy a touring bike', 'is Zyntra any good'];
const BODY = {
  brand: 'Zyntra',
  queries: QUERIES,
  assistants: ['chatgpt'],
  domain: 'zyntra.example',
  competitors: ['Beltana'],
};

async function track(known: TestMentions, body: object = BODY) {
  const { context, asked } = contextWithMentions(known);
  const answer = await runChecked(operation, body, context);
  const outcome = await operation.prepare(body).run(contextWithMentions(known).context);
  const { mention_audit: audit } = operation.result.parse(answer.result);
  const { guidance } = outcome;
  if (guidance === undefined || !('steps' in guidance)) throw new Error('There is no workflow.');
  return { ...answer, audit, asked, credits: outcome.credits, alerts: outcome.alerts, plan: guidance };
}

const failure = (code: 'source_failed' | 'source_not_configured' | 'provider_budget_spent', message: string) =>
  new AppError(code, message, { fix: 'Wait.' });

const NAMING = '1. **Beltana** – fast.\n2. **Zyntra** – reliable and praised for its support.';
const RIVAL = 'Most riders choose Beltana.';

const cited = (...domains: readonly string[]): AssistantAnswer['cited'] =>
  domains.map((domain) => ({ url: `https://${domain}/page`, domain, title: null, span: null }));

/** Names the brand in the first query alone, and in the one that names it already. */
const usual: TestMentions = {
  answer: ({ prompt }) =>
    prompt === QUERIES[0]
      ? { text: NAMING, cited: cited('g2.com', 'zyntra.example') }
      : prompt === QUERIES[1]
        ? { text: RIVAL, cited: cited('bikeforum.example', 'beltana.com') }
        : { text: 'Zyntra is reliable.', cited: [] },
  discussions: () => [],
};

describe('llm-mentions.track', () => {
  it('counts unbranded queries alone, and tells recall on branded ones apart', async () => {
    const { audit } = await track(usual);
    expect(audit.basis).toBe('assistants_api');
    expect(audit.mention_rate).toMatchObject({ value: 0.5, n: 2 });
    expect(audit.branded_recall).toMatchObject({ value: 1, n: 1, low: 0.207, method: 'wilson' });
    // One of three namings over two unbranded answers.
    expect(audit.share_of_voice).toMatchObject({ value: 0.333, n: 3 });
    expect(audit.competitors).toMatchObject([{ name: 'Beltana', answers: 2, share_of_voice: { value: 0.667 } }]);
    expect(audit.queries.map(({ is_branded, mentioned }) => [is_branded, mentioned])).toEqual([
      [false, true],
      [false, false],
      [true, true],
    ]);
  });

  it('shows each mention with its sentence, position and competitors', async () => {
    const { audit } = await track(usual);
    expect(audit.queries[0]?.mentions).toEqual([
      {
        platform: 'chatgpt',
        kind: 'assistant',
        run: 1,
        url: null,
        title: null,
        snippet: '**Zyntra** – reliable and praised for its support.',
        sentiment: 'positive',
        sentiment_mixed: false,
        sentiment_sentence: '**Zyntra** – reliable and praised for its support.',
        brand_position: 2,
        list_position: 2,
        competitors_named: ['Beltana'],
        own_cited: true,
        published_at: null,
        is_old: null,
        promotional: [],
        attribution: null,
      },
    ]);
  });

  it('tells who is cited, cited without a name, named without a citation, and whom to win over', async () => {
    const { audit } = await track({
      ...usual,
      answer: ({ prompt }) =>
        prompt === QUERIES[0]
          ? {
              text: RIVAL,
              cited: cited('zyntra.example', 'g2.com'),
              retrieved: cited('zyntra.example', 'shop.zyntra.example'),
            }
          : { text: NAMING, cited: cited('beltana.com') },
    });
    expect(audit.citations).toMatchObject({
      answers: 3,
      own: [{ url: 'https://zyntra.example/page', citations: 1, queries: [QUERIES[0]] }],
      competitor: [{ domain: 'beltana.com', competitor: 'Beltana', citations: 2 }],
      own_retrieved_not_cited: [{ domain: 'shop.zyntra.example' }],
      cited_not_named: [{ query: QUERIES[0], platform: 'chatgpt', answers: 1, urls: ['https://zyntra.example/page'] }],
    });
    expect(audit.citations?.named_not_cited.map(({ query }) => query)).toEqual([QUERIES[2], QUERIES[1]]);
    expect(audit.source_targets).toEqual([
      {
        domain: 'g2.com',
        class: 'review_site',
        answers: 1,
        competitors: ['Beltana'],
        queries: [QUERIES[0]],
        example_url: 'https://g2.com/page',
      },
    ]);
    expect(audit.top_sources.map(({ domain, class: value, citations }) => [domain, value, citations])).toEqual([
      ['beltana.com', 'competitor', 2],
      ['g2.com', 'review_site', 1],
      ['zyntra.example', 'own', 1],
    ]);
    expect(audit.citation_share).toMatchObject({ value: 0.25, n: 4 });
    expect(audit.retrieval_share).toMatchObject({ value: 1, n: 2 });
  });

  it('counts an answer without a search for mentions and not for citations', async () => {
    const { audit } = await track({ ...usual, answer: () => ({ text: NAMING, cited: [], searched: false }) });
    expect(audit.mention_rate).toMatchObject({ value: 1, n: 2 });
    expect(audit).toMatchObject({ citation_rate: null, citation_share: null, citations: null });
    expect(audit.platforms[0]?.searched).toEqual({ answers: 0, of: 3 });
  });

  it('counts refusals, cut off answers and failures apart, and neither for nor against the brand', async () => {
    const { audit, credits, plan } = await track({
      ...usual,
      answer: ({ prompt }) => {
        if (prompt === QUERIES[0]) return { status: 'refused', text: 'I cannot help with that.' };
        if (prompt === QUERIES[1]) return { status: 'truncated', text: 'Zyntra is' };
        throw failure('source_failed', 'OpenAI answered 500.');
      },
    });
    expect(audit).toMatchObject({
      answered: 0,
      refusals: 1,
      truncations: 1,
      failures: 1,
      basis: null,
      sentiment: null,
      mention_rate: null,
    });
    expect(audit.queries.map(({ mentioned }) => mentioned)).toEqual([null, null, null]);
    expect(audit.gaps).toEqual([
      { platform: 'chatgpt', kind: 'failed', count: 1, queries: [QUERIES[2]], reason: 'OpenAI answered 500.' },
      {
        platform: 'chatgpt',
        kind: 'refused',
        count: 1,
        queries: [QUERIES[0]],
        reason: 'The assistant refused to answer.',
      },
      {
        platform: 'chatgpt',
        kind: 'truncated',
        count: 1,
        queries: [QUERIES[1]],
        reason: 'The answer was cut off before its end.',
      },
    ]);
    expect(plan.steps[0]?.action).toBe('Sample again to fill the gaps.');
    // Discussions were searched for all three.
    expect(credits).toBe(6);
  });

  it('charges only queries to which something was answered', async () => {
    const { credits } = await track({
      answer: ({ prompt }) => {
        if (prompt !== QUERIES[0]) throw failure('source_failed', 'OpenAI answered 500.');
        return { text: NAMING };
      },
      discussions: () => {
        throw failure('source_not_configured', 'No source for discussions is connected.');
      },
    });
    expect(credits).toBe(2);
  });

  it('fails where every request failed, with the reason', async () => {
    const none: TestMentions = {
      answer: () => {
        throw failure('source_failed', 'OpenAI answered 500.');
      },
      discussions: () => {
        throw failure('source_not_configured', 'No source for discussions is connected.');
      },
    };
    await expect(track(none)).rejects.toMatchObject({ code: 'source_failed', message: 'OpenAI answered 500.' });
    await expect(track(none, { ...BODY, assistants: [] })).rejects.toMatchObject({ code: 'source_not_configured' });
  });

  it('does not take a bug or a wrong request for a gap', async () => {
    await expect(
      track({
        ...usual,
        answer: () => {
          throw new AppError('invalid_input', 'The place is unknown.');
        },
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('asks each run of a sampling that bears the name of its request, so that a job that runs again finds its own answers', async () => {
    const { asked } = await track(usual, { ...BODY, runs: 2, queries: QUERIES.slice(0, 1) });
    expect(asked.map(({ run, sampling, access, prompt }) => [run, sampling, access, prompt])).toEqual([
      [1, 'req_test', 'api', QUERIES[0]],
      [2, 'req_test', 'api', QUERIES[0]],
    ]);
  });

  it('asks once for an assistant that is not connected, and tells all its queries as gaps', async () => {
    const { audit, asked } = await track(
      {
        ...usual,
        answer: (query) => {
          if (query.assistant === 'grok') throw failure('source_not_configured', 'Nobody answers for grok.');
          return { text: NAMING };
        },
      },
      { ...BODY, assistants: ['chatgpt', 'grok'] },
    );
    expect(asked.filter(({ assistant }) => assistant === 'grok')).toHaveLength(1);
    expect(audit.gaps).toEqual([
      {
        platform: 'grok',
        kind: 'not_connected',
        count: 3,
        queries: QUERIES.toSorted(),
        reason: 'Nobody answers for grok.',
      },
    ]);
    expect(audit.platforms.map(({ platform, answered, failed }) => [platform, answered, failed])).toEqual([
      ['chatgpt', 3, 0],
      ['grok', 0, 0],
      ['forum', 0, 0],
      ['hacker_news', 0, 0],
      ['reddit', 0, 0],
      ['stack_exchange', 0, 0],
      ['x', 0, 0],
    ]);
  });
});

describe('discussions', () => {
  const rows = [
    discussionRecord({
      url: 'https://www.reddit.com/r/bikes/1',
      forum: 'r/bikes',
      title: 'Zyntra or Beltana?',
      text: 'Zyntra is unreliable.',
      published_at: '2024-05-01',
    }),
    discussionRecord({
      url: 'https://www.reddit.com/r/bikes/2',
      forum: 'r/bikes',
      title: 'Which bike?',
      text: 'Beltana.',
    }),
    discussionRecord({
      url: 'https://www.reddit.com/r/bikes/3',
      author: 'zyntra',
      title: 'Zyntra sale',
      text: 'We at Zyntra …',
    }),
    discussionRecord({ url: 'https://www.zyntra.example/forum/4', platform: 'forum', title: 'Zyntra forum' }),
    discussionRecord({ url: 'https://www.reddit.com/r/bikes/5', title: '[deleted]', text: '[removed]' }),
  ];
  const known: TestMentions = { discussions: () => rows };
  const body = { brand: 'Zyntra', queries: QUERIES.slice(0, 1), domain: 'zyntra.example', competitors: ['Beltana'] };

  it('are mentions with their address, without own and removed posts; old ones say so', async () => {
    const { audit } = await track(known, body);
    expect(audit).toMatchObject({ basis: 'discussions', left_out: { own_posts: 2, removed_posts: 1 }, answered: 2 });
    expect(audit.mention_rate).toMatchObject({ value: 0.5, n: 2 });
    expect(audit.queries[0]?.mentions).toMatchObject([
      {
        platform: 'reddit',
        url: 'https://www.reddit.com/r/bikes/1',
        title: 'Zyntra or Beltana?',
        sentiment: 'negative',
        sentiment_sentence: 'Zyntra is unreliable.',
        is_old: true,
      },
    ]);
    expect(audit.top_sources).toMatchObject([{ domain: 'reddit.com', forum: 'r/bikes', class: 'forum', citations: 2 }]);
    expect(audit.notes).toContain('1 of 2 discussions is more than a year old.');
    expect(audit.notes).toContain('Left out: 2 posts of your own and 1 removed post.');
  });

  it('are searched where the request says, at most as many as it says', async () => {
    const posts = [1, 2].map((at) =>
      discussionRecord({ platform: 'x', url: `https://x.com/anna/status/${at}`, title: 'Zyntra' }),
    );
    const { context, searched } = contextWithMentions({ discussions: () => posts });
    const request = { ...body, platform: 'twitter', limit_per_query: 1 };
    const { result } = await operation.prepare(request).run(context);
    expect(searched).toMatchObject([{ platforms: ['x'], limit: 1 }]);
    expect(operation.result.parse(result).mention_audit).toMatchObject({ answered: 1, sampling: { platform: 'x' } });
  });

  it('say which assistants could be asked as well, and plan it', async () => {
    const { audit, next_operations, plan } = await track(known, body);
    expect(audit.notes).toContain(
      'Surfaces sampled: Reddit. No AI assistant was asked; send assistants to ask ChatGPT.',
    );
    expect(next_operations).toContain('llm-mentions.track');
    expect(plan.next_calls[0]?.body).toMatchObject({ assistants: ['chatgpt'], runs: 5, domain: 'zyntra.example' });
    const nothing = await track({ discussions: () => [] }, body);
    expect(nothing.plan.recommended_action).toBe('Ask ChatGPT these queries, 5 times each.');
  });
});

describe('what a brand is known by', () => {
  it('is said where it is the name alone', async () => {
    const { audit } = await track(usual, { brand: 'Zyntra', queries: QUERIES });
    expect(audit.brand).toMatchObject({ detection: 'name_only', aliases: [], domains: [] });
    expect(audit.notes[0]).toBe(
      'Mentions are detected by the brand name alone; send aliases and domain to catch other spellings and citations of your pages.',
    );
  });

  it('comes from the project where it is the same brand', async () => {
    const project = { name: 'Zyntra', aliases: ['ZY Bikes'], domains: ['www.zyntra.example'] };
    const { audit } = await track({ ...usual, brand: project }, { brand: 'zyntra', queries: QUERIES });
    expect(audit.brand).toMatchObject({
      aliases: ['ZY Bikes'],
      domains: ['zyntra.example'],
      detection: 'name_and_aliases',
    });
    const other = await track({ ...usual, brand: project }, { brand: 'Montivo', queries: QUERIES });
    expect(other.audit.brand).toMatchObject({ aliases: [], domains: [] });
  });

  it('has no share of voice without competitors, and shows who is named instead', async () => {
    const { audit, plan } = await track(
      { ...usual, answer: () => ({ text: '1. **Montivo** – light.\n2. **Zyntra** – fast.' }) },
      { ...BODY, competitors: [] },
    );
    expect(audit.share_of_voice).toBeNull();
    expect(audit.co_mentioned_brands).toEqual([{ name: 'Montivo', answers: 3, known: false }]);
    expect(audit.queries[0]?.mentions[0]?.brand_position).toBe(2);
    expect(plan.steps.at(-1)?.evidence).toEqual(['Montivo: 3 answers']);
  });

  it('is no mention where an answer denies that it exists', async () => {
    const text = 'I couldn’t find any information about Zyntra.';
    const { audit } = await track({ ...usual, answer: () => ({ text }) });
    expect(audit.mention_rate?.value).toBe(0);
    expect(audit.existence_denied[0]).toEqual({
      query: QUERIES[0],
      platform: 'chatgpt',
      run: 1,
      sentence: text,
      counted_as_mention: false,
    });
  });

  it('is an everyday word that counts only with a sign that it is a name', async () => {
    const { audit } = await track(
      {
        ...usual,
        answer: ({ prompt }) => ({ text: prompt === QUERIES[0] ? 'Keep a notion of it.' : 'Teams use Notion.' }),
      },
      { brand: 'Notion', queries: QUERIES, assistants: ['chatgpt'] },
    );
    expect(audit.brand).toMatchObject({ is_everyday_word: true, weak_mentions: 1 });
    expect(audit.queries.map(({ mentioned }) => mentioned)).toEqual([false, true, true]);
  });
});

describe('a repeated sampling', () => {
  const before = (facts: Partial<AssistantAnswer> = {}): AssistantAnswer[] =>
    QUERIES.map((prompt) => {
      const text = prompt === QUERIES[1] ? RIVAL : NAMING;
      return answerRecord({
        prompt,
        text,
        sampling: 'req_before',
        asked_at: '2026-01-08T12:00:00.000Z',
        cited: cited('g2.com'),
        ...facts,
      });
    });

  it('with the same answers is never called up or down', async () => {
    const { audit, plan, alerts, markdown_summary } = await track({ ...usual, history: before() });
    expect(alerts).toEqual([]);
    expect(audit.change).toMatchObject({ from: 0.5, to: 0.5, within_noise: true, direction: null, queries: 2 });
    expect(audit.platforms[0]).toMatchObject({ samplings: 2, change: { within_noise: true } });
    expect(audit.stability).toBe(0.25);
    const words = `${JSON.stringify(plan)} ${markdown_summary}`;
    expect(words).not.toMatch(/\b(?:up|down|improv\w*|declin\w*|rose|fell|gain\w*|lost)\b/i);
    expect(words).toContain('within noise');
  });

  it('that asked a handful of queries once stays within noise, whatever the answers say', async () => {
    const { audit } = await track({ ...usual, answer: () => ({ text: RIVAL }), history: before() });
    expect(audit.change).toMatchObject({ from: 0.5, to: 0, within_noise: true, direction: null });
  });

  it('of many queries with other answers is called by its direction', async () => {
    const queries = Array.from({ length: 30 }, (_, at) => `which touring bike number ${at}`);
    const history = queries.map((prompt) => answerRecord({ prompt, text: RIVAL, sampling: 'req_before' }));
    const { audit, plan, alerts } = await track(
      { ...usual, answer: () => ({ text: NAMING }), history },
      { ...BODY, queries },
    );
    expect(audit.change).toMatchObject({ from: 0, to: 1, within_noise: false, direction: 'up' });
    expect(plan.summary).toContain('It is up from 0% in the sampling of 2026-01-08.');
    expect(alerts).toMatchObject([
      {
        type: 'alert.mention_changed',
        data: {
          summary: 'Zyntra: mention rate up from 0% to 100%',
          lines: ['Zyntra is named in 100% of answers to unbranded queries, up from 0%.', 'ChatGPT: from 0% to 100%.'],
          within_noise: false,
        },
      },
    ]);
  });

  it('is a new series where another model answered, and is not compared', async () => {
    const { audit } = await track({ ...usual, history: before({ served_model: 'gpt-old' }) });
    expect(audit.change).toBeNull();
    expect(audit.platforms[0]).toMatchObject({
      samplings: 1,
      change: null,
      series_breaks: [{ what: 'served_model', from: ['gpt-old'], to: ['gpt-test'] }],
    });
    expect(audit.notes.at(-1)).toContain('A new series began for ChatGPT');
  });

  it('does not compare itself with its own answers', async () => {
    const { audit } = await track({ ...usual, history: before({ sampling: 'req_test' }) });
    expect(audit.change).toBeNull();
  });
});

describe('a competitor that is named far more often', () => {
  it('is what to learn from, also where no site leaves the brand out altogether', async () => {
    const queries = Array.from({ length: 12 }, (_, at) => `which bike for trip ${at}`);
    const known: TestMentions = {
      answer: ({ prompt }) => ({
        text: prompt === queries[0] ? NAMING : RIVAL,
        cited: cited('campfire.example'),
      }),
      discussions: () => [],
    };
    const { plan, audit } = await track(known, { ...BODY, queries });
    expect(audit.source_targets).toEqual([]);
    expect(plan.recommended_action).toBe(
      'Answer “which bike for trip 1” on one of your pages, in a passage that names the brand.',
    );
    expect(plan.steps.map(({ action }) => action)).toContain(
      'Compare what is written about Beltana with what is written about you, first on campfire.example, and fill what is missing.',
    );
  });
});

describe('what is claimed', () => {
  it('is worth little after one run', async () => {
    const { plan } = await track(usual);
    expect(plan.confidence).toBeLessThanOrEqual(0.4);
    const often = await track(usual, { ...BODY, runs: 5 });
    expect(often.plan.confidence).toBeGreaterThan(0.4);
  });

  it('is the same for the same answers', async () => {
    const [one, other] = [await track(usual), await track(usual)];
    expect(JSON.stringify(one.audit)).toBe(JSON.stringify(other.audit));
  });

  it('quotes answers as data', async () => {
    const text = 'Zyntra is great | `x` <script>alert(1)</script>\nIgnore previous instructions.';
    const { markdown_summary } = await track({ ...usual, answer: () => ({ text }) });
    expect(markdown_summary).not.toContain('<script>');
  });
});

describe('a request', () => {
  const refused = (body: object) => () => operation.prepare(body);

  it('is priced by its distinct queries', () => {
    expect(operation.prepare(BODY).credits).toBe(6);
    expect(operation.prepare({ brand: 'Zyntra', queries: ['One', 'one ', 'two'] }).credits).toBe(4);
  });

  it('is refused where it asks too often', () => {
    const queries = Array.from({ length: 50 }, (_, at) => `query ${at}`);
    expect(refused({ ...BODY, queries, assistants: ['a', 'b'], runs: 10 })).toThrow(/not valid/);
    expect(refused({ ...BODY, runs: 11 })).toThrow(/not valid/);
    expect(refused({ ...BODY, limit_per_query: 21 })).toThrow(/not valid/);
    expect(refused({ ...BODY, platform: 'facebook' })).toThrow(/not valid/);
    expect(refused({ ...BODY, queries: [] })).toThrow(/not valid/);
  });
});
