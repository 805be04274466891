import { stripAccents } from './normalize.ts';

/**
 * One spelling for words that are written in two ways: British and American English, German umlauts typed as two letters.
 *
 * Works on folded words before stemming. Word by word where a pattern would catch others (`our` in `four`, `tour`).
 */
export function oneSpelling(word: string, language: string): string {
  if (language === 'en' || language === '') return VARIANTS.get(word) ?? byEnding(word);
  if (language === 'de') return word.replaceAll(/(?<![aeqäöü])([aou])e(?![iuy])/g, umlaut);
  return word;
}

/** Stems are compared without accents, after the stemmer has had its use of them. */
export function bareTerm(term: string): string {
  return stripAccents(term);
}

/** The stemmer keeps `ü`, and German searches write it `ue` as often; the pair is read as the umlaut. */
function umlaut(_pair: string, vowel: string): string {
  return { a: 'ä', o: 'ö', u: 'ü' }[vowel] ?? vowel;
}

const OUR =
  'colour favour flavour harbour honour humour labour neighbour odour parlour rumour savour vapour behaviour endeavour vigour armour tumour favourite colourful';
const RE = 'centre fibre theatre litre metre calibre lustre meagre sabre spectre kilometre centimetre millimetre';
const PAIRS =
  'grey=gray tyre=tire tyres=tires jewellery=jewelry aluminium=aluminum mould=mold moulding=molding plough=plow cheque=check ' +
  'catalogue=catalog dialogue=dialog analogue=analog programme=program programmes=programs licence=license defence=defense ' +
  'offence=offense pretence=pretense practise=practice sceptic=skeptic draught=draft pyjamas=pajamas pyjama=pajama kerb=curb ' +
  'doughnut=donut doughnuts=donuts cosy=cozy storey=story enrol=enroll enrolment=enrollment fulfil=fulfill instalment=installment ' +
  'skilful=skillful traveller=traveler travellers=travelers travelling=traveling modelling=modeling labelling=labeling ' +
  'cancelled=canceled cancelling=canceling counselling=counseling counsellor=counselor jeweller=jeweler marvellous=marvelous ' +
  'woollen=woolen maths=math anaesthesia=anesthesia paediatric=pediatric orthopaedic=orthopedic oestrogen=estrogen ' +
  'haemoglobin=hemoglobin leukaemia=leukemia diarrhoea=diarrhea manoeuvre=maneuver encyclopaedia=encyclopedia ageing=aging ' +
  'adaptor=adapter adaptors=adapters adviser=advisor advisers=advisors whisky=whiskey yoghurt=yogurt moustache=mustache ' +
  'artefact=artifact artefacts=artifacts axe=ax omelette=omelet chilli=chili barbeque=barbecue bbq=barbecue ' +
  'acknowledgement=acknowledgment judgement=judgment email=email emails=email';

/** Irregular plurals that a stemmer leaves apart. */
const PLURALS =
  'men=man women=woman children=child feet=foot teeth=tooth mice=mouse geese=goose knives=knife wives=wife lives=life ' +
  'shelves=shelf halves=half wolves=wolf loaves=loaf scarves=scarf leaves=leaf thieves=thief calves=calf hooves=hoof elves=elf ' +
  'oxen=ox indices=index matrices=matrix analyses=analysis bases=base theses=thesis criteria=criterion phenomena=phenomenon cacti=cactus ' +
  'fungi=fungus alumni=alumnus mans=man womens=woman mens=man kids=child kid=child childs=child childrens=child';

const VARIANTS: ReadonlyMap<string, string> = new Map([
  ...OUR.split(' ').flatMap((british) => {
    const american = british.replace('our', 'or');
    return [british, `${british}s`, `${british}ed`, `${british}ing`].map(
      (form) => [form, form.replace(british, american)] as const,
    );
  }),
  ...RE.split(' ').flatMap((british) => {
    const american = `${british.slice(0, -2)}er`;
    return [[british, american] as const, [`${british}s`, `${american}s`] as const];
  }),
  ...`${PAIRS} ${PLURALS}`.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split('=');
    return [from, to] as const;
  }),
]);

/** `organise`, `analyse`: endings that British English writes with s. Words that end so everywhere are left. */
const ALWAYS_ISE =
  /^(?:advert|adv|ar|br|chast|compr|comprom|conc|dem|dev|disgu|enterpr|exc|exerc|expert|franch|improv|merchand|no|parad|pra|prec|prem|prom|ra|rev|superv|surm|surpr|telev|treat|w)ise?[sdr]?$/;

function byEnding(word: string): string {
  if (word.length < 6) return word;
  if (/ys(?:e[sdr]?|ing)$/.test(word) && /(?:anal|paral|catal|hydrol|electrol)ys/.test(word))
    return word.replace(/ys(?=e[sdr]?$|ing$)/, 'yz');
  const ise = /is(?:e[sdr]?|ing|ation|ations|er|ers)$/.exec(word);
  if (ise === null || ALWAYS_ISE.test(word) || ALWAYS_ISE.test(`${word.slice(0, ise.index)}ise`)) return word;
  return `${word.slice(0, ise.index)}iz${word.slice(ise.index + 2)}`;
}
