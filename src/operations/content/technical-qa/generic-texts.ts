/**
 * Link texts that say nothing about what they lead to, by language.
 *
 * Compared with the whole text of a link after folding and without the punctuation around it. "Next page" and the
 * like are not among them: in a list of pages they say where they lead.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'click here|click this|click|here|this|this page|this link|link|go|go here|more|more info|more information|information|more details|details|read more|learn more|see more|find out more|view more|continue|continue reading|start|right here|check this out|page|website',
  de: 'hier|hier klicken|klicke hier|klicken sie hier|klick hier|hier lang|dieser link|dies|das|siehe|siehe hier|mehr|mehr lesen|mehr erfahren|mehr infos|mehr informationen|weiter|weiterlesen|weitere informationen|details|link|zur seite|jetzt klicken',
  fr: "ici|cliquez ici|cliquer ici|en savoir plus|plus|plus d’infos|plus d'infos|plus d’informations|plus d'informations|lire la suite|lire plus|lien|ce lien|voir plus|suite|savoir plus|par ici",
  es: 'aquí|aqui|haga clic aquí|haz clic aquí|clic aquí|click aquí|click aqui|clicka aquí|clicka aqui|pincha aquí|pincha aqui|pulsa aquí|más|mas|más información|más informacion|mas información|mas informacion|leer más|saber más|ver más|este|este enlace|enlace|empezar|continuar|seguir leyendo',
  pt: 'aqui|clique aqui|clica aqui|saiba mais|leia mais|veja mais|ver mais|mais|mais informação|mais informações|este link|neste link|ir|continuar|continue lendo|continuar a ler',
  it: 'qui|clicca qui|cliccare qui|leggi tutto|leggi di più|scopri di più|per saperne di più|maggiori informazioni|altro|continua|continua a leggere|questo link',
  nl: 'hier|klik hier|lees meer|lees verder|meer|meer info|meer informatie|meer lezen|verder|deze link|bekijk meer',
  pl: 'tutaj|kliknij tutaj|kliknij|tu|więcej|więcej informacji|czytaj więcej|czytaj dalej|dowiedz się więcej|zobacz więcej|link',
  sv: 'här|klicka här|läs mer|mer|mer information|mer info|fortsätt läsa|se mer',
  da: 'her|klik her|læs mere|mere|mere info|mere information|se mere',
  no: 'her|klikk her|les mer|mer|mer info|mer informasjon|se mer',
  fi: 'tästä|tässä|täältä|klikkaa tästä|lue lisää|lisää|lisätietoja',
  cs: 'zde|klikněte zde|klikni zde|více|číst více|zjistit více|více informací',
  sk: 'tu|kliknite sem|kliknite tu|viac|čítať viac|zistiť viac|viac informácií',
  hu: 'itt|kattintson ide|kattints ide|ide|bővebben|tovább|olvass tovább|több|további információ',
  ro: 'aici|click aici|apasă aici|mai mult|mai multe|citește mai mult|află mai multe|vezi mai mult|detalii',
  hr: 'ovdje|kliknite ovdje|klikni ovdje|više|saznaj više|saznajte više|pročitaj više|opširnije',
  el: 'εδώ|κάντε κλικ εδώ|πατήστε εδώ|περισσότερα|διαβάστε περισσότερα|μάθετε περισσότερα',
  tr: 'tıkla|tıklayın|buraya tıklayın|buraya tıkla|buradan|devamı|devamını oku|daha fazla|daha fazla bilgi',
  ru: 'здесь|тут|нажмите здесь|нажмите сюда|сюда|подробнее|далее|читать далее|узнать больше|ещё|ссылка',
  uk: 'тут|натисніть тут|докладніше|детальніше|читати далі|далі|дізнатися більше',
  bg: 'тук|кликнете тук|натиснете тук|повече|прочетете повече|научете повече|виж повече',
  he: 'כאן|לחץ כאן|לחצו כאן|עוד|קרא עוד|למידע נוסף|פרטים נוספים',
  ar: 'هنا|اضغط هنا|انقر هنا|المزيد|اقرأ المزيد|للمزيد|معلومات أكثر',
  fa: 'اینجا|اینجا کلیک کنید|اینجا بزنید|کلیک کنید|این|برو|شروع|بیشتر|بیشتر بخوانید|بیشتر بدانید|اطلاعات|اطلاعات بیشتر|ادامه مطلب',
  hi: 'यहाँ|यहां|यहाँ क्लिक करें|यहां क्लिक करें|और पढ़ें|अधिक जानें|अधिक जानकारी',
  ta: 'இங்கே|இங்கே கிளிக் செய்யவும்|இங்கே அழுத்தவும்|தயவுசெய்து இங்கே அழுத்தவும்|மேலும்|மேலும் அறிக|மேலும் படிக்க|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு',
  th: 'ที่นี่|คลิกที่นี่|คลิก|เพิ่มเติม|อ่านเพิ่มเติม|ดูเพิ่มเติม',
  vi: 'tại đây|nhấn vào đây|bấm vào đây|nhấp vào đây|xem thêm|đọc thêm|tìm hiểu thêm',
  id: 'di sini|klik di sini|klik disini|selengkapnya|baca selengkapnya|pelajari lebih lanjut|lihat selengkapnya',
  ja: 'こちら|ここ|ここをクリック|こちらをクリック|クリック|詳細|詳しくはこちら|詳細はこちら|続きを読む|続く|もっと見る|もっと読む|全文表示|詳しく見る|リンク',
  ko: '여기|여기를 클릭하세요|여기를 클릭|클릭|자세히|자세히 보기|더보기|더 보기|더 알아보기|계속|이동|전체 보기|링크|이 링크',
  zh: '这里|點擊這裡|点击这里|点此|這裡|更多|了解更多|查看更多|阅读更多|閱讀更多|详情|詳情|查看详情|链接|連結',
};

/** Other codes of the same languages. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', bs: 'hr', sr: 'hr' };

const TEXTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(BY_LANGUAGE).map(([language, texts]) => [language, new Set(texts.split('|').map(folded))]),
);
const ALL: ReadonlySet<string> = new Set([...TEXTS.values()].flatMap((texts) => [...texts]));

/** Single words of other languages that are not words of English, nor names of anything. */
const PLAIN_EVERYWHERE = new Set(['hier', 'ici', 'aqui', 'tutaj', 'weiterlesen', 'enlace', 'selengkapnya']);

/**
 * Whether a link text is one of those in its language, a two-letter code.
 *
 * '' is a text whose language nobody names: then English counts, and of the other languages what can be taken for
 * nothing else, which are phrases and words with letters that English has not. Without a language all lists count.
 */
export function isGenericText(text: string, language?: string): boolean {
  if (text.length > 60) return false;
  const plain = folded(text);
  if (language === undefined) return ALL.has(plain);
  if (language !== '') return TEXTS.get(SAME[language] ?? language)?.has(plain) === true;
  if (TEXTS.get('en')?.has(plain) === true) return true;
  return ALL.has(plain) && (/[^a-z]/.test(plain) || PLAIN_EVERYWHERE.has(plain));
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u2026.,:;!?»«›‹→>"“”„()[\]-]+/g, ' ')
    .trim();
}
