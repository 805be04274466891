import { guidePage } from './guide-page.ts';

/** German pages about defrosting a freezer, in the order in which they rank; texts written for these tests. */
export const FREEZER_KEYWORD = 'gefrierschrank abtauen';

const page = (title: string, site: string, text: string): string => guidePage({ title, site, text, language: 'de' });

export const FREEZER_PAGES: Readonly<Record<string, string>> = {
  'https://haushaltsheld.example/gefrierschrank-abtauen': page(
    'Gefrierschrank abtauen: So geht es schnell',
    'Haushaltsheld',
    `
Eine Eisschicht von nur einem Zentimeter erhöht den Stromverbrauch um bis zu 15 Prozent. Zweimal im Jahr sollten Sie den Gefrierschrank deshalb abtauen.

## Lebensmittel kühl lagern
Packen Sie die Lebensmittel in eine Kühltasche mit Kühlakkus. Im Winter können sie auch auf dem Balkon bleiben, solange es dort kalt genug ist.

## Gerät ausschalten und Wasser auffangen
Ziehen Sie den Stecker und legen Sie Handtücher vor das Gerät. Ein flaches Backblech fängt das Tauwasser auf.

## Mit heißem Wasser abtauen
Stellen Sie einen Topf mit heißem Wasser in den Gefrierschrank und schließen Sie die Tür. Nach zwanzig Minuten lässt sich das Eis leicht lösen. Kratzen Sie nie mit einem Messer, denn damit beschädigen Sie die Wände.

## Innenraum reinigen
Wischen Sie den Innenraum mit Wasser und etwas Essig aus und trocknen Sie ihn gut ab, damit sich nicht gleich wieder Eis bildet.`,
  ),
  'https://kuehltipps.example/abtauen': page(
    'Gefrierfach und Gefrierschrank richtig abtauen',
    'Kühltipps',
    `
Wer das Eis regelmäßig entfernt, spart Strom und schont das Gerät. Mit unserer Anleitung ist die Arbeit in einer Stunde getan.

## Vorbereitung: Lebensmittel auslagern
Brauchen Sie vor dem Abtauen möglichst viele Vorräte auf. Den Rest wickeln Sie in Zeitungspapier und legen ihn in eine Kühltasche.

## Stecker ziehen und Tauwasser auffangen
Schalten Sie den Gefrierschrank aus, öffnen Sie die Tür und legen Sie Handtücher aus. Viele Geräte haben einen Ablauf für das Tauwasser.

## Abtauen mit heißem Wasser oder Föhn
Eine Schüssel mit heißem Wasser beschleunigt das Abtauen. Einen Föhn sollten Sie nur mit Abstand benutzen, denn Wasser und Strom sind eine gefährliche Mischung.

## Wie oft sollte man den Gefrierschrank abtauen?
Spätestens wenn die Eisschicht einen Zentimeter dick ist, also meist ein- bis zweimal im Jahr.`,
  ),
  'https://stromspar.example/eis-im-gefrierschrank': page(
    'Eis im Gefrierschrank: Stromverbrauch senken',
    'Stromspar',
    `
Vereiste Gefrierschränke verbrauchen deutlich mehr Strom. Wir haben gemessen, was eine dicke Eisschicht kostet, und zeigen, wie Sie sie loswerden.

## Wie viel Strom kostet die Eisschicht?
In unserem Test stieg der Stromverbrauch bei einem Zentimeter Eis um 12 Prozent. Bei zwei Zentimetern waren es bereits 25 Prozent.

## So tauen Sie das Gerät ab
Räumen Sie die Lebensmittel in eine Kühltasche, ziehen Sie den Stecker und stellen Sie eine Schüssel mit heißem Wasser hinein. Das Tauwasser fangen Sie mit Handtüchern auf.

## Neues Eis vermeiden
Prüfen Sie die Türdichtung, stellen Sie keine warmen Speisen hinein und öffnen Sie die Tür nur kurz. Reinigen Sie die Türdichtung mit einem weichen Tuch.`,
  ),
  'https://kuechenprofi.example/gefriergeraete-pflegen': page(
    'Gefriergeräte pflegen und abtauen',
    'Küchenprofi',
    `
Mit der richtigen Pflege hält ein Gefrierschrank fünfzehn Jahre und länger. Das Abtauen gehört dazu, ebenso die Pflege der Türdichtung.

## Türdichtung prüfen
Klemmen Sie ein Blatt Papier in die Tür. Lässt es sich leicht herausziehen, ist die Türdichtung undicht und Sie sollten sie tauschen.

## Lebensmittel umlagern
Legen Sie die Lebensmittel in eine Kühltasche oder fragen Sie Nachbarn, ob in deren Gefrierschrank noch Platz ist.

## Abtauen und Innenraum reinigen
Ziehen Sie den Stecker, lassen Sie die Tür offen und wischen Sie das Tauwasser auf. Den Innenraum reinigen Sie mit Essigwasser.

## Wie oft sollte man den Gefrierschrank abtauen?
Zweimal im Jahr genügt, am besten an einem kalten Tag im Winter.`,
  ),
};
