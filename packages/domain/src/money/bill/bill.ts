import type { CivilDate } from '../../base/time/civil-day.ts';
import { type CivilMonth, toMonthOfYear } from '../../base/time/civil-month.ts';
import type { Instant } from '../../base/time/zone.ts';
import type { MilliwattHours } from '../../base/units/energy.ts';
import { formatDay, formatNumber, formatReais } from '../../base/units/format.ts';
import { type Cents, reais } from '../../base/units/money.ts';
import type { Price } from '../../base/units/price.ts';
import type { CreditLot, GenerationClass } from '../../sites/tariffs/billing-contract.ts';
import type { LineSharing } from '../../sites/tariffs/own-line.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

/**
 * Kind of a bill line; `given` is an entered amount that no rule computes. CBS and IBS in lines of their own are divided: those on
 * lines of consumption, and those on other lines.
 */
export type ChargeKind =
  | 'energy'
  | 'demand'
  | 'unused-demand'
  | 'overrun'
  | 'reactive-energy'
  | 'reactive-demand'
  | 'flag'
  | 'compensation'
  | 'minimum'
  | 'cosip'
  | 'water'
  | 'sewage'
  | 'fee'
  | 'supplier'
  | 'given'
  | 'unit-charge'
  | 'consumption-vat'
  | 'other-vat';

export type ChargeUnit = 'kWh' | 'kW' | 'kvarh' | 'm³';

/** The taxes contained in an amount, each in cents. */
export interface ChargeTaxes {
  readonly icms: Cents;
  readonly pis: Cents;
  readonly cofins: Cents;
  /** CBS and IBS within the amount; absent if it contains none. */
  readonly vat?: VatAmounts;
}

/** CBS and IBS in cents. */
export interface VatAmounts {
  readonly cbs: Cents;
  readonly ibsState: Cents;
  readonly ibsMunicipal: Cents;
}

export interface Charge {
  /** Label in Portuguese, as on bills. */
  readonly label: string;
  readonly kind: ChargeKind;
  readonly touPeriod: TouPeriod | null;
  /** Thousandths of Wh, W, varh or litres; null for a line without a quantity. */
  readonly quantity: number | null;
  readonly unit: ChargeUnit | null;
  /** R$ a unit with its taxes, to the nearest 1e-10; null for a line without a quantity. */
  readonly unitPrice: Price | null;
  readonly amount: Cents;
  readonly taxes: ChargeTaxes;
  /** Base of CBS and IBS: the amount without all taxes. Absent if the bill has no CBS and IBS, or the line is outside their base. */
  readonly vatBase?: Cents;
  /** How an own line is apportioned; other lines are apportioned by their kind. */
  readonly sharing?: LineSharing;
  /** A remark on this line, in Portuguese. */
  readonly note?: string;
}

/** The demand of a time-of-use period, W × 1000: the energy of a quarter-hour in mWh × 4. */
export interface BilledDemand {
  /** Null if one demand applies to all time-of-use periods. */
  readonly touPeriod: TouPeriod | null;
  readonly measured: number;
  /** Start of the quarter-hour in which it was measured. */
  readonly at: Instant | null;
  /** Null if the contract does not state it. */
  readonly contracted: number | null;
  readonly billed: number;
  /** Excess over the contracted demand, if demand exceeds 105 % of it; else 0. */
  readonly overrun: number;
}

/** Credits of generation before and after a bill. */
export interface CreditMovement {
  readonly before: MilliwattHours;
  /** Energy injected within the cycle. */
  readonly injected: MilliwattHours;
  /** Credits and injected energy that compensated consumption of this cycle. */
  readonly used: MilliwattHours;
  /** Credits that expired because they are older than 60 months. */
  readonly expired: MilliwattHours;
  readonly after: MilliwattHours;
  readonly lots: readonly CreditLot[];
}

/** A bill. Its lines add up to its total, and `missing` lists data that it lacks. */
export interface Bill {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly lines: readonly Charge[];
  readonly total: Cents;
  /** Both ends of the total, if it depends on a rule that is not written yet. `total` is the highest. */
  readonly range?: { readonly lowest: Cents; readonly highest: Cents };
  readonly taxes: ChargeTaxes;
  /** CBS and IBS that the bill prints for information and does not charge; absent without them. */
  readonly informedVat?: VatAmounts;
  /** Sentences in Portuguese: the tax rule of the bill, its reason, and rates to be confirmed. Empty before CBS and IBS. */
  readonly taxNotes: readonly string[];
  /** Missing data and their effect on the bill, one sentence in Portuguese each; empty for a complete bill. */
  readonly missing: readonly string[];
  /** Measured divided by expected quarter-hours, 0 to 1. */
  readonly completeness: number;
  /** Share of estimated quarter-hours; absent where nothing was estimated. */
  readonly estimated?: number;
  readonly demand: readonly BilledDemand[];
  /** Excess of reactive energy by time-of-use period, mvarh; zero outside Group A. */
  readonly reactiveExcess: Readonly<Record<TouPeriod, number>>;
  /** Null without generation. */
  readonly credits: CreditMovement | null;
}

/** Maximum transformer power in kVA of a Group A customer that may opt for Group B tariffs. */
export const OPTANTE_B_KVA = 112.5;

/** Sentences in Portuguese about missing data and their effect on a bill. */
export const MISSING = {
  taxes: (last: CivilDate) =>
    `Faltam as alíquotas de ICMS, PIS e COFINS em vigor em ${formatDay(last)}: a fatura está sem impostos.`,
  due: (validFrom: CivilDate) =>
    `Falta o vencimento da fatura no contrato: se ela vencer a partir de ${formatDay(validFrom)}, a regra de tributos é outra. Foi usada a regra do último dia do ciclo.`,
  flag: (month: CivilMonth, days: number) =>
    `Falta a bandeira de ${toMonthOfYear(month)}: ${days} ${days === 1 ? 'dia ficou' : 'dias ficaram'} sem adicional.`,
  contractedDemand:
    'Falta a demanda contratada: só a demanda medida foi cobrada, sem demanda não utilizada e sem ultrapassagem.',
  supply: 'Falta o tipo de fornecimento (mono, bi ou trifásico): o valor mínimo da fatura não foi aplicado.',
  cosip: 'Falta a contribuição de iluminação pública (COSIP): ela não está na fatura.',
  cosipTable: (municipality: string, day: CivilDate) =>
    `Falta a tabela da COSIP de ${municipality} em ${formatDay(day)}, ou uma faixa dela: a COSIP não está na fatura.`,
  reactiveRules:
    'Faltam na tarifa as regras da energia reativa (preço e fator de potência de referência): o excedente não foi calculado nem cobrado.',
  reactivePrice: (kvarh: number) =>
    `Falta o preço da energia reativa excedente: ${formatNumber(kvarh, 1)} kvarh não foram cobrados.`,
  compensation: (generationClass: GenerationClass) =>
    `Falta o valor do ${generationClass === 'III' ? 'uso da rede' : 'Fio B'} para a GD ${generationClass}: a energia compensada foi abatida por inteiro.`,
  unwritten: (lowest: Cents, highest: Cents) =>
    `Estimativa: de 2029 em diante a regra da energia compensada (Lei 14.300/2022, art. 17) ainda não foi escrita. A fatura fica entre ${formatReais(reais(lowest))}, sem encargo sobre ela, e ${formatReais(reais(highest))}, com toda a TUSD.`,
  uncompensated: (kwh: number) =>
    `Falta o contrato de geração: ${formatNumber(kwh, 1)} kWh injetados não foram compensados.`,
} as const;
