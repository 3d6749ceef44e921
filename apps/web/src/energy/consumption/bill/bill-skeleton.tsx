import { RestingForecastNote } from '../../../shared/consumption/forecast-note.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';

const LABELS = ['Fatura', 'Média diária', 'Previsão Fatura', 'Maior demanda'] as const;

export const BillSkeleton = () => (
  <Loading label="Carregando a fatura">
    <StatList>
      {LABELS.map((label) => (
        <Stat key={label} label={label} qualifier={<SkeletonLine width={10} size="small" isInline />}>
          <SkeletonLine width={8} size="stat" isInline />
        </Stat>
      ))}
    </StatList>
    <RestingForecastNote />
  </Loading>
);
