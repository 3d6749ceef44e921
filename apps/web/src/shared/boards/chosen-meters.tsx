import type { Board } from '@nascente/contract/sites/meters';
import { Icon } from '../ui/marks/icon.tsx';
import styles from './meter-checklist.module.css';

/** How what is ticked is spoken of: 'Medidores do grupo'. */
export interface ChosenWords {
  readonly name: string;
  /** Where nothing is. */
  readonly none: string;
}

const SHOWN_AT_MOST = 40;

interface ChosenMetersProps {
  words: ChosenWords;
  boards: readonly Board[];
  chosen: readonly string[];
  onRemove: (mac: string) => void;
}

/** What is ticked, wherever in the list it stands; each can be taken back here too. */
export const ChosenMeters = ({ words, boards, chosen, onRemove }: ChosenMetersProps) => {
  const nameOf = (mac: string) => boards.find(({ macAddress }) => macAddress === mac)?.Alias ?? mac;
  return (
    <div className={styles.assigned}>
      <p role="status">{chosen.length === 0 ? words.none : `${words.name}: ${chosen.length}`}</p>
      {chosen.length > 0 && (
        <ul aria-label={words.name}>
          {chosen.slice(0, SHOWN_AT_MOST).map((mac) => (
            <li key={mac}>
              <button
                type="button"
                className={styles.chip}
                aria-label={`Retirar ${nameOf(mac)}`}
                onClick={() => onRemove(mac)}
              >
                {nameOf(mac)}
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          {chosen.length > SHOWN_AT_MOST && (
            <li className={styles.more}>e mais {chosen.length - SHOWN_AT_MOST}</li>
          )}
        </ul>
      )}
    </div>
  );
};
