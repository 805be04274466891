import { describe, expect, it } from 'vitest';

import { AppError } from './errors.ts';
import { checkedKeySettings } from './key-settings.ts';

const OPERATIONS = ['search', 'backlinks.summary', 'backlinks.list'];

function refusal(settings: Parameters<typeof checkedKeySettings>[0]): AppError {
  try {
    checkedKeySettings(settings, OPERATIONS);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
  }
  throw new Error('It was accepted.');
}

describe('settings of a key', () => {
  it('come back trimmed, with each domain and scope once, and with nothing added', () => {
    const settings = {
      name: ' site ',
      allowed_domains: ['https://Example.com/', 'example.com'],
      scopes: ['search', ' search'],
      project_id: ' blog ',
    };
    expect(checkedKeySettings(settings, OPERATIONS)).toEqual({
      name: 'site',
      allowed_domains: ['example.com'],
      scopes: ['search'],
      project_id: 'blog',
    });
    expect(checkedKeySettings({ project_id: null }, OPERATIONS)).toEqual({ project_id: null });
  });

  it('take any scope where nobody knows the operations', () => {
    expect(checkedKeySettings({ scopes: ['future.thing'] }, undefined)).toEqual({ scopes: ['future.thing'] });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ allowed_domains: ['ok.example.com', 'no/path'] }, 'allowed_domains.1'],
    [{ allowed_domains: Array.from({ length: 101 }, (_, at) => `a${at}.example.com`) }, 'allowed_domains'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ scopes: Array.from({ length: 201 }, () => 'search') }, 'scopes'],
    [{ project_id: '' }, 'project_id'],
    [{ project_id: 'zwölf\u0000' }, 'project_id'],
  ])('are refused with the field that is wrong: %j', (settings, path) => {
    expect(refusal(settings)).toMatchObject({ code: 'invalid_input', issues: [{ path }] });
  });

  it('name what was probably meant by an unknown scope', () => {
    expect(refusal({ scopes: ['backlinks.sumary'] }).message).toContain('did you mean backlinks.summary?');
  });

  it('are told all at once', () => {
    const { message, issues } = refusal({ name: '', scopes: ['serch'], allowed_domains: ['*'] });
    expect(issues.map(({ path }) => path)).toEqual(['name', 'allowed_domains.0', 'scopes.0']);
    expect(message).toContain('There are 2 more problems.');
  });
});
