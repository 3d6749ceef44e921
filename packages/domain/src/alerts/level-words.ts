import { civilDateAt } from '../base/time/civil-day.ts';
import { instant, type Zone } from '../base/time/zone.ts';
import {
  formatClock,
  formatNumber,
  formatPercent,
  formatReais,
  formatShortDay,
} from '../base/units/format.ts';
import type { AlertKind } from './alert-kinds.ts';

/** In what a level is told. Shares, and `%` of rules, are told in percent. */
export const LEVEL_UNITS = [
  'kWh',
  'kW',
  'kvar',
  'kvarh',
  'L/h',
  'm³',
  'R$',
  'V',
  'A',
  '°C',
  'share',
  'ratio',
  'min',
  'days',
] as const;
export type LevelUnit = (typeof LEVEL_UNITS)[number];

/** What was measured, and from what on it is told. */
export interface ToldLevel {
  readonly value: number;
  readonly limit: number | null;
  readonly unit: LevelUnit;
  /** When it was worst; ISO 8601. */
  readonly at: string | null;
  /** A phase, days of a bill, a group, a sentence: what its kind has beside figures. */
  readonly note: string | null;
}

const TEN = 10;

const TEXTS: Partial<Record<LevelUnit, (value: number) => string>> = {
  R$: formatReais,
  share: (value) => formatPercent(value),
  ratio: (value) => formatNumber(value, 2),
  V: (value) => `${formatNumber(value, 0)}\u00a0V`,
  min: (value) => `${formatNumber(value, 0)}\u00a0min`,
  days: (value) => (value === 1 ? '1 dia' : `${formatNumber(value, 0)} dias`),
};

/** '12,4 kWh', '0,81', '83%', '12 dias'. */
export function levelText(value: number, unit: LevelUnit): string {
  const quantity = `${formatNumber(value, Math.abs(value) < TEN ? 2 : 1)}\u00a0${unit}`;
  return TEXTS[unit]?.(value) ?? quantity;
}

const valueText = ({ value, unit }: ToldLevel): string => levelText(value, unit);
const above = ({ value, limit, unit }: ToldLevel): string => levelText(Math.abs(value - (limit ?? 0)), unit);
const limitText = ({ limit, unit }: ToldLevel): string => (limit === null ? '' : levelText(limit, unit));

function ownText(level: ToldLevel, zone: Zone): string {
  const { value, unit, at } = level;
  if (at === null) return 'Nada foi medido neste tempo.';
  const moment = instant(Date.parse(at));
  const when = `${formatShortDay(civilDateAt(moment, zone))}, ${formatClock(moment, zone)}`;
  return `Chegou a ${levelText(value, unit)} (${when}). O limite da regra é ${limitText(level)}.`;
}

const supplyText = (level: ToldLevel): string => {
  const phase = level.note === null ? '' : `na fase ${level.note}`;
  return `A tensão está em ${levelText(level.value, 'V')} ${phase}; o limite é ${limitText(level)}. Guarde este registro: ele serve para reclamar à distribuidora.`;
};

const phaseText = (level: ToldLevel): string =>
  level.unit === 'V'
    ? `A fase ${level.note ?? ''} está com ${levelText(level.value, 'V')}. Desligue motores trifásicos e confira disjuntor e entrada.`
    : `A diferença entre as fases é de ${formatPercent(level.value, 1)}, e o normal é até ${formatPercent(level.limit ?? 0, 1)}. Redistribua as cargas entre as fases.`;

const clockText = ({ value }: ToldLevel): string =>
  `O relógio da placa está ${levelText(Math.abs(value), 'min')} ${value > 0 ? 'adiantado' : 'atrasado'}: o que ela mede cai na hora errada. Confira a rede e o servidor de hora da placa.`;

/** Of a group, which the note names, R$ are no bill: they are what its meters cost. */
const budgetText = (level: ToldLevel): string => {
  const group = level.note;
  const money = group === null ? 'A conta' : 'O custo';
  const whose = group === null ? 'deste ciclo' : `do grupo ${group} neste ciclo`;
  return `${level.unit === 'R$' ? money : 'O consumo'} ${whose} caminha para ${valueText(level)}, ${above(level)} acima do orçamento de ${limitText(level)}.`;
};

const creditsText = (level: ToldLevel): string =>
  `${levelText(level.value, 'kWh')} de créditos de geração vencem até ${level.note ?? ''}. Use-os em outra unidade da mesma titularidade.`;

const REACTIVE_CHARGED = 'Abaixo de 0,92 a conta cobra o excedente reativo.';

/** The day as a whole may have reached what some of its hours did not. */
const powerFactorText = (level: ToldLevel): string => {
  const [value, limit] = [valueText(level), limitText(level)];
  if (level.note === null)
    return `Ontem o fator de potência foi ${value}, e o limite da fatura é ${limit}. ${REACTIVE_CHARGED}`;
  if (level.limit !== null && level.value >= level.limit)
    return `Ontem o fator de potência ficou abaixo do limite da fatura, ${limit}, em ${level.note}. ${REACTIVE_CHARGED}`;
  return `Ontem o fator de potência foi ${value}, e o limite da fatura é ${limit}: ficou abaixo dele em ${level.note}. ${REACTIVE_CHARGED}`;
};

const SENTENCES: Partial<Record<AlertKind, (level: ToldLevel) => string>> = {
  'night-use': (level) =>
    `Com o local fechado foram ${valueText(level)}, ${above(level)} acima do normal (${limitText(level)}). Veja o que ficou ligado.`,
  'cycle-budget': budgetText,
  'cycle-year': (level) =>
    `Neste ciclo já foram ${valueText(level)}, contra ${limitText(level)} nos mesmos dias do ano passado.`,
  reactive: (level) =>
    `A conta deste ciclo já cobra ${valueText(level)} por energia reativa em excesso. Confira o banco de capacitores.`,
  'power-factor': powerFactorText,
  voltage: supplyText,
  phase: phaseText,
  generation: (level) =>
    `Foram gerados ${valueText(level)}; um dia assim costuma dar pelo menos ${limitText(level)}. Confira o inversor, a sujeira e a sombra.`,
  clock: clockText,
  completeness: (level) =>
    `Chegaram ${valueText(level)} das medições de ${level.note ?? 'ontem'}. Os totais desse dia estão incompletos.`,
  'bill-wrong': (level) =>
    `A conta de ${level.note ?? ''} difere em ${valueText(level)} do que foi medido. Confira antes de pagar.`,
  'contract-ends': (level) =>
    `Faltam ${valueText(level)} para o contrato terminar (${level.note ?? ''}). Renegocie antes disso.`,
  'credits-expire': creditsText,
};

/** What is to be known of an alert that is a level beyond a limit. */
export function levelSentence(kind: AlertKind, level: ToldLevel, zone: Zone): string {
  return SENTENCES[kind]?.(level) ?? ownText(level, zone);
}
