import type { Demand } from '@nascente/contract/energy/analysis';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { Stat, StatList } from '../../../../shared/ui/marks/stat-list.tsx';
import { kilowattsText, quarterText } from './demand-curve.ts';

const LABELS = [
  ['inPoint', 'Maior na ponta'],
  ['interPoint', 'Maior no intermediário'],
  ['outPoint', 'Maior fora ponta'],
] as const;

interface HighestByPostProps {
  readonly highest: Demand['highest'];
  readonly zone: Zone;
}

/** What a bill measures: the highest quarter-hour of each post. */
export const HighestByPost = ({ highest, zone }: HighestByPostProps) => (
  <StatList ruled>
    {LABELS.map(([post, label]) => {
      const quarter = highest[post];
      if (quarter === null) return null;
      return (
        <Stat key={post} label={label} qualifier={quarterText(instant(Date.parse(quarter.start)), zone)}>
          {kilowattsText(quarter.power)}
        </Stat>
      );
    })}
  </StatList>
);
