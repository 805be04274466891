/** ISO 639-1, two letters each, and ISO 3166-1 alpha-2 as assigned in 2026. */
const LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu ' +
    'gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ' +
    'ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti ' +
    'tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);
const REGIONS = new Set(
  (
    'ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx ' +
    'cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir ' +
    'is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne ' +
    'nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf ' +
    'tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
  ).split(' '),
);

export interface HreflangProblem {
  readonly text: string;
  /** A language tag all the same, though not of the kind that search engines document. */
  readonly is_tag: boolean;
}

const wrong = (text: string): HreflangProblem => ({ text, is_tag: false });
const undocumented = (text: string): HreflangProblem => ({ text, is_tag: true });

/** What is wrong with a hreflang value; undefined when nothing is. */
export function hreflangProblem(value: string): HreflangProblem | undefined {
  const written = value.toLowerCase();
  const problem = tagProblem(written.trim());
  if (problem !== undefined || written === written.trim()) return problem;
  return wrong('has a space before or behind it');
}

function tagProblem(written: string): HreflangProblem | undefined {
  if (written === 'x-default') return undefined;
  if (written.includes('_')) return wrong('has an underscore instead of a hyphen');
  const [language = '', ...rest] = written.split('-');
  if (LANGUAGES.has(language)) return restProblem(rest);
  if (REGIONS.has(language) && rest.length === 0) return wrong('is a region without a language');
  return isNamed(language)
    ? undocumented('is no ISO 639-1 language, the only kind that Google documents')
    : wrong('is no ISO 639-1 language');
}

let names: Intl.DisplayNames | undefined;

/** Whether a code that ISO 639-1 has not, or no longer has, is that of a language: `fil`, `iw`. */
function isNamed(language: string): boolean {
  if (!/^[a-z]{2,3}$/.test(language)) return false;
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return names.of(language) !== undefined;
}

/** A script of four letters may stand before the region; nothing may stand behind it. */
function restProblem(rest: readonly string[]): HreflangProblem | undefined {
  const [region, ...more] = /^[a-z]{4}$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  if (region === undefined) return undefined;
  if (more.length > 0) return wrong('is not language, script and region');
  if (REGIONS.has(region)) return undefined;
  if (/^\d{3}$/.test(region)) return undocumented('names its region by a number, where Google documents two letters');
  return wrong(
    region === 'uk' ? 'names the United Kingdom as uk; its code is gb' : 'has no region of two letters from ISO 3166-1',
  );
}

/** Whether a text is a language tag of BCP 47 whose language is known. */
export function isLanguageTag(tag: string): boolean {
  const language = /^([a-z]{2,3})(?:-[a-z\d]{1,8}){0,8}$/i.exec(tag)?.[1]?.toLowerCase();
  if (language === undefined) return false;
  // Three letters name thousands of languages, all of which the standard allows.
  return language.length === 3 || LANGUAGES.has(language);
}
