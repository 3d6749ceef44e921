import { BigNumber } from '../ui/marks/big-number.tsx';
import type { Amount } from './amount.ts';

interface AmountNumberProps {
  readonly amount: Amount;
  readonly size?: 'page' | 'card' | 'stat';
  readonly muted?: boolean;
}

export const AmountNumber = ({ amount, size = 'stat', muted = false }: AmountNumberProps) => (
  <BigNumber
    value={amount.value}
    size={size}
    muted={muted}
    {...(amount.currency === undefined ? {} : { currency: amount.currency })}
    {...(amount.unit === undefined ? {} : { unit: amount.unit })}
  />
);
