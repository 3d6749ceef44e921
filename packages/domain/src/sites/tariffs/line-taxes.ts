/** Lines of a tariff that may bear taxes apart from the others; compensated energy has its own in the generation. */
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

/** ICMS of a line: charged, or none as it is exempt, zero-rated, or paid earlier (substitution). */
export const ICMS_TREATMENTS = ['charged', 'exempt', 'zero', 'substituted'] as const;
export type IcmsTreatment = (typeof ICMS_TREATMENTS)[number];

export interface LineTaxes {
  readonly line: TaxedLine;
  readonly icms: IcmsTreatment;
  readonly pisCofins: boolean;
}

/** Default taxes of lines: all taxes, but no ICMS on unused demand. */
export function usualTaxes(line: TaxedLine): LineTaxes {
  return { line, icms: line === 'unused-demand' ? 'exempt' : 'charged', pisCofins: true };
}

/** The taxes of a line by the rules of a contract, else the default ones. */
export function taxesOfLine(line: TaxedLine, rules: readonly LineTaxes[] = []): LineTaxes {
  return rules.find((rule) => rule.line === line) ?? usualTaxes(line);
}

/** Whether TE and TUSD bear the same: only then can one line hold both. */
export function areHalvesTaxedAlike(rules: readonly LineTaxes[] | undefined): boolean {
  const [te, tusd] = [taxesOfLine('energy-te', rules), taxesOfLine('energy-tusd', rules)];
  return te.icms === tusd.icms && te.pisCofins === tusd.pisCofins;
}
