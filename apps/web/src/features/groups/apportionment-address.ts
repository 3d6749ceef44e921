import { useSearchParams } from 'react-router';
import type { GroupType } from './group-words.ts';

export type By = 'meters' | 'groups';

/** What is shared, among what, and how much; the address keeps it. */
export interface ApportionmentAddress {
  readonly type: GroupType;
  readonly by: By;
  /** R$ of the bill that came, with a decimal point; null: the computed one. */
  readonly total: string | null;
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

export const useApportionmentAddress = () => {
  const [address, setAddress] = useSearchParams();
  const total = address.get('total');
  const asked: ApportionmentAddress = {
    type: address.get('tipo') === 'agua' ? 'water' : 'eletric',
    by: address.get('por') === 'grupos' ? 'groups' : 'meters',
    total: total !== null && AMOUNT.test(total) ? total : null,
  };
  const change = (name: 'tipo' | 'por' | 'total', value: string | null): void =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    asked,
    setType: (type: GroupType) => change('tipo', type === 'water' ? 'agua' : null),
    setBy: (by: By) => change('por', by === 'groups' ? 'grupos' : null),
    setTotal: (given: string | null) => change('total', given),
  };
};
