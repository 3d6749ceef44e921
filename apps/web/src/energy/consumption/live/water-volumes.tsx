import { readMonth } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { quantityOf } from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import classes from './live-card.module.css';

interface WaterVolumesProps {
  readonly board: Board;
  /** m³ of today, live messages included; null while it is not known, or nothing was measured. */
  readonly today: number | null;
}

const LITRES_PER_CUBIC_METRE = 1000;
const NONE = '–';

/** Beside the flow: litres of today and m³ of the cycle. */
export const WaterVolumes = ({ board, today }: WaterVolumesProps) => {
  const { data } = useQuery(queryFor(readMonth, { params: { mac: board.macAddress } }));
  return (
    <>
      <div className={classes.volume}>
        <p className={classes.label}>Hoje</p>
        <BigNumber
          size="card"
          value={today === null ? NONE : formatNumber(today * LITRES_PER_CUBIC_METRE, 0)}
          unit="L"
        />
      </div>
      <div className={classes.volume}>
        <p className={classes.label}>Neste ciclo</p>
        {data === undefined || isUnmeasured(data.consolidated) ? (
          <BigNumber size="card" value={NONE} unit="m³" />
        ) : (
          <AmountNumber size="card" amount={quantityOf(data.consolidated.total, 'water')} />
        )}
      </div>
    </>
  );
};
