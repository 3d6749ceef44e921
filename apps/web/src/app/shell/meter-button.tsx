import type { Board } from '@nascente/contract/sites/meters';
import type { ComponentProps } from 'react';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import styles from './meter-selector.module.css';

interface MeterButtonProps extends ComponentProps<'button'> {
  readonly boards: readonly Board[];
  readonly current: string | null;
}

export const MeterButton = ({ boards, current, ...button }: MeterButtonProps) => {
  const selected = boards.find(({ macAddress }) => macAddress === current);
  return (
    <button {...button} type="button" data-tour="meter-selector" className={styles.target}>
      <Icon name="meter" />
      <span className="visually-hidden">Medidor:</span>{' '}
      <span className={styles.name}>{selected?.Alias ?? 'Todos os medidores'}</span>
      <Icon name="chevron-down" />
    </button>
  );
};
