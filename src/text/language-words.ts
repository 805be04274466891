/**
 * Words that searches are often made of, by language: what a search of two or three nouns is told by, where no function
 * word helps. A word may stand in several languages; it then speaks for each of them the less.
 */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  en:
    'with without between men women kids shoes shoe home house car work make get find need easy small business near best cheap résumé bike bikes ' +
    'bicycle cycle repair repairs size chart chain gear gears road wheel tyre tire battery range electric laws law licence license insurance ' +
    'storage ideas kitchen bathroom garden bed bedroom door window roof floor wall water heater boiler plumber electrician lawyer dentist ' +
    'doctor teacher school college student learn lessons course money bank loan tax credit card travel flights flight trip things dog cat ' +
    'food recipe bread cake chicken coffee café tea drink clothes dress shirt jacket boots bag watch phone laptop computer keyboard screen ' +
    'printer camera headphones game games play music song movie book books paper pen print letter word words write read run running ' +
    'walking hiking swimming training workout weight loss skin hair face eye back pain knee hand foot feet health care baby children ' +
    'wedding birthday party gift gifts white black blue green yellow small large big long short old new used second hire rent buy ' +
    'plan plans review reviews diet sort list table bad good side time age day week tool tools cabinet cabinets installation install set ' +
    'cleaning wood steel leather glass light lights table chair desk sofa mattress pillow blanket lawn tree plant plants flower weather',
  de:
    'ohne zwischen damen herren kinder schuhe haus machen deutsch selber selbst wechseln richtig pflege fahrrad fahrräder rad räder ' +
    'elektrofahrrad reparatur werkstatt laden geschäft wohnung wohnungen mieten küche bad garten zimmer tür fenster dach boden wand ' +
    'wasser heizung klempner elektriker zahnarzt arzt schule lernen geld bank kredit steuer versicherung reise flug flüge hund katze ' +
    'essen rezept brot kuchen kaffee tee kleidung kleid hemd jacke stiefel tasche uhr rechner drucker kopfhörer spiel spiele musik ' +
    'buch bücher papier schreiben lesen laufen wandern schwimmen gewicht abnehmen haut haare gesicht rücken schmerzen knie hochzeit ' +
    'geburtstag geschenk geschenke weiß schwarz blau grün gelb groß lang kurz alt gebraucht holz leder glas licht tisch stuhl bett ' +
    'matratze decke rasen baum pflanze pflanzen blumen wetter größe kette reifen akku gesetz führerschein nähe stadt',
  es:
    'hoteles abogados sin entre hombre mujer niños zapatos zapatillas casa hacer correr receta coche bicicleta bicicletas bici eléctrica eléctrico eléctricas eléctricos ' +
    'reparación taller cocina baño jardín habitación puerta ventana techo suelo pared agua calefacción fontanero electricista dentista ' +
    'médico escuela dinero banco crédito impuestos seguro seguros viaje vuelo vuelos perro gato comida pan pastel pollo café ropa vestido ' +
    'camisa chaqueta botas bolso reloj teléfono ordenador impresora auriculares juego juegos música película libro libros papel escribir ' +
    'leer andar nadar peso adelgazar piel pelo cara espalda dolor rodilla boda cumpleaños regalo regalos blanco negro azul verde amarillo ' +
    'pequeño grande largo corto viejo nuevo usado madera cuero luz mesa silla cama colchón árbol planta plantas flores tiempo cadena rueda ' +
    'batería ley carnet ciudad mantenimiento segunda mano',
  fr:
    'sans entre homme femme enfant enfants chaussures maison faire recette voiture vélo vélos électrique électriques route montagne ' +
    'réparation réparations réparateur entretien atelier occasion cuisine salle bain jardin chambre porte fenêtre toit sol mur eau ' +
    'chauffage plombier électricien dentiste médecin école argent banque crédit impôt impôts assurance assurances voyage vol vols chien ' +
    'chat nourriture pain gâteau poulet café thé vêtements robe chemise veste bottes sac montre téléphone ordinateur imprimante casque ' +
    'jeu jeux musique film livre livres papier écrire lire courir course randonnée nager poids maigrir peau cheveux visage dos douleur ' +
    'genou mariage anniversaire cadeau cadeaux blanc noir bleu vert jaune petit grand long court vieux neuf bois cuir verre lumière ' +
    'table chaise lit matelas pelouse arbre plante plantes fleurs météo taille chaîne pneu batterie loi permis ville piste cyclable ' +
    'garage pièce pièces détachées guidon selle',
  it:
    'senza uomo donna bambini scarpe casa fare ricetta bicicletta biciclette bici elettrica elettrico riparazione officina cucina bagno ' +
    'giardino camera porta finestra tetto pavimento parete acqua riscaldamento idraulico elettricista dentista medico scuola soldi banca ' +
    'prestito tasse assicurazione viaggio volo voli cane gatto cibo pane torta pollo caffè vestiti vestito camicia giacca stivali borsa ' +
    'orologio telefono stampante cuffie gioco giochi musica libro libri carta scrivere leggere correre nuotare peso dimagrire pelle ' +
    'capelli viso schiena dolore ginocchio matrimonio compleanno regalo regali bianco nero blu verde giallo piccolo grande lungo corto ' +
    'vecchio nuovo usato usate legno pelle vetro luce tavolo sedia letto materasso albero pianta piante fiori tempo catena ruota legge patente',
  pt:
    'sem homem mulher tênis sapatos casa fazer receita bicicleta bicicletas elétrica elétrico elétricas elétricos conserto oficina cozinha banheiro jardim ' +
    'quarto porta janela telhado chão parede água aquecimento encanador eletricista dentista médico escola dinheiro banco empréstimo ' +
    'imposto seguro viagem voo voos cachorro cão gato comida pão bolo frango café roupa vestido camisa jaqueta botas bolsa relógio telefone ' +
    'computador impressora jogo jogos música filme livro livros papel escrever ler correr nadar peso emagrecer pele cabelo rosto costas dor ' +
    'joelho casamento aniversário presente branco preto azul verde amarelo pequeno grande longo curto velho novo usado usada madeira couro ' +
    'vidro luz mesa cadeira cama colchão árvore planta plantas flores tempo corrente roda lei carteira cidade',
  nl:
    'zonder tussen heren dames kinderen schoenen huis maken auto fiets fietsen elektrische reparatie fietsenmaker werkplaats keuken ' +
    'badkamer tuin kamer deur raam dak vloer muur water verwarming loodgieter elektricien tandarts dokter school leren geld lening ' +
    'belasting verzekering reis vlucht vluchten hond kat eten recept brood taart kip koffie thee kleding jurk hemd jas laarzen tas horloge ' +
    'telefoon koptelefoon spel spelletjes muziek boek boeken papier schrijven lezen hardlopen wandelen zwemmen gewicht afvallen huid haar ' +
    'gezicht rug pijn knie bruiloft verjaardag cadeau wit zwart blauw groen geel klein groot lang kort oud nieuw tweedehands hout leer glas ' +
    'licht tafel stoel bed matras boom plant planten bloemen weer ketting band wet rijbewijs stad onderhoud',
  sv:
    'cykel cyklar cykelaffär elcykel elcyklar reparation verkstad butik köpa pris priser billig billiga bästa hus lägenhet kök badrum trädgård ' +
    'dörr fönster tak golv vatten värme rörmokare elektriker tandläkare läkare skola pengar lån skatt försäkring resa flyg hund katt mat ' +
    'recept bröd kaka kaffe kläder klänning skjorta jacka stövlar väska klocka dator skor löparskor barn dam herr springa vikt hud hår ' +
    'rygg ont knä bröllop present vit svart blå grön gul liten stor lång kort gammal ny begagnad trä läder glas ljus bord stol säng madrass ' +
    'hur gör nära mig',
  da:
    'cykel cykler cykelhandler elcykel elcykler reparation værksted butik købe pris priser billig billige bedste hus lejlighed køkken ' +
    'badeværelse have dør vindue tag gulv vand varme blikkenslager elektriker tandlæge læge skole penge lån skat forsikring rejse fly hund ' +
    'kat mad opskrift brød kage kaffe tøj kjole skjorte jakke støvler taske ur sko løbesko børn dame herre løbe vægt hud hår ryg ondt knæ ' +
    'bryllup gave hvid sort blå grøn gul lille stor lang kort gammel ny brugt brugte træ læder glas lys bord stol seng madras hvordan nær mig',
  no:
    'sykkel sykler elsykkel elsykler reparasjon verksted butikk kjøpe pris priser billig billige beste hus leilighet kjøkken bad hage dør ' +
    'vindu tak gulv vann varme rørlegger elektriker tannlege lege skole penger lån skatt forsikring reise fly hund katt mat oppskrift brød ' +
    'kake kaffe klær kjole skjorte jakke støvler veske klokke sko løpesko barn dame herre løpe vekt hud hår rygg vondt kne bryllup gave ' +
    'hvit svart blå grønn gul liten stor lang kort gammel ny brukt tre skinn glass lys bord stol seng madrass hvordan nær meg',
  fi:
    'pyörä polkupyörä sähköpyörä korjaus huolto kauppa ostaa hinta halpa paras talo asunto keittiö kylpyhuone puutarha ovi ikkuna katto ' +
    'lattia vesi lämpö putkimies sähkömies hammaslääkäri lääkäri koulu raha laina vero vakuutus matka lento koira kissa ruoka resepti leipä ' +
    'kakku kahvi vaatteet mekko paita takki saappaat laukku kello kengät juoksukengät lapset miesten naisten juosta paino iho hiukset häät ' +
    'lahja valkoinen musta sininen vihreä keltainen pieni iso pitkä lyhyt vanha uusi käytetty lähellä minua miten',
  pl:
    'rower rowery rowerowy elektryczny naprawa serwis warsztat sklep kupić cena ceny tani tanie najlepszy najlepsze dom mieszkanie kuchnia ' +
    'łazienka ogród drzwi okno dach podłoga woda ogrzewanie hydraulik elektryk dentysta lekarz szkoła pieniądze kredyt podatek ubezpieczenie ' +
    'podróż loty pies kot jedzenie przepis chleb ciasto kawa ubrania sukienka koszula kurtka buty torba zegarek dzieci damskie męskie ' +
    'biegania waga skóra włosy ślub prezent biały czarny niebieski zielony mały duży długi krótki stary nowy używany jak blisko mnie',
  tr:
    'bisiklet elektrikli tamiri tamir mağaza satın fiyat fiyatları ucuz iyi ev daire mutfak banyo bahçe kapı pencere çatı zemin su ısıtma ' +
    'tesisatçı elektrikçi diş doktor okul para kredi vergi sigorta seyahat uçak bileti köpek kedi yemek tarifi ekmek kek kahve elbise gömlek ' +
    'ceket çanta saat ayakkabı ayakkabısı çocuk kadın erkek koşu kilo cilt saç düğün hediye beyaz siyah mavi yeşil küçük büyük uzun kısa ' +
    'eski yeni ikinci el nasıl yakın',
};

/** Letters beyond a to z and the languages whose own words are written with them. */
export const LETTER_LANGUAGES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ñ: 'es',
    '¿': 'es',
    '¡': 'es',
    ß: 'de',
    ä: 'de sv fi',
    ö: 'de sv fi tr',
    ü: 'de tr',
    å: 'sv da no',
    æ: 'da no',
    ø: 'da no',
    ã: 'pt',
    õ: 'pt',
    á: 'es pt',
    í: 'es pt',
    ó: 'es pt pl',
    ú: 'es pt',
    é: 'fr es pt',
    è: 'fr it',
    ê: 'fr pt',
    ë: 'fr nl',
    à: 'fr it pt',
    â: 'fr pt',
    î: 'fr',
    ï: 'fr nl',
    ô: 'fr pt',
    ù: 'fr it',
    û: 'fr',
    œ: 'fr',
    ç: 'fr pt tr',
    ì: 'it',
    ò: 'it',
    ą: 'pl',
    ę: 'pl',
    ł: 'pl',
    ś: 'pl',
    ź: 'pl',
    ż: 'pl',
    ć: 'pl',
    ń: 'pl',
    ğ: 'tr',
    ı: 'tr',
    ş: 'tr',
  }).map(([letter, languages]) => [letter, languages.split(' ')] as const),
);
