import type { WrittenIn } from './frame.ts';

/** Words by which a topic or a category tells what kind of phrase it is; folded. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Things that can be bought or used, in the singular: a topic that ends in one is itself what is looked for. */
export const THINGS = set(
  'shoe boot sneaker sandal jacket coat dress shirt bag backpack watch phone laptop tablet headphone earbud camera printer monitor ' +
    'mattress sofa chair desk bike bicycle helmet tent car tyre tire drone toy book knife pan pot oven grill grinder machine vacuum ' +
    'cleaner purifier heater fan lamp bulb filter pump drill saw vitamin supplement cream serum shampoo razor toothbrush glove ' +
    'platform tool app application system suite plugin extension theme template widget tracker builder editor generator scheduler ' +
    'calculator checker crm erp cms api chatbot agency service provider company consultant freelancer lawyer attorney accountant ' +
    'dentist doctor plumber electrician painter roofer contractor therapist coach trainer tutor vet hotel restaurant gym clinic ' +
    'school course class bootcamp certification bank card account loan insurer broker fund wallet',
);

/** Nouns without a plural of their own: `other software`, never `other softwares`. */
export const MASS = set(
  'software hardware footwear clothing furniture equipment insurance analytics hosting advice training jewelry jewellery luggage ' +
    'skincare coffee tea wine food marketing advertising seo automation storage security consulting accounting payroll design research news music web health help support data content technology finance legal retail recovery management equipment development recruitment procurement employment performance compliance maintenance insurance storage mobility accessibility leadership energy surgery therapy photography law jewelry leather art bookkeeping ' +
    'commerce ecommerce travel fitness education healthcare banking outsourcing coaching electronics cosmetics gear apparel',
);

/** What ends like people and is none: `newsletters`, `factors`. */
export const NO_AGENTS = set(
  'newsletters stickers offers orders computers numbers papers covers letters servers containers posters flyers banners browsers layers ' +
    'transfers answers barriers factors errors colors doors motors sensors mirrors colours routers drawers dinners burgers flowers ' +
    'towers powers showers trailers scooters choppers metaphors indoors outdoors floors others members folders headers footers trousers ' +
    'slippers loafers sneakers joggers leftovers vouchers rotors conveyors elevators radiators generators refrigerators',
);

/** Groups of people and organisations, in the plural. */
export const GROUPS: Readonly<Record<WrittenIn, ReadonlySet<string>>> = {
  en: set(
    'teams companies businesses startups beginners freelancers agencies nonprofits families students parents women men kids children ' +
      'seniors runners developers marketers teachers schools enterprises retailers restaurants creators founders managers owners ' +
      'professionals athletes travelers travellers gamers designers writers lawyers doctors landlords smbs smes organizations organisations hikers firms patients clients tenants residents commuters people adults teens teenagers ' +
      'couples newcomers nurses pensioners toddlers babies dogs cats households charities churches clubs shops stores sellers buyers',
  ),
  de: set(
    'unternehmen teams firmen startups anfänger einsteiger selbstständige selbständige freiberufler agenturen vereine familien studenten ' +
      'studierende eltern frauen männer kinder senioren läufer entwickler kanzleien schulen händler gründer betriebe handwerker pendler rentner mieter vermieter kunden patienten radfahrer ' +
      'reisende fahrer profis herren damen jungen mädchen rentnerinnen studentinnen menschen leute haushalte berufstätige schüler lehrer ärzte anwälte makler neulinge',
  ),
  es: set(
    'empresas pymes equipos startups principiantes autónomos agencias ong familias estudiantes padres mujeres hombres niños mayores ' +
      'corredores corredoras desarrolladores profesores escuelas tiendas restaurantes creadores fundadores profesionales ciclistas personas clientes pacientes jubilados despachos bufetes ' +
      'adultos jóvenes adolescentes bebés parejas vecinos viajeros conductores abogados médicos comercios negocios',
  ),
  fr: set(
    'entreprises pme équipes startups débutants indépendants agences associations familles étudiants parents femmes hommes enfants ' +
      'seniors coureurs développeurs professeurs écoles commerces restaurants créateurs fondateurs professionnels cyclistes personnes ' +
      'clients patients retraités adultes adolescents bébés couples voyageurs avocats médecins artisans particuliers freelances',
  ),
  ja: set(
    '初心者 中小企業 大企業 学生 家族 女性 男性 子供 子ども 個人事業主 フリーランス スタートアップ 高齢者 ランナー 開発者',
  ),
};

/** Sides of an offer, not uses of it: `in terms of pricing`, never `for pricing`. */
export const ASPECTS: Readonly<Record<WrittenIn, ReadonlySet<string>>> = {
  en: set(
    'pricing price security privacy support compliance usability reliability durability comfort quality performance scalability sustainability warranty safety',
  ),
  de: set(
    'preise preis sicherheit datenschutz support bedienung zuverlässigkeit haltbarkeit komfort qualität leistung nachhaltigkeit garantie',
  ),
  es: set(
    'precios precio seguridad privacidad soporte usabilidad fiabilidad durabilidad comodidad calidad rendimiento sostenibilidad garantía',
  ),
  fr: set(
    'prix tarifs sécurité confidentialité assistance ergonomie fiabilité durabilité confort qualité performance garantie',
  ),
  ja: set('料金 価格 セキュリティ プライバシー サポート 使いやすさ 信頼性 耐久性 品質 性能 保証'),
};

/** First words of something to do. */
export const VERBS: Readonly<Record<WrittenIn, ReadonlySet<string>>> = {
  en: set(
    'improve reduce increase get find choose build create make manage track automate write learn avoid optimize optimise save sell buy ' +
      'plan run grow measure compare migrate switch start stop fix prevent clean organize organise schedule generate hire train prepare lower boost cut set',
  ),
  de: set(''),
  es: set(
    'reducir mejorar aumentar elegir crear hacer encontrar ahorrar vender comprar gestionar automatizar aprender evitar optimizar conseguir ' +
      'medir organizar planificar escribir preparar empezar cambiar arreglar limpiar contratar reparar conciliar facturar declarar calcular instalar ' +
      'configurar reservar alquilar cuidar entrenar viajar invertir cobrar pagar enviar recibir controlar analizar convertir traducir editar diseñar montar ' +
      'mantener dormir perder ganar bajar adelgazar cocinar sustituir renovar proteger regar plantar pintar usar ajustar mover llevar',
  ),
  fr: set(
    'réduire améliorer augmenter choisir créer faire trouver économiser vendre acheter gérer automatiser apprendre éviter optimiser ' +
      'obtenir mesurer organiser planifier écrire préparer commencer changer réparer entretenir nettoyer recruter louer assurer relancer déclarer ' +
      'calculer installer configurer réserver facturer payer envoyer recevoir suivre analyser convertir traduire concevoir monter garder dormir perdre gagner ' +
      'voyager investir cuisiner remplacer rénover protéger arroser planter peindre utiliser régler déplacer maigrir',
  ),
  ja: set(''),
};

export const QUESTION_STARTS: Readonly<Record<WrittenIn, ReadonlySet<string>>> = {
  en: set('how what why when which who where can is are do does did should will would could'),
  de: set('wie was warum wann welche welcher welches wer wo kann ist sind soll sollte darf muss wozu womit wieso'),
  es: set('cómo como qué por cuándo cuál cuáles quién dónde cuánto cuántos puede es son debo'),
  fr: set('comment pourquoi quand quel quelle quels quelles qui où combien que est peut faut dois'),
  ja: set(''),
};

const SOFTWARE =
  /software|crm|erp|cms|saas|\bapps?\b|builder|platform|plattform|plataforma|\btools?\b|plugin|hosting|analytics|\bapi\b|automation|ソフト|ツール|アプリ|システム|クラウド|サービス|programa|aplicaci|logiciel/;
const LOCAL =
  /plumb|dentist|lawyer|attorney|electrician|restaurant|hotel|\bshops?\b|\bstores?\b|\bgyms?\b|clinic|salon|repair|barber|roof|contractor|florist|bakery|cafe|café|therap|\bvets?\b|klempner|zahnarzt|zahnärzt|anwalt|anwält|elektriker|werkstatt|laden|läden|friseur|bäckerei|fontaner|abogad|taller|tienda|peluquer|panader|clínica|magasin|boutique|atelier|coiffeu|boulanger|plombier|avocat|dentiste|réparat|歯科|歯医者|弁護士|美容|レストラン|病院|修理|整体|カフェ|店/;

export type Trade = 'software' | 'local' | 'goods';

/** What kind of offer a category is, as far as prompts differ by it. */
export function tradeOf(category: string): Trade {
  const folded = category.toLowerCase();
  if (SOFTWARE.test(folded)) return 'software';
  return LOCAL.test(folded) ? 'local' : 'goods';
}
