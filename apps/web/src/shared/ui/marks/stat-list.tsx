import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { SkeletonLine } from '../page/skeleton.tsx';
import styles from './stat-list.module.css';

/** Figures of equal rank in a wrapping row, label above value. `ruled` draws a line above the row. */
export const StatList = ({ ruled = false, children }: { ruled?: boolean; children: ReactNode }) => (
  <div className={styles.frame}>
    <dl className={classNames(styles.list, ruled && styles.ruled)}>{children}</dl>
  </div>
);

interface StatProps {
  label: ReactNode;
  children: ReactNode;
  qualifier?: ReactNode;
  /** Only for rated values, whose text states the rating too. */
  tone?: 'good' | 'warn' | 'bad' | undefined;
}

export const Stat = ({ label, children, qualifier, tone }: StatProps) => (
  <div className={styles.stat}>
    <dt>{label}</dt>
    <dd data-tone={tone}>
      {children} {qualifier && <span className={styles.qualifier}>{qualifier}</span>}
    </dd>
  </div>
);

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
