import type { BilledLineKind } from '@nascente/domain/money/bill-check/billed-lines';

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
