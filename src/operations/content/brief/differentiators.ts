import { counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import type { Study } from '../../../study/study.ts';
import type { BriefReport } from './report.ts';

const QUESTIONS_MAX = 3;
const YEAR_MS = 365 * 86_400_000;

/** What hardly any compared page has: each from what was seen, none from imagination. */
export function findDifferentiators(study: Study): BriefReport['differentiators'] {
  const { questions, pages, patterns, compared, serp } = study;
  const of = compared.length;
  const open = questions.filter((_, at) => pages.every(({ answers }) => answers[at] === false));
  const rare = questions.filter((_, at) => pages.filter(({ answers }) => answers[at] === true).length === 1);
  const newest = patterns.dates.newest;
  const age = newest === null ? undefined : (Date.parse(serp.checked_at) - Date.parse(newest)) / YEAR_MS;
  const lacking = ({ pages: having }: { readonly pages: number }): boolean => having * 5 <= of;
  return [
    ...open.slice(0, QUESTIONS_MAX).map(({ question }) => ({
      advice: `Answer “${inline(question, 120)}”.`,
      evidence: [`none of the ${counted(of, 'compared page')} answers it`],
    })),
    ...(open.length > 0
      ? []
      : rare.slice(0, QUESTIONS_MAX).map(({ question }) => ({
          advice: `Answer “${inline(question, 120)}” better than the one page that does.`,
          evidence: [`1 of ${counted(of, 'compared page')} answers it`],
        }))),
    lacking(patterns.with_tables)
      ? {
          advice: 'Put what readers compare into a table.',
          evidence: [`${patterns.with_tables.pages} of ${counted(of, 'compared page')} with a table`],
        }
      : undefined,
    lacking(patterns.with_images)
      ? {
          advice: 'Show the work in pictures of your own.',
          evidence: [`${patterns.with_images.pages} of ${counted(of, 'compared page')} with pictures in the text`],
        }
      : undefined,
    lacking(patterns.with_author)
      ? {
          advice: 'Name an author who knows the subject.',
          evidence: [`${patterns.with_author.pages} of ${counted(of, 'compared page')} with an author`],
        }
      : undefined,
    age !== undefined && age >= 1
      ? {
          advice: 'Be current: check every figure, and show the date of the check.',
          evidence: [`the newest compared page is from ${newest?.slice(0, 10) ?? ''}`],
        }
      : undefined,
  ].filter((each) => each !== undefined);
}
