import { Note, RestingForecastNote } from '../../../shared/consumption/forecast-note.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Loading, SkeletonBlock, SkeletonLine, SkeletonText } from '../../../shared/ui/page/skeleton.tsx';
import classes from './cycle-head.module.css';

const STATS = ['highest', 'average', 'year-before'] as const;

/** The shape of a cycle's card before its numbers. */
export const CycleSkeleton = ({ chartHeight }: { readonly chartHeight: number }) => (
  <Loading label="Carregando o consumo do ciclo">
    <div className={classes.head}>
      <div className={classes.figures}>
        <div>
          <SkeletonLine width={18} />
          <SkeletonLine width={8} size="card" />
        </div>
        <div>
          <SkeletonLine width={18} />
          <SkeletonLine width={10} size="stat" />
        </div>
      </div>
      <SkeletonBlock height={22} />
    </div>
    <SkeletonBlock height={chartHeight + 32} />
    <StatList ruled>
      {STATS.map((stat) => (
        <Stat key={stat} label={<SkeletonLine width={14} />}>
          <SkeletonLine width={10} />
        </Stat>
      ))}
    </StatList>
    <Note>
      <SkeletonText length={70} />
    </Note>
    <RestingForecastNote />
  </Loading>
);
