import { Loading, SkeletonLine } from '../../shared/ui/skeleton.tsx';
import styles from './meters-skeleton.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Rows at rest, of the list's real measures. */
export const MetersSkeleton = () => (
  <Loading label="Carregando medidores">
    {ROWS.map((row) => (
      <div key={row} className={styles.row}>
        <SkeletonLine width={22} />
        <SkeletonLine width={8} />
      </div>
    ))}
  </Loading>
);
