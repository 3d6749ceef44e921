import type { assumptions, EstablishmentContract } from '@nascente/contract/money/billing-terms';
import type { Rounding } from '@nascente/domain/base/units/price';
import type { BilledLineKind } from '@nascente/domain/money/bill-check/billed-lines';
import type {
  CosipMeasure,
  DiscountPlace,
  FlagPlace,
  GenerationClass,
  LineCents,
  Supply,
  SupplyIcms,
  SupplyModulation,
  TaxMethod,
  VatLines,
} from '@nascente/domain/sites/tariffs/billing-contract';
import type { IcmsTreatment, TaxedLine } from '@nascente/domain/sites/tariffs/line-taxes';
import type { CosipMode } from './draft/contract-draft.ts';

export const lineKindNames: Readonly<Record<BilledLineKind, string>> = {
  refund: 'Devolução ou crédito',
  fine: 'Multa, juros ou correção',
  instalment: 'Parcelamento',
  service: 'Taxa de serviço',
  interruption: 'Interrupção (DIC, FIC, DMIC)',
  charge: 'Encargo por kWh',
  donation: 'Doação',
  retention: 'Retenção de órgão público',
  ccee: 'Encargos da CCEE',
  supplier: 'Fatura da comercializadora',
  other: 'Outra',
  lighting: 'Iluminação pública (COSIP)',
};

export const signs = [
  { value: 'adds', label: 'Soma à fatura' },
  { value: 'subtracts', label: 'Desconta da fatura' },
];

export const supplyNames: Readonly<Record<Supply, string>> = {
  monofasico: 'Monofásico',
  bifasico: 'Bifásico',
  trifasico: 'Trifásico',
};

export const methodNames: Readonly<Record<TaxMethod, string>> = {
  'por-dentro': 'Por dentro, ICMS fora do PIS e COFINS',
  additive: 'Por dentro, tudo somado (faturas antigas)',
  included: 'O preço já inclui os tributos',
};

export const classNames: Readonly<Record<GenerationClass, string>> = {
  I: 'GD I: pedido até 7 jan 2023, compensação integral até 2045',
  II: 'GD II: pedido depois, com Fio B crescente por ano',
  III: 'GD III: geração remota acima de 500 kW',
};

export const cosipNames: Readonly<Record<CosipMode, string>> = {
  flat: 'Valor fixo por mês',
  share: 'Porcentagem da fatura',
  bands: 'Por faixas',
  municipality: 'Tabela do município',
};

export const cosipMeasureNames: Readonly<Record<CosipMeasure, string>> = {
  kWh: 'Consumo (kWh)',
  kW: 'Demanda (kW)',
};

export const supplyIcmsNames: Readonly<Record<SupplyIcms, string>> = {
  none: 'Sem ICMS à parte',
  distributor: 'Cobrado pela distribuidora',
  supplier: 'Cobrado na nota do fornecedor',
};

export const modulationNames: Readonly<Record<SupplyModulation, string>> = {
  measured: 'Acompanha o consumo, dentro dos limites',
  flat: 'Plana: a mesma em todas as horas',
};

export const vatLinesNames: Readonly<Record<VatLines, string>> = {
  within: 'Dentro de cada linha',
  own: 'Em linhas próprias, no fim',
};

export const roundingNames: Readonly<Record<Rounding | '', string>> = {
  '': 'Como na tarifa',
  truncate: 'Corta o que passa do centavo',
  'half-up': 'Arredonda meio centavo para cima',
};

export const taxedLineNames: Readonly<Record<TaxedLine, string>> = {
  'energy-te': 'Energia (TE)',
  'energy-tusd': 'Uso da rede (TUSD)',
  demand: 'Demanda',
  'unused-demand': 'Demanda não utilizada',
  overrun: 'Ultrapassagem',
  reactive: 'Reativo excedente',
  flag: 'Bandeira',
  minimum: 'Custo de disponibilidade',
};

export const icmsTreatmentNames: Readonly<Record<IcmsTreatment, string>> = {
  charged: 'Com ICMS',
  exempt: 'Isenta de ICMS',
  zero: 'ICMS com alíquota zero',
  substituted: 'ICMS por substituição',
};

export const lineCentsNames: Readonly<Record<LineCents, string>> = {
  whole: 'Na linha inteira, com tributos',
  parts: 'No valor sem tributos e em cada tributo',
};

export const flagPlaceNames: Readonly<Record<FlagPlace, string>> = {
  line: 'Em linha própria',
  price: 'Dentro do preço da energia',
};

export const discountPlaceNames: Readonly<Record<DiscountPlace, string>> = {
  price: 'Dentro do preço',
  credit: 'Em linhas de crédito, sem tributos (APCEI)',
  'gross-net': 'No preço, com benefício bruto e líquido',
};

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

/** Assumed terms that a contract can state: water has neither group nor modality. */
export const assumedOf = ({ type, assumed }: Pick<EstablishmentContract, 'type' | 'assumed'>) =>
  type === 'water' ? assumed.filter((one) => OF_WATER.includes(one)) : assumed;
