import type { BodyInput } from '@nascente/contract/base/call';
import type { BilledLineJson } from '@nascente/contract/money/billed-lines';
import {
  type enterUtilityBill,
  type UtilityBillAnswer,
  utilityBillFields,
} from '@nascente/contract/money/utility-bills';
import type { BilledLineKind } from '@nascente/domain/money/bill-check/billed-lines';
import { LINE_LABEL_MISSING } from '@nascente/domain/sites/tariffs/own-line';
import { createReader as createDraftReader, type Reader } from '../../../shared/forms/draft-reader.ts';
import { decimalOf, reaisOf, typedOf } from '../../../shared/forms/fields/decimal-input.ts';
import { type DraftForm, useDraftForm } from '../../../shared/forms/use-draft-form.ts';
import { newOwnLine, readLineValue } from '../contract/draft/own-line-draft.ts';
import type { TariffType } from '../page-frame/bill-address.ts';

/** Form values of a line of an entered bill. */
type TypedBilledLine = ReturnType<typeof typedBilledLine>;

const typedBilledLine = ({ value, isCredit, taxes, label, kind }: BilledLineJson) => ({
  label,
  kind,
  ...taxes,
  sign: isCredit ? ('subtracts' as const) : ('adds' as const),
  mode: value.mode,
  amount: value.mode === 'amount' ? typedOf(value.amount) : '',
  quantity: value.mode === 'quantity' ? typedOf(String(value.quantity)) : '',
  price: value.mode === 'quantity' ? typedOf(value.price) : '',
});

/** A new line of a kind; printed lines have an amount. */
export const newBilledLine = (kind: BilledLineKind): TypedBilledLine => {
  const { label, sign, icms, pisCofins } = newOwnLine(kind === 'lighting' ? 'other' : kind, '');
  const name = kind === 'lighting' ? 'Iluminação pública (COSIP)' : label;
  return { kind, label: name, sign, mode: 'amount', amount: '', quantity: '', price: '', icms, pisCofins };
};

const readBilledLine = (reader: Reader, line: TypedBilledLine, at: string): BilledLineJson => {
  return {
    label: reader.text(`${at}.label`, line.label, LINE_LABEL_MISSING),
    kind: line.kind,
    value: readLineValue(reader, line, at),
    isCredit: line.sign === 'subtracts',
    taxes: { icms: line.icms, pisCofins: line.pisCofins },
  };
};

/** Form values of a utility bill. */
export type UtilityDraft = ReturnType<typeof emptyUtilityDraft>;

type Stored = Pick<UtilityBillAnswer, 'consumed'>['consumed'];
const typedNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : typedOf(String(value));
const typedMoney = (value: number | null): string => (value === null ? '' : typedOf(value.toFixed(2)));

const typedPeriods = ({ inPoint, interPoint, outPoint }: Stored) => ({
  inPoint: typedNumber(inPoint),
  interPoint: typedNumber(interPoint),
  outPoint: typedNumber(outPoint),
});

export const emptyUtilityDraft = (days: { start: string; end: string } | undefined) => ({
  start: days?.start ?? '',
  end: days?.end ?? '',
  total: '',
  consumed: typedPeriods({}),
  demand: typedPeriods({}),
  volume: '',
  taxes: '',
  /** The sum of other lines, for a bill entered without them. */
  others: '',
  lines: [] as TypedBilledLine[],
  /** A bill without other lines differs from one with unknown lines. */
  hasNoLines: false,
  image: null as string | null,
  note: '',
  /** The XML from which the bill was read; not edited. */
  nf3e: null as UtilityBillAnswer['nf3e'],
});

export const utilityDraftOf = (bill: Omit<UtilityBillAnswer, 'id' | 'type'>): UtilityDraft => ({
  start: bill.start,
  end: bill.end,
  total: typedMoney(bill.total),
  consumed: typedPeriods(bill.consumed),
  demand: typedPeriods(bill.demand),
  volume: typedNumber(bill.volume),
  taxes: typedMoney(bill.taxes),
  others: bill.lines === null && bill.others !== 0 ? typedMoney(bill.others) : '',
  lines: (bill.lines ?? []).map(typedBilledLine),
  hasNoLines: bill.others === 0 && (bill.lines ?? []).length === 0,
  image: bill.image,
  note: bill.note,
  nf3e: bill.nf3e,
});

type Body = BodyInput<typeof enterUtilityBill>;

const QUANTITY = 'Informe um número, como 1.234,5.';

const createReader = () => {
  const reader = createDraftReader();
  const { errors } = reader;
  const numeric = (path: string, typed: string, decimal: string | null, msg = QUANTITY): number | null => {
    if (typed.trim() === '') return null;
    if (decimal === null) errors[path] = msg;
    return Number(decimal);
  };
  const optional = (path: string, typed: string) => numeric(path, typed, decimalOf(typed));
  const money = (path: string, typed: string, msg?: string) => numeric(path, typed, reaisOf(typed), msg);
  /** A refund is negative. */
  const signed = (path: string, typed: string): number | null => {
    const [, sign, size = ''] = /^\s*([-−]?)(.*)$/s.exec(typed) ?? [];
    const value = money(path, size);
    return value === null || sign === '' ? value : -value;
  };
  const touPeriods = (path: string, typed: ReturnType<typeof typedPeriods>) =>
    Object.fromEntries(
      Object.entries(typed).flatMap(([touPeriod, text]) => {
        const value = optional(`${path}.${touPeriod}`, text);
        return value === null ? [] : [[touPeriod, value]];
      }),
    );
  return { ...reader, optional, money, signed, touPeriods };
};

/** Other lines: each, none, or a sum entered earlier. */
const readOthers = (
  reader: ReturnType<typeof createReader>,
  { lines, hasNoLines, others }: UtilityDraft,
): Pick<Body, 'others' | 'lines'> => {
  if (lines.length > 0)
    return {
      others: null,
      lines: lines.map((line, index) => readBilledLine(reader, line, `lines.${index}`)),
    };
  return hasNoLines ? { others: null, lines: [] } : { others: reader.signed('others', others), lines: null };
};

/** The bill of a draft, or its errors; empty fields are left out. */
export const readUtilityDraft = (draft: UtilityDraft, type: TariffType) => {
  const reader = createReader();
  const isWater = type === 'water';
  const [start, end] = [
    reader.day('start', draft.start, 'Informe o dia.'),
    reader.day('end', draft.end, 'Informe o dia.'),
  ];
  const total = reader.money('total', draft.total, 'Informe o total, como 1.234,56.');
  const body: Body = {
    type,
    start,
    end,
    total: total ?? 0,
    consumed: isWater ? {} : reader.touPeriods('consumed', draft.consumed),
    demand: isWater ? {} : reader.touPeriods('demand', draft.demand),
    volume: isWater ? reader.optional('volume', draft.volume) : null,
    taxes: isWater ? null : reader.money('taxes', draft.taxes),
    ...readOthers(reader, draft),
    image: draft.image,
    note: draft.note,
    nf3e: draft.nf3e,
  };
  const { errors } = reader;
  if (total === null) errors.total ??= 'Informe o total, como 1.234,56.';
  if (errors.start === undefined && errors.end === undefined && end < start)
    errors.end = 'O fim deve ser no dia do início ou depois.';
  if (Object.keys(errors).length > 0) return { body: null, errors };
  const { type: _, ...fields } = body;
  const checked = utilityBillFields.safeParse(fields);
  if (checked.success) return { body, errors: null };
  return {
    body: null,
    errors: Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])),
  };
};

export type UtilityFields = DraftForm<UtilityDraft>;

export const useUtilityForm = (draft: UtilityDraft, type: TariffType): UtilityFields =>
  useDraftForm(draft, (typed) => readUtilityDraft(typed, type).errors);
