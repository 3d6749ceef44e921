import { normalizeCnpj } from '../../sites/registry/cnpj.ts';
import type { ElectronicBill } from './electronic-bill.ts';

/** Recorded data of an establishment that a note is compared with. */
export interface RecordedUnit {
  /** Codes of its consumer unit: as registered, and of its stored notes. */
  readonly codes: readonly string[];
  readonly cnpj: string | null;
}

/** Distributors and users write codes with or without leading zeros and punctuation. */
const plainCode = (code: string): string => code.replace(/\D/g, '').replace(/^0+/, '');
const plainCodes = (codes: readonly string[]): string[] => codes.map(plainCode).filter((code) => code !== '');

/**
 * Whether a note is of an establishment. The unit decides. Without recorded units a different CNPJ decides, but an equal one does
 * not, because a company may have several units: then a person has to answer.
 */
export function compareUnit(
  { unit, holder }: Pick<ElectronicBill, 'unit' | 'holder'>,
  recorded: RecordedUnit,
): 'same' | 'other' | 'unknown' {
  const own = plainCodes(recorded.codes);
  const codes = plainCodes([unit.code, unit.customerCode]);
  if (own.length > 0 && codes.length > 0) return own.some((code) => codes.includes(code)) ? 'same' : 'other';
  const cnpj = normalizeCnpj(holder.document);
  return cnpj !== null && recorded.cnpj !== null && cnpj !== recorded.cnpj ? 'other' : 'unknown';
}
