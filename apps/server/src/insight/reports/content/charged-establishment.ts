import type { ApportionedPart } from '@nascente/contract/money/apportionment';
import type { BillAnswer } from '@nascente/contract/money/bills';

export interface ChargedEstablishment {
  readonly id: string;
  readonly name: string;
  readonly bill: BillAnswer;
  readonly isOpen: boolean;
  /** Parts of the client user's own meters; `null`: the whole bill is the client user's. */
  readonly parts: readonly ApportionedPart[] | null;
  /** R$ of lines shared equally, and the number of parts. */
  readonly equal: { readonly amount: number; readonly among: number };
  /** The previous period; `null` if it was not measured, or if this period is not over. */
  readonly before: ChargedBefore | null;
}

/** Consumption in kWh or m³, and R$ if it was priced. */
export interface ChargedBefore {
  readonly consumed: number;
  readonly amount: number | null;
}

export const consumedOf = ({ bill, parts }: Pick<ChargedEstablishment, 'bill' | 'parts'>): number =>
  parts === null ? bill.consumed.total : parts.reduce((sum, { total }) => sum + total, 0);

export const inReais = (amount: number): number => Math.round(amount * 100) / 100;

export const chargedOf = ({ bill, parts }: Pick<ChargedEstablishment, 'bill' | 'parts'>): number | null => {
  if (bill.tariff === null) return null;
  return parts === null ? bill.total : inReais(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
};
