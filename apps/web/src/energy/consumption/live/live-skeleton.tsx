import { Loading, SkeletonBlock, SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import classes from './live-card.module.css';

const PHASES = ['A', 'B', 'C'] as const;

/** What a meter says now, at rest: its power with its course, and three phases. */
export const LiveSkeleton = () => (
  <Loading>
    <div className={classes.live} data-columns={PHASES.length}>
      <div className={classes.total}>
        <SkeletonLine width={10} size="small" />
        <SkeletonLine width={6} size="page" />
        <SkeletonBlock height={56} />
        <SkeletonLine width={12} size="small" />
        <SkeletonLine width={18} size="small" />
      </div>
      {PHASES.map((phase) => (
        <div key={phase} className={classes.resting}>
          <SkeletonLine width={6} size="small" />
          <SkeletonLine width={8} size="stat" />
          <SkeletonBlock height={72} />
        </div>
      ))}
    </div>
  </Loading>
);
