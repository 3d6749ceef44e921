import { type BillAnswer, readBill } from '@nascente/contract/money/bills';
import { readEstablishmentTouPeriods } from '@nascente/contract/money/establishment-consumption';
import { formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { TouRules } from '../../../shared/consumption/tou-rules.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { type GroupAEnergy, GroupATable } from './group-a-table.tsx';

type Demand = BillAnswer['demand'][number];

const PAST_CONTRACT = 1;

const labels = {
  inPoint: 'Demanda na ponta',
  interPoint: 'Demanda',
  outPoint: 'Demanda fora ponta',
} as const;

/** The highest quarter-hour against the contract: above 105 % the whole excess is charged. */
export const demandText = ({ measured, contracted, overrun }: Omit<Demand, 'at'>) => {
  const value = `${formatNumber(measured, 1)} kW`;
  if (contracted === null || contracted === 0)
    return { value, qualifier: 'sem contrato informado', tone: undefined };
  const share = measured / contracted;
  const of = `${formatPercent(share)} dos ${formatNumber(contracted, 0)} kW contratados`;
  if (overrun > 0) return { value, qualifier: `${of}, com ultrapassagem`, tone: 'bad' as const };
  return { value, qualifier: of, tone: share > PAST_CONTRACT ? ('warn' as const) : undefined };
};

/** Demand of the cycle so far against the contract, by time-of-use period where each has its own. */
const ContractDemand = ({ demand }: { readonly demand: readonly Demand[] }) => {
  return (
    <StatList ruled>
      {demand.map((one) => {
        const { value, qualifier, tone } = demandText(one);
        return (
          <Stat
            key={one.touPeriod ?? 'single'}
            label={one.touPeriod === null ? 'Maior demanda' : labels[one.touPeriod]}
            qualifier={qualifier}
            tone={tone}
          >
            {value}
          </Stat>
        );
      })}
    </StatList>
  );
};

interface GroupAFiguresProps {
  readonly establishmentId: string;
}

const STALE_MS = 5 * 60_000;

/** Peak and off-peak energy by the windows of the bill's tariff. */
export const billedEnergy = ({
  consumed,
  reactive,
}: Pick<BillAnswer, 'consumed' | 'reactive'>): GroupAEnergy => ({
  peak: { active: consumed.inPoint, excessReactive: reactive.inPoint },
  intermediate: null,
  offPeak: { active: consumed.outPoint, excessReactive: reactive.outPoint },
});

/**
 * Demand and reactive energy of Group A, from the bill so that both screens agree. Without such a bill, from the
 * meters by the same time-of-use periods.
 */
export const GroupAFigures = ({ establishmentId: id }: GroupAFiguresProps) => {
  const bill = useQuery({
    ...queryFor(readBill, { params: { id }, query: { type: 'eletric' } }),
    staleTime: STALE_MS,
  });
  const measured = useQuery(queryFor(readEstablishmentTouPeriods, { params: { id } }));
  const touPeriods = <TouRules rules={measured.data?.energy.touPeriods ?? []} />;
  if (bill.data !== undefined && bill.data.bill.demand.length > 0)
    return (
      <>
        <GroupATable energy={billedEnergy(bill.data.bill)} />
        {touPeriods}
        <ContractDemand demand={bill.data.bill.demand} />
      </>
    );
  return (
    <>
      <GroupATable energy={bill.isPending ? null : (measured.data?.energy ?? null)} />
      {touPeriods}
    </>
  );
};
