import { classNames } from '../class-names.ts';
import styles from './big-number.module.css';

interface BigNumberProps {
  /** The figure as formatted by `@nascente/domain/units/format`, without unit: '1.730,64', '8,42'. */
  value: string;
  /** A small currency before the figure: 'R$'. Cents are small too. */
  currency?: string;
  /** A small unit after the figure: 'kWh', 'kW'. */
  unit?: string;
  /** `page`: the largest number of a page (48 px), `card` 36 px, `stat` 24 px. */
  size?: 'page' | 'card' | 'stat';
  muted?: boolean;
}

const CENTS = /^(.*)(,\d{2})$/;

/** A prominent figure; its unit is at most half as large. */
export const BigNumber = ({ value, currency, unit, size = 'stat', muted = false }: BigNumberProps) => {
  const [, total = value, cents = ''] = (currency && size !== 'stat' && CENTS.exec(value)) || [];
  return (
    <span className={classNames(styles.number, muted && styles.muted)} data-size={size}>
      {currency && <small className={styles.currency}>{currency} </small>}
      {total}
      {cents && <span className={styles.cents}>{cents}</span>}
      {unit && <small className={styles.unit}> {unit}</small>}
    </span>
  );
};
