import type { FileReadingJson, PastImport, PastImportSummary } from '@nascente/contract/energy/past-imports';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatCubicMetres,
  formatDay,
  formatKwh,
  formatNumber,
} from '@nascente/domain/base/units/format';
import {
  type FileReading,
  PAST_QUANTITIES,
  type PastLayout,
  type PastPeriod,
  type PastQuantity,
  type PastTime,
  type PastUnit,
} from '@nascente/domain/energy/past-imports/file-reading';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { countedText } from '../../shared/counted-text.ts';

const momentIn = (at: Instant, zone: Zone): string =>
  `${formatDay(civilDateAt(at, zone))} ${formatClock(at, zone)}`;

/** Day and time in the meter's zone, to the minute. */
export const momentText = (iso: string, board: Board): string =>
  momentIn(instant(Date.parse(iso)), zoneOf(board));

/** kWh or m³, by the meter. */
export const amountText = (amount: number, board: Board): string =>
  board.type === 'water' ? formatCubicMetres(amount, 3) : formatKwh(amount, 3);

export const quartersText = (count: number): string =>
  countedText(count, 'quarto de hora', 'quartos de hora');

/** The author's name; the account may be gone. */
export const byText = (by: string | null): string => by ?? 'uma conta removida';

export const quantityNames: Readonly<Record<PastQuantity, string>> = {
  consumed: 'Energia consumida',
  injected: 'Energia injetada',
  inductive: 'Reativa indutiva',
  capacitive: 'Reativa capacitiva',
  volume: 'Volume de água',
};

export const unitNames: Readonly<Record<PastUnit, string>> = {
  Wh: 'Wh (varh)',
  kWh: 'kWh (kvarh)',
  MWh: 'MWh (Mvarh)',
  GWh: 'GWh (Gvarh)',
  W: 'W (var), média do intervalo',
  kW: 'kW (kvar), média do intervalo',
  MW: 'MW (Mvar), média do intervalo',
  J: 'J',
  kJ: 'kJ',
  MJ: 'MJ',
  GJ: 'GJ',
  BTU: 'BTU',
  kBTU: 'kBTU (mil BTU)',
  L: 'litros',
  m3: 'm³',
  'L/s': 'L/s, média do intervalo',
  'L/min': 'L/min, média do intervalo',
  'L/h': 'L/h, média do intervalo',
  'm3/h': 'm³/h, média do intervalo',
  gal: 'galões americanos',
  galUK: 'galões imperiais',
  ft3: 'pés cúbicos',
  pulse: 'pulsos',
};

export const timeNames: Readonly<Record<PastTime, string>> = {
  dmy: 'dia/mês/ano',
  mdy: 'mês/dia/ano',
  ymd: 'ano-mês-dia (ISO)',
  epoch: 'segundos desde 1970',
  serial: 'número de dias (Excel)',
  changing: 'muda no arquivo (a data mais próxima da anterior)',
};

export const layoutNames: Readonly<Record<PastLayout, string>> = {
  rows: 'um intervalo por linha',
  days: 'um dia por linha',
  instants: 'um instante por coluna',
  nem12: 'NEM12',
  dates: 'a data uma vez por dia',
  parts: 'ano, mês e dia em colunas próprias',
  merged: 'células vazias no começo repetem a linha de cima',
  sections: 'várias tabelas, uma abaixo da outra',
};

export const hourNames: Readonly<Record<FileReading['hours'], string>> = {
  clock: 'hora e minuto',
  '1-24': 'número, a partir de 1',
  '0-23': 'número, a partir de 0',
  hhmm: 'hora e minuto sem separador (1530)',
  decimal: 'horas com decimais (15,5)',
  fraction: 'fração do dia (0,5 é meio-dia)',
};

export const repeatNames: Readonly<Record<FileReading['repeats'], string>> = {
  ask: 'perguntar se diferem',
  first: 'vale a primeira',
  last: 'vale a última',
  sum: 'somam',
};

export const rolloverNames: Readonly<Record<FileReading['rollovers'], string>> = {
  ask: 'perguntar',
  rollover: 'deu a volta e continuou a contar',
  restart: 'foi trocado ou zerado',
};

export const longRowNames: Readonly<Record<FileReading['longRows'], string>> = {
  refused: 'recusar',
  spread: 'distribuir por igual, como estimativa',
};

export const periodNames: Readonly<Record<PastPeriod, string>> = {
  peak: 'ponta',
  intermediate: 'intermediário',
  offPeak: 'fora de ponta',
};

const UNITS: Readonly<Record<PastQuantity, string>> = {
  consumed: 'kWh',
  injected: 'kWh',
  inductive: 'kvarh',
  capacitive: 'kvarh',
  volume: 'm³',
};

/** The sum of each quantity of a file; a quantity without values and columns is left out. */
export const sumsText = (sums: PastImportSummary['total'], values: FileReadingJson['values']): string => {
  const quantities = PAST_QUANTITIES.filter(
    (quantity) => sums[quantity] !== 0 || values.some((value) => value.quantity === quantity),
  );
  const texts = quantities.map((quantity) => {
    const name = quantity === 'injected' ? ' injetados' : quantity === 'capacitive' ? ' capacitivos' : '';
    return `${formatNumber(sums[quantity], 3)} ${UNITS[quantity]}${name}`;
  });
  return texts.length === 0 ? 'nada' : texts.join(' · ');
};

export const stateText: Readonly<
  Record<PastImport['state'], { readonly name: string; readonly tone: 'neutral' | 'good' | 'warn' | 'bad' }>
> = {
  waiting: { name: 'Em preparo', tone: 'neutral' },
  running: { name: 'Importando', tone: 'warn' },
  done: { name: 'Importado', tone: 'good' },
  failed: { name: 'Falhou', tone: 'bad' },
  undone: { name: 'Desfeito', tone: 'neutral' },
};

export const verdictNames: Readonly<Record<string, string>> = {
  jitter: 'oscilação para trás',
  'short-zero': 'zero momentâneo',
  reset: 'zerado',
  rollover: 'virada',
  exchange: 'troca de medidor',
  gap: 'intervalo sem leituras',
  held: 'sem decisão',
  spike: 'salto impossível',
};
