import { parseZone, type Zone } from '../../base/time/zone.ts';
import { plainName } from './column-terms/factors.ts';
import { type FlowSide, obisIn, type Quadrant, quadrantOf, sideOf } from './column-terms/flow-sides.ts';
import {
  isVolumeUnit,
  type PastPeriod,
  type PastPhase,
  type PastQuantity,
  type PastUnit,
} from './file-reading.ts';

/** The meaning of a value column's name. */
export interface NamedColumn {
  readonly quantity: PastQuantity | null;
  readonly unit: PastUnit | null;
  /** Factor from its values to its unit: 100 for hL, which is read as L. */
  readonly scale: number;
  /** Whether the column is a register; null: the name does not state it. */
  readonly isRegister: boolean | null;
  readonly phase: PastPhase | null;
  readonly period: PastPeriod | null;
  /** Number of the tariff or register, if a quantity has several. */
  readonly rate: string | null;
  /** `grid`: measured at the connection to the grid; `site`: generation or use behind it. */
  readonly place: 'grid' | 'site' | null;
  readonly side: FlowSide | null;
  readonly quadrant: Quadrant | null;
}

const UNITS: readonly (readonly [RegExp, PastUnit])[] = [
  [/\bm ?[3³] ?(?:\/|por|per) ?h/, 'm3/h'],
  [/\b(?:l|litros?|lit(?:er|re)s?) ?(?:\/|por|per) ?min/, 'L/min'],
  [/\b(?:l|litros?|lit(?:er|re)s?) ?(?:\/|por|per) ?s/, 'L/s'],
  [/\b(?:l|litros?|lit(?:er|re)s?) ?(?:\/|por|per) ?h/, 'L/h'],
  [/\bpuls(?:os?|es?)?\b/, 'pulse'],
  // Columns of Shelly's energy meters, which their documentation states in Wh.
  [/^[abc] (?:(?:total|fund) act (?:ret )?|(?:lag|lead) react )energy$/, 'Wh'],
  [/mwh ?\/ ?h\b|(?:^|[^a-z])mw ?m(?:ed(?:i[oa])?)?\b/, 'MW'],
  [/kwh ?\/ ?h\b|(?:^|[^a-z])kw ?med(?:i[oa])?\b/, 'kW'],
  [/(?:^|[^a-z])gwh\b/, 'GWh'],
  [/(?:^|[^a-z])mw[ .·/]?h\b|mvar ?h\b/, 'MWh'],
  [/kw[ .·/]?hs?\b|kvar ?[lc]?h\b|_kwh|kwh_|(?:k|qu)ilo ?watt\w*[- ]?h/, 'kWh'],
  [/(?:^|[^a-z])(?:wh|var ?h)\b/, 'Wh'],
  [/(?:^|[^a-z])(?:mw|mvar)\b/, 'MW'],
  [/(?:^|[^a-z])(?:kw|kvar|kwatts?|(?:k|qu)ilo ?watts?)\b/, 'kW'],
  [/(?:^|[^a-z])(?:w|var|watts?)\b/, 'W'],
  [/(?:^|[^a-z])gj\b|gigajoule/, 'GJ'],
  [/(?:^|[^a-z])mj\b|megajoule/, 'MJ'],
  [/(?:^|[^a-z])kj\b|quilojoule|kilojoule/, 'kJ'],
  [/(?:^|[^a-z])j\b|(?:^| )joules?/, 'J'],
  [/\b(?:k|mm ?)btus?\b/, 'kBTU'],
  [/\bbtus?\b/, 'BTU'],
  [/\bft ?[3³]|cubic f(?:ee|oo)t|\bcu\.? ?ft|\b[ch]?cf\b|pes? cubicos?/, 'ft3'],
  [/\b(?:uk|imp\w*)\.? ?gal|\bgal\w* ?\(?(?:uk|imp)/, 'galUK'],
  [/\bk?gal(?:s|on|ons|lons?|ao|oes)?\b/, 'gal'],
  [/\bm ?[3³](?![a-z0-9])|metros? cubicos?|cubic/, 'm3'],
  [/\b[hkm]?(?:l|litros?|lit(?:er|re)s?)\b/, 'L'],
];

/** Multiples of other units, with their factors. */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/\b[ch]cf\b/, 100],
  [/\bhl\b|hectolit/, 100],
  [/\bkl\b|quilolit|kilolit/, 1_000],
  [/\bml\b|mililit|millilit/, 0.001],
  [/\bmm ?btus?\b/, 1_000],
  [/\bkgal\b/, 1_000],
];

/** Amounts that are no measured energy, whatever their unit. */
const NO_VALUE =
  /custo|cost|preco|price|r\$|\beur(?:os?)?\b|co2|\/ ?[km]?wh|valor em reais|completude|maxim|\bmax|minim|\bmin (?:act|aprt|power)|aparente|apparent|\baprt|kva\b|kvah\b|\btherms?\b|\bgas\b|bateria|battery|stored|discharg|autocons|self|status|estado|qualidade/;
const POWERS: readonly PastUnit[] = ['W', 'kW', 'MW'];
/** Other quantities, unless the name has a unit of energy or volume. */
const OTHER_QUANTITY =
  /tensao|volt|corrente|current|\bfator|factor|temperatur|\bthd|sinal|rssi|frequen|vazao|flow|l\/min|m[3³]\/h|umidade|humidity/;
const REACTIVE = /reativ|reactiv|reattiv|\breact\b|indutiv|induct|capacit|k?var[lc]?h?\b/;
/**
 * Active energy counted in the hours in which one kind of reactive energy counts: the name mentions that kind, but its unit is
 * Wh.
 */
const ACTIVE = /^(?!.*re?ac?tiv).*\b[kmg]?wh\b/;
const CAPACITIVE = /capac|varch\b|\bcap\b|lead|reativ[ao] g\b|reactive g\b/;
const INJECTED =
  /inje[ct]|inject|devolv|devoluc|excedente|vertid|^as \(?kwh|\bsobra|surplus|revers[aoe]|\brev\b|produzid|producao|\bgerad[ao]s?\b|\bgeracao|generat|generac|generad|produc|export|return|yield|ein(?:ge)?speis|erzeug|opgewekt|opwek|produktion|(?:photovolt\w*|\bpv) output|feed.?in|ativa g\b|solar|\bret\b|wh[ -]rec(?:eived)?\b|\brec(?:eived)? [km]?wh|tarif_production/;
const IMPORTED =
  /consum|deliver|\bd[ae] (?:la )?red[e]?\b|\busage|\buso\b|verbrau|verbrui|import|soutir|retirad|\bfwd\b|forward/;
const GRID =
  /\brede\b|grid|import|export|inje[ct]|teruglever|devolv|devoluc|return|ativa [cg]\b|fornec|excedente|revers[ao]|\brev\b|ein(?:ge)?speis|feed.?in|retirad|\bnetz(?!werk)/;
const SITE =
  /produzid|producao|\bgerad|\bgeracao|generac|generat|produc|produktion|erzeug|opwek|opgewekt|photovolt|solar|\bret\b|yield|consumid|consumed|home|casa|(?<!out of (?:the )?|into (?:the )?)\bload\b|carga/;
const CONSUMED =
  /consum|import|usage|\bact\b|\buso\b|energ|ativ[ao]|active|demanda|demand|potencia|power|load|carga|bezug|verbrauch|afname|soutir|deliver|retirad|grid|kwh|net\b|saldo|leitura|reading|medid|\bstate\b/;
const WATER = /agua|water|volume|consum|leitura|reading|hidrometro|index|\bstate\b|medid|registr/;
const REGISTER =
  /leitura|reading|regist(?!r?ad)|acumulad|cumulat|odometer|contador|counter|totaliza|\bindex\b|indice|lifetime|meter_reading/;
const INTERVAL = /[12]\.29\.\d|interval|increment|delta|por hora|no periodo/;
const PHASE =
  /^([abcrst]) |\b(?:fase|phase|linha|line)[ _]?([abcrst123])\b|\bl([123])\b|\(([abcrst])\)|[ _]([abcrst])(?= ?\(| ?$)/;
const PHASES: Readonly<Record<string, PastPhase>> = {
  a: 'A',
  b: 'B',
  c: 'C',
  r: 'A',
  s: 'B',
  t: 'C',
  1: 'A',
  2: 'B',
  3: 'C',
};
const OFF_PEAK = /fora (?:de |da )?ponta|f\.? ?ponta|\bf\. ?p\b|off.?peak|\bfp\b|\bhfp\b|vazio/;
const INTERMEDIATE = /intermedi|\bhi\b|cheias?\b|shoulder/;
const PEAK = /ponta|peak|\bhp\b/;
const RATE =
  /\bt(?:arif[af]?)?[ _]?([1-4])\b|\b(?:rate|tariff|tarif|registr\w*) ?([1-4])\b|[12]\.8\.([1-4])|\b(laag|hoog|hochtarif|niedertarif|ht|nt|pleines?|creuses?|llano|valle|punta)\b|^[ebqk](\d)$|(?:deliver|return)\w* ([1-4])$/;

/** The unit in a column name, or in a cell of a column of units. */
export const unitOf = (text: string): PastUnit | null => {
  const plain = plainName(text).replace(/[[\]()]/g, ' ');
  return UNITS.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
};

/** Factor of a text to its unit (`unitOf`). */
const scaleOf = (name: string): number => SCALES.find(([pattern]) => pattern.test(name))?.[1] ?? 1;

/** Whether a text consists of a unit only. */
export const isUnit = (text: string): boolean =>
  /^\W*(?:[kmg]?(?:wh|varh?|w|j)|k?btus?|therms?|m ?[3³]|ft ?[3³]|[ch]?cf|(?:us |uk |imp )?gal(?:s|lons?|oes)?|metros? cubicos?|l|litros?|puls(?:os?|es?)?)\W*$/.test(
    plainName(text),
  );

/** The unit at the end of an identifier such as `sensor.energia_kwh`. */
export const unitOfEntity = (text: string): PastUnit | null =>
  /^[a-z_]+\.\w+_(?:[km]?wh|m3)$/.test(text) ? unitOf(text) : null;

const isVolume = (name: string, unit: PastUnit | null): boolean =>
  unit === null ? WATER.test(name) : isVolumeUnit(unit) || unit === 'pulse';

/** Whether a name states something other than energy or volume, such as a price or a temperature. */
export const namesOther = (text: string): boolean => isOther(plainName(text), unitOf(text));

const isOther = (name: string, unit: PastUnit | null): boolean => {
  const isAmount = unit !== null && unit !== 'pulse' && !POWERS.includes(unit);
  return NO_VALUE.test(name) || (OTHER_QUANTITY.test(name) && !isAmount);
};

/** The quantity in a name, or of a NEM12 register code. */
export function quantityOf(text: string, isWater: boolean): PastQuantity | null {
  const name = plainName(text);
  const unit = unitOf(text);
  if (isOther(name, unit)) return null;
  if (isWater) return isVolume(name, unit) ? 'volume' : null;
  if (unit !== null && isVolumeUnit(unit)) return null;
  return reactiveIn(name) ?? activeIn(name, unit);
}

const CAPACITIVE_QUADRANTS: readonly (Quadrant | null)[] = ['-', '2', '4'];

function reactiveIn(name: string): PastQuantity | null {
  const quadrant = quadrantOf(name);
  const isReactive = REACTIVE.test(name) || quadrant !== null || /^[qk]\d/.test(name);
  if (!isReactive || ACTIVE.test(name)) return null;
  const isCapacitive = CAPACITIVE.test(name) || CAPACITIVE_QUADRANTS.includes(quadrant);
  return isCapacitive ? 'capacitive' : 'inductive';
}

/** The direction that a name states. Words about the grid prevail over verbs, whose meaning depends on the author of the file. */
function sideIn(name: string): FlowSide | null {
  const side = sideOf(name);
  if (side === 'consumed' || side === 'injected') return side;
  if (INJECTED.test(name)) return 'injected';
  return side ?? (IMPORTED.test(name) ? 'consumed' : null);
}

function activeIn(name: string, unit: PastUnit | null): PastQuantity | null {
  const side = sideIn(name);
  if (side !== null) return side === 'injected' || side === 'outwards' ? 'injected' : 'consumed';
  if (/^b\d/.test(name)) return 'injected';
  return CONSUMED.test(name) || unit !== null || /^e\d/.test(name) ? 'consumed' : null;
}

const groupOf = (pattern: RegExp, text: string): string | null =>
  pattern
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined) ?? null;

export function describeName(text: string, isWater: boolean): NamedColumn {
  const name = plainName(text);
  const quantity = quantityOf(text, isWater);
  const common = { quantity, unit: unitOf(text), scale: scaleOf(name), isRegister: registerIn(name) };
  // Water has neither phases nor time-of-use periods.
  if (isWater)
    return { ...common, phase: null, period: null, rate: null, place: null, side: null, quadrant: null };
  const isReactive = quantity === 'inductive' || quantity === 'capacitive';
  return {
    ...common,
    phase: phaseIn(name),
    period: periodIn(name),
    rate: groupOf(RATE, name),
    place: isReactive ? null : placeIn(name),
    side: sideIn(name),
    quadrant: isReactive ? quadrantOf(name) : null,
  };
}

function placeIn(name: string): NamedColumn['place'] {
  if (GRID.test(name)) return 'grid';
  return SITE.test(name) ? 'site' : null;
}

function periodIn(name: string): PastPeriod | null {
  if (OFF_PEAK.test(name)) return 'offPeak';
  if (INTERMEDIATE.test(name)) return 'intermediate';
  return PEAK.test(name) ? 'peak' : null;
}

function registerIn(name: string): boolean | null {
  if (REGISTER.test(name)) return true;
  return INTERVAL.test(name) ? false : null;
}

function phaseIn(name: string): PastPhase | null {
  const phaseName = groupOf(PHASE, name);
  if (phaseName === null || /ativ[ao] [cg]\b/.test(name)) return obisIn(name)?.phase ?? null;
  return PHASES[phaseName] as PastPhase;
}

const OFFSET = /(?:\b(?:UTC|GMT)\s?|\()([+-−])\s?0?(\d{1,2})(?::?00)?(?=$|[^\d:])/i;
const BRASILIA = /\bBRT\b|bras[ií]lia/i;

/** The zone that a header names. */
export function zoneIn(name: string): Zone | null {
  const [, sign, hours] = OFFSET.exec(name) ?? [];
  // Fixed offsets in the IANA database have the opposite sign: Etc/GMT+3 is UTC−3.
  if (hours !== undefined)
    return parseZone(Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`);
  if (BRASILIA.test(name)) return parseZone('America/Sao_Paulo');
  return parseZone(
    /(?:^|[^a-z])(?:UTC|GMT)(?![a-z])/i.test(name)
      ? 'UTC'
      : (/\b[A-Z][a-z]+(?:\/[A-Z][A-Za-z_]+){1,2}/.exec(name)?.[0] ?? ''),
  );
}

export const namesEnd = (name: string): boolean =>
  /\b(?:fim|final|ate|end|to|bis|hasta|termino|endzeit|ende|fin|einde)\b/.test(plainName(name));
export const namesStart = (name: string): boolean =>
  /\b(?:inicio|inicial|de|start|from|von|ab|desde|begin|comeco|startzeit|beginn|inizio|debut)\b/.test(
    plainName(name),
  );
/** As `namesStart`, but without words that also occur in other names. */
export const namesBeginning = (name: string): boolean =>
  /\b(?:inicio|start|begin|from|startzeit|beginn|inizio|debut)\b/.test(plainName(name));
export const namesHour = (name: string): boolean =>
  /^(?:horas?|horario|hour|h|hr|hs|periodo|(?:settlement )?period|he|time|intervalo|interval|quarto|slot|bloco)\b/.test(
    plainName(name),
  );
/** Whether a column with this name counts or identifies things. */
export const namesCode = (name: string): boolean =>
  /^(?:cod(?:igo|ice)?|code|numero|number)\b/.test(plainName(name)) && unitOf(name) === null;
export const namesUnit = (name: string): boolean =>
  /^(?:unidade|unit|uom|un|unid\.?|units)$/.test(plainName(name));
export const namesQuantity = (name: string): boolean =>
  /^(?:grandeza|quantidade|tipo|type|canal|channel|registrador|register|registro|medida|variavel|suffix|field|obis|codigo|code|codigo obis|read type|reading type|sentido|direcao|fluxo|secao)$/.test(
    plainName(name),
  );
export const namesEstimate = (name: string): boolean => /^estimado \(%\)$/.test(plainName(name));
export const namesZone = (text: string): boolean =>
  /\b(?:fuso|time ?zone|tz|horario (?:de|em|utc)|horas? em)\b/.test(plainName(text));
export const namesMeter = (name: string): boolean =>
  /\b(?:uc|medidor|meter|ponto|point|cpe|cups|nmi|entity id|entity|contador|agente|instalacao|serial|dispositivo|device|unidade consumidora|id|nome|name|secao)\b/.test(
    plainName(name),
  );
export const isPortuguese = (names: readonly string[]): boolean =>
  /\b(?:data|dia|hora|inicio|fim|consumo|energia|leitura|medidor|instante|potencia|fecha)\b/.test(
    plainName(names.join(' ')),
  );
