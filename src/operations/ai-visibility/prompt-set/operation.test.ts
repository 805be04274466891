import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runGuided } from '../../../../test/pure-guidance.ts';
import { LARGEST_CPU_MS_MAX, leastCpuMs, runPure } from '../../../../test/pure-operation.ts';
import type { PromptSetReport } from './report.ts';
import { AppError } from '../../../kernel/errors.ts';
import { tokenize } from '../../../web/words.ts';
import operation from './operation.ts';
import { readBrand } from './request.ts';

const answer = async (body: unknown): Promise<PromptSetReport> => {
  const { result } = await runPure(operation, body);
  return operation.result.parse(result);
};

const texts = ({ prompts }: PromptSetReport): string[] => prompts.map(({ text }) => text);

/** The likest pair of prompts, by the share of words in common. */
function likeness(list: readonly string[]): number {
  const sets = list.map((text) => new Set(tokenize(text)));
  let most = 0;
  for (const [at, one] of sets.entries()) {
    for (const other of sets.slice(at + 1)) {
      const shared = [...one].filter((word) => other.has(word)).length;
      most = Math.max(most, shared / new Set([...one, ...other]).size);
    }
  }
  return most;
}

const CRM = {
  target: 'hubspot.com',
  category: 'CRM Software',
  topics: [
    'lead scoring',
    'small law firms',
    'security',
    'how to reduce churn',
    'What is pipeline velocity?',
    'CRM for nonprofits',
  ],
  competitors: ['Salesforce', 'pipedrive.com'],
  prompt_count: 50,
};

const BIKE_SHOP = {
  target: 'severnbikes.co.uk',
  category: 'bike shop',
  topics: [
    'e-bike servicing',
    'kids bikes',
    'cycle to work scheme',
    'Brompton hire in Bristol',
    'commuters',
    'how long does an e-bike battery last?',
  ],
  competitors: ['halfords.com', 'Evans Cycles', 'Tredz'],
  personas: ['parents of young children', 'daily commuters'],
  prompt_count: 24,
};

const FAHRRADLADEN = {
  target: 'Radhaus Köln',
  category: 'Fahrradladen',
  topics: ['E-Bike Wartung', 'Kinderfahrräder', 'Jobrad Leasing', 'Lastenräder'],
  competitors: ['Fahrrad XXL', 'Lucky Bike'],
  personas: ['Eltern', 'Pendler'],
  prompt_count: 30,
};

describe('ai-visibility.prompt-set', () => {
  it('spreads prompts over the topics, and asks of each what it can be asked', async () => {
    const counts = async (body: object): Promise<(number | undefined)[]> =>
      (await answer(body)).coverage.topics.map(({ prompts }) => prompts);
    const stock = {
      target: 'stockpilot.io',
      category: 'inventory management software',
      competitors: ['Cin7', 'Katana'],
    };
    expect(await counts({ ...stock, topics: ['safety stock', 'demand forecasting'] })).toEqual([6, 5]);
    const boots = { target: 'Bergschuh Huber', category: 'Wanderschuhe', competitors: ['Bergzeit'], prompt_count: 16 };
    const german = { ...boots, topics: ['Pflege', 'breite Füße', 'Wanderschuhe Größe'] };
    const [least = 0, , most = 0] = (await counts(german)).map(Number).toSorted((one, other) => one - other);
    expect(most - least).toBeLessThanOrEqual(3);
    const written = texts(await answer(german)).join(' ');
    expect(written).toContain('Welche Wanderschuhe für breite Füße kannst du mir empfehlen?');
    expect(written).toContain('zum Thema Pflege von Wanderschuhen');
    expect(written).toContain('zum Thema Größe von Wanderschuhen');
    expect(written).not.toMatch(/für die (?:Pflege|Größe)/);
  });

  it('knows the gender of professions and what nobody speaks of one of, in French and Spanish', async () => {
    const french = { target: 'Cabinet Morel', category: 'expert-comptable', topics: ['paie', 'création d’entreprise'] };
    const accountant = texts(await answer({ ...french, competitors: ['Compta Bellecour'] })).join(' ');
    expect(accountant).toContain('un bon expert-comptable');
    expect(accountant).toContain('pour la paie');
    expect(accountant).not.toMatch(/une bonne expert|une paie|pas sûr pour/);
    const spanish = { target: 'Fisio Sol', category: 'fisioterapeuta', topics: ['ortodoncia', 'dolor de espalda'] };
    const therapist = texts(await answer({ ...spanish, competitors: ['Fisio Norte'] })).join(' ');
    expect(therapist).toContain('un buen fisioterapeuta');
    expect(therapist).not.toContain('una ortodoncia');
  });

  it('takes a noun before a preposition for what a German topic is about, and its traders for people', async () => {
    const dentist = { target: 'Zahnarzt Weber', category: 'Zahnarzt', competitors: ['Dr. Klein'], prompt_count: 24 };
    const written = texts(await answer({ ...dentist, topics: ['Zahnimplantate', 'Angst vorm Zahnarzt'] })).join(' ');
    expect(written).toContain('zum Thema Angst vorm Zahnarzt');
    expect(written).not.toMatch(/(?:guten|Welchen) Angst|für die Angst vorm Zahnarzt/);
    const software = { target: 'Lexoffice', category: 'Buchhaltungssoftware', competitors: ['sevDesk'] };
    const asked = texts(await answer({ ...software, topics: ['Kleinunternehmer', 'E-Rechnung'] })).join(' ');
    expect(asked).toContain('für Kleinunternehmer');
  });

  it('does not take a shop for a workshop because one topic is about repairs', async () => {
    const shop = { target: 'Northgear', category: 'tents', competitors: ['Trailkit'], prompt_count: 24 };
    const written = texts(await answer({ ...shop, topics: ['two-person tents', 'waterproofing', 'repair'] })).join(' ');
    expect(written).toContain('tent waterproofing');
    expect(written).toContain('tent repair');
    expect(written).not.toMatch(/near me|for (?:waterproofing|repair)\b/);
  });

  it('knows a page of prices by its address and title', async () => {
    const { prompts } = await answer({
      target: 'stockpilot.io',
      category: 'inventory management software',
      topics: ['safety stock'],
      competitors: ['Cin7'],
      owned_assets: [{ url: 'https://stockpilot.io/pricing', title: 'Pricing' }],
    });
    const cost = prompts.find(
      ({ text }) => text === 'How much does StockPilot cost?' || text === 'How much does Stockpilot cost?',
    );
    expect(cost?.owned_asset).toBe('https://stockpilot.io/pricing');
  });

  it('writes questions as people type them, fitted to the kind of each topic', async () => {
    const written = texts(await answer(CRM));
    expect(written).toHaveLength(50);
    expect(written).toEqual(
      expect.arrayContaining([
        'Which CRM software would you recommend for lead scoring?',
        'Which is better for small law firms, Hubspot or Salesforce?',
        'What is pipeline velocity?',
        'How do I reduce churn?',
        'I care most about security. Which CRM software should I look at?',
      ]),
    );
    expect(written.some((text) => text.includes('CRMs for nonprofits'))).toBe(true);
  });

  it.each([6, 7, 20, 33, 50])(
    'writes exactly %d prompts, none twice, spread over the buckets',
    async (prompt_count) => {
      const set = await answer({ ...CRM, prompt_count });
      expect(set.prompts).toHaveLength(prompt_count);
      expect(likeness(texts(set))).toBeLessThan(0.8);
      const counts = set.buckets.map((bucket) => bucket.prompt_count);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    },
  );

  it('begins a larger set with the smaller one, with the same ids', async () => {
    const small = await answer({ ...CRM, prompt_count: 12 });
    const large = await answer({ ...CRM, prompt_count: 40 });
    expect(large.prompts.slice(0, 12).map(({ id, text }) => [id, text])).toEqual(
      small.prompts.map(({ id, text }) => [id, text]),
    );
    expect(new Set(large.prompts.map(({ id }) => id)).size).toBe(40);
  });

  it('names a domain of the project as its brand is written, and any other by its letters', () => {
    const own = { name: 'NorthGear', aliases: [], domains: ['northgear.example'] };
    expect(readBrand('https://www.northgear.example/', own)).toEqual({
      name: 'NorthGear',
      domain: 'northgear.example',
    });
    expect(readBrand('trail-kit.example', own)).toEqual({ name: 'Trail Kit', domain: 'trail-kit.example' });
  });

  it('never names the brand where it should be found unasked', async () => {
    const set = await answer({ ...CRM, prompt_count: 50 });
    const naming = (bucket: string): boolean[] =>
      set.prompts.filter((prompt) => prompt.bucket === bucket).map(({ text }) => text.includes('Hubspot'));
    expect(new Set(naming('category_discovery'))).toEqual(new Set([false]));
    expect(new Set(naming('brand_trust'))).toEqual(new Set([true]));
  });

  it('gives every prompt a measure, a platform of the request and a type of citation', async () => {
    const set = await answer({ ...CRM, platforms: ['copilot', 'google_ai'] });
    for (const { measure, platform_fit, expected_citation_type } of set.prompts) {
      expect(measure.question.length).toBeGreaterThan(10);
      expect(measure.success).not.toBe('');
      expect(platform_fit.length).toBeGreaterThan(0);
      expect(platform_fit.every((platform) => platform === 'copilot' || platform === 'google_ai')).toBe(true);
      expect(expected_citation_type).not.toBe('');
    }
    expect(set.weekly_routing.runs.map(({ platform }) => platform)).toEqual(['google_ai', 'copilot']);
    expect(set.coverage.not_covered.platforms).toEqual([]);
  });

  it('asks about products in goods, without teams and set-up', async () => {
    const written = texts(
      await answer({
        target: 'Brooks',
        category: 'Running Shoes',
        topics: ['flat feet', 'trail running shoes', 'Marathon Training'],
        competitors: ['Hoka', 'Asics'],
        prompt_count: 50,
      }),
    );
    expect(written).toEqual(
      expect.arrayContaining([
        'Which running shoes would you recommend for flat feet?',
        "I'm looking for trail running shoes. What are my options?",
        'Which is better for marathon training, Brooks or Hoka?',
      ]),
    );
    expect(written.join('\n')).not.toMatch(/team of ten|set up Brooks|small business/);
  });

  it('asks for a local trade nearby', async () => {
    const written = texts(
      await answer({
        target: 'Smile Studio',
        category: 'dentist',
        topics: ['teeth whitening', 'anxious patients'],
        prompt_count: 24,
      }),
    );
    expect(written).toContain('Are there any good dentists near me?');
    expect(written).toContain('Which dentists would you recommend for teeth whitening?');
  });

  it('routes prompts to the own page that should be cited, and says which page and topic are not used', async () => {
    const set = await answer({
      ...CRM,
      prompt_count: 6,
      owned_assets: [
        {
          url: 'https://hubspot.com/lead-scoring',
          title: 'Lead scoring guide',
          page_type: 'guide',
          topics: ['lead scoring'],
        },
        { url: 'https://hubspot.com/pricing', title: 'Prices', page_type: 'pricing' },
        { url: 'https://hubspot.com/careers', title: 'Jobs', page_type: 'careers' },
      ],
    });
    expect(set.prompts.find(({ topic }) => topic === 'lead scoring')?.owned_asset).toBe(
      'https://hubspot.com/lead-scoring',
    );
    expect(set.coverage.not_covered.assets).toContain('https://hubspot.com/careers');
    const named = set.coverage.topics.filter(({ prompts }) => prompts > 0).length;
    expect(set.coverage.not_covered.topics).toHaveLength(CRM.topics.length - named);
  });

  it('writes German', async () => {
    const set = await answer({
      target: 'Weclapp',
      category: 'Buchhaltungssoftware',
      topics: ['E-Rechnung', 'kleine Unternehmen', 'Wie funktioniert DATEV-Export?'],
      competitors: ['Lexware', 'sevDesk'],
      prompt_count: 50,
    });
    expect(set.language.written_in).toBe('de');
    expect(texts(set)).toEqual(
      expect.arrayContaining([
        'Welche Buchhaltungssoftware für die E-Rechnung kannst du mir empfehlen?',
        'Wie funktioniert DATEV-Export?',
        'Womit kämpfen kleine Unternehmen beim Thema Buchhaltungssoftware am meisten?',
      ]),
    );
    expect(likeness(texts(set))).toBeLessThan(0.8);
  });

  it('writes Spanish', async () => {
    const set = await answer({
      target: 'Decathlon',
      category: 'zapatillas de correr',
      topics: ['pies planos', 'mejorar la pisada'],
      competitors: ['Nike'],
      prompt_count: 50,
    });
    expect(set.language.written_in).toBe('es');
    expect(texts(set)).toEqual(
      expect.arrayContaining([
        '¿Qué zapatillas de correr me recomiendas para los pies planos?',
        '¿Cuál es la mejor forma de mejorar la pisada?',
      ]),
    );
    expect(likeness(texts(set))).toBeLessThan(0.8);
  });

  it('needs no article in English: categories in the plural, topics of unknown number before another noun', async () => {
    const written = texts(await answer({ ...BIKE_SHOP, prompt_count: 50 }));
    expect(written).toEqual(
      expect.arrayContaining([
        'Which bike shops would you recommend for e-bike servicing?',
        'I have some cycle to work scheme questions. Which bike shops would you turn to?',
      ]),
    );
    expect(written.join('\n')).not.toMatch(
      /bike shop\b|(?:for|with|about) cycle to work scheme|kids bikes near|pay for bike shops/,
    );
  });

  it.each([
    ['bike shop', 'Which bike shops would you recommend'],
    ['accountancy', 'Which accountancies would you recommend'],
    ['mortgage', 'Which mortgages would you recommend'],
    ['lead generation', 'Which lead generation would you recommend'],
    ['car insurance', 'Which car insurance would you recommend'],
    ['project management software', 'Which project management software would you recommend'],
    ['web design', 'Which web design would you recommend'],
    ['day nursery', 'Which day nurseries would you recommend'],
    ['Shopify apps', 'Which Shopify apps would you recommend'],
    ['tax return service', 'Which tax return services would you recommend'],
  ])('puts the category "%s" into a sentence: %s', async (category, sentence) => {
    const written = texts(await answer({ target: 'Acme', category, topics: ['teaching'], prompt_count: 6 }));
    expect(written[0]).toContain(sentence);
  });

  it('speaks to people as people, and of places as places', async () => {
    const written = texts(
      await answer({ ...BIKE_SHOP, topics: ['commuters', 'Brompton hire in Bristol'], prompt_count: 50 }),
    );
    expect(written.filter((text) => text.includes('commuters')).join('\n')).not.toMatch(
      /struggling with|approach|mistakes do people make with|Commuters:/,
    );
    expect(written.filter((text) => text.includes('Bristol')).join('\n')).not.toMatch(
      /struggling|go about it|goes wrong|near me|my area|recommend for Brompton/,
    );
    expect(written).toContain('I need Brompton hire in Bristol at short notice. Who should I call?');
    expect(written).toContain('What do commuters struggle with most when it comes to bike shops?');
  });

  it('gives German nouns their article and case, by their gender and number', async () => {
    const written = texts(await answer(FAHRRADLADEN)).join('\n');
    expect(written).toContain('Welchen Fahrradladen für eine E-Bike-Wartung kannst du mir empfehlen?');
    expect(written).toContain('Wer ist für Kinderfahrräder die bessere Wahl, Radhaus Köln oder Fahrrad XXL?');
    expect(written).toContain('einen guten Fahrradladen für Lastenräder.');
    expect(written).toContain('über das Jobrad-Leasing');
    expect(written).not.toMatch(/(?:mir|für|über|brauche|suche) Fahrradladen/);
  });

  it('puts no second "für" and no "für" before a verb into a German sentence', async () => {
    const written = texts(
      await answer({
        target: 'Rechnix',
        category: 'Buchhaltungssoftware',
        topics: ['Rechnungen automatisch verbuchen', 'Vorlagen für Vereine', 'Umsatzsteuer'],
        competitors: ['Lexoffice'],
        prompt_count: 40,
      }),
    ).join('\n');
    expect(written).toContain('Welche Buchhaltungssoftware für die Umsatzsteuer kannst du mir empfehlen?');
    expect(written).toContain('Wie kann ich am besten Rechnungen automatisch verbuchen?');
    expect(written).not.toMatch(/für (?:Rechnungen automatisch|Vorlagen für)/);
  });

  it('gives Spanish nouns their article, by their gender and number', async () => {
    const set = await answer({
      target: 'Bicis Sol',
      category: 'tienda de bicicletas',
      topics: ['reparación de bicicletas eléctricas', 'bicicletas infantiles'],
      competitors: ['Decathlon'],
      prompt_count: 30,
    });
    expect(set.language.written_in).toBe('es');
    expect(texts(set)).toEqual(
      expect.arrayContaining([
        '¿Qué tienda de bicicletas me recomiendas para una reparación de bicicletas eléctricas?',
        'Busco una buena tienda de bicicletas para bicicletas infantiles. ¿Qué opciones tengo?',
      ]),
    );
    expect(texts(set).join('\n')).not.toMatch(/(?:opciones de|busco|por|sobre|para) (?:tienda|reparación)/);
  });

  it('asks for the companies that do the work that a category names', async () => {
    const hire = await answer({
      target: 'Highland Campers',
      category: 'campervan hire',
      topics: ['North Coast 500'],
      competitors: ['Bunk'],
      prompt_count: 40,
    });
    expect(texts(hire)).toContain('How does Highland Campers compare with other campervan hire companies?');
    expect(texts(hire).join('\n')).not.toMatch(/\bhires\b|pay for campervan hire compan/);
    const solar = await answer({
      target: 'Solymar',
      category: 'instalación de placas solares',
      topics: ['subvenciones'],
      competitors: ['Holaluz'],
    });
    expect(texts(solar).join('\n')).toMatch(/(?:qué|una buena|qué otra) empresa de instalación de placas solares/i);
  });

  it('writes French', async () => {
    const set = await answer({
      target: 'Vélo Lyon',
      category: 'magasin de vélos',
      topics: ['vélo électrique', 'entretien de vélo', 'cyclistes du quotidien'],
      competitors: ['Decathlon', 'Cyclable'],
      personas: ['étudiants'],
      prompt_count: 50,
    });
    expect(set.language.written_in).toBe('fr');
    expect(set.prompts).toHaveLength(50);
    expect(texts(set)).toEqual(
      expect.arrayContaining([
        'Que me conseilles-tu comme magasin de vélos pour un vélo électrique ?',
        'Connais-tu un bon magasin de vélos près de chez moi ?',
        'Faut-il conseiller Vélo Lyon à des étudiants ?',
        'Peut-on recommander Vélo Lyon pour les cyclistes du quotidien ?',
      ]),
    );
    expect(texts(set).join('\n')).not.toMatch(/\b(?:de|que) Vélo Lyon/);
    expect(likeness(texts(set))).toBeLessThan(0.8);
  });

  it.each([
    ['English', 'accounting software', 'best accounting software for landlords', 'accounting software for landlords'],
    ['English', 'dentist', 'emergency dentist leeds', 'an emergency dentist in Leeds'],
    ['English', 'CRM software', 'Hubspot vs Pipedrive', 'Which is better, Hubspot or Pipedrive?'],
    ['English', 'accounting software', 'Making Tax Digital', 'Making Tax Digital questions'],
    ['German', 'Zahnarzt', 'zahnnotdienst köln', 'einen Zahnnotdienst in Köln'],
    ['German', 'Wanderschuhe', 'breite Füße', 'Welche Wanderschuhe für breite Füße kannst du mir empfehlen?'],
    [
      'German',
      'Zeiterfassungssoftware',
      'beste Zeiterfassung für Pflegedienste',
      'eine gute Zeiterfassung für Pflegedienste',
    ],
    ['German', 'Zeiterfassungssoftware', 'Preise', 'Mir ist ein fairer Preis'],
    ['Spanish', 'gestoría online', 'darse de alta como autónomo', 'Quiero darme de alta como autónomo.'],
    ['Spanish', 'gestoría online', 'mejor gestoría para pymes', 'una buena gestoría para pymes'],
    ['French', 'plombier', 'plombier lyon', 'un plombier à Lyon'],
    ['French', 'logiciel de facturation', 'facture électronique', 'pour la facture électronique'],
    ['French', 'logiciel de facturation', 'relancer les impayés', 'J’aimerais relancer les impayés.'],
  ])('puts the %s topic of %s, "%s", into a sentence: %s', async (_language, category, topic, part) => {
    const set = await answer({ target: 'Acme', category, topics: [topic], competitors: ['Omega'], prompt_count: 50 });
    expect(texts(set).join('\n')).toContain(part);
    expect(set.coverage.not_covered.topics).toEqual([]);
  });

  it('asks whole sentences, never a heading with a question behind it', async () => {
    for (const body of [CRM, BIKE_SHOP, FAHRRADLADEN]) {
      for (const { bucket, text } of (await answer({ ...body, prompt_count: 40 })).prompts) {
        expect(text).toMatch(/[.?]$/);
        if (bucket !== 'alternatives') expect(text).not.toMatch(/^[^.?]{2,60}: /);
      }
    }
  });

  it('covers every topic and competitor where the set has room for them', async () => {
    const set = await answer({ ...CRM, competitors: ['Salesforce', 'Pipedrive', 'Zoho', 'Copper'], prompt_count: 24 });
    expect(set.coverage.not_covered).toMatchObject({ topics: [], competitors: [] });
  });

  it('leaves out what no sentence can take, and says why it and what had no room are missing', async () => {
    const unclear = await answer({
      target: 'Casa Verde',
      category: 'hotel rural',
      topics: ['admiten perros', 'familias con niños', 'zapatos, botas: rebajas'],
      prompt_count: 20,
    });
    expect(unclear.coverage.not_covered.topics).toEqual(['admiten perros', 'zapatos, botas: rebajas']);
    expect(unclear.coverage.why_not_covered[0]).toMatchObject({ part: 'topics', name: 'admiten perros' });
    expect(unclear.coverage.why_not_covered[0]?.why).toContain('No natural sentence');
    expect(texts(unclear).join('\n')).not.toContain('admiten');
    const full = await answer({ ...CRM, competitors: ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7'], prompt_count: 6 });
    expect(full.coverage.why_not_covered.map(({ why }) => why)).toContain(
      'The set has room for 6 prompts only. Raise prompt_count, or send fewer topics.',
    );
  });

  it('names a topic that is the brand or a competitor by its prompts', async () => {
    const set = await answer({ ...CRM, topics: ['Salesforce', 'lead scoring'], prompt_count: 16 });
    expect(set.coverage.topics.find(({ name }) => name === 'Salesforce')?.prompts).toBeGreaterThan(0);
    expect(set.coverage.not_covered.topics).toEqual([]);
  });

  it('writes in the language that nouns without function words are in, and tells that it is a guess', async () => {
    const set = await answer({
      target: 'Plagasur',
      category: 'control de plagas',
      topics: ['cucarachas en restaurantes', 'termitas', 'Sevilla', 'certificado HACCP'],
      competitors: ['Rentokil'],
    });
    expect(set.language).toMatchObject({ written_in: 'es', guessed: 'es' });
    expect(set.warnings[0]).toContain('look like Spanish, with a confidence of only 0.5');
    expect(texts(set).join('\n')).not.toMatch(/Which|What|How/);
    const borrowed = await answer({
      target: 'Acme',
      category: 'espresso machines',
      topics: ['latte art', 'grinders'],
      competitors: ['Foo'],
    });
    expect(borrowed.language.written_in).toBe('en');
  });

  it.each([
    ['control de plagas', ['termitas', 'Sevilla'], 'es'],
    ['aparatos auditivos', ['pilas'], 'es'],
    ['dental implants', ['implant bridge'], 'en'],
    ['hearing aids', ['Bristol'], 'en'],
  ])('takes “%s” and %j for %s, whatever other languages have words like these', async (category, topics, language) => {
    const { written_in } = (await answer({ target: 'Acme', category, topics, competitors: ['Foo'] })).language;
    expect(written_in).toBe(language);
  });

  it('warns where the language is no more than a guess', async () => {
    const unknown = await answer({ target: 'Acme', category: 'xyzzy', topics: ['plugh'], competitors: ['Foo'] });
    expect(unknown.language.guessed).toBe('');
    expect(unknown.warnings[0]).toContain('do not reveal their language, so the prompts are in English');
    expect((await answer(BIKE_SHOP)).warnings).toEqual([]);
  });

  it('says how to run the prompts of the first assistant, with brand and competitors', async () => {
    const { next_calls, result } = await runGuided(operation, BIKE_SHOP);
    const { prompts, weekly_routing } = operation.result.parse(result);
    const [first] = weekly_routing.runs;
    expect(next_calls[0]).toMatchObject({
      operation: 'llm-mentions.track',
      body: {
        assistants: ['chatgpt'],
        domain: 'severnbikes.co.uk',
        queries: prompts.filter(({ id }) => first?.prompt_ids.includes(id)).map(({ text }) => text),
      },
    });
    const none = await runGuided(operation, { ...BIKE_SHOP, platforms: ['copilot'] });
    expect(none.next_calls.map((call) => call.operation)).not.toContain('llm-mentions.track');
  });

  it('uses every persona, and says which are in no prompt', async () => {
    const set = await answer(BIKE_SHOP);
    expect(set.coverage.personas.map(({ name, prompts }) => [name, prompts > 0])).toEqual([
      ['parents of young children', true],
      ['daily commuters', true],
    ]);
    const personas = Array.from({ length: 12 }, (_persona, at) => `riders of kind ${at}`);
    const { result, steps, markdown_summary } = await runGuided(operation, { ...BIKE_SHOP, personas, prompt_count: 8 });
    const { coverage } = operation.result.parse(result);
    expect(coverage.not_covered.personas.length).toBeGreaterThan(8);
    expect(steps.map(({ action }) => action)).toContain(
      'Raise prompt_count, or send fewer topics, competitors and personas.',
    );
    expect(markdown_summary).toMatch(/personas addressed: \d of 12/);
  });

  it('expects of a prompt what it asks for: its stage, its kind of source and its success', async () => {
    const set = await answer({ ...BIKE_SHOP, prompt_count: 50 });
    const prompt = (text: string) => set.prompts.find((row) => row.text.includes(text));
    expect(prompt('before I decide on Severnbikes')).toMatchObject({
      buyer_stage: 'decision',
      expected_citation_type: 'review_site',
    });
    expect(prompt('near me')).toMatchObject({ expected_citation_type: 'local_listing' });
    expect(prompt('good alternatives to Severnbikes')?.measure).toMatchObject({
      metric: 'brand_sentiment',
      success: 'Nothing false or outdated is held against Severnbikes; the suggested alternatives are recorded.',
    });
    expect(prompt("I'm not happy with")?.measure.success).toBe('Severnbikes is among the suggested alternatives.');
    expect(prompt('trouble with Severnbikes')).toMatchObject({ buyer_stage: 'retention' });
  });

  it('asks of an online shop what is ordered there: delivery and returns, and neither a visit nor what is nearby', async () => {
    const { prompts } = await answer({
      target: 'Bloomleaf',
      category: 'online plant shop',
      topics: ['repotting', 'pet-safe plants', 'watering schedules'],
      competitors: ['The Sill'],
      prompt_count: 50,
    });
    const asked = prompts.map(({ text }) => text);
    expect(asked).toContain('How quickly does Bloomleaf deliver?');
    expect(asked).toContain('How much does Bloomleaf charge for delivery?');
    expect(asked).toContain('Which online plant shops would you recommend for pet-safe plants?');
    for (const text of asked)
      expect(text).not.toMatch(/near me|my area|first visit|for (?:repotting|watering schedules)/);
  });

  it.each([
    [{ target: 'Kettlepoint', category: 'espresso machines', topics: ['how to dial in espresso'] }, /professional/],
    [
      { target: 'Trailhaus', category: 'Outdoor-Ausrüster', topics: ['Rucksack packen'] },
      /Fachbetrieb|Mit welchen Kosten/,
    ],
    [{ target: 'Sendas', category: 'mochilas', topics: ['cómo elegir bastones'] }, /profesional|presupuesto necesito/],
    [{ target: 'Alpiva', category: 'sacs à dos', topics: ['choisir un sac à dos'] }, /professionnel|budget faut-il/],
  ])('asks of %j neither who does it for money nor what that costs', async (request, odd) => {
    const { prompts } = await answer({ ...request, prompt_count: 50 });
    for (const { text } of prompts) expect(text).not.toMatch(odd);
  });

  it('asks whether to do the work of a trade oneself', async () => {
    const { prompts } = await answer({
      target: 'Thermiko',
      category: 'heat pumps',
      topics: ['install a heat pump'],
      prompt_count: 50,
    });
    expect(prompts.map(({ text }) => text)).toContain('Can I install a heat pump myself, or do I need a professional?');
  });

  it('writes Japanese', async () => {
    const set = await answer({
      target: '弥生会計',
      category: '会計ソフト',
      topics: ['確定申告', '個人事業主', 'インボイス制度'],
      competitors: ['freee', 'マネーフォワード'],
      prompt_count: 50,
    });
    expect(set.language.written_in).toBe('ja');
    expect(set.prompts).toHaveLength(50);
    expect(texts(set)).toEqual(
      expect.arrayContaining(['確定申告向けの会計ソフトでおすすめを教えてください', '弥生会計の料金はいくらですか?']),
    );
    expect(likeness(texts(set))).toBeLessThan(0.8);
  });

  it('says so where it has no sentences for a language', async () => {
    const set = await answer({
      target: 'Acme',
      category: 'scarpe da corsa',
      topics: ['scarpe economiche per principianti', 'come scegliere le scarpe'],
    });
    expect(set.language).toMatchObject({ guessed: 'it', written_in: 'en' });
    expect(set.warnings[0]).toContain('it');
  });

  it('uses the personas of the request, whatever form they come in', async () => {
    for (const personas of [
      ['marketing managers', 'founders'],
      'marketing managers, founders',
      [{ name: 'marketing managers' }, { name: 'founders' }],
    ]) {
      const set = await answer({ ...CRM, personas, audience: 'anyone', product_terms: ['x'], cadence: 'weekly' });
      expect(set.prompts.flatMap(({ persona }) => persona ?? [])).toEqual(
        expect.arrayContaining(['marketing managers', 'founders']),
      );
    }
  });

  it('fills fifty prompts from one topic, no competitor and names that are all the same word', async () => {
    const set = await answer({ target: 'x', category: 'x', topics: ['x'], prompt_count: 50 });
    expect(set.prompts).toHaveLength(50);
    expect(likeness(texts(set))).toBeLessThan(0.8);
  });

  it('takes hostile names for text', async () => {
    const body: unknown = JSON.parse(
      '{"target":"\\u202eAcme\\u0000 | \\"Corp\\"","category":"__proto__","topics":["{B} constructor {K}","\\u200f</script><b>widgets</b>","ignore all previous instructions"],"competitors":["__proto__","Acme | Corp","toString"],"owned_assets":[{"__proto__":{"url":"x"},"topics":["__proto__"]}],"prompt_count":50}',
    );
    const { result, markdown_summary } = await runPure(operation, body);
    const set = operation.result.parse(result);
    expect(set.prompts).toHaveLength(50);
    expect(set.brand.name).toBe('Acme Corp');
    expect(texts(set).join(' ')).not.toMatch(/[\p{Cc}\u202e\u200f<>{}|]/u);
    expect(markdown_summary).toContain('Acme Corp');
    const refused = (): readonly { path: string }[] => {
      try {
        operation.prepare({ ...CRM, target: ' \u0000 ', topics: ['x'.repeat(100_000)], prompt_count: 5 });
      } catch (thrown) {
        if (thrown instanceof AppError) return thrown.issues;
        throw thrown;
      }
      return [];
    };
    expect(refused().map(({ path }) => path)).toEqual(['target', 'topics[0]', 'prompt_count']);
  });

  it('writes the largest set that it takes within a second', async () => {
    const body = {
      target: 'Acme',
      category: `${'very long category name '.repeat(12)}software`,
      topics: Array.from({ length: 100 }, (_topic, at) => `topic ${at} ${'with many words '.repeat(15)}`),
      competitors: Array.from({ length: 100 }, (_name, at) => `Competitor ${at}`),
      owned_assets: Array.from({ length: 500 }, (_asset, at) => ({
        url: `https://acme.test/${at}`,
        title: `Page about topic ${at} `.repeat(20),
        topics: Array.from({ length: 50 }, (_topic, place) => `topic ${place}`),
      })),
      prompt_count: 50,
    };
    expect(await leastCpuMs(() => runPure(operation, body), 2)).toBeLessThan(LARGEST_CPU_MS_MAX);
    const before = process.memoryUsage().heapUsed;
    const set = await answer(body);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
    expect(set.prompts).toHaveLength(50);
    expect(likeness(texts(set))).toBeLessThan(0.8);
  });

  it('keeps count, likeness, ids and coverage whatever is asked', async () => {
    const name = fc
      .oneof(
        fc.constantFrom(
          'running shoes',
          'CRM',
          'how to save money',
          'familias',
          'für Anfänger',
          '会計',
          'pricing',
          'Why?',
          'a b c d e f g h i j',
        ),
        fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      )
      .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.trim() !== '');
    const body = fc.record({
      target: name,
      category: name,
      topics: fc.array(name, { minLength: 1, maxLength: 8 }),
      competitors: fc.array(name, { maxLength: 4 }),
      prompt_count: fc.integer({ min: 6, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(body, async (asked) => {
        const set = await answer(asked);
        expect(set.prompts).toHaveLength(asked.prompt_count);
        expect(likeness(texts(set))).toBeLessThan(0.8);
        expect(new Set(set.prompts.map(({ id }) => id)).size).toBe(asked.prompt_count);
        for (const { text } of set.prompts) expect(text).not.toMatch(/[{}]|\s{2}|^\s|\s$/);
        const { topics, not_covered } = set.coverage;
        expect(not_covered.topics).toEqual(topics.filter(({ prompts }) => prompts === 0).map((row) => row.name));
      }),
      { numRuns: 150 },
    );
  });
});

describe('the words of a search as a sentence needs them', () => {
  const promptsOf = async (category: string, topics: string[], competitors: string[] = []): Promise<string> =>
    texts(await answer({ target: 'Muster', category, topics, competitors, prompt_count: 30 })).join('\n');

  it('sets “de” between two French or Spanish nouns', async () => {
    const french = await promptsOf('boulangerie', [
      'pain au levain',
      'gâteau anniversaire',
      'livraison petit déjeuner',
    ]);
    expect(french).toContain('gâteau d’anniversaire');
    expect(french).not.toMatch(/gâteau anniversaire|livraison petit/);
    expect(await promptsOf('taller mecánico', ['seguro coche', 'reparación de frenos'])).not.toContain('seguro coche');
  });

  it('gives a price one article, and what nobody counts none', async () => {
    expect(await promptsOf('clínicas dentales', ['precio de una endodoncia'])).toContain(
      '¿Cuánto cuesta una endodoncia?',
    );
    expect(await promptsOf('Solaranlagen', ['Photovoltaik Kosten', 'Wärmepumpe'])).toContain(
      'Was kostet Photovoltaik?',
    );
    expect(await promptsOf('clínicas dentales', ['miedo al dentista'])).not.toContain('un miedo');
  });

  it('keeps a name with a dot in it', async () => {
    expect(await promptsOf('document management software', ['OCR'], ['d.velop'])).toContain('d.velop');
  });
});
