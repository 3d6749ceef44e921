import type { BillLine } from '@nascente/contract/money/bills';

export interface BillGroup {
  readonly key: string;
  readonly name: string;
  readonly lines: readonly BillLine[];
  /** R$, the exact sum of its lines. */
  readonly subtotal: number;
}

/** In the order of printed bills. */
const GROUPS: readonly { key: string; name: string; kinds: readonly BillLine['kind'][] }[] = [
  { key: 'energy', name: 'Energia', kinds: ['energy', 'supplier', 'minimum'] },
  { key: 'demand', name: 'Demanda', kinds: ['demand', 'unused-demand', 'overrun'] },
  { key: 'reactive', name: 'Reativo', kinds: ['reactive-energy', 'reactive-demand'] },
  { key: 'flag', name: 'Bandeira', kinds: ['flag'] },
  { key: 'generation', name: 'Geração', kinds: ['compensation'] },
  { key: 'water', name: 'Água', kinds: ['water'] },
  { key: 'sewage', name: 'Esgoto', kinds: ['sewage'] },
  { key: 'vat', name: 'CBS e IBS', kinds: ['consumption-vat', 'other-vat'] },
  { key: 'lighting', name: 'Iluminação pública', kinds: ['cosip'] },
  { key: 'other', name: 'Outros', kinds: ['fee', 'unit-charge', 'given'] },
];

/** The sum in R$, rounded to the cent. */
export const sumReais = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** Every line is in one group, so the subtotals add up to the total. */
export const groupsOf = (lines: readonly BillLine[]): BillGroup[] =>
  GROUPS.flatMap(({ key, name, kinds }) => {
    const groupLines = lines.filter(({ kind }) => kinds.includes(kind));
    if (groupLines.length === 0) return [];
    return [{ key, name, lines: groupLines, subtotal: sumReais(groupLines.map(({ amount }) => amount)) }];
  });
