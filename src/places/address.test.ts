import { describe, expect, it } from 'vitest';

import { readAddress, readAddressParts } from './address.ts';
import { compareAddresses } from './compare-addresses.ts';

const verdict = (one: string, other: string, country: string | null = null): string =>
  compareAddresses(readAddress(one, country), readAddress(other, country)).verdict;

describe('two addresses', () => {
  it.each([
    ['12 Main St., Austin, TX 78701', '12 Main Street, Austin, Texas 78701, USA', 'US'],
    ['12 N. Main St, Suite 200, Austin, TX', '12 North Main Street, Austin, TX 78701-1234', 'US'],
    ['1200 Park Ave #4, New York, NY 10128', '1200 Park Avenue, New York, NY 10128', 'US'],
    ['Hauptstr. 5, 10115 Berlin', 'Hauptstraße 5, 10115 Berlin, Deutschland', 'DE'],
    ['Haupt Straße 5a, 80331 München', 'Hauptstr. 5 a, 80331 Munich', 'DE'],
    ['12 bd. Saint-Germain, 75005 Paris', '12 Boulevard St Germain, 75005 Paris', 'FR'],
    ['C/ Mayor 5, 28013 Madrid', 'Calle Mayor, 5, 28013 Madrid', 'ES'],
    ['V.le Monza 12, 20125 Milano', 'Viale Monza, 12, 20125 Milano', 'IT'],
    ['12-14 High St, London SW1A 1AA', '12 High Street, London SW1A1AA', 'GB'],
    ['221b Baker Street, London NW1 6XE', '221B Baker St, London NW1 6XE, UK', 'GB'],
    ['12 Main St Austin TX 78701', '12 Main Street, Austin, TX 78701', 'US'],
    ['Kerkstr. 8, 1017 GC Amsterdam', 'Kerkstraat 8, 1017GC Amsterdam', 'NL'],
  ])('are the same: %s and %s', (one, other, country) => {
    expect(verdict(one, other, country)).toBe('same');
  });

  it.each([
    ['12 Main St, Austin, TX 78701', '14 Main St, Austin, TX 78701', 'next_door'],
    ['12 Main St, Austin, TX 78701', '12 Main Ave, Austin, TX 78701', 'other'],
    ['12 N Main St, Austin, TX', '12 S Main St, Austin, TX', 'other'],
    ['12 Main St, Austin, TX 78701', '12 Main St, Austin, MN 55912', 'other'],
    ['12 Main St, Austin, TX 78701', '12 Main St, Dallas, TX 75201', 'other'],
    ['1200 Highway 71, Austin, TX', '1500 Highway 71, Austin, TX', 'next_door'],
    ['Newcastle', '12 High St, Newcastle under Lyme', 'unknown'],
    ['Austin, TX', '12 Main St, Austin, TX 78701', 'town'],
    ['Austin TX 78701', '12 Main St, Austin, TX 78701', 'town'],
    ['Main Street, Austin, TX', '12 Main St, Austin, TX 78701', 'street'],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(verdict(one, other, 'US')).toBe(expected);
  });

  it('are not elsewhere because one names the county and the other the country', () => {
    const parts = { street: '4 Rope Walk', city: 'Leeds', postal_code: null, country: 'GB' };
    const [one, other] = ['West Yorkshire', 'England'].map((region) => readAddressParts({ ...parts, region }, null));
    expect(compareAddresses(one ?? null, other ?? null)).toMatchObject({ region: null, verdict: 'same' });
  });

  it('of which one is unknown are neither the same nor different', () => {
    expect(compareAddresses(null, readAddress('12 Main St, Austin, TX', 'US'))).toMatchObject({
      street: null,
      city: null,
      verdict: 'unknown',
    });
  });
});

describe('an address', () => {
  it('that is a PO box has no street', () => {
    expect(readAddress('P.O. Box 1234, Austin, TX 78767', 'US')).toMatchObject({
      street: null,
      city: 'austin',
      region: 'texas',
      postal_code: '78767',
      po_box: true,
    });
    expect(readAddress('Postfach 10 12 34, 10115 Berlin', 'DE')).toMatchObject({
      street: null,
      city: 'berlin',
      po_box: true,
    });
    const parts = { street: 'PO Box 7', city: 'Leeds', region: null, postal_code: 'LS1 1AA', country: 'GB' };
    expect(readAddressParts(parts, null)).toMatchObject({ street: null, po_box: true, postal_code: 'LS11AA' });
  });

  it('with a street beside its PO box keeps the street', () => {
    expect(readAddress('12 Main St, PO Box 9, Austin, TX 78701', 'US')).toMatchObject({
      street: { numbers: ['12'], names: ['main'] },
      po_box: false,
    });
  });

  it.each([
    ['12 Main St, Austin, TX 78701', 'US'],
    ['10 Downing St, London SW1A 2AA', 'GB'],
    ['1 Rue Sherbrooke, Montréal, QC H2X 1A1', 'CA'],
    ['Hauptstr. 5, 10115 Berlin, Germany', 'DE'],
    ['Atlanta, Georgia', null],
  ])('says its country where it can: %s', (text, country) => {
    const read = readAddress(text, text.includes('Georgia') ? 'US' : null);
    expect(read?.country).toBe(country ?? 'US');
  });

  it('of which nothing is written is none', () => {
    expect(readAddress('  ', 'US')).toBeNull();
    expect(
      readAddressParts({ street: null, city: '', region: null, postal_code: null, country: null }, 'US'),
    ).toBeNull();
  });

  it('is read in a moment, however it is written', () => {
    for (const text of ['12,'.repeat(5000), 'a '.repeat(50_000), '1'.repeat(20_000), '#'.repeat(9000)])
      expect(() => readAddress(text, 'US')).not.toThrow();
  });
});
