/**
 * Words that searches use for the same thing. Each row, parted by commas, is one meaning and its first word stands for it.
 *
 * Only words that can replace each other in most searches are here; what is merely near stands in `related-rows.ts`, and
 * words that signal an intent (`buy`, `purchase`) meet by their kind of signal instead.
 */
export const SYNONYM_ROWS: Readonly<Record<string, string>> = {
  en:
    'dress gown,remodel renovation renovate refurbishment refurbish makeover redo,cabinet cupboard,preparation prep,wedding bridal marriage bride,invitation invite,javascript js,typescript ts,resume cv,car auto automobile vehicle,' +
    'laptop notebook,photo picture image pic photograph,tv television,phone smartphone cellphone mobile cell,sneaker trainer,ebike ebicycle pedelec,' +
    'couch sofa settee,bike bicycle cycle,movie film,home house,kid child toddler,baby infant newborn,puppy pup,doctor physician gp,' +
    'attorney lawyer solicitor,apartment flat condo,vacation holiday,trash garbage rubbish,gas petrol,pants trousers,' +
    'convert change turn transform,delete remove erase,fast quick speedy rapid quickly,easy simple easily,big large huge,' +
    'small little tiny,begin start,make create build,fix repair resolve mend,used secondhand preowned preloved,improve increase boost,teach train,' +
    'ad advert advertisement advertising,mail email,website site webpage,internet web online,scheme palette,sample example,' +
    'gift present,vacuum hoover,diaper nappy,rug carpet,freezer refrigerator fridge,student pupil,college university uni,' +
    'job work employment,salary wage payroll paycheck pay earnings,rent rental lease hire,insurance cover coverage insure insurer,loan credit lending,' +
    'invoice bill billing,employee staff worker,computer pc desktop,cat kitten,dog canine,grow raise,treat cure remedy treatment,' +
    'pain ache sore,stomach tummy belly,earbud earphone,wifi wireless wlan,usa us america,uk britain,finance financial,' +
    'invest investment investing,market marketing,software tool app platform system program solution,' +
    'company agency firm service provider,cost price pricing fee rate,meaning definition,recipe cook,' +
    'cheap affordable inexpensive budget discount,lesson class course,sign symptom,hike walk trek,woman lady female womens,' +
    'man gentleman male mens,ship shipping delivery,learn study,tip advice hint,size dimension,kind type,benefit advantage,' +
    'exercise workout,drink beverage,medicine medication drug,tooth dental oral,eye vision,glasses eyeglasses spectacles,' +
    'purse handbag bag,jewelry jewellery,perfume fragrance cologne,makeup cosmetic,toilet bathroom restroom,sink basin,faucet tap,' +
    'oven stove cooker,garden yard backyard,lawn grass,fence fencing,roof roofing,floor flooring,paint painting,' +
    'replace replacement,password passcode,developer programmer coder,code coding programming,database db,function method,' +
    'folder directory,meeting conference,tax taxation,retire retirement,crypto cryptocurrency,bitcoin btc,ethereum eth,' +
    'artificial ai,kubernetes k8s,postgres postgresql,centre center middle,hotel accommodation lodging,flight airfare plane,' +
    'luggage suitcase baggage,two 2,three 3,four 4,five 5,six 6,seven 7,eight 8,nine 9,ten 10,' +
    // Homes and trades.
    'clog block blocked blockage unclog unblock,leak leaky leaking leakage drip dripping,drape curtain,closet wardrobe,comforter duvet quilt,' +
    'countertop worktop,cooktop hob stovetop,mop mopping,exterminator exterminate,gutter guttering,heater heating heat,' +
    'plumb plumber plumbing,decorate decor decoration decorating,wood wooden timber,landscape landscaping landscaper,tile tiling,' +
    'deck decking,outdoor outside exterior,indoor inside interior,cordless rechargeable,electric electrical,' +
    // Cars and travel.
    'truck lorry,motorcycle motorbike,rv motorhome camper campervan,windshield windscreen,aircraft airplane aeroplane,crash accident collision wreck,' +
    'sightseeing attraction landmark,weather climate,restaurant eatery,takeout takeaway,itinerary itineraries,beach seaside,' +
    // Food.
    'dinner supper,cookie biscuit,shrimp prawn,eggplant aubergine,zucchini courgette,cilantro coriander,bread loaf,bake baking,lasagna lasagne,' +
    'candy sweets,vegan plantbased,fry fried frying,grill grilled grilling bbq,roast roasted,' +
    // Health, children, body.
    'flu influenza,acne pimple zit,sunscreen sunblock,pregnant pregnancy,babysitter nanny childminder,stroller pram pushchair buggy,crib cot,' +
    'teen teenager adolescent,elderly senior,dentist dentistry,optician optometrist,pharmacy drugstore chemist,vet veterinarian veterinary,' +
    'vaccine vaccination jab,diabetes diabetic,allergy allergic,heal healing recovery recover,therapy therapist,slim slimming,run running runner jog jogging jogger,' +
    'swim swimming swimmer,workout training,fitness fit,muscle muscular,snore snoring,anxiety anxious,depression depressed,' +
    'bald baldness,' +
    // Money and law.
    'bank banking,refinance remortgage refi,accountant cpa,accounting bookkeeping accountancy,money cash,bankruptcy bankrupt,' +
    'probate estate,immigrate immigration immigrant,landlord landlords,tenant renter,' +
    // Work and school.
    'birthday bday,christmas xmas,exam examination,scholarship bursary grant,pick choose select,' +
    'require requirement,timetable schedule,grad graduate graduation,recruit recruitment recruiter recruiting,homework assignment,interview interviewing,' +
    // Things and clothes.
    'headphone headset,cable cord,cpu processor,gpu graphics,game gaming gamer,clothes clothing apparel attire,sweater jumper pullover,jeans denim,' +
    'swimsuit swimwear,shoe footwear,backpack rucksack,new newest latest,photo photography photographer,flower floral,' +
    // Code and computers.
    'dictionary dict,integer int,argument parameter param,variable var,repository repo,regex regexp,ram memory,string str,array arr,ml mlops,' +
    'iterate iteration loop,authenticate authentication auth,deploy deployment,encrypt encryption,' +
    // Leisure, rooms, food, health, papers.
    'campsite campground,flashlight torch,draw drawing sketch,custom customized personalized personalised bespoke,heart cardiac,kidney renal,obese overweight,carb carbohydrate,outlet socket,attic loft,basement cellar,stairs staircase,' +
    'frosting icing,oatmeal porridge oats,burger hamburger,veggie vegetable,defrost thaw,document doc,chatgpt gpt,blog blogging blogger,copywriting copywriter copywrite,evaluation appraisal,photograph photographing,evict eviction,' +
    'citizenship naturalization,mulch mulching,aquarium fishtank,cello cellist,violin violinist,sing singing singer,dance dancing dancer,cycle cycling cyclist,knit knitting,sew sewing,print printing,braid braiding,shave shaving,wax waxing',
  de:
    'auto kfz pkw wagen,handy smartphone mobiltelefon,fernseher tv,fahrrad rad bike,elektrofahrrad elektrorad ebike pedelec,urlaub ferien reise,wohnung apartment,arzt doktor,' +
    'anwalt rechtsanwalt,kind baby,sofa couch,schnell rasch,einfach leicht,bild foto,kredit darlehen,lebenslauf cv,job arbeit stelle,haus eigenheim,' +
    'karton kiste,förderung zuschuss fördermittel subvention,reparatur reparieren instandsetzung,defekt kaputt,reinigung reinigen putzen säubern,' +
    'kochen zubereiten,solaranlage photovoltaik photovoltaikanlage pv solar,dämmung isolierung,bad badezimmer,sanierung sanieren renovierung renovieren modernisierung,' +
    'führerschein fahrerlaubnis,schmerz weh,hausarzt allgemeinarzt,frau dame damen,mann herr herren,turnschuh sneaker,flug flugticket,hotel unterkunft übernachtung,' +
    'sehenswürdigkeit attraktion ausflugsziel,wetter klima,gehalt lohn verdienst,zinsen zinssatz,baufinanzierung immobilienkredit hypothek hauskredit,rente pension,' +
    'löschen entfernen,erstellen anlegen,laptop notebook,bildschirm monitor,spülmaschine geschirrspüler,trockner wäschetrockner,herd ofen backofen,' +
    'vorhang gardine,lampe leuchte,brautkleid hochzeitskleid,heirat heiraten hochzeit trauung,bewerbungsschreiben anschreiben,abnehmen abspecken,' +
    'kaffeemaschine kaffeevollautomat,möbel mobiliar,wechseln wechsel,gründen gründung,heizen heizung,' +
    'pflegen pflege,streichen malern,bohren bohrmaschine,mähen rasenmäher,umziehen umzug,steuererklärung einkommensteuererklärung,krankenkasse krankenversicherung,' +
    'kita kindergarten,schwanger schwangerschaft,impfung impfen,backen gebäck,grillen grill,zelten camping,wandern wanderung,lastenrad lastenfahrrad,kinderrad kinderfahrrad,rennrad rennfahrrad,pflanzen anpflanzen bepflanzen bepflanzung einpflanzen,strafe bußgeld,ausweis personalausweis,müll abfall,bauen bau,bauplan bauanleitung,schrauben anschrauben,melden anmelden anmeldung,beantragen beantrage',
  es:
    'coche carro auto automóvil vehículo,móvil celular teléfono smartphone,ordenador computadora computador pc portátil laptop,piso apartamento departamento,' +
    'gafas lentes,foto imagen fotografía,zapatilla tenis,médico doctor,crédito préstamo,rápido veloz,fácil sencillo,línea online,correr running,' +
    'currículum cv curriculum currículo,billete pasaje boleto,hotel alojamiento hospedaje,dentista odontólogo,zapato calzado,ropa vestimenta prenda,' +
    'camiseta playera remera,bici bicicleta,moto motocicleta,nevera frigorífico refrigerador heladera,lavavajillas lavaplatos,reforma remodelación renovación reformar,' +
    'casa hogar vivienda,limpiar limpieza,reparar reparación reparador,borrar eliminar quitar,crear hacer elaborar,escribir redactar,' +
    'clase lección curso,boda matrimonio casamiento,novia nupcial,adelgazar adelgazamiento,bebé recién,' +
    'televisión televisor tele tv,mudanza mudarse,subvención subsidio,dolor molestia,remedio tratamiento,regalo obsequio,' +
    'embarazo embarazada,entrenar entrenamiento,viajar viaje,invertir inversión,cocinar preparar,calefacción calentador,' +
    'crema pomada,anillo sortija,pendiente arete,turístico turismo,placa panel,rueda neumático llanta,síntoma señal,colegio escuela,jubilación pensión,paro desempleo,multa sanción,carnet licencia permiso,pantalla monitor,basura residuo,psicólogo psicóloga,terapeuta terapia',
  fr:
    'voiture auto automobile véhicule,portable smartphone téléphone mobile,ordinateur pc,appartement appart,photo image,médecin docteur,prêt crédit emprunt,facile simple,rapide vite rapidement,vélo bicyclette,vacances séjour,' +
    'subvention prime aide,randonnée rando,vêtement habit,frigo réfrigérateur,écran moniteur,supprimer effacer enlever,écrire rédiger,' +
    'mal douleur,remède traitement,hôtel hébergement,rénovation rénover réfection travaux,déménagement déménager déménageur,dépannage dépanneur,créer création,' +
    'plombier plomberie,serrurier serrurerie,nettoyer nettoyage,réparation réparateur,maigrir mincir amincir amaigrissement,mariage noces,mariée nuptiale,maison domicile,' +
    'assurer assurance,bébé nourrisson,chien chiot,chat chaton,coiffeur coiffure,boulanger boulangerie,électricien électricité,peinture peindre peintre,chauffage chauffer,' +
    'cadeau présent,voyage voyager,investir investissement,télé télévision tv,grossesse enceinte,chaussure soulier,cuisiner cuisine,' +
    'entreprise société,courir running,dossier formulaire,impôt taxe,gâteau cake,clim climatisation climatiseur,amende contravention,poubelle déchet,retraite pension,psychologue psy,thérapeute thérapie,crevé crevaison,débuter débutant',
  it: 'auto macchina automobile,cellulare smartphone telefono,foto immagine,prestito credito,facile semplice,veloce rapido,casa abitazione,curriculum cv,hotel albergo alloggio,avvocato legale,medico dottore,bici bicicletta,frigo frigorifero,volo aereo,dimagrire dimagrimento',
  pt: 'carro automóvel auto,celular telemóvel smartphone,foto imagem,empréstimo crédito,fácil simples,rápido veloz,currículo cv curriculum,casa moradia,hotel hospedagem alojamento,médico doutor,bicicleta bike,geladeira frigorífico,ônibus autocarro,emagrecer emagrecimento',
  nl: 'auto wagen,mobiel smartphone telefoon,foto afbeelding,fiets rijwiel,lening krediet,huis woning,cv curriculum,hotel overnachting,advocaat jurist,arts dokter,afvallen vermageren,koelkast ijskast,repareren reparatie,verhuizen verhuizing',
  ja: '引っ越し 引越し 引越,パソコン pc,スマホ スマートフォン 携帯,テレビ tv,車 自動車 クルマ,靴 シューズ,鞄 かばん バッグ,旅行 旅,写真 画像',
};

/** Runs of words that stand for one word, by language; the word on the left replaces the run. */
export const RUN_ROWS: Readonly<Record<string, string>> = {
  en:
    'ev=electric vehicle,ev=electric car,ebike=electric bike,ebike=electric bicycle,ebike=electric cycle,ebike=electrical bike,ebike=e bike,ebike=e bicycle,ebike=e cycle,escooter=electric scooter,escooter=e scooter,puncture=flat tyre,puncture=flat tire,used=second hand,used=pre owned,used=pre loved,seo=search engine optimization,seo=search engine optimisation,weightloss=weight loss,' +
    'weightloss=lose weight,weightloss=losing weight,weightloss=fat loss,weightloss=lose fat,weightloss=slim down,tshirt=t shirt,tshirt=tee shirt,ecommerce=e commerce,wifi=wi fi,ppc=pay per click,nyc=new york city,' +
    'nyc=new york,ai=artificial intelligence,vpn=virtual private network,crm=customer relationship management,hr=human resource,' +
    'keto=ketogenic,uk=united kingdom,usa=united states,remote=work from home,remote=wfh,mortgage=home loan,mortgage=house loan,ps=playstation,ml=machine learning,' +
    'attraction=things to do,attraction=things to see,attraction=what to do,attraction=what to see,attraction=places to visit,attraction=places to see,attraction=place to visit,attraction=must see,attraction=points of interest,attraction=tourist spot,attraction=sights,' +
    'hotel=where to stay,hotel=places to stay,hotel=place to stay,restaurant=places to eat,restaurant=where to eat,restaurant=place to eat,' +
    'emergency=24 hour,emergency=24 7,emergency=24 hr,emergency=24h,emergency=out of hours,emergency=same day,near me=close by,near me=around here,near me=in my city,near me=in my town,' +
    'moving=removals,employee=new hire,employee=new employee,employee=new starter,washer=washing machine,dryer=tumble dryer,vacuum=vacuum cleaner,skillet=frying pan,aircon=air conditioner,aircon=air conditioning,aircon=ac unit,' +
    'calculator=calculate,calculator=calculating,lawnmower=lawn mower,physio=physical therapy,physio=physical therapist,physio=physiotherapy,physio=physiotherapist,hypertension=high blood pressure,' +
    'regex=regular expression,aquarium=fish tank,deduction=write off,freelance=self employed,beginner=entry level,night=low light,deposit=down payment,realtor=real estate agent,realtor=estate agent,dui=drunk driving,dui=drink driving,dui=dwi,drivinglicense=driver license,drivinglicense=driving license,' +
    'heartburn=acid reflux,contraception=birth control,denture=false teeth,hottub=hot tub,hottub=jacuzzi,pool=swimming pool,cctv=security camera,cctv=surveillance camera,slowcooker=slow cooker,slowcooker=crockpot,slowcooker=crock pot,pressurecooker=instant pot,pressurecooker=pressure cooker,' +
    'screenshot=screen shot,screenshot=print screen,llm=large language model,2fa=two factor authentication,vm=virtual machine,os=operating system,landingpage=landing page,cta=call to action,socialmedia=social media,gbp=google business profile,gbp=google my business,lowcarb=low carb,leafblower=leaf blower,backpain=back pain,backpain=bad back,backpain=backache,petfriendly=pet friendly,' +
    'cms=content management system,roi=return on investment,kpi=key performance indicator,saas=software as a service,ux=user experience,ui=user interface,' +
    'gpu=graphics card,cashback=cash back,checkin=check in,backup=back up,setup=set up,signup=sign up,login=log in,startup=start up,cleanup=clean up,workout=work out,makeup=make up,' +
    'airfryer=air fryer,toothbrush=tooth brush,skincare=skin care,haircut=hair cut,haircare=hair care,childcare=child care,daycare=day care,healthcare=health care,smartwatch=smart watch,' +
    'smartphone=smart phone,voip=voice over ip,iot=internet of thing,erp=enterprise resource planning,pos=point of sale,small business=small company,small business=small companies,small business=smb,small business=sme,' +
    'plus size=curvy,plus size=large size,vegan=plant based,housebroken=potty trained,hair loss=hair thinning',
  de:
    'gebraucht=second hand,gebraucht=secondhand,ebike=e bike,ebike=e rad,seo=suchmaschinenoptimierung,pkv=private krankenversicherung,autoversicherung=kfz versicherung,abnehmen=gewicht verlieren,abnehmen=gewicht reduzieren,' +
    'sehenswürdigkeit=was kann man machen,sehenswürdigkeit=was machen,wlan=w lan,kostenlos=für umsonst,online=im internet,usa=vereinigte staaten,usa=amerika,rechner=berechnen,rechner=ausrechnen,pflege=richtig pflegen',
  es:
    'seo=posicionamiento web,ev=coche eléctrico,cv=curriculum vitae,cv=hoja de vida,vuelo=billete de avión,vuelo=pasaje de avión,vuelo=boleto de avión,vuelo=billete avión,vuelo=pasaje aéreo,' +
    'atracción=que ver,atracción=que hacer,atracción=que visitar,atracción=lugar que visitar,atracción=lugares que visitar,atracción=lugares para visitar,atracción=lugares turísticos,atracción=sitios turísticos,atracción=sitio que ver,atracción=lugar turístico,atracción=sitio turístico,' +
    'atracción=cosas que hacer,atracción=lugares de interés,adelgazar=perder peso,adelgazar=bajar de peso,adelgazar=perder kilos,online=en línea,online=por internet,online=a distancia,usa=estados unidos,usa=eeuu,calculadora=calcular,subvención=ayudas,cerca de mí=en mi zona,cerca de mí=cercano',
  fr:
    'seo=référencement naturel,ev=voiture électrique,cv=curriculum vitae,maigrir=perdre du poids,maigrir=perte de poids,maigrir=perdre des kilos,lavelinge=machine à laver,lavelinge=lave linge,frigo=réfrigérateur,vol=billet d avion,vol=billet avion,' +
    'attraction=que voir,attraction=que faire,attraction=que visiter,attraction=lieux à visiter,attraction=choses à faire,attraction=choses à voir,attraction=lieux touristiques,usa=états unis,calculateur=calculer,calculateur=calcul,bain=salle de bain,appartement=appart,clim=air conditionné,' +
    'pas cher=bon marché,pas cher=à bas prix,près de moi=près d ici',
  it: 'cv=curriculum vitae,dimagrire=perdere peso,attrazione=cosa vedere,attrazione=cosa fare,attrazione=cosa visitare,usa=stati uniti',
  pt: 'cv=curriculum vitae,emagrecer=perder peso,atração=o que fazer,atração=o que ver,atração=pontos turísticos,usa=estados unidos',
};
