import { z } from 'zod';

import { language } from './fields.ts';

/** What one audit of a local business costs, alone or in a batch. */
export const LOCAL_AUDIT_CREDITS = 4;

const TEXT_MAX = 200;

const named = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(TEXT_MAX)
    .refine((text) => text === '' || /\p{L}|\p{N}/u.test(text), 'must contain a letter or a digit');

/** A business and where it is, as local audits take it. */
export const localBusiness = () =>
  z.object({
    domain: named().describe(
      'Name of the business, or its domain. With a domain, the name comes from the LocalBusiness data or the title of the website.',
    ),
    location: named().describe('Where it is: the full street address, or the city with its state or postal code.'),
    language: language(),
  });
