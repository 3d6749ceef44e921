import type { Board } from '@nascente/contract/meters';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './meter-access.module.css';

const SHOWN_AT_MOST = 40;

interface AssignedMetersProps {
  boards: readonly Board[];
  chosen: readonly string[];
  onRemove: (mac: string) => void;
}

/** What is ticked, wherever in the list it stands; each can be taken back here too. */
export const AssignedMeters = ({ boards, chosen, onRemove }: AssignedMetersProps) => {
  const nameOf = (mac: string) => boards.find(({ macAddress }) => macAddress === mac)?.Alias ?? mac;
  return (
    <div className={styles.assigned}>
      <p role="status">
        {chosen.length === 0
          ? 'Nenhum medidor atribuído: o cliente não verá consumo algum.'
          : `Medidores atribuídos: ${chosen.length}`}
      </p>
      {chosen.length > 0 && (
        <ul aria-label="Medidores atribuídos">
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
