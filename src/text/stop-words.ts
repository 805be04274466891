/**
 * Words that searches may carry or lack without meaning another page: articles, prepositions, auxiliaries, pronouns.
 *
 * Question words, negations and comparing words are not here: they change what a search asks for.
 */
const LISTS: Readonly<Record<string, string>> = {
  en:
    'a an the and or of for to in on at by with from into as is are was were be been being am do does did doing done has have had ' +
    'having it its i me my mine we us our you your yours he him his she her they them their this that these those there here ' +
    'can could will would should shall may might must if then than so some any each such very just about t',
  de:
    'der die das des dem den ein eine einer eines einem einen und oder für von vom zu zum zur im in am an auf aus bei beim bis durch ' +
    'mit nach über um unter vor als auch ist sind war waren sein werden wird lassen lässt kann können man sich es er sie wir ihr ich du mein meine ' +
    'meinen dein deine sein seine unser unsere dieser diese dieses so nur noch sehr da dass',
  es:
    'el la los las un una unos unas lo al del de y e o u a ante con contra desde en entre hacia hasta para por según sobre tras ' +
    'es son era ser está están se su sus mi mis tu tus nuestro nuestra me te le les nos que si este esta estos estas ese esa muy más',
  fr:
    'le la les l un une des du de d et ou à au aux en dans par pour sur avec chez entre vers est sont être se s sa son ses mon ma mes ' +
    'ton ta tes notre nos votre vos leur leurs je j tu il elle on nous vous ils elles ce cet cette ces c que qui qu n y très plus',
  it:
    'il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal dalla ' +
    'nel nella nei nelle sul sulla e ed o è sono essere si mi ti ci vi suo sua suoi mio mia tuo tua che questo questa molto',
  pt:
    'o a os as um uma uns umas de do da dos das em no na nos nas num numa ao à aos às por pelo pela para pra com e ou é são ser se ' +
    'seu sua seus suas meu minha teu tua que este esta esse essa isso muito mais',
  nl:
    'de het een en of van voor met op in aan bij te tot uit om naar door over onder is zijn was worden wordt kan kunnen je jij u uw ' +
    'jouw mijn ik hij zij ze we wij hun dit dat deze die er ook zeer',
  sv: 'en ett den det de och eller av för på i till från med om är var vara som att min mitt din ditt sin sitt vi du jag han hon man',
  da: 'en et den det de og eller af for på i til fra med om er var være som at min mit din dit sin sit vi du jeg han hun man',
  no: 'en et ei den det de og eller av for på i til fra med om er var være som at min mitt din ditt sin sitt vi du jeg han hun man',
  fi: 'ja tai on ovat oli olla se ne tämä tuo joka että kun jos minun sinun hänen',
  pl: 'i oraz lub albo w we z ze na do od po za przez dla o u przy pod nad jest są to ten ta te się nie mój moja twój',
  ru: 'и или в во на с со к ко от до из у о об по за для при под над это этот эта эти быть есть мой моя ваш как то же ли',
  tr: 've veya ile için bir bu şu o da de mi mı mu mü olan',
  ja: 'の は が を に で と も へ や か な だ た て から まで より する した して いる ある です ます こと もの という ため お ご',
  zh: '的 了 是 在 和 与 或 及 也 都 就 着 过 把 被 对 从 到 给 我 你 他 她 它 们 这 那 一个 之',
  ko: '의 은 는 이 가 을 를 에 에서 로 으로 와 과 도 및 그 저',
  ar: 'في من على إلى عن مع هو هي هذا هذه ذلك و أو ال ما لا',
  hi: 'का की के में से पर को और या है हैं था थी एक यह वह',
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, list]) => [language, new Set(list.split(' '))]),
);
const NONE: ReadonlySet<string> = new Set();

/** Whether a folded word carries no meaning in a language; English words are tried where the language is not known. */
export function isStopWord(word: string, language: string): boolean {
  return stopWords(language).has(word);
}

export function stopWords(language: string): ReadonlySet<string> {
  return SETS.get(language === '' ? 'en' : language) ?? NONE;
}

/** Languages with a list of stop words. */
export const STOP_WORD_LANGUAGES: readonly string[] = [...SETS.keys()];
