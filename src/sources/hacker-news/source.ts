import { defineSource } from '../../ports/define-source.ts';
import { discussionOffers, searchStories, TITLE } from './discussions.ts';

export const hackerNews = defineSource({
  name: 'hacker-news',
  title: TITLE,
  docs: {
    gives:
      'Stories and comments on Hacker News that match your words, through Algolia’s public search: text, author, ' +
      'date, points and number of comments. Algolia does not filter by language; nearly all posts are in English.',
    costs: 'Free. Algolia limits each address to about 10,000 requests an hour.',
    access:
      'Set SEAMARK_HACKER_NEWS_URL=https://hn.algolia.com. You need no account and no key; without the setting, Seamark ' +
      'sends nothing to Hacker News.',
    terms: 'https://hn.algolia.com/api',
  },
  settings: {
    SEAMARK_HACKER_NEWS_URL: {
      kind: 'url',
      what: 'Address of Algolia’s search over Hacker News.',
      example: 'https://hn.algolia.com',
    },
  },
  offers: { discussions: discussionOffers },
  sees: { discussions: ['stories', 'comments'] },
  failures: {
    400: { kind: 'refused' },
    403: {
      kind: 'wrong_key',
      fix: 'The server refuses this client: set SEAMARK_USER_AGENT to a name with a way to reach you, or try again in an hour.',
    },
    429: { kind: 'rate_limited', fix: 'Try again in an hour, or raise max_age so that fewer requests are needed.' },
    not_json: { kind: 'broken', fix: 'Check SEAMARK_HACKER_NEWS_URL: it must be the address without /api/v1/search.' },
  },
  probe: async (context) => {
    const found = await searchStories({ query: 'show hn', since: undefined, limit: 1 }, context);
    return `Hacker News responded with ${found.length === 0 ? 'no discussion' : 'a discussion'}.`;
  },
});
