import { type BillAnswer, readBill } from '@nascente/contract/bills';
import type { PlacePosts } from '@nascente/contract/place-consumption';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { ContractDemand } from './contract-demand.tsx';
import { GroupATable } from './group-a-table.tsx';
import { MeasuredGroupA } from './measured-group-a.tsx';

interface GroupAFiguresProps {
  readonly establishmentId: string;
}

const STALE_MS = 5 * 60_000;

/** The two posts of Group A as the bill counts them: by the windows of its tariff. */
export const billedEnergy = ({
  consumed,
  reactive,
}: Pick<BillAnswer, 'consumed' | 'reactive'>): PlacePosts => ({
  peak: { active: consumed.inPoint, excessReactive: reactive.inPoint },
  offPeak: { active: consumed.outPoint, excessReactive: reactive.outPoint },
});

/** What Group A pays for beside its energy: the figures of the bill itself, so that both screens say the same. */
export const GroupAFigures = ({ establishmentId: id }: GroupAFiguresProps) => {
  const { data, isPending } = useQuery({
    ...queryFor(readBill, { params: { id }, query: { type: 'eletric' } }),
    staleTime: STALE_MS,
  });
  if (isPending) return <GroupATable energy={null} />;
  if (data === undefined || data.bill.demand.length === 0) return <MeasuredGroupA establishmentId={id} />;
  return (
    <>
      <GroupATable energy={billedEnergy(data.bill)} />
      <ContractDemand demand={data.bill.demand} />
    </>
  );
};
