import { render } from 'preact-render-to-string';

import type { Fields } from '../model/report.ts';
import { ReportBody } from './report-body.tsx';

/** A report as HTML, as its readers see it before they press anything. */
export function renderReport(operation: string, answer: Fields, input: Fields): string {
  return render(<ReportBody operation={operation} answer={answer} input={input} />);
}
