import { SkeletonLine } from '../page/skeleton.tsx';
import { Stat, StatList } from './stat-list.tsx';

/** Placeholders of figures. */
export const RestingStats = ({ labels }: { readonly labels: readonly string[] }) => (
  <StatList>
    {labels.map((label) => (
      <Stat key={label} label={label} qualifier={<SkeletonLine width={10} size="small" isInline />}>
        <SkeletonLine width={8} size="stat" isInline />
      </Stat>
    ))}
  </StatList>
);
