import type { assumptions, EstablishmentContract } from '@nascente/contract/billing-terms';
import type { GenerationClass, Supply, TaxMethod } from '@nascente/domain/tariff/billing-contract';

export const supplyNames: Readonly<Record<Supply, string>> = {
  monofasico: 'Monofásico',
  bifasico: 'Bifásico',
  trifasico: 'Trifásico',
};

export const methodNames: Readonly<Record<TaxMethod, string>> = {
  'por-dentro': 'Por dentro, ICMS fora do PIS e COFINS',
  additive: 'Por dentro, tudo somado (contas antigas)',
  included: 'O preço já inclui os tributos',
};

export const classNames: Readonly<Record<GenerationClass, string>> = {
  I: 'GD I: pedido até 7 jan 2023, compensação integral',
  II: 'GD II: pedido depois, com Fio B crescente por ano',
  III: 'GD III: geração remota acima de 500 kW',
};

/** What the bill lacks or assumes, as a list names it. */
export const assumptionNames: Readonly<Record<(typeof assumptions)[number], string>> = {
  group: 'grupo',
  subgroup: 'subgrupo',
  modality: 'modalidade',
  tax: 'tarifa',
  demand: 'demanda contratada',
  supply: 'tipo de fornecimento',
  taxes: 'tributos',
  cosip: 'iluminação pública',
};

const OF_WATER: readonly (typeof assumptions)[number][] = ['tax'];

/** What a contract assumes and could say: of water there is neither group nor modality. */
export const assumedOf = ({ type, assumed }: Pick<EstablishmentContract, 'type' | 'assumed'>) =>
  type === 'water' ? assumed.filter((one) => OF_WATER.includes(one)) : assumed;

/** 'grupo, tarifa e tributos' */
export const inList = (names: readonly string[]): string =>
  new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(names);
