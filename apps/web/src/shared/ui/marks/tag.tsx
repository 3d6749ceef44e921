import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad';

/** A filled dot for live, a ring otherwise: the shape differs, not only the colour. */
export const StatusDot = ({ tone, label }: { tone: Tone; label?: string }) =>
  label === undefined ? (
    <span className={styles.dot} data-tone={tone} aria-hidden="true" />
  ) : (
    <span className={styles.dot} data-tone={tone} role="img" aria-label={label} />
  );

interface TagProps {
  tone?: Tone;
  dot?: boolean;
  children: ReactNode;
}

/** A short qualifier in a pill; `dot` puts a status dot before it. */
export const Tag = ({ tone = 'neutral', dot = false, children }: TagProps) => (
  <span className={styles.tag} data-tone={tone}>
    {dot && <StatusDot tone={tone} />}
    {children}
  </span>
);
