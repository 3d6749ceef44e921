import { withoutMarks } from '../../../base/text/without-marks.ts';
import { withoutFactors } from './factors.ts';

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
  // What values are, and of what time.
  'medi[dcao]|media|medio|medias|average|mittel|leitur|lectur|reading|regist|acumul|cumul|zaehler|zahler|contador|contator|counter',
  'totali|interval|increment|delta|period|horari|hour|quart|minut|daily|diari|mensal|month|atual|anterior|current|previous|integra',
  'ponta|peak|punta|vazio|vacio|intermed|posto|tarif|tariff|simples|super|fase|phase|linha|line|trifas|total|geral|global|princip|instant',
  // How values came to be.
  'actual|estim|measur|metered|billed|billing|adjust|ajustad|corrig|consolid|verific|valid|apurad|lid[oa]s?$|cumulat|integral|gross|brut[oa]',
  'lagging|leading|diff|consomm|stand|messwert|wert|arbeit|lastgang|profil|gesamt|summe|somme|totaal|totale|valeur|valore|lettura|releve|compteur|tarief|fascia|hoog|pleine|creuse|heure|llano|valle|pico|cheia|shoulder',
  // Fillers.
  'vaza|flow|caudal|customer|cliente|account|service|building|instala|fora|fuera|diferen|differ|quantid|valor|value|amount|dados|dato|unidade|unit|distribuid|concession|clas+e|netz|sensor|grandeza|estado|state|real|watt|kilo|quilo|hora',
  'medid|meter|calcul|apurad|fatur|factur|period|dados|grid|network|metro|cubic|feet|foot|american|puls|litro|liter|litre|galo|gallon|imper',
];
const KNOWN_STEM = new RegExp(`^(?:${STEMS.join('|')})`);

/** Whole words, among them phases, tariff periods and registers. */
const KNOWN_WORD = new RegExp(
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

const wordsOf = (name: string): readonly string[] =>
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

const isKnown = (word: string, index: number, words: readonly string[]): boolean => {
  if (!/^\d+$/.test(word)) return KNOWN_WORD.test(word) || KNOWN_STEM.test(word);
  return (
    YEAR.test(word) ||
    BEFORE_NUMBER.test(words[index - 1] ?? '') ||
    AFTER_NUMBER.test(words[index + 1] ?? '') ||
    (RATE.test(word) && index === words.length - 1)
  );
};

/** Words and numbers of a name that may change what its column is. */
export const strangeWords = (name: string): readonly string[] =>
  wordsOf(name).filter((word, index, words) => !isKnown(word, index, words));
