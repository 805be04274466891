/**
 * Words that stand near each other: in one search the one, in the next the other is typed for the same page, and in a
 * third they are two things. They count for a part, so that they bring two searches together only where the rest agrees.
 */
export const RELATED_ROWS: Readonly<Record<string, string>> = {
  en:
    '§problem repair fix mend broken,§provider §near,§ideas §download,§official site website,§job salary,§guide learn class course lesson,' +
    'go visit travel trip,move migrate transfer relocate switch,policy insurance,routine schedule plan program regimen planner,trip travel tour journey holiday vacation,' +
    'fix solve troubleshoot problem error issue broken,clean wash cleanse cleaner,store keep preserve storage,diet meal eat nutrition food,cook bake make recipe prepare,' +
    'get obtain fetch retrieve apply,find search look locate,read open load parse,write save,show display view see print,change edit modify update alter rename,update upgrade,' +
    'stop end cancel terminate quit,add append insert,check test verify validate,sort order arrange,reset recover forgot lost,run execute start launch,copy duplicate clone,' +
    'create generate make new,speed fast slow performance optimize optimization faster,dentist tooth orthodontist,clinic hospital practice surgery,doctor specialist,' +
    'therapist counselor psychologist psychiatrist therapy counseling,surgery operation procedure,cause reason why,prevent avoid stop,reduce lower decrease cut,anxiety stress,' +
    'sleep insomnia nap,cream lotion moisturizer ointment,powder shake supplement,gym fitness workout exercise training,lose loss burn,baby pregnancy,school college class course,' +
    'lesson tutor teacher instructor coach class tutoring,degree program diploma,exam test quiz assessment,study learn revise revision prepare prep practice,grade score mark,essay paper,math algebra,' +
    'translate translation translator meaning,word vocabulary,pension retire annuity,stock share equity invest,broker brokerage trade,return file refund,rebate refund cashback,' +
    'income salary money profit earn,debt loan borrow owe,quote rate estimate cost,claim compensation settlement,lawyer law legal,divorce separation custody,accident injury,' +
    'testament inheritance estate,license permit registration,rule law regulation requirement,guide handbook manual,freelance contractor,manager management manage,' +
    'business company startup enterprise,small startup,team employee staff,customer client,sell sale selling,lead prospect,campaign ad promotion,newsletter mail,post publish content,logo brand design,' +
    'design style decor idea layout inspiration,template format layout example sample,list checklist,checklist essential packing pack,card invitation,outfit costume clothes,jacket coat parka,hat cap beanie,ring band,necklace pendant,' +
    'shoe sneaker boot,sofa chair,bed mattress,lamp light lighting,blind shade curtain,patio deck terrace,pest bug insect exterminator,mouse rat rodent,boiler heater furnace,radiator heater heat,' +
    'install installation fit fitting setup installer,replace change swap install,repair replacement fix service maintenance,screen display monitor glass,charger charge charging battery,cover case sleeve shell protector,' +
    'camera photo photo photography,video film recording,song music track,book novel,show series episode,game play,hotel hostel resort stay room,beach coast,bar pub,flight fly ticket,train rail,' +
    'bus coach,map route direction,distance far,weather temperature forecast,season month time,passport visa,cruise ship,' +
    'desk table workstation,mount arm bracket stand holder,riser converter,rack shelf shelving,box crate container,organizer organize storage,pot planter,seed plant planting sow grow,tree plant,fertilizer soil compost,weed weeds,' +
    'puppy dog,kitten cat,train obedience training,feed food eat diet,litter toilet tray box,groom grooming trim,walk walker sitter,breed breeder,vet clinic,' +
    'bread dough,cake dessert,soup stew,chicken wing,steak beef,sauce dressing,healthy nutritious low,calorie nutrition,coffee espresso,grinder grind,beer brew,' +
    'emergency urgent immediate,local near nearby,overnight night,natural organic herbal,portable compact mini travel small,automatic robot robotic self smart,waterproof water resistant,' +
    'virus malware antivirus,hosting host server,domain dns,backup restore,deploy release,bug error exception,library package module dependency,loop iterate each,' +
    'crack broken smash damage,stain spot mark,mold mildew damp,smell odor,noise sound,pain injury relief,flat fallen arch,blister friction,' +
    'extension addition conversion,ceiling wall,bathroom shower toilet bath,kitchen cabinet,countertop counter,wedding marry engagement marriage,venue location place reception,party event celebration,' +
    'photographer photo shoot,florist flower bouquet,card payment,transfer send wire payment,account profile,block lock freeze,activate enable unlock,limit maximum minimum,arrive delivery deliver track tracking,' +
    'exchange currency convert,top topup reload,bill payment due,alarm reminder timer,song playlist,meal dish cuisine food,suggestion recommend recommendation idea,payday paycheck salary,schedule book appointment reserve reservation,' +
    'mover move removal,house home property estate,buyer buy,first beginner new,newbie beginner,senior old elderly aged older,' +
    'van truck,tire wheel,camera dslr mirrorless,starter kit beginner first,timesheet time track tracker tracking,teacher teach lesson,cavity filling,fuse breaker,hedge shrub bush,pergola gazebo,pasta noodle,pie tart,cupcake muffin,router modem,spreadsheet excel sheet,slide presentation powerpoint,phishing scam,backlink link,soccer football,sue lawsuit,quit resign resignation,leave vacation pto,maternity paternity parental,model file design,engine motor,oil fluid,used cheap,dealer dealership,lease finance,parking park,license plate',
  de:
    '§problem reparatur reparieren defekt kaputt,§provider §near,§guide lernen unterricht schule,' +
    'umzug umziehen transport,vorlage muster beispiel formular,übung training gymnastik workout,versicherung police schutz,rezept backen kochen machen,sanierung umbau,' +
    'kurs unterricht schule lernen,konto girokonto bank,immobilie haus wohnung,ändern wechseln umstellen,schrank kleiderschrank,koffer gepäck,anmelden registrieren,geld euro finanzen,' +
    'sparen anlegen investieren,steuer finanzamt,beruf job ausbildung,kündigen beenden,lampe licht,futter ernährung fressen,hund welpe,katze kater,schuhe stiefel,rad bike fahrrad,' +
    'werkstatt reparatur service,kaputt defekt reparatur,arzt praxis klinik,zahn zahnarzt,behandlung therapie mittel,abnehmen diät fett,psychologe therapeut therapie psychotherapie,zeitpunkt zeit wann,plan planung,muskel krafttraining,schlafen schlaf,' +
    'hotel ferienwohnung pension,flug fliegen ticket,reise tour,strand meer,strom energie,gas heizung,firma unternehmen betrieb,gründen selbstständig,website homepage seite,' +
    'reinigung sauber waschen,fleck entfernen,garten pflanzen,pflanze gießen,baby schwangerschaft,kind kita,auto werkstatt,bewerbung bewerbungsschreiben lebenslauf',
  es:
    '§problem reparar reparación,§provider §near,§ideas §download,§guide aprender clase,' +
    'visitar ver conocer viajar,seguro póliza,ejercicio entrenamiento rutina,cocinar preparar hacer receta,plantilla modelo formato ejemplo,billete vuelo avión,hotel apartamento hostal,abogado legal ley,' +
    'curso clase formación aprender,dieta alimentación comida,dolor lesión,médico clínica hospital,dentista dental diente,tratamiento cura,casa piso inmueble,comprar compra,cambiar modificar,' +
    'dinero ahorro finanzas,inversión bolsa,impuesto hacienda renta declaración,empresa negocio autónomo,trabajo empleo,carta escrito,coche taller,reparar taller servicio,limpiar lavar,' +
    'jardín planta,perro cachorro,gato gatito,pienso comida,zapatilla bota,ropa vestido,boda novia,viaje vacaciones turismo,playa costa,tiempo clima,cuenta banco,tarjeta banco,web página,' +
    'adelgazar dieta peso,dejar parar,psicólogo terapia psicoterapia terapeuta,panel solar autoconsumo,subvención ayuda bonificación,tabaco fumar,embarazo bebé,luz electricidad,gas calefacción',
  fr:
    '§problem réparation dépannage,§provider §near,§ideas §download,§guide apprendre leçon,' +
    'visiter voir voyage,assurance mutuelle contrat,exercice entraînement musculation sport,recette préparer cuisiner faire,modèle exemple lettre,billet vol avion,hôtel hébergement,avocat droit juridique,' +
    'cours formation apprendre,régime alimentation minceur,maigrir poids régime,médecin clinique hôpital,dentiste dent,traitement soin remède,maison appartement immobilier logement,changer modifier,' +
    'argent épargne finances,investir placement bourse,impôt fiscal déclaration,entreprise société auto business,ouvrir créer monter lancer,emploi travail,voiture garage,réparation dépannage,nettoyer laver,' +
    'jardin plante,chien chiot,chat chaton,croquette nourriture,basket chaussure,marche randonnée,vêtement robe,mariage mariée,voyage vacances tourisme,plage mer,météo climat,compte banque,carte banque,site web,' +
    'déménagement transport,serrurier porte serrure,urgence dépannage,arrêter stopper,psychologue thérapie psychothérapie thérapeute,pneu roue,neige hiver,prime bonus,tabac cigarette fumer,grossesse bébé,électricité énergie,gaz chauffage,aide prime',
};
