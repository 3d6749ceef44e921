import { useState } from 'react';
import { moneyText } from '../../shared/consumption/amount.ts';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { reaisOf, typedOf } from '../../shared/forms/fields/decimal-input.ts';

interface TotalFieldProps {
  /** R$ with a decimal point; null: the computed bill. */
  readonly total: string | null;
  readonly computed: number | null;
  readonly onChange: (total: string | null) => void;
}

const CENTS = /^\d{1,9}(\.\d{1,2})?$/;

/** The total of the bill that came; empty, the computed one is shared. It counts as soon as it is an amount. */
export const TotalField = ({ total, computed, onChange }: TotalFieldProps) => {
  const [typed, setTyped] = useState(total === null ? '' : typedOf(total));
  const decimal = reaisOf(typed);
  const isAmount = decimal !== null && CENTS.test(decimal);
  const change = (text: string): void => {
    setTyped(text);
    const total = reaisOf(text);
    if (text.trim() === '') onChange(null);
    else if (total !== null && CENTS.test(total)) onChange(total);
  };
  return (
    <DecimalField
      label="Total da conta (R$)"
      description={
        computed === null
          ? 'O valor que veio na conta.'
          : `Em branco: a conta calculada, ${moneyText(computed)}.`
      }
      placeholder="0,00"
      value={typed}
      error={typed.trim() !== '' && !isAmount && 'Digite um valor em reais, como 1.234,56.'}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
};
