import { describe, expect, it } from 'vitest';

import { findDependence } from './standing.ts';

describe('findDependence', () => {
  it.each([
    ['en', 'Our award-winning Smart Bird Feeder, reimagined.', 'has no verb'],
    ['en', 'Pods that run a single container.', 'has no verb'],
    ['de', 'Massive Eiche mit Saftrinne und Griff.', 'has no verb'],
    ['es', 'Malla reciclada y caucho natural.', 'has no verb'],
    ['fr', 'Plus de mille pièces en stock.', 'has no verb'],
    ['de', 'Schuhe aus weichem Leder, von Hand genäht.', 'has no verb'],
    ['fr', 'Un client content et un excellent ingrédient.', 'has no verb'],
    ['en', 'Inside your kitchen, a new light.', 'has no verb'],
    ['es', 'Sobre la mesa, un mantel de lino.', 'has no verb'],
    ['en', 'Inside the box, two spare hinges.', 'has no verb'],
    ['en', 'Usually the smallest lamp of all.', 'has no verb'],
    ['en', 'It builds the rota in a minute.', 'needs the sentence before it'],
    ['de', 'Dabei hilft ein Werkzeug.', 'needs the sentence before it'],
    ['es', 'Además ofrecemos embalaje.', 'needs the sentence before it'],
    ['fr', 'Elle mesure la pression.', 'needs the sentence before it'],
    ['en', 'Pac Man is my fourth wallet.', 'tells somebody’s own experience'],
    ['fr', 'J’adore ma tente légère.', 'tells somebody’s own experience'],
    ['en', 'The following plants are listed by light.', 'points to another part of the page'],
    ['en', 'If you run far, you need a watch.', 'begins with a subordinate clause'],
    ['en', 'Call us today (408) 555-0100 Our team is ready to help!', 'runs two sentences together'],
    ['en', 'Need a plumber?', 'asks and does not answer'],
    ['en', '“We cut overtime by a fifth.”', 'quotes somebody'],
    ['en', 'According to a report of 2021, breaches cost small firms 650,000 dollars.', 'quotes somebody'],
    ['de', 'Laut Statistik besitzt jeder vierte Haushalt ein Lastenrad.', 'quotes somebody'],
  ])('%s: %s', (language, sentence, why) => {
    expect(findDependence(sentence, language, false)).toBe(why);
  });

  it.each([
    ['en', 'Ergonomic mice keep your wrist in a straighter line.'],
    ['en', 'Our engineers reach homes anywhere in Leeds within 60 minutes.'],
    ['en', 'We compared the tools by price and automation.'],
    ['en', 'Water a monstera when the top five centimetres of soil are dry.'],
    ['en', 'Clean the filter once a month.'],
    ['en', 'Highland Campers rents campervans from Inverness.'],
    ['de', 'Der Verein verleiht Schutzkleidung an alle Teilnehmer.'],
    ['es', 'La bomba consume poca electricidad.'],
    ['es', 'Para un principiante, la mejor tabla es larga y ancha.'],
    ['fr', 'Une pompe consomme peu d’électricité.'],
    ['fr', 'Nous ponçons les parquets anciens à Lyon.'],
    ['fr', 'Vous sablez vous-même la façade.'],
    ['fr', 'Velassur rembourse votre vélo en cas de vol.'],
    ['es', 'Un seguro paga los gastos médicos.'],
    ['en', 'This guide explains how to descale a kettle.'],
    ['de', 'Das Schneidebrett Nora besteht aus massiver Eiche.'],
    ['de', 'Unsere Werkstatt repariert Stadträder, während Sie warten.'],
    ['es', 'Mudanzas Ruiz traslada pisos y oficinas en Madrid desde 1987.'],
    ['fr', 'La boulangerie Petit prépare des gâteaux d’anniversaire à Nantes.'],
    ['de', 'Die Kanzlei Huber berät seit 1998 Selbstständige in München.'],
    ['de', 'Unsere Kunden schätzen den Festpreis und die kurze Lieferzeit.'],
    ['es', 'El hotel se encuentra a cinco minutos de la catedral.'],
    ['es', 'Nuestros técnicos reparan calderas en toda la ciudad.'],
    ['fr', 'Nos plombiers interviennent à Lyon en moins d’une heure.'],
    ['fr', 'Le Mont Ventoux se gravit à pied en six heures.'],
    ['en', 'Lavender likes full sun and poor, well-drained soil.'],
    ['en', 'Call us before 10am and we will see you the same day.'],
    ['en', 'Plant it in April or May, when the soil is warming up.'],
    ['en', 'Since April 2022 you no longer have to blame your husband or wife.'],
    ['de', 'Wir betreuen seit 1998 Arztpraxen in München, von der Niederlassung bis zur Praxisabgabe.'],
    ['de', 'Vertikutieren Sie Ihren Rasen im April oder Mai.'],
    ['es', 'Recupera tu sonrisa con implantes de titanio.'],
    ['ja', '大阪市内の自転車修理は最短30分で完了します。'],
  ])('lets stand %s: %s', (language, sentence) => {
    expect(findDependence(sentence, language, false)).toBeUndefined();
  });

  it('lets a sentence lean on the one before it where that is there too', () => {
    expect(findDependence('It builds the rota in a minute.', 'en', true)).toBeUndefined();
    expect(findDependence('Requests beyond this limit return an error.', 'en', true)).toBeUndefined();
    expect(findDependence('Requests beyond this limit return an error.', 'en', false)).toBeDefined();
  });
});
