/**
 * The direction of energy. `inwards` and `outwards` depend on the author of the file: for a customer, inwards is consumption; for
 * a distributor, it is injection.
 */
export type FlowSide = 'consumed' | 'injected' | 'inwards' | 'outwards';

/** Quadrants of reactive energy (IEC 62053-23). `+` is the sum of 1 and 2, imported; `-` is that of 3 and 4, exported. */
export type Quadrant = '+' | '-' | '1' | '2' | '3' | '4';

/** OBIS codes (IEC 62056-61): 1 is imported and 2 exported active energy; 20, 40 or 60 is added for the phases. */
const OBIS = /(?:^|[^\d.])(?:\d-\d{1,3}:)?(\d{1,2})\.(?:[4-9]|29)\.\d/;
const OBIS_PHASES = ['A', 'B', 'C'] as const;

/** The first match counts: words about the grid come before verbs. */
const SIDES: readonly (readonly [RegExp, FlowSide])[] = [
  [
    /(?:fornec|receb|entreg|supri)\w* (?:pel[ao]|d[ao]) (?:rede|distrib|concess|grid|cpfl|enel|cemig)/,
    'consumed',
  ],
  [/fornec\w+ (?:pel[ao]|d[ao]) /, 'consumed'],
  [
    /(?:fornec|entreg|envia|ced|salid|vert|suministr)\w* (?:a|na|ao|para a|en la|a la) (?:rede?|distrib|concess|sistema)\b/,
    'injected',
  ],
  [/\bto (?:the )?grid|into (?:the )?grid|\ban (?:das )?netz|\bins netz/, 'injected'],
  [/\binto (?:the )?load\b/, 'consumed'],
  [/\bout of (?:the )?load\b/, 'injected'],
  [/\bfrom (?:the )?grid|\baus (?:dem )?netz|\bvom netz/, 'consumed'],
  [
    /(?:^| )(?:e?[ap]|wp|ativa|activa|energia ativa) ?\+(?=\W|$)|\bkwh\+(?= ?$| ?[([])|(?:^|\W)\+ ?(?:[ap]|wh|kwh)\b|\( ?\+ ?\)/,
    'consumed',
  ],
  [
    /(?:^| )(?:e?[ap]|wp|ativa|activa|energia ativa) ?[-−–](?=\W|$)|\bkwh[-−–](?= ?$| ?[([])|(?:^|\W)[-−–](?:[ap]|wh|kwh)\b|\( ?[-−–] ?\)/,
    'injected',
  ],
  [/(?:^|\b(?:energ\w*|ativ[ao]|activ[ae]|attiva|wirk\w*) )positiv/, 'consumed'],
  [/(?:^|\b(?:energ\w*|ativ[ao]|activ[ae]|attiva|wirk\w*) )negativ/, 'injected'],
  [
    /teruglever|teruggelever|injectie|vend[aiu]|\bsold\b|\bsell|\bsales?\b|\bpara (?:a )?rede\b|cedid|immes|immis|\bexp\b/,
    'injected',
  ],
  [
    /compra|purchas|bought|\bbuy|absor[vb]|prele[v]|prelie|afname|afgenom|bezug|bezog|levering|\bimp\b/,
    'consumed',
  ],
  [
    /fornec|entreg(?!\w* a rede)|suministr|suppl(?:y|ied)|\bsai?da\b|salid|salient|liefer|abgabe|output|\bout(?= ?[([]| ?$)/,
    'outwards',
  ],
  [/receb|receiv|recib|\bentrad|entrant|\binput|\bin(?= ?[([]| ?$)/, 'inwards'],
];

const NAMED_QUADRANT =
  /\bq([1-4])\b|^r ?([1-4+\-−])(?=\W|$)|\be?r ?([+\-−])(?=\W|$)|\br([1-4])(?= ?[([]| ?k?var|$)|reati?v\w*(?: energ\w*)? ?\(?([+\-−])(?=\W|$)|rea[ct]*ti?v\w*(?: energ\w*)? (positiv|negativ)/;
const SIGNS: Readonly<Record<string, Quadrant>> = { '−': '-', positiv: '+', negativ: '-' };
const OF_OBIS: Readonly<Record<string, Quadrant>> = { 3: '+', 4: '-', 5: '1', 6: '2', 7: '3', 8: '4' };

interface ObisCode {
  readonly side: FlowSide | null;
  readonly quadrant: Quadrant | null;
  readonly phase: (typeof OBIS_PHASES)[number] | null;
}

/** The meaning of the OBIS code in a name; null without a known code. */
export function obisIn(name: string): ObisCode | null {
  const code = Number(OBIS.exec(name)?.[1] ?? 0);
  const kind = code % 20;
  if (code === 0 || code > 68 || kind > 8) return null;
  const side = kind === 1 ? 'consumed' : kind === 2 ? 'injected' : null;
  return { side, quadrant: OF_OBIS[kind] ?? null, phase: OBIS_PHASES[Math.floor(code / 20) - 1] ?? null };
}

/** The direction that a normalised name states; null: none. */
export const sideOf = (name: string): FlowSide | null =>
  obisIn(name)?.side ?? SIDES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** The quadrant, or the sum of two, that a normalised name of reactive energy states. */
export function quadrantOf(name: string): Quadrant | null {
  const found = NAMED_QUADRANT.exec(name)
    ?.slice(1)
    .find((group) => group !== undefined);
  if (found !== undefined) return SIGNS[found] ?? (found as Quadrant);
  return obisIn(name)?.quadrant ?? null;
}
