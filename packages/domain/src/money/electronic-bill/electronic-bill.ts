import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { addDays, type CivilDate, isCivilDate } from '../../base/time/civil-day.ts';
import { type Cents, cents, fromReais, sumCents } from '../../base/units/money.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { childrenOf, elementAt, elementsNamed, elementsOf, textAt, type XmlElement } from './xml-element.ts';

/** Taxes of a line or of a note. `icms` includes the poverty fund (FCP) and substitution. */
export interface NoteTaxes {
  readonly icms: Cents;
  readonly pis: Cents;
  readonly cofins: Cents;
  readonly cbs: Cents;
  readonly ibs: Cents;
}

const UNITS = { '1': 'kW', '2': 'kWh', '3': 'kvar', '4': 'kvarh' } as const;
export type NoteUnit = (typeof UNITS)[keyof typeof UNITS];

/** A line of a note. Amount and taxes of a deduction or refund are negative. */
export interface NoteLine {
  readonly label: string;
  /** Classification (`cClass`): seven digits, of which the first three name the group. */
  readonly code: string;
  readonly unit: NoteUnit | null;
  readonly quantity: number | null;
  /** R$ a unit. */
  readonly price: number | null;
  readonly amount: Cents;
  readonly taxes: NoteTaxes;
  readonly touPeriod: TouPeriod | null;
  readonly side: 'te' | 'tusd' | null;
}

/** An electricity bill as its XML states it (NF3e, model 66; layout 1.00 with the groups of NT 2025.001 for CBS and IBS). */
export interface ElectronicBill {
  readonly accessKey: string;
  readonly number: string;
  readonly series: string;
  readonly issuedOn: CivilDate | null;
  readonly issuer: { readonly name: string; readonly cnpj: string };
  /** The customer, with CNPJ or CPF; empty texts if they are not stated. */
  readonly holder: { readonly name: string; readonly document: string };
  /** The distributor's codes of the consumer unit (`idAcesso`) and of the customer (`idCodCliente`). */
  readonly unit: { readonly code: string; readonly customerCode: string };
  /** Access key of the note that this one replaces. */
  readonly replaces: string | null;
  /** Whether it corrects lines of earlier notes. */
  readonly isAdjustment: boolean;
  /** Whether the file includes the authorisation of the tax office. */
  readonly isAuthorized: boolean;
  /** Billed days: from the day of the previous reading to the day before the current one. */
  readonly period: BillingCycle | null;
  readonly due: CivilDate | null;
  readonly lines: readonly NoteLine[];
  readonly totals: {
    /** `vProd` */
    readonly lines: Cents | null;
    /** Taxes that a public body withholds. */
    readonly withheld: Cents;
    /** `vNF`: lines less withheld taxes. */
    readonly note: Cents;
    /** `vTotDFe`: with CBS and IBS where they are charged. */
    readonly document: Cents | null;
    readonly taxes: NoteTaxes;
  };
}

const DECIMAL = /^-?\d+(\.\d+)?$/;
const MAX_VALUE = 1e9;
/** Fields with a number: values, quantities and percentages. */
const NUMERIC = /^[vqp][A-Z]/;

/** The first field that should hold a number and does not; null if all are readable. */
export function unreadableNumber(note: XmlElement): { readonly field: string; readonly text: string } | null {
  for (const element of elementsOf(note)) {
    const text = textAt(element);
    const isWrong = !DECIMAL.test(text) || Math.abs(Number(text)) > MAX_VALUE;
    if (NUMERIC.test(element.name) && childrenOf(element).length === 0 && text !== '' && isWrong)
      return { field: element.name, text };
  }
  return null;
}

const numberAt = (element: XmlElement | undefined, ...path: readonly string[]): number | null => {
  const text = textAt(element, ...path);
  return text === '' ? null : Number(text);
};

const optionalMoney = (element: XmlElement | undefined, ...path: readonly string[]): Cents | null => {
  const value = numberAt(element, ...path);
  return value === null ? null : fromReais(value);
};

const moneyAt = (element: XmlElement | undefined, ...path: readonly string[]): Cents =>
  optionalMoney(element, ...path) ?? cents(0);

const dayAt = (element: XmlElement | undefined, ...path: readonly string[]): CivilDate | null => {
  const text = textAt(element, ...path).slice(0, 'AAAA-MM-DD'.length);
  return isCivilDate(text) ? text : null;
};

/** IBS as one sum, or of the state and of the municipality. */
const ibsOf = (group: XmlElement | undefined): Cents =>
  optionalMoney(group, 'vIBS') ??
  sumCents([moneyAt(group, 'gIBSUF', 'vIBSUF'), moneyAt(group, 'gIBSMun', 'vIBSMun')]);

const icmsOf = (group: XmlElement | undefined, substituted: string): Cents =>
  sumCents(['vICMS', 'vFCP', substituted, 'vFCPST'].map((name) => moneyAt(group, name)));

function taxesOfLine(imposto: XmlElement | undefined): NoteTaxes {
  const icms = imposto && childrenOf(imposto).find(({ name }) => name.startsWith('ICMS'));
  const vat = elementAt(imposto, 'IBSCBS', 'gIBSCBS');
  return {
    icms: icmsOf(icms, 'vICMSST'),
    pis: moneyAt(imposto, 'PIS', 'vPIS'),
    cofins: moneyAt(imposto, 'COFINS', 'vCOFINS'),
    cbs: moneyAt(vat, 'gCBS', 'vCBS'),
    ibs: ibsOf(vat),
  };
}

function totalTaxes(total: XmlElement | undefined): NoteTaxes {
  const vat = elementAt(total, 'IBSCBSTot');
  return {
    icms: icmsOf(elementAt(total, 'ICMSTot'), 'vST'),
    pis: moneyAt(total, 'vPIS'),
    cofins: moneyAt(total, 'vCOFINS'),
    cbs: moneyAt(vat, 'gCBS', 'vCBS'),
    ibs: ibsOf(elementAt(vat, 'gIBS')),
  };
}

/** Taxes as negative amounts, for a deduction. */
const negated = (taxes: NoteTaxes): NoteTaxes =>
  Object.fromEntries(
    Object.entries(taxes).map(([name, amount]) => [name, 0 - amount]),
  ) as unknown as NoteTaxes;

/** Time-of-use periods of `cPosTarif`; 4 to 7 are reserved hours. */
const TOU_PERIODS_OF_NOTE: Readonly<Record<string, TouPeriod>> = {
  '1': 'inPoint',
  '2': 'outPoint',
  '3': 'interPoint',
  '4': 'inPoint',
  '5': 'outPoint',
  '6': 'interPoint',
  '7': 'outPoint',
};

/** Half of the energy price, if all prices of a line are of one half. */
function sideOf(detItem: XmlElement): NoteLine['side'] {
  const halves = new Set(childrenOf(detItem, 'gTarif').map((tarif) => textAt(tarif, 'tpTarif')));
  if (halves.size !== 1) return null;
  if (halves.has('1')) return 'te';
  return halves.has('2') ? 'tusd' : null;
}

const CODE_LENGTH = 7;
/** Groups of deductions: compensated energy (56) and others (59). */
const DEDUCTED = '5';

function lineOf(detItem: XmlElement): NoteLine {
  const product = elementAt(detItem, 'prod');
  const code = textAt(product, 'cClass').padStart(CODE_LENGTH, '0');
  // A refund of a deduction is charged again.
  const isNegative = code.startsWith(DEDUCTED) !== (textAt(product, 'indDevolucao') === '1');
  const amount = moneyAt(product, 'vProd');
  const taxes = taxesOfLine(elementAt(detItem, 'imposto'));
  const position =
    textAt(detItem, 'gTarif', 'cPosTarif') || textAt(product, 'gMedicao', 'gMedida', 'cPosTarif');
  return {
    label: textAt(product, 'xProd'),
    code,
    unit: UNITS[textAt(product, 'uMed') as keyof typeof UNITS] ?? null,
    quantity: numberAt(product, 'qFaturada'),
    price: numberAt(product, 'vItem'),
    amount: cents(isNegative ? 0 - amount : amount),
    taxes: isNegative ? negated(taxes) : taxes,
    touPeriod: TOU_PERIODS_OF_NOTE[position] ?? null,
    side: sideOf(detItem),
  };
}

/** From the first previous reading of all meters to the day before the last current one. */
function periodOf(info: XmlElement): BillingCycle | null {
  const meters = childrenOf(info, 'gMed');
  const days = (name: string) => meters.map((meter) => dayAt(meter, name)).filter((day) => day !== null);
  const first = days('dMedAnt').sort()[0];
  const reading = days('dMedAtu').sort().at(-1);
  if (first === undefined || reading === undefined || reading <= first) return null;
  return { first, last: addDays(reading, -1) };
}

/** Reads the element `infNF3e`, whose numbers are readable. @param accessKey - from its `Id` @returns null if it states no total */
export function readElectronicBill(
  info: XmlElement,
  accessKey: string,
  isAuthorized: boolean,
): ElectronicBill | null {
  const total = elementAt(info, 'total');
  const note = optionalMoney(total, 'vNF');
  if (note === null) return null;
  const holder = elementAt(info, 'dest');
  const withheld = elementAt(total, 'vRetTribTot');
  return {
    accessKey,
    number: textAt(info, 'ide', 'nNF'),
    series: textAt(info, 'ide', 'serie'),
    issuedOn: dayAt(info, 'ide', 'dhEmi'),
    issuer: { name: textAt(info, 'emit', 'xNome'), cnpj: textAt(info, 'emit', 'CNPJ') },
    holder: {
      name: textAt(holder, 'xNome'),
      document: textAt(holder, 'CNPJ') || textAt(holder, 'CPF') || textAt(holder, 'idOutros'),
    },
    unit: {
      code: textAt(info, 'acessante', 'idAcesso'),
      customerCode: textAt(info, 'acessante', 'idCodCliente'),
    },
    replaces: textAt(info, 'gSub', 'chNF3e') || null,
    isAdjustment: elementsNamed([info], 'detItemAnt').length > 0,
    isAuthorized,
    period: periodOf(info),
    due: dayAt(info, 'gFat', 'dVencFat'),
    lines: elementsNamed([info], 'detItem').map(lineOf),
    totals: {
      lines: optionalMoney(total, 'vProd'),
      withheld: sumCents(withheld === undefined ? [] : childrenOf(withheld).map((tax) => moneyAt(tax))),
      note,
      document: optionalMoney(total, 'vTotDFe'),
      taxes: totalTaxes(total),
    },
  };
}
