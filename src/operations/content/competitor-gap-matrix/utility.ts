import { tokenize } from '../../../web/words.ts';
import { cleanText, stripAccents } from '../../../text/normalize.ts';
import { stripSiteName } from '../../../text/address.ts';

/**
 * Words of pages that every site has for its own customers: how to get, send back, pay for and ask about what was
 * bought, when the doors are open, and what lawyers want to read. Nobody looks for a site by them.
 */
const UTILITY = new Set(
  (
    'delivery shipping returns return refund refunds exchange exchanges warranty guarantee opening hours times login log in sign signin ' +
    'account register basket cart checkout wishlist privacy terms conditions cookie cookies legal imprint disclaimer careers vacancies ' +
    'store stores finder locator find track tracking order orders newsletter sitemap complaints accessibility contact faq faqs help ' +
    'support customer service centre center press about team feedback reviews testimonials holiday ' +
    'versand lieferung ruckgabe retoure retouren umtausch widerruf garantie offnungszeiten anmelden einloggen konto warenkorb kasse ' +
    'datenschutz agb impressum kontakt karriere filialfinder filialen bestellung bestellstatus hilfe kundenservice ' +
    'envio envios devoluciones devolucion entrega garantia horario horarios apertura acceder cuenta carrito cesta privacidad aviso ' +
    'terminos condiciones contacto empleo tiendas ayuda atencion cliente pedido pedidos ' +
    'livraison retours retour remboursement horaires ouverture connexion compte panier confidentialite mentions legales cgv contactez ' +
    'recrutement magasins aide suivi commande'
  ).split(' '),
);
/** Words that stand beside them and name nothing either. */
const FILLING = new Set(
  (
    'information info policy policies page our us your my you we and or the of for to in on at a an is how christmas easter bank xmas ' +
    'summer winter new year notice statement details options uk eu usa und der die das uber uns zu zum zur bei y de la el los las sobre ' +
    'nosotros politica et du des le les nous vos votre nos politique conditions'
  ).split(' '),
);

/** Whether a page is there for customers and law, by a title that is made of such words alone. */
export function isUtility(title: string, brandTerms: ReadonlySet<string>): boolean {
  const words = tokenize(stripSiteName(cleanText(title, 300))).map(stripAccents);
  const telling = words.filter((word) => !FILLING.has(word) && !brandTerms.has(word) && !/^\p{N}+$/u.test(word));
  return telling.length > 0 && telling.every((word) => UTILITY.has(word));
}
