import { describe, expect, it } from 'vitest';

import { readPage } from '../../web/page/read.ts';
import { findSteps, isImperative } from './steps.ts';

describe('isImperative', () => {
  it.each([
    ['Remove the wheel', 'en'],
    ['First, loosen both nuts.', 'en'],
    ['Öffnen Sie die Bremse', 'de'],
    ['Löse die Muttern', 'de'],
    ['Rad ausbauen', 'de'],
    ['Ouvrez le frein', 'fr'],
    ['Ensuite, retirer la roue', 'fr'],
    ['Abre el freno', 'es'],
    ['Quitar la rueda', 'es'],
  ])('hears an instruction in “%s” (%s)', (text, language) => {
    expect(isImperative(text, language)).toBe(true);
  });

  it.each([
    ['The wheel', 'en'],
    ['Why wheels wobble', 'en'],
    ['HubSpot', 'en'],
    ['Der Reifen', 'de'],
    ['Les roues du vélo', 'fr'],
    ['Chez le mécanicien', 'fr'],
    ['La rueda trasera', 'es'],
    ['', 'en'],
  ])('hears none in “%s” (%s)', (text, language) => {
    expect(isImperative(text, language)).toBe(false);
  });
});

describe('findSteps', () => {
  const find = (markdown: string, language = 'en'): readonly string[] =>
    findSteps(readPage({ markdown }, undefined), language);

  it('finds numbered headings that tell what to do', () => {
    expect(
      find('# A flat tyre\n\n## Step 1: Take the wheel off\n\nOpen it.\n\n## Step 2: Patch the hole\n\nPress.'),
    ).toEqual(['Take the wheel off', 'Patch the hole']);
  });

  it('finds the list below a heading that announces steps', () => {
    expect(find('# Eine Panne\n\n## So geht’s\n\n- Nimm das Rad heraus.\n- Klebe den Flicken auf.', 'de')).toHaveLength(
      2,
    );
  });

  it('takes a numbered list of things, and a promise without steps, for no instructions', () => {
    expect(
      find('# How to choose a CRM\n\n## 1. HubSpot\n\nGood.\n\n## 2. Pipedrive\n\nFine.\n\n## 3. Zoho\n\nCheap.'),
    ).toEqual([]);
    expect(find('# How to choose a CRM\n\nIt depends on your team.')).toEqual([]);
  });

  it('wants headings that count up from one', () => {
    expect(find('# A\n\n## 3. Take it off\n\nx\n\n## 7. Patch it\n\ny')).toEqual([]);
  });
});
