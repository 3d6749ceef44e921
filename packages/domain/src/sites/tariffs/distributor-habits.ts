import { type BillPrinting, type CreditTaxes, USUAL_PRINTING } from './billing-contract.ts';
import { type LineTaxes, TAXED_LINES } from './line-taxes.ts';

interface GenerationHabits {
  readonly ownTaxes: CreditTaxes;
  readonly otherTaxes: CreditTaxes;
  readonly ownTusdTaxes?: CreditTaxes;
  readonly otherTusdTaxes?: CreditTaxes;
}

/** Billing practices of a distributor, observed on real bills. The customer's own bill prevails. */
export interface DistributorHabits {
  /** Name that customers use, in Portuguese. */
  readonly name: string;
  readonly printing: BillPrinting;
  /** Taxes of lines for captive and for free-market customers. */
  readonly lineTaxes: { readonly cativo: readonly LineTaxes[]; readonly livre: readonly LineTaxes[] };
  /** Null if no bill with generation was available. */
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
 * Observed on real bills. Energisa truncates and credits the incentive on separate lines (APCEI); in Acre ICMS applies to unused
 * demand. Amazonas has tax substitution. Amazonas, Roraima and Light print the flag for information only. RGE rounds the untaxed
 * part and each tax, and refunds ICMS on the TE only. Equatorial and Copel round; Copel refunds PIS and COFINS on own energy
 * only.
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

/** All distributors with known practices, by name. */
export const DISTRIBUTOR_HABITS: readonly DistributorHabits[] = HABITS.map(toHabits);

/** Practices of a tariff's distributor, by its name in ANEEL's tables or on bills; null if unknown. */
export function habitsOf(distributor: string): DistributorHabits | null {
  const index = HABITS.findIndex(({ names }) => names.test(distributor.trim()));
  return DISTRIBUTOR_HABITS[index] ?? null;
}
