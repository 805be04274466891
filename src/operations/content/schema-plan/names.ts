/** What pages call their facts and sections, in English, German, Spanish, French and in part Italian and Japanese. Data. */

const label = (text: string): RegExp => new RegExp(`^(?:${text})$`, 'iu');
const opening = (text: string): RegExp => new RegExp(`^(?:${text})(?![\\p{L}\\p{N}])`, 'iu');

export const LABEL = {
  price: label(
    'price|our price|preis|precio|prix|prezzo|価格|kosten|cost|fee|gebühr|tarif|tickets?|eintritt|entradas?|entrée|entry',
  ),
  brand: label('brand|marke|marca|marque|hersteller|manufacturer|fabricante|fabricant|ブランド|メーカー'),
  sku: label(
    'sku|artikelnummer|artikel-?nr\\.?|art\\.-?nr\\.?|item (?:no\\.?|number)|article number|product code|referencia|référence|ref\\.?|型番',
  ),
  gtin: label('gtin|ean|gtin-?13|ean-?13|upc|isbn'),
  availability: label('availability|stock|verfügbarkeit|lieferbarkeit|disponibilidad|disponibilité|在庫'),
  rating: label('rating|our rating|score|verdict|bewertung|wertung|valoración|puntuación|note|notre note|評価'),
  system: label(
    "operating systems?|os|platforms?|works on|runs on|betriebssysteme?|systemvoraussetzungen|sistemas? operativos?|plataformas?|système d[’']exploitation|対応os",
  ),
  version: label('version|current version|versión|バージョン'),
  category: label('category|kategorie|categoría|catégorie|app category|カテゴリー?'),
  license: label('licen[cs]e|lizenz|licencia|licence'),
  starts: label(
    'date|dates?|date and time|when|datum|beginn|start|starts|termin|wann|fecha|fecha y hora|cuándo|inicio|quand|début|日時|開催日',
  ),
  ends: label('ends?|end date|ende|bis|fin|finaliza|終了'),
  venue: label('venue|location|where|place|ort|veranstaltungsort|wo|lugar|dónde|lieu|où|会場|場所'),
  organizer: label('organi[sz]er|host|hosted by|veranstalter(?:in)?|organizador|organiza|organisateur|主催'),
  performer: label('performers?|speakers?|artists?|with|künstler|referent(?:in)?|artistas?|ponentes?|artistes?|出演'),
  address: label('address|our address|adresse|anschrift|dirección|indirizzo|住所|所在地'),
  phone: label('phone|tel\\.?|telephone|call us|telefon|teléfono|téléphone|telefono|電話|電話番号'),
  email: label('e-?mail|correo|courriel|メール'),
  hours: label('opening hours|hours|open|öffnungszeiten|geöffnet|horario|horarios|horaires|営業時間'),
  price_range: label('price range|preisniveau|rango de precios|gamme de prix'),
  prep: label(
    'prep(?:aration)?(?: time)?|vorbereitung(?:szeit)?|arbeitszeit|(?:tiempo de )?preparación|(?:temps de )?préparation|下準備',
  ),
  cook: label(
    'cook(?:ing)?(?: time)?|bake time|koch-?(?:/back)?zeit|backzeit|garzeit|(?:tiempo de )?cocción|(?:temps de )?cuisson|調理時間',
  ),
  total: label(
    'total(?: time)?|ready in|gesamtzeit|dauer|tiempo total|temps total|duration|time needed|duración|durée|time|所要時間',
  ),
  yields: label('serves|servings?|yield|makes|portionen|für|ergibt|raciones|porciones|para|portions|pour|分量|人分'),
  cuisine: label('cuisine|küche|cocina'),
  course: label('course|gang|meal|plato|type de plat'),
  calories: label('calories|kalorien|calorías|kcal|カロリー'),
  author: label(
    'by|author|written by|von|autor(?:in)?|verfasser(?:in)?|por|escrito por|par|auteur|autrice|著者|reviewed by|getestet von',
  ),
  published: label(
    'published|published on|posted|date|veröffentlicht(?: am)?|datum|stand|publicado(?: el)?|fecha|publié(?: le)?|公開日|投稿日',
  ),
  modified: label(
    'updated|last updated|modified|aktualisiert(?: am)?|zuletzt aktualisiert|actualizado(?: el)?|mis à jour(?: le)?|更新日',
  ),
  employer: label(
    'company|employer|hiring organi[sz]ation|arbeitgeber|unternehmen|firma|empresa|entreprise|employeur|会社名',
  ),
  job_place: label(
    'location|job location|place of work|standort|arbeitsort|einsatzort|ubicación|lugar de trabajo|lieu(?: de travail)?|勤務地',
  ),
  salary: label('salary|pay|compensation|gehalt|vergütung|salario|sueldo|salaire|rémunération|給与'),
  employment: label(
    'employment type|job type|type|contract|anstellungsart|beschäftigungsart|arbeitszeit|tipo de contrato|jornada|type de contrat|contrat|雇用形態',
  ),
  posted: label(
    'posted|date posted|posted on|published|veröffentlicht(?: am)?|eingestellt am|publicado(?: el)?|fecha de publicación|publié(?: le)?|掲載日',
  ),
  deadline: label(
    'apply by|closing date|deadline|valid through|bewerbungsfrist|bewerben bis|fecha límite|plazo|date limite|応募締切',
  ),
  provider: label(
    'provider|offered by|school|university|instructor|taught by|anbieter|dozent(?:in)?|proveedor|impartido por|organisme|主催',
  ),
  creator: label('creator|source|compiled by|publisher|collected by|herausgeber|quelle|fuente|créateur|提供'),
  temporal: label('period|time period|coverage|temporal coverage|zeitraum|período|période|対象期間'),
  spatial: label('area|region|spatial coverage|geografische abdeckung|gebiet|zona|zone|対象地域'),
  uploaded: label(
    'uploaded|upload date|published|hochgeladen(?: am)?|veröffentlicht(?: am)?|subido(?: el)?|mis en ligne(?: le)?|公開日',
  ),
  job_title: label('job title|role|position|rolle|beruf|cargo|puesto|fonction|poste|役職'),
  item: label('product|item|reviewed|produkt|producto|produit|製品'),
} as const;

export const SECTION = {
  ingredients: opening('ingredients?|zutaten|ingredientes|ingrédients|ingredienti|材料'),
  instructions: opening(
    "instructions?|method|directions|preparation|how to make it|zubereitung|anleitung|so geht[’']?s|preparación|elaboración|instrucciones|préparation|étapes|preparazione|作り方|steps?",
  ),
  steps: opening("steps?|instructions?|how to do it|anleitung|so geht[’']?s|schritte|pasos|instrucciones|étapes|手順"),
  supplies: opening(
    'what you need|you will need|materials?|supplies|material|das brauchst du|das brauchen sie|materiales|lo que necesitas|matériel|必要なもの',
  ),
  tools: opening('tools?|equipment|werkzeuge?|herramientas|outils|道具'),
  hours: opening('opening hours|hours|öffnungszeiten|horarios?|horaires|営業時間'),
  job: opening(
    "responsibilities|your (?:role|tasks|profile)|what you(?:[’']ll| will) do|requirements|qualifications|who you are|benefits|how to apply|(?:deine|ihre) aufgaben|aufgaben|(?:dein|ihr) profil|wir bieten|das bieten wir|requisitos|funciones|responsabilidades|ofrecemos|missions|profil recherché|仕事内容|応募資格",
  ),
  course: opening(
    "syllabus|curriculum|what you(?:[’']ll| will) learn|modules?|lessons|course content|kursinhalte?|lehrplan|das lernst du|lernziele|temario|lo que aprenderás|programme|ce que vous apprendrez|カリキュラム|学べること",
  ),
  dataset: opening(
    'variables|columns|fields|data dictionary|schema|download the data|download|dateien|spalten|variablen|columnas|variables|colonnes|データ項目',
  ),
  verdict: opening(
    'verdict|pros|cons|pros and cons|our verdict|fazit|vorteile|nachteile|veredicto|ventajas|conclusión|verdict|les plus|avis|評価',
  ),
  faq: opening(
    'faqs?|frequently asked questions|questions|häufige fragen|fragen und antworten|preguntas frecuentes|questions fréquentes|foire aux questions|よくある質問',
  ),
} as const;
