import { readEstablishmentRest } from '@nascente/contract/money/establishment-consumption';
import { formatPercent } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { amountOf, amountText } from '../../../shared/consumption/amount.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import classes from './meter-list.module.css';

interface RemainderRowProps {
  readonly establishmentId: string;
  readonly unit: Unit;
}

const REFRESH_MS = 60_000;

/** What the general meter counted beyond the meters below it. */
export const RemainderRow = ({ establishmentId: id, unit }: RemainderRowProps) => {
  const { data } = useQuery({
    ...queryFor(readEstablishmentRest, { params: { id }, query: { type: 'eletric' } }),
    refetchInterval: REFRESH_MS,
  });
  const rest = data?.rest ?? null;
  if (rest === null) return null;
  return (
    <p className={classes.remainder}>
      <span>Restante do medidor geral, sem medidor próprio, neste ciclo</span>
      <b>
        {amountText(amountOf(unit, 'eletric', rest))} · {formatPercent(rest.share)}
      </b>
    </p>
  );
};
