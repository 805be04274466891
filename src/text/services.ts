import { stemTerm } from './keyword.ts';
import { isStopWord } from './stop-words.ts';
import { findPlaces } from './places.ts';

/**
 * What is done for somebody at a place, and who does it. With a place beside it such a word makes a search local:
 * `bike repair bristol`, `zahnarzt berlin`.
 */
const SERVICES: Readonly<Record<string, string>> = {
  en:
    'shop store dealer dealership repair fix mend service servicing maintenance hire rental plumber electrician dentist doctor lawyer attorney ' +
    'solicitor accountant mechanic garage salon barber hairdresser gym restaurant cafe clinic vet florist bakery butcher pharmacy optician ' +
    'locksmith roofer builder painter carpenter gardener cleaner cleaning mover removal photographer caterer tutor nursery daycare ' +
    'kindergarten agency company contractor surveyor architect therapist physiotherapist spa tailor laundry installer installation fitter ' +
    'workshop delivery takeaway grooming groomer storage',
  de:
    'laden geschäft händler werkstatt reparatur service wartung verleih vermietung klempner elektriker zahnarzt arzt anwalt rechtsanwalt ' +
    'steuerberater friseur fitnessstudio restaurant praxis tierarzt bäckerei apotheke optiker schlüsseldienst dachdecker maler tischler ' +
    'gärtner reinigung umzug fotograf kita agentur firma architekt umzugsunternehmen',
  es:
    'tienda taller reparación servicio mantenimiento alquiler fontanero electricista dentista médico abogado gestoría peluquería gimnasio ' +
    'restaurante clínica veterinario panadería farmacia óptica cerrajero pintor jardinero limpieza mudanza fotógrafo guardería agencia arquitecto',
  fr:
    'magasin boutique atelier réparation réparateur service entretien location plombier électricien dentiste médecin avocat comptable coiffeur ' +
    'restaurant clinique vétérinaire boulangerie pharmacie opticien serrurier couvreur peintre menuisier jardinier nettoyage déménagement ' +
    'photographe crèche agence architecte',
  it: 'negozio officina riparazione servizio manutenzione noleggio idraulico elettricista dentista medico avvocato parrucchiere palestra ristorante veterinario farmacia fabbro imbianchino traslochi fotografo agenzia',
  pt: 'loja oficina conserto serviço manutenção aluguel encanador eletricista dentista médico advogado cabeleireiro academia restaurante clínica veterinário farmácia chaveiro pintor mudança fotógrafo agência',
  nl: 'winkel fietsenmaker werkplaats reparatie service onderhoud verhuur loodgieter elektricien tandarts dokter advocaat kapper sportschool restaurant dierenarts apotheek slotenmaker schilder verhuizer fotograaf bureau',
  sv: 'butik affär verkstad reparation service uthyrning rörmokare elektriker tandläkare läkare advokat frisör gym restaurang veterinär',
  da: 'butik værksted reparation service udlejning elektriker tandlæge læge advokat frisør restaurant dyrlæge',
  no: 'butikk verksted reparasjon service utleie rørlegger elektriker tannlege lege advokat frisør restaurant veterinær',
};

const tables = new Map<string, ReadonlySet<string>>();

export function isService(word: string, language: string): boolean {
  const known = Object.hasOwn(SERVICES, language) ? language : 'en';
  let table = tables.get(known);
  if (table === undefined) {
    table = new Set((SERVICES[known] ?? '').split(' ').map((each) => stemTerm(each, known)));
    tables.set(known, table);
  }
  return table.has(stemTerm(word, known));
}

/** A service and the place that it is wanted at. */
export interface LocalService {
  readonly service: string;
  readonly place: string;
}

const IN: ReadonlySet<string> = new Set(['in', 'en', 'à', 'em', 'i', 'w']);

/**
 * The service and the place of a local search; undefined where it names no such pair. A place is a large city, one of
 * `known` (a list tells its own), or what follows `in` right after the service: `cycle shop in frome`.
 */
export function findLocalService(
  words: readonly string[],
  language: string,
  known: ReadonlySet<string>,
): LocalService | undefined {
  const place =
    findPlaces(words).find(({ city }) => city)?.name ??
    words.find((word) => known.has(word)) ??
    words.at(findPlaceAfterIn(words, language) ?? words.length);
  if (place === undefined) return undefined;
  const service = words.find((word) => word !== place && isService(word, language));
  return service === undefined ? undefined : { service, place };
}

/** Place of the one word that follows `service in` at the end of a search. */
export function findPlaceAfterIn(words: readonly string[], language: string): number | undefined {
  const last = words.length - 1;
  const [service = '', preposition = '', place = ''] = words.slice(-3);
  if (words.length < 3 || !IN.has(preposition) || !isService(service, language)) return undefined;
  return isStopWord(place, language) || isService(place, language) || /\p{N}/u.test(place) ? undefined : last;
}
