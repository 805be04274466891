/**
 * Link texts that say nothing about what they lead to, by language.
 *
 * Compared with the whole text of a link after folding and without the punctuation around it.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'click here|click this|click|here|this|this page|this link|link|go|go here|more|more info|more information|more details|details|read more|learn more|see more|continue|continue reading|start|right here|check this out|page|website',
  de: 'hier|hier klicken|klicken sie hier|klick hier|hier lang|dieser link|mehr|mehr lesen|mehr erfahren|mehr infos|mehr informationen|weiter|weiterlesen|weitere informationen|details|link|zur seite|jetzt klicken',
  fr: "ici|cliquez ici|cliquer ici|en savoir plus|plus|plus d’infos|plus d'infos|lire la suite|lire plus|lien|ce lien|voir plus|suite|savoir plus|par ici",
  es: 'aquí|haga clic aquí|haz clic aquí|clic aquí|pincha aquí|más|más información|leer más|saber más|ver más|este enlace|enlace|continuar|seguir leyendo',
  pt: 'aqui|clique aqui|saiba mais|leia mais|mais|mais informações|ver mais|este link|neste link|continuar|continue lendo',
  it: 'qui|clicca qui|cliccare qui|leggi tutto|leggi di più|scopri di più|per saperne di più|maggiori informazioni|altro|continua|continua a leggere|questo link',
  nl: 'hier|klik hier|lees meer|lees verder|meer|meer info|meer informatie|meer lezen|verder|deze link|bekijk meer',
  pl: 'tutaj|kliknij tutaj|kliknij|tu|więcej|czytaj więcej|czytaj dalej|dowiedz się więcej|zobacz więcej|link',
  sv: 'här|klicka här|läs mer|mer|mer information|mer info|fortsätt läsa',
  da: 'her|klik her|læs mere|mere|mere information|se mere',
  no: 'her|klikk her|les mer|mer|mer informasjon|se mer',
  fi: 'tästä|tässä|klikkaa tästä|lue lisää|lisää|lisätietoja',
  cs: 'zde|klikněte zde|klikni zde|více|číst více|zjistit více|více informací',
  tr: 'buraya tıklayın|tıklayın|buradan|devamı|devamını oku|daha fazla|daha fazla bilgi',
  ru: 'здесь|тут|нажмите здесь|нажмите сюда|сюда|подробнее|далее|читать далее|узнать больше|ещё|ссылка',
  uk: 'тут|натисніть тут|докладніше|детальніше|читати далі|далі',
  ja: 'こちら|ここ|ここをクリック|こちらをクリック|クリック|詳細|詳しくはこちら|詳細はこちら|続きを読む|もっと見る|もっと読む|詳しく見る|リンク',
  ko: '여기|여기를 클릭하세요|여기를 클릭|클릭|자세히|자세히 보기|더보기|더 보기|더 알아보기|링크|이 링크',
  zh: '这里|點擊這裡|点击这里|点此|這裡|更多|了解更多|查看更多|阅读更多|閱讀更多|详情|詳情|查看详情|链接|連結',
  ar: 'هنا|اضغط هنا|انقر هنا|المزيد|اقرأ المزيد|للمزيد',
};

const ALL: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((texts) => texts.split('|').map(folded)));

/** Whether a link text is one of those in any language: pages mix them, and no list holds a real title of a page. */
export function isGenericText(text: string): boolean {
  return text.length <= 60 && ALL.has(folded(text));
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u2026.,:;!?»«›‹→>"“”„()[\]-]+/g, ' ')
    .trim();
}
