import { useAddress } from '../../shared/api/use-address.ts';
import type { GroupType } from './group-words.ts';

export type By = 'meters' | 'groups';

/** What is shared, among what, and how much; the address keeps it. */
interface ApportionmentAddress {
  readonly type: GroupType;
  readonly by: By;
  /** R$ of the bill that came, with a decimal point; null: the computed one. */
  readonly total: string | null;
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

export const useApportionmentAddress = () => {
  const [address, change] = useAddress();
  const total = address.get('total');
  const asked: ApportionmentAddress = {
    type: address.get('tipo') === 'agua' ? 'water' : 'eletric',
    by: address.get('por') === 'grupos' ? 'groups' : 'meters',
    total: total !== null && AMOUNT.test(total) ? total : null,
  };
  return {
    asked,
    /** A total that came is of one utility. */
    setType: (type: GroupType) => change({ tipo: type === 'water' ? 'agua' : null, total: null }),
    setBy: (by: By) => change({ por: by === 'groups' ? 'grupos' : null }),
    setTotal: (total: string | null) => change({ total: total }),
  };
};
