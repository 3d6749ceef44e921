import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

/** One resting line of text. `width` in characters, `size` that of the text it stands for. */
export const SkeletonLine = ({
  width = 16,
  size = 'text',
}: {
  width?: number;
  size?: 'text' | 'stat' | 'card' | 'page';
}) => <span className={styles.line} data-size={size} style={{ width: `min(${width}ch, 100%)` }} />;

/** A resting area of the height of what will stand there, such as a chart. */
export const SkeletonBlock = ({ height }: { height: number }) => (
  <div className={styles.block} style={{ height }} />
);

/** Wraps resting shapes: read out once as loading, drawn only when the wait is long enough to be noticed. */
export const Loading = ({ label = 'Carregando', children }: { label?: string; children: ReactNode }) => (
  <div className={styles.loading} role="status" aria-label={label} data-loading>
    <div aria-hidden="true">{children}</div>
  </div>
);
