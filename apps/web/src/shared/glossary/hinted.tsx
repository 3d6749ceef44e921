import type { ReactNode } from 'react';
import styles from './term-hint.module.css';
import { TermHint } from './term-hint.tsx';
import type { TermName } from './term-names.ts';

interface HintedProps {
  readonly of: string;
  readonly terms: readonly TermName[];
  readonly children: ReactNode;
}

/** Text with its help mark, which stays on the last line's end. */
export const Hinted = ({ children, of, terms }: HintedProps) => (
  <span className={styles.hinted}>
    <span>{children}</span>
    <TermHint of={of} terms={terms} />
  </span>
);
