import type { ReactNode } from 'react';
import styles from './skeleton.module.css';

interface SkeletonLineProps {
  /** Width in characters. */
  width?: number;
  size?: 'small' | 'text' | 'stat' | 'card' | 'page';
  /** Inline, instead of on a line of its own. */
  isInline?: boolean;
}

/** Placeholder of one line of text. */
export const SkeletonLine = ({ width = 16, size = 'text', isInline = false }: SkeletonLineProps) => (
  <span
    className={styles.line}
    data-size={size}
    data-inline={isInline}
    style={{ width: `min(${width}ch, 100%)` }}
  />
);

/** Placeholder of a sentence of this many characters, which wraps like text. */
export const SkeletonText = ({ length }: { length: number }) => (
  <span className={styles.text}>
    <span>{'frase '.repeat(length / 'frase '.length)}</span>
  </span>
);

export const SkeletonBlock = ({ height }: { height: number | string }) => (
  <div className={styles.block} style={{ height }} />
);

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index));

/** Placeholder of list rows: a name, a line below it, and a value at the end. */
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

/** Placeholder of labelled form fields. */
export const SkeletonFields = ({ fields = 4 }: { fields?: number }) =>
  numbered(fields).map((field) => (
    <div key={field} className={styles.field}>
      <SkeletonLine width={12} />
      <span className={styles.box} />
    </div>
  ));

interface LoadingProps {
  label?: string;
  /** Placeholder rows, if no other shape is provided. */
  rows?: number;
  children?: ReactNode;
}

/** Wraps placeholders: announced once as loading, visible only after a noticeable wait. */
export const Loading = ({ label = 'Carregando', rows = 2, children }: LoadingProps) => (
  <div className={styles.loading} role="status" aria-label={label} data-loading>
    <div aria-hidden="true">{children ?? <SkeletonRows rows={rows} />}</div>
  </div>
);
