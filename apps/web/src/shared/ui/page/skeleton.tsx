import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

interface SkeletonLineProps {
  /** In characters. */
  width?: number;
  /** The size of the text that it stands for. */
  size?: 'small' | 'text' | 'stat' | 'card' | 'page';
  /** Where there is room, others stand beside it. */
  isInline?: boolean;
}

/** One resting line of text. */
export const SkeletonLine = ({ width = 16, size = 'text', isInline = false }: SkeletonLineProps) => (
  <span
    className={styles.line}
    data-size={size}
    data-inline={isInline}
    style={{ width: `min(${width}ch, 100%)` }}
  />
);

/** A resting sentence of so many characters: it takes as many lines as its words would, at every width. */
export const SkeletonText = ({ length }: { length: number }) => (
  <span className={styles.text}>
    <span>{'frase '.repeat(length / 'frase '.length)}</span>
  </span>
);

/** A resting area of the height of what will stand there, such as a chart. */
export const SkeletonBlock = ({ height }: { height: number | string }) => (
  <div className={styles.block} style={{ height }} />
);

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index));

/** Resting rows of a list: a name, what is below it, and a value at the end. */
export const SkeletonRows = ({ rows = 4 }: { rows?: number }) =>
  numbered(rows).map((row) => (
    <div key={row} className={styles.row}>
      <span className={styles.names}>
        <SkeletonLine width={20} />
        <SkeletonLine width={12} size="small" />
      </span>
      <SkeletonLine width={8} />
    </div>
  ));

/** Resting fields of a form, each with its name. */
export const SkeletonFields = ({ fields = 4 }: { fields?: number }) =>
  numbered(fields).map((field) => (
    <div key={field} className={styles.field}>
      <SkeletonLine width={12} />
      <span className={styles.box} />
    </div>
  ));

interface LoadingProps {
  label?: string;
  /** Resting rows of a list, where no other shape is given. */
  rows?: number;
  children?: ReactNode;
}

/** Wraps resting shapes: read out once as loading, drawn only when the wait is long enough to be noticed. */
export const Loading = ({ label = 'Carregando', rows = 2, children }: LoadingProps) => (
  <div className={styles.loading} role="status" aria-label={label} data-loading>
    <div aria-hidden="true">{children ?? <SkeletonRows rows={rows} />}</div>
  </div>
);
