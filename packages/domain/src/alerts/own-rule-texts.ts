import { type CivilDate, civilDateAt } from '../base/time/civil-day.ts';
import type { Zone } from '../base/time/zone.ts';
import { formatNumber, formatShortDay } from '../base/units/format.ts';
import { type LevelUnit, levelText } from './level-text.ts';
import {
  isRuleLevel,
  type RuleInterval,
  type RuleQuantity,
  type RuleSpan,
  type RuleTerms,
  type RuleTest,
} from './own-rules.ts';

/** Labels of quantities in forms. */
export const RULE_QUANTITY_LABELS: Readonly<Record<RuleQuantity, string>> = {
  energy: 'Consumo de energia',
  injected: 'Energia injetada',
  reactive: 'Energia reativa',
  'power-factor': 'Fator de potência',
  water: 'Consumo de água',
  'voltage-lowest': 'Tensão da menor fase',
  'voltage-highest': 'Tensão da maior fase',
  current: 'Corrente da maior fase',
  temperature: 'Temperatura da placa',
};

const RULE_SPAN_LABELS: Readonly<Record<RuleSpan, string>> = {
  quarter: 'a cada quarto de hora',
  hour: 'a cada hora',
  day: 'no total do dia',
};

/** Instantaneous quantities have a mean, and no total. */
const spanText = ({ quantity, span }: RuleTerms): string =>
  span === 'day' && isRuleLevel(quantity) ? 'na média do dia' : RULE_SPAN_LABELS[span];

const RULE_TEST_LABELS: Readonly<Record<RuleTest, string>> = {
  above: 'passar de',
  below: 'ficar abaixo de',
  'above-usual': 'passar do normal em',
  'below-usual': 'ficar abaixo do normal em',
  absence: 'não for medido',
};

const LEVELS = {
  'voltage-lowest': 'V',
  'voltage-highest': 'V',
  current: 'A',
  temperature: '°C',
} as const;
const RATES: Readonly<Record<RuleQuantity, LevelUnit>> = {
  energy: 'kW',
  injected: 'kW',
  reactive: 'kvar',
  'power-factor': 'ratio',
  water: 'L/h',
  ...LEVELS,
};
const TOTALS: Readonly<Record<RuleQuantity, LevelUnit>> = {
  energy: 'kWh',
  injected: 'kWh',
  reactive: 'kvarh',
  'power-factor': 'ratio',
  water: 'm³',
  ...LEVELS,
};

/** The unit of a rule's values. */
export function ruleUnit({ quantity, span }: Pick<RuleTerms, 'quantity' | 'span'>): LevelUnit {
  return span === 'day' ? TOTALS[quantity] : RATES[quantity];
}

const MINUTES_AN_HOUR = 60;

function minutesText(minutes: number): string {
  return minutes % MINUTES_AN_HOUR === 0 ? `${minutes / MINUTES_AN_HOUR} h` : `${minutes} min`;
}

function limitPart({ test, limit, ...rest }: RuleTerms): string {
  if (test === 'absence') return '';
  if (test === 'above' || test === 'below') return ` ${levelText(limit, ruleUnit(rest))}`;
  return ` ${formatNumber(limit, 0)}%`;
}

/** 'Consumo de energia passar de 12,0 kW a cada quarto de hora, por 30 min'. */
export function ruleSentence(terms: RuleTerms): string {
  const { quantity, test, forMinutes } = terms;
  const lasting = forMinutes > 0 ? `, por ${minutesText(forMinutes)}` : '';
  const when = test === 'absence' ? '' : ` ${spanText(terms)}`;
  return `${RULE_QUANTITY_LABELS[quantity]} ${RULE_TEST_LABELS[test]}${limitPart(terms)}${when}${lasting}`;
}

const MAX_NAMED = 8;

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`;
}

/** The civil days on which intervals began, each day once. */
export function intervalDays(intervals: readonly RuleInterval[], zone: Zone): readonly CivilDate[] {
  return [...new Set(intervals.map(({ since }) => civilDateAt(since, zone)))];
}

/** 'Nos últimos 90 dias esta regra teria avisado 4 vezes: em 3 nov, 9 nov, 15 nov e 22 nov.' */
export function triedSentence(times: number, dates: readonly CivilDate[], days: number): string {
  if (days === 0) return 'Ainda não há medições para experimentar esta regra.';
  const within = days === 1 ? 'No último dia' : `Nos últimos ${days} dias`;
  if (times === 0) return `${within} esta regra não teria avisado nenhuma vez.`;
  const named = dates.slice(0, MAX_NAMED).map(formatShortDay);
  const rest = dates.length - named.length;
  const dayTexts = rest > 0 ? [...named, rest === 1 ? 'mais 1 dia' : `mais ${rest} dias`] : named;
  return `${within} esta regra teria avisado ${times === 1 ? '1 vez' : `${times} vezes`}: em ${listed(dayTexts)}.`;
}
