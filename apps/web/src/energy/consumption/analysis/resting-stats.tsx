import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Loading, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';

export const RestingStats = ({ labels }: { readonly labels: readonly string[] }) => (
  <Loading>
    <StatList>
      {labels.map((label) => (
        <Stat key={label} label={label} qualifier={<SkeletonLine width={12} size="small" />}>
          <SkeletonLine width={6} size="stat" />
        </Stat>
      ))}
    </StatList>
  </Loading>
);
