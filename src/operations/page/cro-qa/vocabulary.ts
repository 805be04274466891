/**
 * What calls to action, proof and answers to objections are called, by language: phrases parted by `|`.
 *
 * Compared without case, accents and punctuation, as whole words; Japanese anywhere in the text. Every language of the
 * list is tried, that of the page first: pages borrow `demo` and `newsletter`.
 */
export const CTA_TYPES = [
  'trial',
  'demo',
  'download',
  'purchase',
  'subscribe',
  'contact_sales',
  'signup',
  'learn_more',
  'login',
  'consent',
  'utility',
] as const;
export type CtaType = (typeof CTA_TYPES)[number];

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'ja'] as const;
type Lists<Key extends string> = Readonly<Record<string, Readonly<Partial<Record<Key, string>>>>>;

export const CTA_PHRASES: Lists<CtaType> = {
  en: {
    trial:
      'free trial|start trial|start your trial|try free|try for free|try it free|try it for free|try now|try it now|start free|start for free|days free|day trial|try',
    demo: 'demo|see it in action|watch it work',
    download:
      'download|get the app|install|get the guide|get the ebook|get the pdf|get the report|app store|google play',
    purchase:
      'buy|buy now|add to cart|add to bag|add to basket|order now|order|checkout|check out|shop now|purchase|pre order|preorder|book now|book your|book online|book a table|reserve|reserve now|get tickets|donate',
    subscribe: 'subscribe|newsletter|get updates|notify me|join the list|join the waitlist|join waitlist',
    contact_sales:
      'contact|contact us|contact sales|talk to|get in touch|request a quote|get a quote|get my quote|get your quote|speak to|speak with|call us|call now|book a call|schedule a call|consultation|email us|request an estimate|book an appointment|make an appointment|request a callback|message us',
    signup:
      'sign up|register|create account|create an account|create your account|create a free account|get started|join|join now|join us|start now|open an account|apply now|enroll|enrol|get access|claim your',
    learn_more:
      'learn more|see how|read more|discover|explore|find out|view pricing|see pricing|see plans|view plans|compare plans|how it works|watch video|watch the video|see all|view all|see more|more details|tell me more',
    login: 'log in|login|sign in',
    consent:
      'accept|accept all|accept cookies|reject|reject all|decline|cookie settings|manage preferences|allow all|got it|i agree|agree',
    utility:
      'menu|search|close|open|toggle|next|previous|skip|skip to content|back to top|share|copy|play|pause|expand|collapse|show more|load more|filter|sort|print|wishlist|add to wishlist|compare|apply filters|language',
  },
  de: {
    trial:
      'kostenlos testen|gratis testen|jetzt testen|unverbindlich testen|testphase|probemonat|kostenlos ausprobieren|gratis ausprobieren|ausprobieren|testen|tage testen',
    demo: 'demo|vorfuhrung|live vorfuhrung',
    download: 'herunterladen|runterladen|app laden|jetzt laden|whitepaper laden',
    purchase:
      'kaufen|jetzt kaufen|in den warenkorb|in den einkaufswagen|bestellen|jetzt bestellen|zur kasse|buchen|jetzt buchen|reservieren|vorbestellen|zum shop|kostenpflichtig bestellen|spenden',
    subscribe: 'abonnieren|newsletter|benachrichtigen|auf dem laufenden',
    contact_sales:
      'kontakt|kontaktieren|kontakt aufnehmen|angebot anfordern|angebot einholen|angebot erhalten|beratung|beratungsgesprach|beraten lassen|ruckruf|termin vereinbaren|termin buchen|anfragen|anfrage senden|anrufen|jetzt anrufen|schreiben sie uns|sprechen sie',
    signup:
      'registrieren|anmelden|jetzt anmelden|konto erstellen|konto eroffnen|jetzt starten|loslegen|kostenlos starten|gratis starten|mitglied werden|jetzt beitreten|jetzt bewerben|mitmachen',
    learn_more:
      'mehr erfahren|mehr lesen|weiterlesen|mehr infos|mehr informationen|entdecken|jetzt entdecken|preise ansehen|preise anzeigen|zu den preisen|so funktioniert|video ansehen|alle ansehen',
    login: 'einloggen|login|log in',
    consent:
      'akzeptieren|alle akzeptieren|ablehnen|alle ablehnen|zustimmen|einverstanden|cookie einstellungen|einstellungen',
    utility:
      'menu|suche|suchen|schliessen|offnen|weiter|zuruck|nach oben|teilen|kopieren|zum inhalt springen|mehr anzeigen|filtern|merkzettel|sprache',
  },
  es: {
    trial:
      'prueba gratis|probar gratis|prueba gratuita|pruebalo gratis|pruebalo|empieza gratis|empezar gratis|probar|dias gratis',
    demo: 'demo|demostracion',
    download: 'descargar|descarga|descargalo|instalar',
    purchase:
      'comprar|compra ahora|anadir al carrito|agregar al carrito|anadir a la cesta|pedir ahora|pedir|haz tu pedido|reservar|reserva ahora|pagar|finalizar compra|donar',
    subscribe: 'suscribirse|suscribete|suscribirme|boletin|newsletter',
    contact_sales:
      'contacto|contactar|contactanos|contacta|solicitar presupuesto|pedir presupuesto|pide presupuesto|solicita informacion|solicitar informacion|hablar con|habla con|llamanos|llamar|pide cita|pedir cita|reserva una llamada|escribenos',
    signup:
      'registrate|registrarse|registrarme|crear cuenta|crea tu cuenta|crear una cuenta|empezar|empieza ahora|empezar ahora|comenzar|comienza ahora|unete|inscribete|inscribirse|darse de alta',
    learn_more:
      'saber mas|mas informacion|leer mas|descubre|descubrir|ver precios|ver planes|como funciona|ver mas|conoce mas|ver video',
    login: 'iniciar sesion|acceder|entrar',
    consent: 'aceptar|aceptar todo|aceptar todas|aceptar cookies|rechazar|rechazar todo|configurar',
    utility: 'menu|buscar|cerrar|abrir|siguiente|anterior|compartir|volver arriba|filtrar|idioma',
  },
  fr: {
    trial:
      'essai gratuit|essayer gratuitement|essayez gratuitement|tester gratuitement|commencer gratuitement|essayer|essayez|jours gratuits',
    demo: 'demo|demonstration',
    download: 'telecharger|telechargez|installer',
    purchase:
      'acheter|achetez|ajouter au panier|commander|commandez|reserver|reservez|payer|passer commande|precommander|faire un don',
    subscribe: 's abonner|abonnez vous|je m abonne|newsletter|infolettre',
    contact_sales:
      'contact|contactez nous|contactez|nous contacter|contacter|demander un devis|demandez un devis|obtenir un devis|devis gratuit|devis|parler a|prendre rendez vous|prenez rendez vous|etre rappele|appelez nous|appeler|nous ecrire',
    signup:
      's inscrire|inscrivez vous|je m inscris|creer un compte|creer mon compte|creez votre compte|commencer|commencez|rejoindre|rejoignez nous|demarrer|ouvrir un compte',
    learn_more:
      'en savoir plus|lire la suite|lire plus|decouvrir|decouvrez|voir les tarifs|voir les prix|comment ca marche|voir plus|voir la video',
    login: 'se connecter|connexion',
    consent: 'accepter|tout accepter|refuser|tout refuser|parametrer|continuer sans accepter',
    utility: 'menu|rechercher|recherche|fermer|ouvrir|suivant|precedent|partager|retour en haut|filtrer|langue',
  },
  it: {
    trial: 'prova gratis|prova gratuita|provalo gratis|prova ora|inizia gratis',
    demo: 'demo|dimostrazione',
    download: 'scarica|scaricare',
    purchase: 'acquista|compra|compra ora|aggiungi al carrello|ordina|ordina ora|prenota|prenota ora',
    subscribe: 'iscriviti alla newsletter|abbonati|newsletter',
    contact_sales: 'contatti|contattaci|richiedi un preventivo|preventivo|parla con|chiamaci|prenota una chiamata',
    signup: 'registrati|iscriviti|crea account|crea un account|inizia|inizia ora',
    learn_more: 'scopri di piu|scopri|leggi di piu|per saperne di piu|vedi i prezzi|come funziona',
    login: 'accedi|login',
    consent: 'accetta|accetta tutto|rifiuta',
    utility: 'menu|cerca|chiudi|apri|avanti|indietro|condividi',
  },
  pt: {
    trial: 'teste gratis|testar gratis|experimente gratis|teste gratuito|comece gratis|experimentar',
    demo: 'demo|demonstracao',
    download: 'baixar|descarregar|transferir|baixe',
    purchase: 'comprar|compre agora|adicionar ao carrinho|encomendar|reservar|reserve agora|finalizar compra',
    subscribe: 'assinar|assine|subscrever|newsletter',
    contact_sales:
      'contato|contacto|fale conosco|fale connosco|entre em contato|solicitar orcamento|pedir orcamento|orcamento|ligue',
    signup: 'cadastre se|cadastrar|registe se|registrar|criar conta|crie sua conta|comecar|comece agora|inscreva se',
    learn_more: 'saiba mais|leia mais|ver precos|ver planos|como funciona|descubra',
    login: 'entrar|iniciar sessao|login',
    consent: 'aceitar|aceitar todos|rejeitar|recusar',
    utility: 'menu|pesquisar|buscar|fechar|abrir|proximo|anterior|compartilhar',
  },
  nl: {
    trial: 'probeer gratis|gratis proberen|gratis uitproberen|probeer nu|start gratis',
    demo: 'demo',
    download: 'downloaden|download',
    purchase: 'kopen|koop nu|in winkelwagen|in winkelmand|bestellen|bestel nu|boeken|boek nu|reserveren',
    subscribe: 'abonneren|nieuwsbrief',
    contact_sales:
      'contact|neem contact op|offerte aanvragen|vraag een offerte aan|bel ons|afspraak maken|plan een gesprek',
    signup: 'aanmelden|registreren|account aanmaken|aan de slag|begin nu|start nu|schrijf je in',
    learn_more: 'meer informatie|lees meer|meer weten|ontdek|bekijk prijzen|hoe het werkt',
    login: 'inloggen',
    consent: 'accepteren|alles accepteren|weigeren',
    utility: 'menu|zoeken|sluiten|openen|volgende|vorige|delen',
  },
  ja: {
    trial: '無料で試す|無料トライアル|無料体験|お試し|無料で始める|無料ではじめる',
    demo: 'デモ',
    download: 'ダウンロード|資料請求',
    purchase: '購入|カートに入れる|カートに追加|注文|予約する|今すぐ予約|申し込む|お申し込み',
    subscribe: 'メルマガ|購読|ニュースレター',
    contact_sales: 'お問い合わせ|問い合わせ|見積|相談|電話',
    signup: '新規登録|会員登録|無料登録|登録する|アカウント作成|始める|はじめる',
    learn_more: '詳しく|詳細|もっと見る|続きを読む|料金を見る',
    login: 'ログイン',
    consent: '同意する|同意しない|すべて許可|拒否',
    utility: 'メニュー|検索|閉じる|次へ|前へ|シェア',
  },
};

/** Words of a button that do not say what pressing it brings. */
export const VAGUE_CTAS =
  'submit|send|go|ok|click|click here|here|continue|enter|more|start|absenden|senden|abschicken|hier klicken|weiter|mehr|enviar|haz clic aqui|aqui|continuar|mas|envoyer|cliquez ici|valider|continuer|ici|plus|invia|clicca qui|continua|clique aqui|verzenden|klik hier|verder|送信|こちら|クリック';

/** Headings that could stand on any page. */
export const VAGUE_HEADINGS =
  'welcome|home|homepage|welcome to our website|welcome to our site|hello|untitled|about|about us|services|our services|products|willkommen|herzlich willkommen|willkommen auf unserer website|startseite|leistungen|unsere leistungen|produkte|bienvenido|bienvenidos|inicio|servicios|nuestros servicios|productos|bienvenue|accueil|bienvenue sur notre site|nos services|services|produits|benvenuti|bem vindo|bem vindos|welkom|ようこそ|ホーム';

export const PROOF_KINDS = [
  'testimonial',
  'rating',
  'customer_count',
  'customer_logos',
  'case_study',
  'certification',
  'press',
  'figures',
] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

export const PROOF_PHRASES: Readonly<Partial<Record<ProofKind, string>>> = {
  testimonial:
    'what our customers say|what customers say|what our clients say|testimonial|testimonials|customer reviews|customer stories|hear from|das sagen unsere kunden|was unsere kunden sagen|kundenstimmen|kundenmeinungen|erfahrungsberichte|kundenbewertungen|lo que dicen nuestros clientes|opiniones de clientes|testimonios|opiniones|ils nous font confiance temoignages|temoignages|avis clients|ce que disent nos clients|testimonianze|recensioni|depoimentos|avaliacoes|klantervaringen|reviews van klanten|お客様の声|利用者の声|口コミ',
  customer_logos:
    'trusted by|used by teams at|our customers|our clients|loved by|who we work with|diese unternehmen vertrauen|vertrauen uns|unsere kunden|referenzen|confian en nosotros|nuestros clientes|empresas que confian|ils nous font confiance|nos clients|nos references|si fidano di noi|clientes que confiam|vertrouwd door|導入企業|導入実績',
  case_study:
    'case study|case studies|success story|success stories|fallstudie|fallstudien|erfolgsgeschichte|erfolgsgeschichten|anwenderbericht|caso de exito|casos de exito|caso de estudio|etude de cas|etudes de cas|temoignage client|cas client|caso di studio|estudo de caso|klantcase|導入事例|事例紹介',
  certification:
    'iso 27001|iso 9001|iso 27701|iso 14001|soc 2|soc2|hipaa compliant|pci dss|tuv|tuv gepruft|trusted shops|gdpr compliant|dsgvo konform|rgpd|certified|zertifiziert|certificado|certifie|b corp|b corporation|accredited|meisterbetrieb|innung|認証取得|プライバシーマーク',
  press:
    'as seen in|as seen on|featured in|in the press|in the media|bekannt aus|in der presse|presseberichte|visto en|aparecemos en|en los medios|vu dans|ils parlent de nous|dans la presse|as featured|parlano di noi|na midia|bekend van|メディア掲載',
};

export const OBJECTION_KINDS = [
  'price',
  'refund',
  'cancel',
  'no_card',
  'faq',
  'privacy',
  'support',
  'delivery',
] as const;
export type ObjectionKind = (typeof OBJECTION_KINDS)[number];

export const OBJECTION_PHRASES: Readonly<Record<ObjectionKind, string>> = {
  price:
    'pricing|price|prices|per month|per year|per user|free plan|free forever|from only|preis|preise|preisliste|pro monat|im monat|monatlich|kostenlos|gratis|precio|precios|al mes|tarifas|tarifa|gratuit|prix|tarif|tarifs|par mois|prezzo|prezzi|al mese|preco|precos|por mes|prijs|prijzen|per maand|料金|価格|無料',
  refund:
    'money back|refund|refunds|full refund|satisfaction guaranteed|guarantee|warranty|return policy|free returns|returns|geld zuruck|geld zuruck garantie|ruckerstattung|ruckgabe|ruckgaberecht|kostenlose ruckgabe|widerrufsrecht|garantie|reembolso|devolucion|devoluciones|garantia|devolucion gratuita|rembourse|remboursement|satisfait ou rembourse|retour gratuit|retours gratuits|rimborso|reso gratuito|garanzia|devolucao|niet goed geld terug|retourneren|返金|返品|保証',
  cancel:
    'cancel anytime|cancel any time|no contract|no commitment|no obligation|without obligation|cancel at any time|jederzeit kundbar|monatlich kundbar|unverbindlich|ohne vertragsbindung|keine vertragsbindung|cancela cuando quieras|cancela en cualquier momento|sin compromiso|sin permanencia|sans engagement|annulez a tout moment|resiliable a tout moment|sans obligation|disdici quando vuoi|senza impegno|cancele quando quiser|sem compromisso|sem fidelidade|altijd opzegbaar|vrijblijvend|いつでも解約|縛りなし',
  no_card:
    'no credit card|no card required|no card needed|keine kreditkarte|ohne kreditkarte|sin tarjeta|sin tarjeta de credito|sans carte|sans carte bancaire|senza carta|sem cartao|geen creditcard|クレジットカード不要|カード登録不要',
  faq: 'faq|faqs|frequently asked|frequently asked questions|common questions|questions and answers|haufige fragen|haufig gestellte fragen|fragen und antworten|preguntas frecuentes|questions frequentes|foire aux questions|domande frequenti|perguntas frequentes|veelgestelde vragen|よくある質問|よくあるご質問',
  privacy:
    'privacy|privacy policy|we never share|no spam|unsubscribe|gdpr|secure|encrypted|datenschutz|datenschutzerklarung|dsgvo|verschlusselt|kein spam|abmelden jederzeit|jederzeit abbestellbar|sicher|privacidad|politica de privacidad|sin spam|rgpd|cifrado|confidentialite|politique de confidentialite|donnees personnelles|securise|desinscription|informativa sulla privacy|privacidade|lgpd|privacybeleid|プライバシー|個人情報',
  support:
    'support|customer service|help center|help centre|live chat|we are here to help|contact us|24 7|hilfe|kundenservice|kundendienst|wir helfen|ansprechpartner|kontakt|soporte|atencion al cliente|ayuda|contacto|service client|assistance|aide|nous contacter|contact|assistenza|suporte|atendimento|klantenservice|サポート|お問い合わせ',
  delivery:
    'free shipping|free delivery|shipping|delivery|ships in|in stock|dispatch|versand|versandkosten|kostenloser versand|lieferung|lieferzeit|auf lager|lieferbar|envio|envio gratis|envios|entrega|en stock|livraison|livraison gratuite|expedition|spedizione|frete|frete gratis|verzending|levering|op voorraad|送料|配送|在庫あり',
};

/** Words that claim without showing. Only counted, never a failure by themselves. */
export const HYPE =
  'best in class|world class|cutting edge|state of the art|revolutionary|game changing|game changer|next generation|next level|seamless|seamlessly|synergy|unparalleled|one stop shop|industry leading|innovative solutions|innovative solution|holistic|empower|unleash|supercharge|weltklasse|revolutionar|einzigartig|massgeschneiderte losungen|innovative losungen|innovative losung|ganzheitlich|marktfuhrend|erstklassig|hochmodern|lider del sector|lider en el sector|soluciones innovadoras|soluciones integrales|revolucionario|de vanguardia|de ultima generacion|clase mundial|leader du marche|solutions innovantes|solution innovante|revolutionnaire|de pointe|cle en main|incontournable|all avanguardia|soluzioni innovative|rivoluzionario|solucoes inovadoras|revolucionaria|innovatieve oplossingen|baanbrekend|革新的';

/** Prices that a buyer has to ask for. */
export const HIDDEN_PRICE =
  'price on request|price upon request|pricing on request|contact us for pricing|preis auf anfrage|preise auf anfrage|precio a consultar|consultar precio|prix sur demande|tarif sur demande|prezzo su richiesta|preco sob consulta|prijs op aanvraag|価格はお問い合わせ';

/** `free` as a page says it, so that an alternative may say it too. */
export const FREE =
  'free|for free|no cost|kostenlos|gratis|kostenfrei|gratuito|gratuita|gratuit|gratuite|gratuitement|gratuitamente|無料';

/** Words by which a page speaks of itself, and to its reader. */
export const VOICE: Readonly<Record<string, { readonly we: string; readonly you: string }>> = {
  en: { we: 'we|our|ours|us', you: 'you|your|yours' },
  de: {
    we: 'wir|unser|unsere|unseren|unserem|unserer|uns',
    you: 'sie|ihr|ihre|ihren|ihrem|ihrer|ihnen|du|dein|deine|deinen|deinem|deiner|dir|dich|euch|euer|eure',
  },
  es: {
    we: 'nosotros|nuestro|nuestra|nuestros|nuestras|somos|ofrecemos|tenemos|nos',
    you: 'tu|tus|te|ti|usted|ustedes|su|sus|tuyo|vuestro|vuestra|os',
  },
  fr: { we: 'nous|notre|nos', you: 'vous|votre|vos|tu|ton|ta|tes|toi' },
};

/** Whom something is for, where it follows directly. */
export const FOR_WHOM =
  'for|built for|made for|designed for|helps|fur|entwickelt fur|gemacht fur|hilft|para|disenado para|ayuda a|pour|concu pour|aide|per|voor|向け|のための';
