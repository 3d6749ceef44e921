import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import styles from './shell-skeleton.module.css';

/** The frame of the app while it is not yet known who is signed in. */
export const ShellSkeleton = () => (
  <Loading>
    <div className={styles.frame}>
      <div className={styles.drawer} />
      <div className={styles.body}>
        <div className={styles.top} />
        <div className={styles.page}>
          <SkeletonLine width={18} size="stat" />
          <SkeletonBlock height={220} />
          <SkeletonBlock height={220} />
        </div>
      </div>
    </div>
  </Loading>
);
