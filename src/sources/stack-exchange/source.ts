import { defineSource } from '../../ports/define-source.ts';
import { discussionOffers, FAILURES, readSites, searchSite, TITLE } from './discussions.ts';

export const stackExchange = defineSource({
  name: 'stack-exchange',
  title: TITLE,
  docs: {
    gives:
      'Questions on the sites of Stack Exchange that you choose, found by words in their title, text or answers: text, author, ' +
      'date, score, number of answers, and whether the question is closed. Posts are licensed under CC BY-SA, so ' +
      'each discussion carries its attribution; show it wherever you quote the text.',
    costs:
      'Free: 300 requests a day without a key, 10,000 with one. Each site in SEAMARK_STACK_EXCHANGE_SITES takes one ' +
      'request per search. Seamark pauses whenever the API asks for it.',
    access:
      'Set SEAMARK_STACK_EXCHANGE_URL=https://api.stackexchange.com. For the higher limit, register an application at ' +
      'https://stackapps.com/apps/oauth/register and set SEAMARK_STACK_EXCHANGE_KEY to its key.',
    terms: 'https://stackoverflow.com/legal/api-terms-of-use',
  },
  // Their limit is thirty a second for each address.
  every_ms: 100,
  settings: {
    SEAMARK_STACK_EXCHANGE_URL: {
      kind: 'url',
      what: 'Address of the API.',
      example: 'https://api.stackexchange.com',
    },
    SEAMARK_STACK_EXCHANGE_SITES: {
      kind: 'text',
      what: 'Sites to search, up to ten, as the API names them: https://api.stackexchange.com/docs/sites lists all.',
      preset: 'stackoverflow,superuser,webapps,webmasters',
    },
    SEAMARK_STACK_EXCHANGE_KEY: {
      kind: 'secret',
      what: 'Key of an application registered at https://stackapps.com/apps/oauth/register.',
      preset: '',
    },
  },
  offers: { discussions: discussionOffers },
  sees: { discussions: ['questions'] },
  failures: FAILURES,
  probe: async (context) => {
    const [site = ''] = readSites(context.settings.SEAMARK_STACK_EXCHANGE_SITES);
    const { quota_remaining } = await searchSite(site, { query: 'search', since: undefined, limit: 1 }, context);
    const left = quota_remaining === null ? '' : ` ${quota_remaining} requests are left today.`;
    return `Stack Exchange responded for ${site}.${left}`;
  },
});
