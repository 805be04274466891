/** What the pages of the neighbourhood say: sentences of people who know their subject, and the filling of farms. */

export const SHOP: readonly string[] = [
  'We test every drill on oak for an hour before it goes on the shelf.',
  'The spare parts of a machine stay in stock for ten years after the last one was sold.',
  'A battery that fails in its second winter is replaced over the counter.',
  'Blades are sharpened in the back room on Tuesdays and can be picked up the next day.',
  'If a tool turns out to be too large for the job, bring it back clean within thirty days.',
  'The rental desk lends breakers and floor sanders by the half day.',
  'Our workshop sees which switches burn out, so we stopped selling two of them.',
  'Delivery to the valley costs nothing above forty pounds.',
  'Ask for the older model if you want metal gears.',
  'Trade customers have an account, a key to the yard and an invoice at the end of the month.',
  'The chuck of the small driver takes bits up to ten millimetres.',
  'Each saw comes with the guard fitted, because most accidents happen without it.',
];

export const MAGAZINE: readonly string[] = [
  'I cut forty metres of worktop with the track saw and changed the blade once.',
  'The quietest extractor of the six was also the one that filled its bag first.',
  'Two of the sanders left marks that could be seen under varnish.',
  'Nobody in the office could feel the difference between the two most expensive drivers.',
  'A reader from the coast asked which router survives salt air.',
  'We measured torque with a lever and a fishing scale, as we have since the first issue.',
  'The plans for the bench fit on one sheet and need no special joints.',
  'Beech is cheap this year, and it moves less than people say.',
  'The maker answered our letter after three weeks and mended the fault.',
  'An apprentice finished the drawer in a morning with a borrowed plane.',
  'Glue that had frozen in the van held half of what it should.',
  'The winner is not pretty, but every screw of it can be reached.',
];

export const DOCUMENTATION: readonly string[] = [
  'The speed argument is a number of turns a minute between 0 and 3000.',
  'Call calibrate before the first measurement, or the values are relative.',
  'An error of the driver is returned as a negative code and never raised.',
  'The option is read once at start and ignored afterwards.',
  'Older boards answer on the second port.',
  'This function is safe to call from an interrupt.',
  'A missing sensor is reported as null rather than zero.',
  'The table lists every register with its address and its default.',
  'Since version 2 the motor stops when the connection is lost.',
  'Examples of this chapter are tested with each release.',
  'See the reference of the protocol for the order of bytes.',
  'The library allocates no memory after it was opened.',
];

export const TOWN: readonly string[] = [
  'The council voted on Thursday to keep the old market hall open over the winter.',
  'Forty volunteers painted the youth centre during the holidays.',
  'The bridge on Mill Road is closed to lorries until its bearings are replaced.',
  'A hardware shop on the quay has taken on its first apprentices in twenty years.',
  'The evening school starts its courses in woodwork and upholstery in September.',
  'Police ask those who saw the van near the station to call.',
  'The repair café mended 312 things last year, most of them kettles.',
  'Rents in the harbour quarter rose faster than in the rest of the county.',
  'The ferry company will add an early boat for workers of the yard.',
  'Readers sent us photographs of the storm, which we show below.',
  'The museum looks for planes and saws that were made in the town.',
  'A fire in a timber store was put out before noon, and nobody was hurt.',
];

export const INSTITUTE: readonly string[] = [
  'The course lasts two years and ends with a piece that the student has designed.',
  'Machines may be used after the safety lesson only, and never alone.',
  'Results of the tests are published with the numbers of the samples.',
  'The limit of vibration for a working day is given in the table.',
  'A complaint about a product can be sent in by anybody.',
  'Lectures are held in the old foundry behind the library.',
  'Dust of beech and oak is harmful, and extraction is required by law.',
  'Applicants show a folder of their own work.',
  'The office inspected ninety machines last year and withdrew four.',
  'Research on the wear of drill bits is paid for by the regional fund.',
  'The list of recalled products is renewed every Monday.',
  'Students lend tools from the store for a weekend at a time.',
];

export const DIARY: readonly string[] = [
  'The first drawer took me a week and the second an afternoon.',
  'My neighbour heard the planer and came over with a bottle and advice.',
  'I bought the wrong hinges again.',
  'There is sawdust in the butter dish.',
  'Rain came through the roof of the shed, and the plywood forgave nothing.',
  'Grandfather ground his chisels on a wet stone that is older than the house.',
  'The chair wobbles, but only when somebody looks.',
  'It took three coats of oil before the table stopped drinking.',
  'I counted the clamps, and there are never enough.',
  'A cheap jigsaw taught me why the other one is expensive.',
  'On Sunday I only swept.',
  'The door fits since I stopped measuring it.',
];

export const RUSSIAN: readonly string[] = [
  'В этой мастерской мы чиним дрели и шлифмашины уже двадцать лет.',
  'Щётки мотора меняются за четверть часа, если есть запасные.',
  'Старый рубанок режет чисто, когда железко заточено под двадцать пять градусов.',
  'Сосна хорошо держит шуруп, но легко трескается у края.',
  'Мы проверили шесть аккумуляторов на морозе и записали результаты.',
  'Дед хранил стамески в масле, и ни одна не заржавела.',
  'Новый верстак стоит у окна, потому что утром там светло.',
  'На прошлой неделе ученик собрал свой первый табурет.',
  'Пылесос с мешком тише, зато фильтр забивается быстрее.',
  'Чертёж полки можно взять внизу страницы.',
  'Клей сохнет сутки, и торопиться не стоит.',
  'Пишите, если шестерня редуктора стучит после чистки.',
];

export const FILLING: readonly string[] = [
  'Looking for the best power tools online at the best price? You are in the right place.',
  'Power tools are very popular today and many people want to buy power tools online.',
  'Our guide to cheap power tools helps you to find cheap power tools fast.',
  'The best cheap power tools online are a click away.',
  'Choose quality power tools online and save money on power tools now.',
];

export const LUCK: readonly string[] = [
  'Spielen Sie jetzt im besten Online Casino mit Bonus ohne Einzahlung.',
  'Der beste Casino Bonus wartet auf neue Spieler.',
  'Online Spielautomaten mit hohen Gewinnen und schneller Auszahlung.',
  'Casino Freispiele heute sichern und sofort gewinnen.',
];

export const RING: readonly string[] = [
  'Top partner sites of this month are listed here.',
  'Visit our friends and partners for more great offers.',
  'New links are added to this page every day.',
  'Submit your site for free and get more visitors.',
];
