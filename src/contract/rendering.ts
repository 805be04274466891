import { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import { inline } from '../kernel/markdown.ts';
import type { RenderedPage } from '../ports/browser.ts';
import { readShown, type ShownFacts } from '../web/facts/shown.ts';
import type { OperationContext } from './operation.ts';
import type { HtmlPage } from './page-input.ts';

/** How operations on one page have its scripts run, and tell what they changed. */

const CHOICES = ['auto', 'always', 'never'] as const;
export type RenderChoice = (typeof CHOICES)[number];

export const renderField = () =>
  z
    .enum(CHOICES)
    .default('auto')
    .describe(
      'Whether to run the scripts of the page in the browser of SEAMARK_BROWSER_URL. ' +
        'auto: only where scripts write its text; always; never. Only for a page that is fetched from its url.',
    );

const Shown = z.object({
  title: z.string().nullable(),
  canonical: z.string().nullable(),
  noindex: z.boolean().describe('Set by its robots meta elements.'),
  word_count: z.int(),
  internal_links: z.int(),
});

const CHANGES = ['title', 'canonical', 'noindex', 'text', 'links'] as const;

export const Rendering = z.object({
  status: z
    .enum(['rendered', 'not_needed', 'off', 'no_browser', 'failed'])
    .describe(
      'rendered: the answer is about the page after its scripts have run. not_needed: its source has its text. off: with never, and for text that was sent. no_browser, failed: scripts write its text, and they could not be run.',
    ),
  raw: Shown.nullable().describe('What the source says before any script runs; null where no page was fetched.'),
  rendered: Shown.nullable().describe('What the page says after its scripts have run; null unless they were run.'),
  changed: z.array(z.enum(CHANGES)).describe('What scripts changed.'),
  requests: z.int().nullable().describe('Scripts, style sheets and data that the page loaded.'),
  missing: z
    .array(z.object({ url: z.string(), reason: z.string() }))
    .describe('Scripts and data that could not be loaded, at most 20: text may be missing.'),
  notes: z.array(z.string()),
});
export type Rendering = z.infer<typeof Rendering>;

export interface ShownPage {
  readonly html: string;
  readonly final_url: string;
  readonly rendering: Rendering;
}

type Context = Pick<OperationContext<'browser'>, 'ports' | 'compute' | 'signal'>;

/** The rule of operations that were sent their page as text. */
export function refuseRendering(choice: RenderChoice): InputIssue[] {
  if (choice !== 'always') return [];
  return [{ path: 'render', message: 'only a page that is fetched from its url can be rendered; send auto or never' }];
}

/** Of text that was sent, and was not fetched. */
export const NOT_FETCHED: Rendering = {
  status: 'off',
  raw: null,
  rendered: null,
  changed: [],
  requests: null,
  missing: [],
  notes: [],
};

/**
 * The page as its readers see it, as far as that was asked for. A browser that fails is told, and the page as its server sent
 * it serves instead.
 *
 * @throws AppError source_not_configured where `always` is asked for and no browser is connected
 */
export async function showPage(
  page: HtmlPage,
  choice: RenderChoice,
  { ports, compute, signal }: Context,
): Promise<ShownPage> {
  const { final_url, text, headers } = page;
  const facts = await compute(readShown, { html: text, url: final_url });
  const raw = shownOf(facts);
  const unrendered = (status: Rendering['status'], ...notes: string[]): ShownPage => ({
    html: text,
    final_url,
    rendering: { ...NOT_FETCHED, status, raw, notes },
  });
  const needed = facts.script_shell && page.status < 400;
  if (choice === 'never') return unrendered('off', ...(needed ? [`${WRITTEN} They were not run.`] : []));
  if (choice === 'auto' && !needed) return unrendered('not_needed');
  try {
    const shown = await ports.browser.render({ url: final_url, html: text, headers });
    const rendered = shownOf(await compute(readShown, { html: shown.html, url: shown.final_url }));
    const { html, requests, missing } = shown;
    const changed = CHANGES.filter((name) => hasChanged(name, raw, rendered));
    const notes = [...differenceNotes(raw, rendered), ...gapNotes(shown)];
    const rendering: Rendering = {
      status: 'rendered',
      raw,
      rendered,
      changed,
      requests,
      missing: [...missing],
      notes,
    };
    return { html, final_url: shown.final_url, rendering };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || signal.aborted) throw thrown;
    if (thrown.code !== 'source_not_configured') return unrendered('failed', `${thrown.message} ${RAW_SERVES}`);
    if (choice === 'always') throw thrown;
    return unrendered('no_browser', `${WRITTEN} ${CONNECT}`);
  }
}

const WRITTEN = 'Scripts write the text of this page.';
const CONNECT = 'Set SEAMARK_BROWSER_URL to a Chromium that can run them; docs/configuration.md explains how.';
const RAW_SERVES = 'The answer is about the page as its server sent it, before any script ran.';

function shownOf({ title, canonical, noindex, word_count, internal_links }: ShownFacts): z.infer<typeof Shown> {
  return { title, canonical, noindex, word_count, internal_links };
}

/** Scripts that add so much of what was there change what the page is about. */
const TEXT_FACTOR = 2;
const LINKS_FACTOR = 1.3;

function hasChanged(name: (typeof CHANGES)[number], raw: z.infer<typeof Shown>, now: z.infer<typeof Shown>): boolean {
  if (name === 'text') return now.word_count >= Math.max(1, TEXT_FACTOR * raw.word_count);
  if (name === 'links') return now.internal_links > LINKS_FACTOR * raw.internal_links;
  return raw[name] !== now[name];
}

/** Fewer words in the source say nothing to those who run no scripts. */
const RAW_WORDS_MIN = 50;

function differenceNotes(raw: z.infer<typeof Shown>, now: z.infer<typeof Shown>): string[] {
  const notes: string[] = [];
  if (raw.word_count < RAW_WORDS_MIN && now.word_count >= 3 * Math.max(1, raw.word_count))
    notes.push(
      `The source holds ${counted(raw.word_count, 'word')}, and scripts bring them to ${now.word_count}: crawlers that run no scripts, as those of several AI assistants, see no more than the source. Render the text on the server.`,
    );
  if (raw.noindex && !now.noindex)
    notes.push('The source says noindex, and scripts take it away: search engines may stop at the source.');
  if (!raw.noindex && now.noindex) notes.push('Scripts set the page to noindex; its source does not.');
  if (hasChanged('canonical', raw, now))
    notes.push('Scripts change the canonical URL. Put the final one into the source.');
  return notes;
}

function gapNotes({ missing, cut }: RenderedPage): string[] {
  const [first] = missing;
  return [
    ...(cut ? ['The page was still loading when its time was over, so some of its text may be missing.'] : []),
    ...(first === undefined
      ? []
      : [
          `${counted(missing.length, 'script or data file')} could not be loaded, such as ${inline(first.url, 200)}: ${first.reason}`,
        ]),
  ];
}
