import { type BillAnswer, readBill } from '@nascente/contract/money/bills';
import { readEstablishmentPosts } from '@nascente/contract/money/establishment-consumption';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { PostRules } from '../../../shared/consumption/post-rules.tsx';
import { ContractDemand } from './contract-demand.tsx';
import { type GroupAEnergy, GroupATable } from './group-a-table.tsx';

interface GroupAFiguresProps {
  readonly establishmentId: string;
}

const STALE_MS = 5 * 60_000;

/** The two posts of Group A as the bill counts them: by the windows of its tariff. */
export const billedEnergy = ({
  consumed,
  reactive,
}: Pick<BillAnswer, 'consumed' | 'reactive'>): GroupAEnergy => ({
  peak: { active: consumed.inPoint, excessReactive: reactive.inPoint },
  intermediate: null,
  offPeak: { active: consumed.outPoint, excessReactive: reactive.outPoint },
});

/**
 * What Group A pays for beside its energy: the figures of the bill itself, so that both screens say the same. Where no
 * bill of Group A is made, those of the meters, told apart by the same posts.
 */
export const GroupAFigures = ({ establishmentId: id }: GroupAFiguresProps) => {
  const bill = useQuery({
    ...queryFor(readBill, { params: { id }, query: { type: 'eletric' } }),
    staleTime: STALE_MS,
  });
  const measured = useQuery(queryFor(readEstablishmentPosts, { params: { id } }));
  const posts = <PostRules rules={measured.data?.energy.posts ?? []} />;
  if (bill.data !== undefined && bill.data.bill.demand.length > 0)
    return (
      <>
        <GroupATable energy={billedEnergy(bill.data.bill)} />
        {posts}
        <ContractDemand demand={bill.data.bill.demand} />
      </>
    );
  return (
    <>
      <GroupATable energy={bill.isPending ? null : (measured.data?.energy ?? null)} />
      {posts}
    </>
  );
};
