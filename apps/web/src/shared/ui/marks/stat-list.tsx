import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './stat-list.module.css';

/** Label above, value below: figures of equal rank in a row that wraps. `ruled` draws a line above the row. */
export const StatList = ({ ruled = false, children }: { ruled?: boolean; children: ReactNode }) => (
  <div className={styles.frame}>
    <dl className={classNames(styles.list, ruled && styles.ruled)}>{children}</dl>
  </div>
);

interface StatProps {
  label: ReactNode;
  /** Text, or a `BigNumber`. */
  children: ReactNode;
  /** After the value, in muted: a range, a date. */
  qualifier?: ReactNode;
  /** Only where the value is judged, and the words say it too. */
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
