import { LOCAL_AUDIT_CREDITS, localBusiness } from '../../../contract/local-business-input.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { cleanText } from '../../../text/normalize.ts';
import { findWhere, gatherEvidence } from './ask.ts';
import { auditLocal } from './audit.ts';
import { planLocal, summarizeLocal } from './plan.ts';
import { LocalReport } from './report.ts';
import { readNamedSite } from './target.ts';

export default defineOperation({
  id: 'audit.local',
  method: 'POST',
  path: '/audit/local',
  group: 'Rank and AI visibility',
  title: 'Audit a local business listing',
  description:
    'Finds the listing of a business and compares it with the business’s own website. ' +
    'Covers name, address, phone number, opening hours, duplicates, reviews and landing page. ' +
    'Scores readiness only if the listing is certain to be the business; otherwise it returns the candidates. ' +
    'Checks that no connected source can see are unknown, not failed.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { places: { optional: true }, fetch: { optional: true } },

  input: localBusiness(),
  result: LocalReport,

  price: { rule: `${LOCAL_AUDIT_CREDITS} credits`, credits: () => LOCAL_AUDIT_CREDITS },
  example: { domain: 'harbour-bikes.example', location: '4 Rope Walk, Northcove, United Kingdom' },

  asks: async (input, { locate }) => {
    const { place } = await findWhere(input, locate);
    const name = readNamedSite(input.domain)?.host ?? cleanText(input.domain, 120);
    const query = { name, near: input.location, location: place, language: input.language, limit: 10 };
    return [{ capability: 'places', method: 'find', query }];
  },

  async run(input, { ports, locate, now, signal, compute, report }) {
    const evidence = await gatherEvidence(input, {
      places: ports.places,
      fetch: ports.fetch,
      locate,
      compute,
      signal,
      report,
    });
    const audit = auditLocal(evidence, now);
    return {
      // The listing is what is paid for: nothing where no source knows of one, or none could be asked.
      ...(audit.coverage === 'none' || audit.place_match.status === 'not_checked' ? { credits: 0 } : {}),
      result: audit,
      guidance: planLocal(audit, input.language),
      markdown_summary: summarizeLocal(audit, input.language),
    };
  },
});
