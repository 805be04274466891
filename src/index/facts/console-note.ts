import { agree, counted } from '../../kernel/grammar.ts';
import type { RankingWindow } from '../../ports/rankings.ts';
import type { Provenance } from '../../ports/source.ts';
import type { ConsoleSite, GrainWindow } from './console-site.ts';
import { daysBetween } from './console-windows.ts';
import { keptProvenance } from './provenance.ts';

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The window as answers show it. */
export function rankingWindow(site: ConsoleSite, window: GrainWindow): RankingWindow {
  const { engine, property } = site;
  const { current, previous } = window;
  return {
    from: current.from,
    to: current.to,
    previous_from: previous?.from ?? null,
    previous_to: previous?.to ?? null,
    missing_days: missingDays(current),
    is_cut: current.is_cut,
    ignores_country: ignoresCountry(site, window),
    property,
    engine,
  };
}

function ignoresCountry({ place, by_country }: ConsoleSite, { grain }: GrainWindow): boolean {
  return !place.is_any_place && !by_country.has(grain);
}

function missingDays({ from, to, days }: GrainWindow['current']): number {
  return Math.max(0, daysBetween(from, to) + 1 - days);
}

/** Says which property, days and countries the figures are of, and what they lack. */
export function consoleProvenance(site: ConsoleSite, window: GrainWindow): Provenance {
  const gaps = gapsOf(site, window);
  return keptProvenance(window.source, new Date(window.current.observed_ms), {
    coverage: gaps.length === 0 ? 'full' : 'partial',
    note: [figuresSentence(site, window), ...gaps].join(' '),
  });
}

function figuresSentence(site: ConsoleSite, window: GrainWindow): string {
  const { property, place } = site;
  const { current, previous } = window;
  const isAll = place.is_any_place || ignoresCountry(site, window);
  const where = isAll ? 'all countries' : countryName(place.location.country);
  const compared =
    previous === undefined ? 'with no earlier period to compare' : `compared with ${previous.from} to ${previous.to}`;
  return `Measured for ${property}, ${current.from} to ${current.to}, ${where}, ${compared}.`;
}

function gapsOf(site: ConsoleSite, window: GrainWindow): string[] {
  const { covers, property, target, place } = site;
  const { current } = window;
  const missing = missingDays(current);
  const isUnsplit = ignoresCountry(site, window);
  const isSmaller = !place.is_any_place && !isUnsplit && place.location.kind !== 'country';
  const country = countryName(place.location.country);
  return [
    ...(covers === 'part' ? [`${property} covers only part of ${target.value}.`] : []),
    ...(isUnsplit
      ? [`These figures are not split by country, so they include every country, not only ${country}.`]
      : []),
    ...(isSmaller
      ? [`Search Console and Bing report only by country, so these figures are for all of ${country}.`]
      : []),
    ...(missing > 0 ? [`${counted(missing, 'day')} of this window ${agree(missing, 'has')} no data.`] : []),
    ...(current.is_cut ? ['The export was cut off at its row limit, so rows with fewer clicks are missing.'] : []),
  ];
}

function countryName(code: string): string {
  try {
    return COUNTRY_NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}
