import { type BillPrinting, type CreditTaxes, USUAL_PRINTING } from './billing-contract.ts';
import { type LineTaxes, TAXED_LINES } from './line-taxes.ts';

interface GenerationHabits {
  readonly ownTaxes: CreditTaxes;
  readonly otherTaxes: CreditTaxes;
  readonly ownTusdTaxes?: CreditTaxes;
  readonly otherTusdTaxes?: CreditTaxes;
}

/** A distributor's practice of billing, as real bills show it; the customer's own bill comes before it. */
export interface DistributorHabits {
  /** As its customers call it, in Portuguese. */
  readonly name: string;
  readonly printing: BillPrinting;
  /** Of who buys energy of it, and of the free market. */
  readonly lineTaxes: { readonly cativo: readonly LineTaxes[]; readonly livre: readonly LineTaxes[] };
  /** Null where no bill with generation was seen. */
  readonly generation: GenerationHabits | null;
}

type Habits = Omit<DistributorHabits, 'printing' | 'lineTaxes' | 'generation'> &
  Partial<Pick<DistributorHabits, 'lineTaxes' | 'generation'>> & {
    readonly names: RegExp;
    readonly printing: Partial<BillPrinting>;
  };

const NO_LINES = { cativo: [], livre: [] } as const;
const ONLY_PIS_COFINS: CreditTaxes = { icms: false, pisCofins: true };
const UNTAXED: CreditTaxes = { icms: false, pisCofins: false };
const BOTH: CreditTaxes = { icms: true, pisCofins: true };

const SUBSTITUTED: readonly LineTaxes[] = TAXED_LINES.map((line) => ({
  line,
  icms: 'substituted',
  pisCofins: true,
}));
const WITH_UNUSED: readonly LineTaxes[] = [{ line: 'unused-demand', icms: 'charged', pisCofins: true }];

/**
 * Read off real bills: Energisa cuts and credits the incentive apart (APCEI), in Acre unused demand bears ICMS; Amazonas has
 * substitution; Amazonas, Roraima and Light name the flag only for information; RGE rounds the untaxed part and each tax, and gives
 * ICMS back on the TE alone; Equatorial and Copel round, and Copel gives back PIS and COFINS of own energy only.
 */
const HABITS: readonly Habits[] = [
  {
    name: 'Amazonas Energia (Âmbar)',
    names: /AMAZONAS|[AÂ]MBAR|^AME$/i,
    printing: { rounding: 'truncate', flag: 'price' },
    lineTaxes: { cativo: SUBSTITUTED, livre: [] },
  },
  { name: 'Celesc', names: /CELESC/i, printing: { rounding: 'truncate' } },
  {
    name: 'Copel',
    names: /COPEL/i,
    printing: { rounding: 'half-up' },
    generation: { ownTaxes: ONLY_PIS_COFINS, otherTaxes: UNTAXED },
  },
  {
    name: 'Energisa Acre',
    names: /ENERGISA (AC|ACRE)\b|^EAC$/i,
    printing: { rounding: 'truncate', discount: 'credit' },
    lineTaxes: { cativo: WITH_UNUSED, livre: WITH_UNUSED },
  },
  {
    name: 'Energisa (outros estados)',
    names: /ENERGISA|^ERO$/i,
    printing: { rounding: 'truncate', discount: 'credit' },
  },
  { name: 'Equatorial', names: /EQUATORIAL/i, printing: { rounding: 'half-up' } },
  { name: 'Light', names: /LIGHT/i, printing: { rounding: 'truncate', flag: 'price' } },
  {
    name: 'RGE',
    names: /^RGE\b/i,
    printing: { rounding: 'half-up', lineCents: 'parts' },
    generation: {
      ownTaxes: BOTH,
      otherTaxes: BOTH,
      ownTusdTaxes: ONLY_PIS_COFINS,
      otherTusdTaxes: ONLY_PIS_COFINS,
    },
  },
  { name: 'Roraima Energia', names: /RORAIMA/i, printing: { rounding: 'truncate', flag: 'price' } },
];

const toHabits = ({
  name,
  printing,
  lineTaxes = NO_LINES,
  generation = null,
}: Habits): DistributorHabits => ({
  name,
  printing: { ...USUAL_PRINTING, ...printing },
  lineTaxes,
  generation,
});

/** All distributors of which real bills were seen, by name. */
export const DISTRIBUTOR_HABITS: readonly DistributorHabits[] = HABITS.map(toHabits);

/** The habits of the distributor of a tariff, by its name in ANEEL's tables or on bills; null where none were seen. */
export function habitsOf(distributor: string): DistributorHabits | null {
  const index = HABITS.findIndex(({ names }) => names.test(distributor.trim()));
  return DISTRIBUTOR_HABITS[index] ?? null;
}
