import { type CroFacts, primaryCta } from './facts.ts';
import { phraseIn, plain } from './phrases.ts';
import type { CroReport, Goal } from './report.ts';
import { FREE, OBJECTION_PHRASES } from './vocabulary.ts';

/** A wording, and what the page has to say itself before it may be used. */
interface Wording {
  readonly text: string;
  readonly needs: 'free' | 'no_card' | undefined;
}

const ALTERNATIVES: Readonly<Record<string, Readonly<Record<Goal, string>>>> = {
  en: {
    signup: 'Create your account|free:Create your free account|Set up my account',
    trial: 'Start my trial|free:Start my free trial|no_card:Try it free, no card needed',
    demo: 'Book a demo|Show me how it works|See it with my own data',
    purchase: 'Add to cart|Buy it now|Order mine',
    contact_sales: 'Talk to an expert|Get my quote|Ask for a call back',
    subscribe: 'Send me the newsletter|Subscribe by email|free:Subscribe for free',
    download: 'Download it now|free:Download it for free|Get my copy',
    learn_more: 'See how it works|See what you get|Compare the options',
  },
  de: {
    signup: 'Konto erstellen|free:Kostenloses Konto erstellen|Jetzt mein Konto einrichten',
    trial: 'Jetzt testen|free:Kostenlos testen|no_card:Ohne Kreditkarte testen',
    demo: 'Demo buchen|Zeigen Sie mir, wie es geht|Termin für eine Demo wählen',
    purchase: 'In den Warenkorb|Jetzt kaufen|Jetzt bestellen',
    contact_sales: 'Mit einem Fachmann sprechen|Mein Angebot anfordern|Um Rückruf bitten',
    subscribe: 'Newsletter abonnieren|Newsletter per E-Mail erhalten|free:Kostenlos abonnieren',
    download: 'Jetzt herunterladen|free:Kostenlos herunterladen|Mein Exemplar laden',
    learn_more: 'So funktioniert es|Das bekommen Sie|Angebote vergleichen',
  },
  es: {
    signup: 'Crear mi cuenta|free:Crear mi cuenta gratis|Abrir mi cuenta ahora',
    trial: 'Empezar la prueba|free:Empezar la prueba gratis|no_card:Probar sin tarjeta',
    demo: 'Reservar una demo|Ver cómo funciona|Pedir una demostración',
    purchase: 'Añadir al carrito|Comprar ahora|Hacer mi pedido',
    contact_sales: 'Hablar con un experto|Pedir mi presupuesto|Pedir que me llamen',
    subscribe: 'Recibir el boletín|Suscribirme por correo|free:Suscribirme gratis',
    download: 'Descargar ahora|free:Descargar gratis|Descargar mi copia',
    learn_more: 'Ver cómo funciona|Ver qué incluye|Comparar opciones',
  },
  fr: {
    signup: 'Créer mon compte|free:Créer mon compte gratuit|Ouvrir mon compte',
    trial: 'Commencer l’essai|free:Commencer l’essai gratuit|no_card:Essayer sans carte bancaire',
    demo: 'Réserver une démo|Voir comment ça marche|Demander une démonstration',
    purchase: 'Ajouter au panier|Acheter maintenant|Passer ma commande',
    contact_sales: 'Parler à un expert|Demander mon devis|Être rappelé',
    subscribe: 'Recevoir la newsletter|M’abonner par e-mail|free:M’abonner gratuitement',
    download: 'Télécharger maintenant|free:Télécharger gratuitement|Télécharger mon exemplaire',
    learn_more: 'Voir comment ça marche|Voir ce qui est inclus|Comparer les offres',
  },
  it: {
    signup: 'Crea il mio account|free:Crea il mio account gratis',
    trial: 'Inizia la prova|free:Inizia la prova gratuita|no_card:Prova senza carta',
    demo: 'Prenota una demo|Guarda come funziona',
    purchase: 'Aggiungi al carrello|Acquista ora',
    contact_sales: 'Parla con un esperto|Chiedi il mio preventivo',
    subscribe: 'Ricevi la newsletter|free:Iscriviti gratis',
    download: 'Scarica ora|free:Scarica gratis',
    learn_more: 'Guarda come funziona|Confronta le opzioni',
  },
  pt: {
    signup: 'Criar minha conta|free:Criar minha conta grátis',
    trial: 'Começar o teste|free:Começar o teste grátis|no_card:Testar sem cartão',
    demo: 'Agendar uma demonstração|Ver como funciona',
    purchase: 'Adicionar ao carrinho|Comprar agora',
    contact_sales: 'Falar com um especialista|Pedir meu orçamento',
    subscribe: 'Receber a newsletter|free:Assinar grátis',
    download: 'Baixar agora|free:Baixar grátis',
    learn_more: 'Ver como funciona|Comparar as opções',
  },
  nl: {
    signup: 'Maak mijn account|free:Maak mijn gratis account',
    trial: 'Start mijn proefperiode|free:Probeer het gratis|no_card:Probeer zonder creditcard',
    demo: 'Plan een demo|Bekijk hoe het werkt',
    purchase: 'In winkelwagen|Nu kopen',
    contact_sales: 'Praat met een expert|Vraag mijn offerte aan',
    subscribe: 'Ontvang de nieuwsbrief|free:Gratis abonneren',
    download: 'Nu downloaden|free:Gratis downloaden',
    learn_more: 'Bekijk hoe het werkt|Vergelijk de opties',
  },
  ja: {
    signup: 'アカウントを作成する|free:無料でアカウントを作成する',
    trial: '今すぐ試す|free:無料で試す|no_card:カード登録なしで試す',
    demo: 'デモを予約する|使い方を見る',
    purchase: 'カートに入れる|今すぐ購入する',
    contact_sales: '専門家に相談する|見積もりを依頼する',
    subscribe: 'メールで受け取る|free:無料で購読する',
    download: '今すぐダウンロード|free:無料でダウンロード',
    learn_more: '使い方を見る|プランを比較する',
  },
};

const SHOWN_MAX = 3;

/** Other words for the main button, in the language of the page; nothing is promised that the page does not say. */
export function ctaAlternatives(facts: CroFacts): CroReport['cta_alternatives'] {
  const primary = primaryCta(facts.ctas);
  const own = primary?.type === 'other' ? undefined : primary?.type;
  const goal = facts.goal.value ?? own;
  const lists = Object.hasOwn(ALTERNATIVES, facts.language)
    ? ALTERNATIVES[facts.language]
    : facts.language === ''
      ? ALTERNATIVES['en']
      : undefined;
  if (goal === undefined || lists === undefined) return [];
  const said = {
    free: facts.blocks.some((each) => phraseIn(each.plain, FREE) !== undefined),
    no_card: facts.blocks.some((each) => phraseIn(each.plain, OBJECTION_PHRASES.no_card) !== undefined),
  };
  const present = new Set(facts.ctas.map(({ text }) => plain(text, 200)));
  return lists[goal]
    .split('|')
    .map(wordingOf)
    .filter(({ text, needs }) => (needs === undefined || said[needs]) && !present.has(plain(text, 200)))
    .slice(0, SHOWN_MAX)
    .map(({ text, needs }) => ({ text, instead_of: primary?.text ?? null, why: whyOf(needs, goal) }));
}

function wordingOf(written: string): Wording {
  const found = /^(free|no_card):(.*)$/.exec(written);
  if (found?.[1] === 'free' || found?.[1] === 'no_card') return { text: found[2] ?? '', needs: found[1] };
  return { text: written, needs: undefined };
}

function whyOf(needs: Wording['needs'], goal: Goal): string {
  if (needs === 'free') return 'Repeats on the button that it costs nothing, which the page says.';
  if (needs === 'no_card') return 'Repeats on the button that no card is needed, which the page says.';
  return `Says in the words of the visitor what pressing it brings (${goal.replaceAll('_', ' ')}).`;
}
