/** Input and output of the second calculator; nothing of `domain` is imported here. */

export type Hours = 'peak' | 'intermediate' | 'off-peak';
export type ByHours = Partial<Readonly<Record<Hours, string>>>;
export type CentRounding = 'truncate' | 'half-up';

/** National CBS and IBS from a day on. */
export interface VatRates {
  readonly from: string;
  readonly cbs: string;
  readonly ibsState: string;
  readonly ibsMunicipal: string;
  readonly isCharged: boolean;
  /** The event that ends PIS and COFINS. */
  readonly endsPisCofins: 'due' | 'reading' | null;
}

/** Taxes that a refund contains; VAT on the TE and on the TUSD. */
export interface Refunds {
  readonly icms: boolean;
  readonly pisCofins: boolean;
  readonly icmsOnTusd?: boolean;
  readonly vatOnTe: boolean;
  readonly vatOnTusd: boolean;
}

/** Energy that generation compensates. */
export interface Compensated {
  readonly name: string;
  readonly hours: Hours;
  readonly kwh: string;
  readonly generationClass: 'I' | 'II' | 'III';
  readonly refunds: Refunds;
}

export interface BillInput {
  readonly first: string;
  readonly last: string;
  /** Days from the last day of the cycle, and entered dates, which prevail; absent if the contract states neither. */
  readonly due?: { readonly days?: number; readonly dates?: readonly string[] };
  readonly modality: 'convencional' | 'branca' | 'verde' | 'azul';
  /** R$/kWh before taxes: TUSD, TE. */
  readonly energy: Partial<Readonly<Record<Hours, readonly [tusd: string, te: string]>>>;
  /** R$/kW before taxes; Verde states its single price as off-peak. */
  readonly demandPrices?: ByHours;
  readonly kwh: ByHours;
  readonly kw?: ByHours;
  readonly contractedKw?: ByHours;
  /** Excess reactive energy in kvarh, and its price before taxes. */
  readonly kvarh?: ByHours;
  readonly kvarhPrice?: string;
  readonly fioB?: string;
  readonly gd3?: string;
  readonly rounding: CentRounding;
  readonly isRoundedByParts?: boolean;
  /** Decimals of a unit price with taxes, rounded half up; absent: not rounded. */
  readonly priceDecimals?: number;
  readonly areTeAndTusdSeparate?: boolean;
  readonly icms: string;
  readonly icmsBands?: readonly (readonly [upTo: number, rate: string])[];
  readonly pis: string;
  readonly cofins: string;
  readonly isAdditive?: boolean;
  readonly isVatInIcmsBase?: boolean;
  readonly vat: readonly VatRates[];
  readonly hasVatLines?: boolean;
  readonly areCreditsInVatBase?: boolean;
  /** Kinds of lines with unusual taxes. */
  readonly exempt?: Partial<Readonly<Record<TaxedKind, Partial<Carried>>>>;
  /** Month, name and R$/kWh before taxes. */
  readonly flags: readonly (readonly [month: string, name: string, price: string])[];
  readonly isFlagInPrice?: boolean;
  /** Minimum in kWh; absent in Group A. */
  readonly minimumKwh?: number;
  readonly cosip?:
    | { readonly amount: string }
    | { readonly share: string }
    | { readonly bands: readonly (readonly [upTo: number, amount: string])[]; readonly by: 'kWh' | 'kW' };
  readonly compensated?: readonly Compensated[];
  /** Energy that the system injected off-peak, if more than is compensated. */
  readonly injectedKwh?: string;
  /** Whether each year's share of Fio B counts by its days; else that of the last day. */
  readonly isFioBByDays?: boolean;
  /** Whether the minimum kWh are not compensated, instead of a minimum in R$. */
  readonly isMinimumUncompensated?: boolean;
  readonly free?: {
    readonly discount: string;
    readonly place: 'price' | 'credit' | 'gross-net';
    readonly supplierPrice?: string;
  };
  /** Amounts that no rule computes. */
  readonly amounts?: readonly (readonly [label: string, amount: string])[];
}

export type TaxedKind =
  | 'te'
  | 'tusd'
  | 'demand'
  | 'unused-demand'
  | 'overrun'
  | 'reactive'
  | 'flag'
  | 'minimum';
export interface Carried {
  readonly icms: boolean;
  readonly pisCofins: boolean;
  readonly vat: boolean;
}

/** A line in cents. `base` is the base of CBS and IBS, 0 for a line outside it. */
export interface BillLine {
  readonly label: string;
  readonly amount: number;
  readonly icms: number;
  readonly pis: number;
  readonly cofins: number;
  readonly cbs: number;
  readonly ibsState: number;
  readonly ibsMunicipal: number;
  readonly base: number;
}

export interface CalculatedBill {
  readonly lines: readonly BillLine[];
  readonly total: number;
  /** CBS, state IBS and municipal IBS that are printed and not charged. */
  readonly informed: readonly [cbs: number, ibsState: number, ibsMunicipal: number] | null;
}
