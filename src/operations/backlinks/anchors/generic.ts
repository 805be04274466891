import { isGenericText } from '../../../text/generic-anchors.ts';

/**
 * Texts of links from other sites that name neither whom nor what they lead to, beside those that pages use for their own links.
 *
 * Compared as a whole, folded and without the punctuation around them.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en:
    'source|sources|via|reference|references|ref|visit|visit site|visit website|visit the website|visit their website|official site|official website|' +
    'the website|their website|our website|this website|this site|site|web|web site|webpage|home|home page|homepage|url|www|info|view|see|see here|' +
    'read|read it here|full article|full story|this article|this post|article|original|original article|download|check it out|find out more|about|about us|contact|contact us|blog|shop|store',
  de:
    'quelle|quellen|webseite|zur webseite|website|zur website|internetseite|homepage|zur homepage|startseite|offizielle seite|offizielle website|' +
    'diese seite|auf dieser seite|seite|besuchen|artikel|zum artikel|dieser artikel|zum beitrag|original|siehe hier|ansehen|über uns|kontakt|zum shop|shop|herunterladen',
  fr:
    'source|sources|site|site web|le site|le site web|site officiel|site internet|visiter le site|voir le site|page d’accueil|accueil|article|cet article|' +
    "lire l'article|lire l’article|voir|voir ici|télécharger|à propos|contact|boutique",
  es:
    'fuente|fuentes|sitio|sitio web|página|página web|web|web oficial|sitio oficial|visitar|visitar sitio|visitar web|visita la web|ver|ver aquí|' +
    'artículo|este artículo|inicio|descargar|contacto|tienda|vía',
  pt: 'fonte|fontes|site|site oficial|página|página oficial|visitar|visitar site|visite o site|ver|veja aqui|artigo|este artigo|início|baixar|contato|loja',
  it: 'fonte|fonti|sito|sito web|sito ufficiale|visita il sito|vai al sito|vedi|vedi qui|articolo|questo articolo|pagina|scarica|contatti|negozio',
  nl: 'bron|bronnen|website|de website|bezoek website|bezoek de website|naar de website|officiële website|artikel|dit artikel|pagina|bekijk|contact|winkel',
  pl: 'źródło|strona|strona internetowa|strona główna|oficjalna strona|odwiedź stronę|artykuł|zobacz|kontakt|sklep',
  sv: 'källa|webbplats|hemsida|webbsida|till webbplatsen|besök webbplatsen|artikel|sida|se här|kontakt',
  da: 'kilde|hjemmeside|websted|besøg hjemmesiden|artikel|side|se her|kontakt',
  no: 'kilde|nettside|hjemmeside|besøk nettsiden|artikkel|side|se her|kontakt',
  fi: 'lähde|verkkosivu|kotisivu|sivusto|artikkeli|katso|yhteystiedot',
  cs: 'zdroj|web|webová stránka|oficiální stránka|stránka|článek|kontakt',
  tr: 'kaynak|web sitesi|site|resmi site|siteyi ziyaret et|makale|iletişim',
  ru: 'источник|сайт|официальный сайт|на сайт|на сайте|перейти|перейти на сайт|страница|статья|смотреть|скачать|контакты|главная',
  uk: 'джерело|сайт|офіційний сайт|на сайт|перейти|сторінка|стаття|контакти',
  ja: '出典|参照|参考|ソース|引用元|サイト|公式サイト|ホームページ|公式ホームページ|ウェブサイト|このサイト|このページ|ページ|記事|この記事|リンク先|ここから|公式|hp|お問い合わせ|ダウンロード',
  ko: '출처|참고|사이트|공식 사이트|홈페이지|웹사이트|이 사이트|바로가기|기사|다운로드|문의',
  zh: '来源|來源|参考|參考|网站|網站|官网|官網|官方网站|官方網站|主页|首页|首頁|原文|文章|下载|下載|联系我们',
  ar: 'المصدر|مصدر|الموقع|موقع|الموقع الرسمي|زيارة الموقع|رابط|الرابط|مقال',
};

const ALL: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((texts) => texts.split('|').map(bare)));

export function isGenericAnchor(text: string): boolean {
  return text.length <= 60 && (ALL.has(bare(text)) || isGenericText(text));
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\u2026.,:;!?»«›‹→>"“”„()[\]-]+/g, ' ')
    .trim();
}
