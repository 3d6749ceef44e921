/** Kinds of tariff lines that may have a tax rule of their own. The taxes of compensated energy are part of `Generation`. */
export const TAXED_LINES = [
  'energy-te',
  'energy-tusd',
  'demand',
  'unused-demand',
  'overrun',
  'reactive',
  'flag',
  'minimum',
] as const;
export type TaxedLine = (typeof TAXED_LINES)[number];

/** ICMS of a line: charged, or not charged because it is exempt, zero-rated, or paid earlier in the chain (substitution). */
export const ICMS_TREATMENTS = ['charged', 'exempt', 'zero', 'substituted'] as const;
export type IcmsTreatment = (typeof ICMS_TREATMENTS)[number];

/** The tax rule of a kind of line. */
export interface LineTaxes {
  readonly line: TaxedLine;
  readonly icms: IcmsTreatment;
  readonly pisCofins: boolean;
  /** CBS and IBS. Default: as PIS and COFINS. */
  readonly vat?: boolean | undefined;
}

/** Default taxes of a line: all taxes, except ICMS on unused demand. */
export function usualTaxes(line: TaxedLine): LineTaxes {
  return { line, icms: line === 'unused-demand' ? 'exempt' : 'charged', pisCofins: true };
}

/** Taxes of a line by a contract's rules, else the default ones. */
export function taxesOfLine(line: TaxedLine, rules: readonly LineTaxes[] = []): LineTaxes {
  return rules.find((rule) => rule.line === line) ?? usualTaxes(line);
}

/** Whether a line bears CBS and IBS. */
function bearsVat({ vat, pisCofins }: LineTaxes): boolean {
  return vat ?? pisCofins;
}

/** Whether the same taxes apply to TE and TUSD, so that one line can contain both. */
export function areHalvesTaxedAlike(rules: readonly LineTaxes[] | undefined): boolean {
  const [te, tusd] = [taxesOfLine('energy-te', rules), taxesOfLine('energy-tusd', rules)];
  return te.icms === tusd.icms && te.pisCofins === tusd.pisCofins && bearsVat(te) === bearsVat(tusd);
}
