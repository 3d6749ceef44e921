import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad';

/** A filled dot for 'alive', a ring for 'not': the shape says it too, never the colour alone. */
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

/** A short qualifying word in a pill; `dot` puts a status dot before it. */
export const Tag = ({ tone = 'neutral', dot = false, children }: TagProps) => (
  <span className={styles.tag} data-tone={tone}>
    {dot && <StatusDot tone={tone} />}
    {children}
  </span>
);
