import { cellAt } from '../../../base/sheet/row-cells.ts';
import { withoutMarks } from '../../../base/text/without-marks.ts';

/** Beginnings of words in Portuguese, Spanish, English, German, Dutch, French and Italian. */
const STEMS = [
  // Quantities.
  'consum|energ|electri|eletri|elektri|elettr|strom|stroom|ativ[ao]|activ|aktiv|attiv|reativ|reactiv|react|blind|wirk',
  'indut|induct|induz|indutt|capac|kapaz|reattiv|potenc|poten[zt]|puissan|leistung|power|demand|agua|water|wasser|hidromet|volum|pulso|pulse',
  'usage|usad|utiliz|carga|load|corrente|current|verbrau|verbrui|utility|abastec',
  // Directions.
  'inje[ct]|inyect|iniett|immes|immis|prele?[vi]|devol|retorn|return|revers|diret|direct|dirett|forward|fornec|suministr',
  'suppl|entreg|receb|receiv|recib|deliver|export|import|excede|exceden|surplus|sobra|vertid|gerad|gerac|generat|generac|generad|produ[cztk]',
  'erzeug|yield|einspeis|eingespeis|opwek|opgewekt|abgabe|positiv|negativ|bezug|bezog|afname|afgenom|injectie|terug|levering|liefer|geliefer|soutir|retirad|compr|purchas',
  'bought|vend|cedid|absor|saldo|liquid|netto|balanc|entrad|entrant|said|salid|salient|input|output|solar|fotovol|photovol',
  // Kinds of values, and words of time.
  'medi[dcao]|media|medio|medias|average|mittel|leitur|lectur|reading|regist|acumul|cumul|zaehler|zahler|contador|contator|counter',
  'totali|interval|increment|delta|period|horari|hour|quart|minut|daily|diari|mensal|month|atual|anterior|current|previous|integra',
  'ponta|peak|punta|vazio|vacio|intermed|posto|tarif|tariff|simples|super|fase|phase|linha|line|trifas|total|geral|global|princip|instant',
  // Origins of values.
  'actual|estim|measur|metered|billed|billing|adjust|ajustad|corrig|consolid|verific|valid|apurad|lid[oa]s?$|cumulat|integral|gross|brut[oa]',
  'lagging|leading|diff|consomm|stand|messwert|wert|arbeit|lastgang|profil|gesamt|summe|somme|totaal|totale|valeur|valore|lettura|releve|compteur|tarief|fascia|hoog|pleine|creuse|heure|llano|valle|pico|cheia|shoulder',
  // Fillers.
  'vaza|flow|caudal|customer|cliente|account|service|building|instala|fora|fuera|diferen|differ|quantid|valor|value|amount|dados|dato|unidade|unit|distribuid|concession|clas+e|netz|sensor|grandeza|estado|state|real|watt|kilo|quilo|hora',
  'medid|meter|calcul|apurad|fatur|factur|period|dados|grid|network|metro|cubic|feet|foot|american|puls|litro|liter|litre|galo|gallon|imper',
];
const STEM = new RegExp(`^(?:${STEMS.join('|')})`);

/** Whole words, among them phases, time-of-use periods and registers. */
const LISTED_WORD = new RegExp(
  `^(?:${[
    'a|o|e|as|os|da|do|das|dos|de|em|na|no|nas|nos|ao|aos|por|pela|pelo|para|com|que|ou|um|uma|y|el|la|lo|los|las|del|en|con|un|una',
    'of|the|in|at|to|from|for|per|by|and|on|into|out|le|les|du|des|et|pour|der|die|das|den|dem|von|vom|aus|ins|im|und|pro|je|di|il|dal|dalla|alla|al|van|het|op|uit|net',
    'imp|exp|ep|eq|wp|wq|int|iii|v1|ativ|at|act|ret|del|dir|rec|ind|cap|lag|lead|react|reat|ea|er|ee|ae|as|ai|ap|fwd|rev|buy|sell|sold|feed|pv|ac|dc|use|used|uso|usa|state|sum|soma|med|avg|mean|val|qtd|qtde|tot',
    'rede|rete|red|netz|reseau|casa|home|house|site|local|usina|central|mains|main|uc|cpe|nmi|id|sn|kwh|act|index|indice|indices|energy|data|dia|dias|day|mes|ano|year|min|h|hr|hs|time|tempo',
    'l|g|ipc|tusd|te|hp|fp|hfp|np|fdp|hi|p|i|f|l[123]|t[1-4]|[ebqkrp][1-8]|[abcrst]|n|mw|us|off|gal|ft|cu|[ch]cf|hl|kl|ml|mm|btus?|mmbtu|kgal|phase[123abc]?|fase[123abc]?|tag|nacht|dag|normaal|laag|jour|nuit|hc|hoch|nieder|ht|nt',
  ].join('|')})$`,
);

/** Units as names write them, with their superscripts and the marks between their parts. */
const UNIT_TEXT =
  /(?<![a-z])(?:[kMG]?W[ .·/]?hs?|[kM]?VAr[ .·]?[LC]?h|[kM]?VAr|[kM]?W(?:atts?)?(?:med|m)?|m ?[3³]|ft ?[3³]|k?Wh ?\/ ?h|[kMG]?J|k?BTU|[€$£%°])(?![a-z])/gi;
/** Codes of IEC 62056-61 (OBIS). */
const CODE = /\b(?:\d-\d{1,3}:)?\d{1,2}\.\d{1,2}\.\d{1,3}(?:\*\d+)?\b/g;
const YEAR = /^(?:19|20)\d\d$/;
const BEFORE_NUMBER =
  /^(?:apto|apart|bloco|lote|uc|cpe|nmi|id|sn|ponto|point|medid|meter|contador|hidromet|fase|phase|linha|line|tarif|tariff|rate|regist|posto|instala|serial|mains?)/;
const AFTER_NUMBER = /^(?:min|m$|h$|hr|hora|hour|dia|day|fase|phase|quart)/;
/** The number of a tariff or of a register at the end of a name. */
const RATE = /^[1-4]$/;

/** A name without its unit. */
export const withoutUnit = (name: string): string => name.replace(UNIT_TEXT, ' ').replace(/\W+/g, ' ').trim();

const textOf = (name: string): readonly string[] =>
  withoutMarks(
    withoutFactors(name)
      .replace(/_+/g, ' ')
      .replace(CODE, ' ')
      .replace(/(?<![A-Za-z])1 ?puls[oe]/gi, ' ')
      .replace(UNIT_TEXT, ' ')
      .replace(/(?<=[a-zà-ú])(?=[A-ZÀ-Ú])/g, ' '),
  )
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const isKnownWord = (word: string, index: number, texts: readonly string[]): boolean => {
  if (!/^\d+$/.test(word)) return LISTED_WORD.test(word) || STEM.test(word);
  return (
    YEAR.test(word) ||
    BEFORE_NUMBER.test(texts[index - 1] ?? '') ||
    AFTER_NUMBER.test(texts[index + 1] ?? '') ||
    (RATE.test(word) && index === texts.length - 1)
  );
};

/** Words and numbers of a name that may change the column's meaning. */
export const unknownWordsIn = (name: string): readonly string[] =>
  textOf(name).filter((word, index, texts) => !isKnownWord(word, index, texts));

/** Lower case without accents; `_` is a space. */
export const plainName = (name: string): string =>
  withoutMarks(name)
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const RAISED = /(?<!\d)10\s?([⁰¹²³⁴⁵⁶⁷⁸⁹])/g;
const POWER = /(?<!\d)10\s?(?:\^|\*\*)\s?(\d)(?!\d)|(?<![a-z\d])10?e\+?0?(\d)(?!\d)/gi;
/** `x10`, `x 1.000`, `kWh × 40` and `10 x`. */
const TIMES = /(?:(?<![a-z])x\s?|[×*]\s?)(\d[\d.,]*)|(\d[\d.,]*)\s?(?:[×*]|x(?![a-z]))/gi;
/** A number before a unit in parentheses: `(10 kWh)`. */
const BEFORE_UNIT = /(?<=[([]\s?)(\d[\d.,]*)\s(?=[kMG]?(?:Wh|VArh)\b)/gi;
const TEXTS: readonly (readonly [RegExp, number])[] = [
  [/(?<![a-z])(?:mil|milhar(?:es)?|thousands?|tausend|miles|mille)(?![a-z])/gi, 1_000],
  [/(?<![a-z])(?:centenas?|hundreds?)(?![a-z])/gi, 100],
  [/(?<![a-z])(?:dezenas?|tens)(?![a-z])/gi, 10],
  [/(?<![a-z])(?:milh(?:ao|ão|oes|ões)|millions?|millones)(?![a-z])/gi, 1_000_000],
];
const PULSE = /puls/i;
const PULSE_AMOUNT = /(\d[\d.,]*)\s?(k?Wh|L|litros?)\b/i;
const PULSE_COUNT = /(\d[\d.,]*)\s?(?:pulsos?|imp|pulses?)\s?\/\s?kWh/i;

const MAX_FACTOR = 1_000_000;

/** `1.000` and `1,000` are a thousand, `1,5` is one and a half. */
const numberOf = (text: string): number =>
  Number(
    text
      .replace(/[.,](?=\d{3}(?:\D|$))/g, '')
      .replace(',', '.')
      .replace(/\.$/, ''),
  );
const isFactor = (number: number): boolean => number > 0 && number !== 1 && number <= MAX_FACTOR;

/** A name without its factors. */
const withoutFactors = (name: string): string =>
  [RAISED, POWER, TIMES, ...TEXTS.map(([pattern]) => pattern)].reduce(
    (rest, pattern) => rest.replace(pattern, ' '),
    PULSE.test(name) ? name.replace(PULSE_AMOUNT, ' ') : name,
  );

/** Factors in a column name: numbers by which its values may have to be multiplied. */
export function factorsIn(name: string): readonly number[] {
  const raised = [...name.matchAll(RAISED)].map(([, digit]) => 10 ** SUPERSCRIPTS.indexOf(String(digit)));
  const powers = [...name.matchAll(POWER)].map(([, one, other]) => 10 ** Number(one ?? other));
  const rest = name.replace(RAISED, ' ').replace(POWER, ' ');
  const times = [...rest.matchAll(TIMES)].map(([, one, other]) => numberOf(String(one ?? other)));
  const units = [...rest.replace(TIMES, ' ').matchAll(BEFORE_UNIT)].map(([, one]) => numberOf(String(one)));
  const texts = TEXTS.flatMap(([pattern, factor]) => (rest.search(pattern) < 0 ? [] : [factor]));
  return [...new Set([...raised, ...powers, ...times, ...units, ...texts].filter(isFactor))];
}

/** Wh or litres of one pulse, if a name states them. */
export function pulseIn(text: string): number | null {
  if (!PULSE.test(text)) return null;
  const [, amount, unit] = PULSE_AMOUNT.exec(text) ?? [];
  if (amount !== undefined) return numberOf(amount) * (/^k/i.test(String(unit)) ? 1_000 : 1);
  const [, count] = PULSE_COUNT.exec(text) ?? [];
  return count === undefined ? null : 1_000 / numberOf(count);
}

/** Names of a meter's constant and of transformer ratios in lines before a table. */
const CONSTANT =
  /^(?:multiplic\w*|multiplier|k ?factor|(?:fator|factor|constante?|const\.?)(?: (?:de|do|da|k|multiplic\w*|medic\w*|medid\w*|leitura|faturam\w*|conversao))*|fm|ke|kh|meter (?:multiplier|constant))(?![a-z\d])/;
const RATIO =
  /^(?:escala|scale|transform\w* ratio|rt[cp]|[ct][pct]|pt|vt|rel(?:acao|\.)? (?:de |do )?(?:t[cp]|transforma\w*(?: de (?:corrente|potencial|tensao))?)|[cpv]t ratio)(?![a-z\d])/;
const OTHER = /potencia|power factor|carga|demanda|emiss|co2/;
const NUMBER = /(\d[\d.,]*)(?:\s?[/:]\s?(\d[\d.,]*))?/;

/** Whether a text is the name of a constant, in a line or a column name. */
export const namesConstant = (text: string): boolean => {
  const plain = plainName(text);
  return !OTHER.test(plain) && (CONSTANT.test(plain) || RATIO.test(plain));
};

/** A number, or a ratio such as `100:5`, as a factor. */
const ratioIn = (text: string): number | null => {
  const [, one, other] = NUMBER.exec(text) ?? [];
  if (one === undefined) return null;
  const ratio = numberOf(one) / (other === undefined ? 1 : numberOf(other));
  // A scale of 1:100 is a factor of 100.
  const factor = other !== undefined && ratio < 1 ? 1 / ratio : ratio;
  return isFactor(factor) ? factor : null;
};

/** Constants in lines before a table: each of them, and the product of several. */
export function factorsBefore(lines: readonly (readonly string[])[]): readonly number[] {
  const factors = lines.flatMap((cells) =>
    cells.flatMap((cell, column) => {
      if (!namesConstant(cell)) return [];
      const next = cells.slice(column + 1).find((text) => text !== '') ?? '';
      return ratioIn(cell.replace(/^[^\d]*/, '')) ?? (/\d/.test(cell) ? [] : (ratioIn(next) ?? []));
    }),
  );
  const each = [...new Set(factors)];
  const all = factors.reduce((product, factor) => product * factor, 1);
  return factors.length > 1 && isFactor(all) ? [...new Set([all, ...each])] : each;
}

/** The constants that a column beside the values states. */
export const factorsOfColumn = (rows: readonly (readonly string[])[], column: number): readonly number[] =>
  [...new Set(rows.map((cells) => cellAt(cells, column)))].flatMap((text) => ratioIn(text) ?? []);
