import type { ApportionedPart } from '@nascente/contract/apportionment';
import type { BillAnswer } from '@nascente/contract/bills';

/** What a client user is charged of the bill of an establishment, and by what. */
export interface ChargedPlace {
  readonly id: string;
  readonly name: string;
  readonly bill: BillAnswer;
  /** Its own meters alone; null where the whole bill is its own. */
  readonly parts: readonly ApportionedPart[] | null;
  /** R$ of the lines that all parts share in equal parts, and how many parts these are. */
  readonly equal: { readonly amount: number; readonly among: number };
}

/** Sums of cents as they are written. */
export const inReais = (amount: number): number => Math.round(amount * 100) / 100;

/** What it comes to; null without a tariff. */
export const chargedOf = ({ bill, parts }: ChargedPlace): number | null => {
  if (bill.tariff === null) return null;
  return parts === null ? bill.total : inReais(parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
};
