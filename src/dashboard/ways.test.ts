import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { capabilities } from '../ports/capabilities.ts';
import { LEARN_OTHERS, LEARN_OTHERS_NEXT, LEARN_RANKINGS, LEARN_RANKINGS_NEXT } from '../rankings/unknown-target.ts';
import { LEARN_VOLUMES, LEARN_VOLUMES_NEXT } from '../keywords/ways.ts';
import { planUnknownLinks } from '../links/unknown-links.ts';
import { isFields } from './app/model/values.ts';
import { wayOfCall, waysIn, withoutCommands } from './app/model/ways.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/operations/examples');

/** What nobody types into a browser. */
const COMMAND = /seamark [a-z]|SEAMARK_|(?:GET|POST|PATCH|DELETE) \//;

/** What the service says to do about data that it does not have. */
const ADVICE = [
  ...[...LEARN_RANKINGS, LEARN_OTHERS[1], LEARN_VOLUMES].map(({ action }) => action),
  ...planUnknownLinks(['a.example'], 'who links to a.example', 'backlinks', 'Do not guess.').steps.map(
    ({ action }) => action,
  ),
  LEARN_OTHERS_NEXT,
  LEARN_RANKINGS_NEXT,
  LEARN_VOLUMES_NEXT,
  ...Object.values(capabilities).map(({ ways }) => ways.join(' Or: ')),
];

function stepsOf(file: string): readonly string[] {
  const answer: unknown = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8'));
  const plan = isFields(answer) ? answer['agent_workflow'] : undefined;
  const steps = isFields(plan) ? plan['steps'] : undefined;
  return Array.isArray(steps) ? steps.map((step: unknown) => (isFields(step) ? String(step['action']) : '')) : [];
}

describe('what the service advises', () => {
  it.each(ADVICE)('names no command in the dashboard, which links to the page for it: %s', (text) => {
    expect(withoutCommands(text)).not.toMatch(COMMAND);
    expect(waysIn(text)).not.toEqual([]);
  });

  it.each(readdirSync(EXAMPLES))('is a sentence in each step of a recorded answer: %s', (file) => {
    for (const action of stepsOf(file)) {
      const words = withoutCommands(action);
      expect(words).toMatch(/^[\p{Lu}“‘\d].*[.!?]$/su);
      expect(words).not.toMatch(COMMAND);
      if (COMMAND.test(action)) expect(waysIn(action)).not.toEqual([]);
    }
  });

  it('keeps what it says beside a command', () => {
    expect(withoutCommands('If the site is yours, import its data with `seamark import console`.')).toBe(
      'If the site is yours, import its data.',
    );
    expect(
      withoutCommands('For other sites, connect a provider: set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_KEY.'),
    ).toBe('For other sites, connect a provider.');
    expect(withoutCommands('Crawl it first: POST /crawls with {"urls":["https://a.example/"]}. Then ask again.')).toBe(
      'Crawl it first. Then ask again.',
    );
    expect(withoutCommands('Create a link with `seamark admin setup-url`.')).toContain('setup-url');
  });
});

describe('the pages for what is advised', () => {
  const firstFor = (text: string, site?: string): string | undefined => waysIn(text)[0]?.address(site);

  it('are those of the site that is looked at, and else those of the workspace', () => {
    const text = 'Import its Search Console data with `seamark import console`.';
    expect(firstFor(text, 'site_1')).toBe('/dashboard/s/site_1/data/imports?kind=console');
    expect(firstFor(text)).toBe('/dashboard/settings/imports?kind=console');
    expect(firstFor('Crawl the site with POST /crawls.', 'site_1')).toBe('/dashboard/s/site_1/data');
  });

  it('come in the order of the text, each once', () => {
    const text = 'Import an export with `seamark import keywords FILE`, or connect a source: set SEAMARK_SERPER_KEY.';
    expect(waysIn(text).map(({ title }) => title)).toEqual(['Import keywords', 'Connect a source']);
  });

  it('ask of each role what the service asks', () => {
    const roles = Object.fromEntries(ADVICE.flatMap(waysIn).map(({ what, role }) => [what, role]));
    expect(roles).toEqual({ 'start crawls': 'member', 'import data': 'member', 'connect sources': 'owner' });
  });

  it('stand in place of the forms that a call has none of', () => {
    const way = wayOfCall('crawls.create', { urls: ['https://a.example/'] });
    expect(way?.title).toBe('Crawl a.example');
    expect(way?.address(undefined)).toBe('/dashboard/start?crawl=https%3A%2F%2Fa.example%2F');
    expect(wayOfCall('backlinks.list', {})).toBeUndefined();
  });
});
