import type { AssistantAnswer } from '../src/ports/assistants.ts';
import type { Discussion } from '../src/ports/discussions.ts';

/** One answer of ChatGPT over its API. */
export function answerRecord(facts: Partial<AssistantAnswer> = {}): AssistantAnswer {
  return {
    assistant: 'chatgpt',
    access: 'api',
    source: 'openai',
    requested_model: 'gpt-test',
    served_model: 'gpt-test',
    prompt: 'best touring bike',
    location: null,
    language: 'en',
    asked_at: '2026-01-08T12:00:00.000Z',
    run: 1,
    sampling: 'req_test',
    status: 'answered',
    searched: true,
    queries: [],
    text: '',
    cited: [],
    retrieved: null,
    cost_usd: 0.01,
    ...facts,
  };
}

/** One thread on Reddit. */
export function discussionRecord(facts: Partial<Discussion> = {}): Discussion {
  return {
    source: 'brave',
    platform: 'reddit',
    forum: null,
    url: 'https://www.reddit.com/r/bikes/1',
    title: null,
    text: null,
    links: [],
    author: null,
    published_at: '2026-01-01',
    score: null,
    replies: null,
    state: null,
    attribution: null,
    ...facts,
  };
}
