import type { BilledLineJson } from '@nascente/contract/money/billed-lines';
import type { BilledLineKind } from '@nascente/domain/money/bill-check/billed-lines';
import { typedOf } from '../../../shared/forms/fields/decimal-input.ts';
import type { Reader } from '../contract/draft/draft-reader.ts';
import { newOwnLine, readLineValue, type TypedOwnLine } from '../contract/draft/own-line-draft.ts';

/** Form values of a line of an entered bill. */
export interface TypedBilledLine
  extends Pick<TypedOwnLine, 'label' | 'sign' | 'amount' | 'quantity' | 'price' | 'icms' | 'pisCofins'> {
  kind: BilledLineKind;
  mode: 'amount' | 'quantity';
}

export const typedBilledLine = ({
  value,
  isCredit,
  taxes,
  label,
  kind,
}: BilledLineJson): TypedBilledLine => ({
  label,
  kind,
  ...taxes,
  sign: isCredit ? 'subtracts' : 'adds',
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

export const readBilledLine = (reader: Reader, line: TypedBilledLine, at: string): BilledLineJson => {
  const label = line.label.trim();
  return {
    label: reader.read<string>(`${at}.label`, label === '' ? null : label, 'Dê um nome à linha.', '-'),
    kind: line.kind,
    value: readLineValue(reader, line, at),
    isCredit: line.sign === 'subtracts',
    taxes: { icms: line.icms, pisCofins: line.pisCofins },
  };
};
