import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { LINE_LABEL_MISSING, type OwnLineKind } from '@nascente/domain/sites/tariffs/own-line';
import { type Reader, typedPercent } from '../../../../shared/forms/draft-reader.ts';
import { priceTextOf, typedOf } from '../../../../shared/forms/fields/decimal-input.ts';

type OwnLineJson = NonNullable<BillingContractJson['ownLines']>[number];

/** Form values of an additional line; fields of other modes keep their text. */
export type TypedOwnLine = ReturnType<typeof typedOwnLine>;

const EMPTY = {
  /** R$. */
  amount: '',
  quantity: '',
  price: '',
  share: '',
  /** Share of demand; empty: as `share`. */
  demandShare: '',
};

const typedValue = (value: OwnLineJson['value']): typeof EMPTY => {
  switch (value.mode) {
    case 'amount':
      return { ...EMPTY, amount: typedOf(value.amount) };
    case 'quantity':
      return { ...EMPTY, quantity: typedOf(String(value.quantity)), price: typedOf(value.price) };
    case 'per-unit':
      return { ...EMPTY, price: typedOf(value.price) };
    case 'share':
      return {
        ...EMPTY,
        share: typedPercent(value.share),
        demandShare: value.demandShare === undefined ? '' : typedPercent(value.demandShare),
      };
  }
};

export const typedOwnLine = ({ value, isCredit, taxes, last, ...line }: OwnLineJson) => ({
  ...line,
  ...taxes,
  ...typedValue(value),
  mode: value.mode,
  sign: isCredit ? ('subtracts' as const) : ('adds' as const),
  /** Empty: without end. */
  last: last ?? '',
});

/** Usual lines of each kind. */
const USUAL: Readonly<Record<OwnLineKind, Partial<TypedOwnLine> & { readonly label: string }>> = {
  refund: { label: 'Devolução', sign: 'subtracts', repeats: 'once' },
  fine: { label: 'Multa e juros', repeats: 'once' },
  instalment: { label: 'Parcelamento' },
  service: { label: 'Taxa de serviço', repeats: 'once' },
  interruption: { label: 'Compensação por interrupção (DIC, FIC, DMIC)', sign: 'subtracts', repeats: 'once' },
  charge: {
    label: 'Encargo por kWh',
    mode: 'per-unit',
    icms: true,
    pisCofins: true,
    isBeforeTaxes: true,
    sharing: 'consumption',
  },
  donation: { label: 'Doação' },
  retention: {
    label: 'Retenção de tributos federais',
    sign: 'subtracts',
    mode: 'share',
    share: '5,85',
    demandShare: '9,45',
  },
  ccee: { label: 'Encargos da CCEE', sharing: 'consumption' },
  supplier: { label: 'Fatura da comercializadora', sharing: 'consumption' },
  other: { label: '' },
};

/**
 * A new line of a kind.
 * @param day - the default first day
 */
export const newOwnLine = (kind: OwnLineKind, day: string): TypedOwnLine => ({
  kind,
  sign: 'adds',
  mode: 'amount',
  ...EMPTY,
  icms: false,
  pisCofins: false,
  isBeforeTaxes: false,
  repeats: 'cycle',
  first: day,
  last: '',
  sharing: 'none',
  ...USUAL[kind],
});

const PRICE = 'Informe o preço em R$ por unidade, como 0,0125.';

const readPrice = (reader: Reader, { price }: Pick<TypedOwnLine, 'price'>, at: string): string =>
  reader.read<string>(`${at}.price`, priceTextOf(price), PRICE, '0');

/** An amount, or a quantity × price, as it was typed. */
export const readLineValue = (
  reader: Reader,
  line: Pick<TypedOwnLine, 'amount' | 'quantity' | 'price'> & { readonly mode: 'amount' | 'quantity' },
  at: string,
): Extract<OwnLineJson['value'], { mode: 'amount' | 'quantity' }> => {
  if (line.mode === 'amount') return { mode: 'amount', amount: reader.reais(`${at}.amount`, line.amount) };
  const quantity = reader.number(`${at}.quantity`, line.quantity, 'Informe a quantidade, como 2 ou 1,5.');
  return { mode: 'quantity', quantity, price: readPrice(reader, line, at) };
};

const readValue = (reader: Reader, line: TypedOwnLine, at: string): OwnLineJson['value'] => {
  const { mode } = line;
  switch (mode) {
    case 'amount':
    case 'quantity':
      return readLineValue(reader, { ...line, mode }, at);
    case 'per-unit':
      return { mode: 'per-unit', price: readPrice(reader, line, at) };
    case 'share':
      return {
        mode: 'share',
        share: reader.share(`${at}.share`, line.share),
        ...(line.demandShare.trim() === ''
          ? {}
          : { demandShare: reader.share(`${at}.demandShare`, line.demandShare) }),
      };
  }
};

/** The typed line; errors stand at its fields. */
export const readOwnLine = (reader: Reader, line: TypedOwnLine, at: string): OwnLineJson => {
  const bearsTaxes = line.icms || line.pisCofins;
  const days = reader.days(at, line.first, line.repeats === 'cycle' ? line.last : '');
  return {
    label: reader.text(`${at}.label`, line.label, LINE_LABEL_MISSING),
    kind: line.kind,
    value: readValue(reader, line, at),
    isCredit: line.sign === 'subtracts',
    taxes: {
      icms: line.icms,
      pisCofins: line.pisCofins,
      ...(line.vat !== undefined && { vat: line.vat }),
    },
    isBeforeTaxes: bearsTaxes && line.isBeforeTaxes,
    repeats: line.repeats,
    ...days,
    sharing: line.sharing,
  };
};
