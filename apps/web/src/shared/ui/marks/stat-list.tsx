import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
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
