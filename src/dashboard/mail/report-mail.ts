import type { ReportFailed, ReportFigure, ReportListChange, ReportReady } from '../../contract/report-ready.ts';
import { contrast } from '../../kernel/contrast.ts';
import {
  ARROWS,
  countsOf,
  dayOf,
  failedSubjectOf,
  failureLine,
  failureLinkOf,
  figureLine,
  listLines,
  namedLines,
  sinceOf,
  subjectOf,
} from '../../engine/report-words.ts';
import type { WorkspaceLook } from '../../ports/workspace-look.ts';
import type { Mail } from '../../ports/webhooks.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** How the workspace shows itself, and where whoever reads the e-mail stops it. */
export interface MailFrame {
  readonly workspace_name: string;
  readonly look: WorkspaceLook;
  /** For people, and for mail clients, which send one POST. */
  readonly stop_page: string | undefined;
  readonly stop_url: string | undefined;
}

type ReportMail = Pick<Mail, 'subject' | 'text' | 'html' | 'from_name' | 'pictures' | 'stop_url'>;

/**
 * Mail clients know tables and inline styles; few know anything else. Colours of dark mode stand in a style sheet that the
 * others leave out. Nothing is loaded from anywhere: the logo travels with the e-mail.
 */
export function reportMail(report: ReportReady, frame: MailFrame): ReportMail {
  const { logo } = frame.look;
  return {
    subject: subjectOf(report),
    text: textOf(report, frame),
    html: pageOf(report, frame).text,
    from_name: frame.workspace_name,
    pictures: logo === undefined ? [] : [{ id: LOGO, type: logo.type, bytes: logo.bytes }],
    stop_url: frame.stop_url,
  };
}

/** One line in place of a report that could not be made: why, and when it is tried again. */
export function failedMail(failed: ReportFailed, frame: MailFrame): ReportMail {
  const { logo } = frame.look;
  const line = failureLine(failed);
  const text = [
    failed.title,
    line,
    '',
    `${failureLinkOf(failed)} (login required): ${failed.url}`,
    '',
    footOf(failed, frame),
    ...(frame.stop_page === undefined ? [] : [`Stop these e-mails: ${frame.stop_page}`]),
  ].join('\n');
  const content = html`<p class="text" style="${TEXT}margin:8px 0 16px;">${line}</p>
    <p class="muted" style="${MUTED}margin:0;">
      <a class="muted" href="${failed.url}" style="${MUTED}">${failureLinkOf(failed)}</a> (login required).
    </p>`;
  return {
    subject: failedSubjectOf(failed),
    text,
    html: framed({ title: failed.title, preview: line, foot: footOf(failed, frame) }, content, frame).text,
    from_name: frame.workspace_name,
    pictures: logo === undefined ? [] : [{ id: LOGO, type: logo.type, bytes: logo.bytes }],
    stop_url: frame.stop_url,
  };
}

const LOGO = 'logo';
function textOf(report: ReportReady, frame: MailFrame): string {
  const { title, headline, is_unchanged, figures, lists, next_steps, sources, is_demo, url } = report;
  const short = is_unchanged
    ? []
    : [
        ...section('', [headline]),
        ...section('', figures.map(figureLine)),
        ...section('What changed', lists.flatMap(listLines)),
        ...section(
          'What to do first',
          next_steps.map(({ action, why }, at) => `${at + 1}. ${action} ${why}`.trim()),
        ),
        ...section('Where the figures come from', sources),
      ];
  return [
    title,
    sinceOf(report),
    ...(is_demo ? ['Demo: every figure is made up.'] : []),
    ...short,
    '',
    `Open the report: ${url}`,
    ...expiryLines(report),
    '',
    footOf(report, frame),
    ...(frame.stop_page === undefined ? [] : [`Stop these e-mails: ${frame.stop_page}`]),
  ].join('\n');
}

function section(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['', ...(heading === '' ? [] : [heading]), ...lines];
}

function expiryLines({ url_expires_at }: ReportReady): string[] {
  return url_expires_at === null ? [] : [`The link works until ${dayOf(url_expires_at)}, for anyone who has it.`];
}

function footOf({ schedule_id }: Pick<ReportReady, 'schedule_id'>, { workspace_name }: MailFrame): string {
  return `You get this because the schedule “${schedule_id}” of ${workspace_name} names your address.`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;";
const TEXT = `${FONT}font-size:14px;line-height:22px;color:#14181f;`;
const MUTED = `${FONT}font-size:12px;line-height:18px;color:#4c5563;`;
const HEADING = `${FONT}font-size:14px;line-height:20px;font-weight:600;color:#14181f;margin:0 0 6px;`;
const ACCENT = '#1a5bbf';
const JUDGED = { good: '#0a6e4f', bad: '#b3261e', none: '#4c5563' } as const;

const STYLE = html` :root{color-scheme:light dark;supported-color-schemes:light dark} @media
(prefers-color-scheme:dark){ .canvas{background-color:#0e1115!important}
.card{background-color:#15191f!important;border-right-color:#272d36!important;border-bottom-color:#272d36!important;border-left-color:#272d36!important}
.text{color:#e9ecf0!important}.muted{color:#a9b2be!important}.cell{background-color:#1b2027!important}
.good{color:#4cc79b!important}.bad{color:#ff8a80!important}.rule{border-color:#272d36!important}
.logo{background-color:#ffffff!important}} @media (max-width:480px){.inside{padding:20px 16px!important}}`;

function pageOf(report: ReportReady, frame: MailFrame): Markup {
  const { title, headline, is_unchanged, is_demo } = report;
  const preview = is_unchanged ? sinceOf(report) : headline;
  const content = html`<p class="muted" style="${MUTED}margin:2px 0 16px;">${sinceOf(report)}</p>
    ${is_demo ? noteOf('Demo: every figure is made up.') : NOTHING} ${is_unchanged ? NOTHING : bodyOf(report)}
    ${buttonOf(report, frame)} ${is_unchanged ? NOTHING : sourcesOf(report)}`;
  return framed({ title, preview, foot: footOf(report, frame) }, content, frame);
}

interface Framed {
  readonly title: string;
  /** What a list of e-mails shows beside the subject. */
  readonly preview: string;
  readonly foot: string;
}

function framed({ title, preview, foot }: Framed, content: Markup, frame: MailFrame): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body class="canvas" style="margin:0;padding:0;background:#f7f8fa;">
        <div style="display:none;max-height:0;overflow:hidden;">${preview}</div>
        <table
          role="presentation"
          class="canvas"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f7f8fa;"
        >
          <tr>
            <td align="center" style="padding:24px 8px;">
              <table
                role="presentation"
                class="card"
                width="600"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:600px;background:#ffffff;border:1px solid #e2e5ea;border-radius:10px;border-top:4px solid ${accentOf(frame)};"
              >
                <tr>
                  <td class="inside" style="padding:24px 28px;">
                    ${brandOf(frame)}
                    <h1
                      class="text"
                      style="${FONT}font-size:20px;line-height:28px;font-weight:600;color:#14181f;margin:0;"
                    >
                      ${title}
                    </h1>
                    ${content}
                  </td>
                </tr>
              </table>
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:600px;"
              >
                <tr>
                  <td class="muted" style="${MUTED}padding:16px 28px;">${foot}${stopOf(frame)}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

function brandOf({ workspace_name, look: { logo } }: MailFrame): Markup {
  const style = `${FONT}font-size:13px;line-height:20px;font-weight:600;color:#4c5563;margin:0 0 16px;`;
  if (logo === undefined) return html`<p class="muted" style="${style}">${workspace_name}</p>`;
  return html`<p style="margin:0 0 16px;">
    <img
      class="logo"
      src="cid:${LOGO}"
      alt="${workspace_name}"
      height="40"
      style="display:block;height:40px;max-width:240px;width:auto;border:0;border-radius:4px;"
    />
  </p>`;
}

function noteOf(text: string): Markup {
  return html`<p
    class="text cell"
    style="${TEXT}background:#fdf1df;border-radius:6px;padding:8px 12px;margin:0 0 16px;"
  >
    ${text}
  </p>`;
}

function bodyOf({ headline, figures, lists, next_steps }: ReportReady): Markup {
  return html`<p class="text" style="${TEXT}font-size:16px;line-height:24px;margin:0 0 16px;">${headline}</p>
    ${figuresOf(figures)}
    ${
      lists.length === 0
        ? NOTHING
        : html`<h2 class="text" style="${HEADING}">What changed</h2>
            ${lists.map(listOf)}`
    }
    ${
      next_steps.length === 0
        ? NOTHING
        : html`<h2 class="text" style="${HEADING}margin-top:20px;">What to do first</h2>
            <ol class="text" style="${TEXT}margin:0 0 20px;padding-left:20px;">
              ${next_steps.map(
                ({ action, why }) =>
                  html`<li style="margin:0 0 8px;">
                    ${action}<br /><span class="muted" style="${MUTED}font-size:13px;">${why}</span>
                  </li>`,
              )}
            </ol>`
    }`;
}

const COLUMNS = 2;

/** In rows of two, which fit a phone in mail clients that know no layout but tables. */
function figuresOf(figures: readonly ReportFigure[]): Markup {
  if (figures.length === 0) return NOTHING;
  const rows = Array.from({ length: Math.ceil(figures.length / COLUMNS) }, (_, at) =>
    figures.slice(at * COLUMNS, (at + 1) * COLUMNS),
  );
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="table-layout:fixed;margin:0 0 20px;"
  >
    ${rows.map(
      (row) =>
        html`<tr>
          ${row.map(figureOf)}${Array.from({ length: COLUMNS - row.length }, () => html`<td></td>`)}
        </tr>`,
    )}
  </table>`;
}

function figureOf({ label, value, change }: ReportFigure): Markup {
  const size = value.length > 9 ? '15px' : '22px';
  return html`<td
    class="cell"
    valign="top"
    style="background:#f1f3f6;border:4px solid transparent;background-clip:padding-box;padding:8px 10px;border-radius:10px;"
  >
    <div class="muted" style="${MUTED}">${label}</div>
    <div class="text" style="${FONT}font-size:${size};line-height:28px;font-weight:600;color:#14181f;">${value}</div>
    ${change === null ? NOTHING : html`<div class="${change.judgement === 'none' ? 'muted' : change.judgement}" style="${MUTED}color:${JUDGED[change.judgement]};">${ARROWS[change.direction]} ${change.text}</div>`}
  </td>`;
}

function listOf(list: ReportListChange): Markup {
  return html`<p class="text" style="${TEXT}margin:0 0 10px;">
    <b>${list.title}</b>:
    ${countsOf(list)}${namedLines(list).map(
      (line) => html`<br /><span class="muted" style="${MUTED}font-size:13px;word-break:break-word;">${line}</span>`,
    )}
  </p>`;
}

function buttonOf(report: ReportReady, frame: MailFrame): Markup {
  const color = accentOf(frame);
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 8px;">
      <tr>
        <td style="background:${color};border-radius:6px;">
          <a
            href="${report.url}"
            style="${FONT}display:inline-block;font-size:14px;line-height:20px;font-weight:600;color:${textOn(color)};text-decoration:none;padding:10px 20px;"
            >Open the report</a
          >
        </td>
      </tr>
    </table>
    ${expiryLines(report).map((line) => html`<p class="muted" style="${MUTED}margin:0;">${line}</p>`)}`;
}

function sourcesOf({ sources }: ReportReady): Markup {
  if (sources.length === 0) return NOTHING;
  const label = sources.length === 1 ? 'Source' : 'Sources';
  return html`<p class="muted rule" style="${MUTED}border-top:1px solid #e2e5ea;margin:20px 0 0;padding-top:12px;">
    ${label}: ${sources.join(' · ')}
  </p>`;
}

function stopOf({ stop_page }: MailFrame): Markup {
  if (stop_page === undefined) return NOTHING;
  return html`<br /><a class="muted" href="${stop_page}" style="${MUTED}">Stop these e-mails</a>`;
}

function accentOf({ look }: MailFrame): string {
  return look.accent ?? ACCENT;
}

const INK = '#14181f';

function textOn(color: string): string {
  return contrast(color, '#ffffff') >= contrast(color, INK) ? '#ffffff' : INK;
}
