import type { ApportionedPart } from '@nascente/contract/money/apportionment';
import type { BillAnswer } from '@nascente/contract/money/bills';

/** What a client user is charged of the bill of an establishment, and by what. */
export interface ChargedEstablishment {
  readonly id: string;
  readonly name: string;
  readonly bill: BillAnswer;
  /** Whether its cycle or week is not over yet. */
  readonly isOpen: boolean;
  /** Its own meters alone; null where the whole bill is its own. */
  readonly parts: readonly ApportionedPart[] | null;
  /** R$ of the lines that all parts share in equal parts, and how many parts these are. */
  readonly equal: { readonly amount: number; readonly among: number };
  /** What it was in the cycle or the week before; null where nothing was measured then, or this one is not over. */
  readonly before: ChargedBefore | null;
}

/** kWh or m³, and R$ where it was priced. */
export interface ChargedBefore {
  readonly consumed: number;
  readonly amount: number | null;
}

/** kWh or m³ of its own meters. */
export const consumedOf = ({ bill, parts }: Pick<ChargedEstablishment, 'bill' | 'parts'>): number =>
  parts === null ? bill.consumed.total : parts.reduce((sum, { total }) => sum + total, 0);

/** Sums of cents as they are written. */
export const inReais = (amount: number): number => Math.round(amount * 100) / 100;

/** What it comes to; null without a tariff. */
export const chargedOf = ({ bill, parts }: Pick<ChargedEstablishment, 'bill' | 'parts'>): number | null => {
  if (bill.tariff === null) return null;
  return parts === null ? bill.total : inReais(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
};
