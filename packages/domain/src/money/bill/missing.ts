import type { CivilDate } from '../../base/time/civil-day.ts';
import { type CivilMonth, toMonthOfYear } from '../../base/time/civil-month.ts';
import { formatDay, formatNumber } from '../../base/units/format.ts';
import type { MeasuredCycle, MeasuredInterval } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract, GenerationClass } from '../../sites/tariffs/billing-contract.ts';
import { type ElectricRules, isOfGroup } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';

/** Maximum transformer power in kVA of a Group A customer that may opt for Group B tariffs. */
export const OPTANTE_B_KVA = 112.5;

const PER_UNIT = 1_000_000;

/** Sentences in Portuguese about missing data and their effect on a bill. */
export const MISSING = {
  taxes: (last: CivilDate) =>
    `Faltam as alíquotas de ICMS, PIS e COFINS em vigor em ${formatDay(last)}: a fatura está sem impostos.`,
  flag: (month: CivilMonth, days: number) =>
    `Falta a bandeira de ${toMonthOfYear(month)}: ${days} ${days === 1 ? 'dia ficou' : 'dias ficaram'} sem adicional.`,
  contractedDemand:
    'Falta a demanda contratada: só a demanda medida foi cobrada, sem demanda não utilizada e sem ultrapassagem.',
  supply: 'Falta o tipo de fornecimento (mono, bi ou trifásico): o valor mínimo da fatura não foi aplicado.',
  cosip: 'Falta a contribuição de iluminação pública (COSIP): ela não está na fatura.',
  reactiveRules:
    'Faltam na tarifa as regras da energia reativa (preço e fator de potência de referência): o excedente não foi calculado nem cobrado.',
  reactivePrice: (kvarh: number) =>
    `Falta o preço da energia reativa excedente: ${formatNumber(kvarh, 1)} kvarh não foram cobrados.`,
  compensation: (generationClass: GenerationClass) =>
    `Falta o valor do ${generationClass === 'III' ? 'uso da rede' : 'Fio B'} para a GD ${generationClass}: a energia compensada foi abatida por inteiro.`,
  uncompensated: (kwh: number) =>
    `Falta o contrato de geração: ${formatNumber(kwh, 1)} kWh injetados não foram compensados.`,
} as const;

export function missingMeasurements(measured: MeasuredCycle): string[] {
  const { presentQuarters, estimatedQuarters, expectedQuarters } = measured;
  const missing: string[] = [];
  if (estimatedQuarters > 0)
    missing.push(
      `Foram estimadas ${formatNumber(estimatedQuarters, 0)} de ${formatNumber(expectedQuarters, 0)} medições de 15 minutos, com a média de um período mais longo: demanda e horários não são conhecidos.`,
    );
  if (presentQuarters + estimatedQuarters < expectedQuarters) {
    const absent = formatNumber(expectedQuarters - presentQuarters - estimatedQuarters, 0);
    missing.push(
      `Faltam ${absent} de ${formatNumber(expectedQuarters, 0)} medições de 15 minutos: o consumo real pode ser maior.`,
    );
  }
  return missing;
}

export function missingRules(interval: MeasuredInterval): string {
  const energy = TOU_PERIODS.reduce((sum, touPeriod) => sum + interval.consumed[touPeriod], 0);
  const quantity =
    interval.volume > 0
      ? `${formatNumber(interval.volume / PER_UNIT, 2)} m³`
      : `${formatNumber(energy / PER_UNIT, 1)} kWh`;
  return `Falta a tarifa de ${formatDay(interval.first)} a ${formatDay(interval.last)}: ${quantity} ficaram sem preço.`;
}

/** Sentences in Portuguese about contradictions between a tariff and a contract. */
export function contradictions(rules: ElectricRules, contract: BillingContract): string[] {
  const isGroupB = isOfGroup('B', rules.modality);
  const { group, optanteB, transformerKva } = contract;
  if (!isGroupB && group === 'B') {
    return ['A tarifa é do grupo A e o contrato do grupo B: confira a modalidade.'];
  }
  if (!isGroupB || group === 'B') return [];
  if (!optanteB) {
    return ['A tarifa é do grupo B e o contrato do grupo A sem a opção pela tarifa B: confira a modalidade.'];
  }
  if (transformerKva === null || transformerKva <= OPTANTE_B_KVA) return [];
  return [
    `O transformador de ${formatNumber(transformerKva, 1)} kVA passa de ${formatNumber(OPTANTE_B_KVA, 1)} kVA: a opção pela tarifa B não é permitida.`,
  ];
}
