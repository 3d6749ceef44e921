import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { surenessOf } from './opportunity-texts.ts';
import styles from './sureness-dots.module.css';

const DOTS = [1, 2, 3];

/** Certainty of a saving as three dots, with a text alternative and tooltip. */
export const SurenessDots = ({ sureness }: Pick<Opportunity, 'sureness'>) => {
  const { dots, text } = surenessOf[sureness];
  return (
    <span className={styles.dots} role="img" aria-label={text} title={text}>
      {DOTS.map((dot) => (
        <i key={dot} data-filled={dot <= dots || undefined} />
      ))}
    </span>
  );
};
