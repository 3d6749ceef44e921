import type { BillAnswer } from '@nascente/contract/money/bills';
import { formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';

type Demand = BillAnswer['demand'][number];

const PAST_CONTRACT = 1;

const labels = {
  inPoint: 'Demanda na ponta',
  interPoint: 'Demanda',
  outPoint: 'Demanda fora ponta',
} as const;

/** How the highest quarter of an hour stands to what is contracted: beyond 105 % of it the whole excess is charged. */
export const demandWords = ({ measured, contracted, overrun }: Omit<Demand, 'at'>) => {
  const value = `${formatNumber(measured, 1)} kW`;
  if (contracted === null || contracted === 0)
    return { value, qualifier: 'sem contrato informado', tone: undefined };
  const share = measured / contracted;
  const of = `${formatPercent(share)} dos ${formatNumber(contracted, 0)} kW contratados`;
  if (overrun > 0) return { value, qualifier: `${of}, com ultrapassagem`, tone: 'bad' as const };
  return { value, qualifier: of, tone: share > PAST_CONTRACT ? ('warn' as const) : undefined };
};

/** The demand of the cycle so far against the contract, by post where each has its own. */
export const ContractDemand = ({ demand }: { readonly demand: readonly Demand[] }) => {
  return (
    <StatList ruled>
      {demand.map((one) => {
        const { value, qualifier, tone } = demandWords(one);
        return (
          <Stat
            key={one.post ?? 'single'}
            label={one.post === null ? 'Maior demanda' : labels[one.post]}
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
