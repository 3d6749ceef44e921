import type { Board } from '@nascente/contract/meters';
import { formatPercent } from '@nascente/domain/units/format';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { amountOf, amountText } from '../../shared/consumption/amount.ts';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import { inListOrder, sourcesOf } from './energy-sources.ts';
import classes from './meter-list.module.css';
import { MeterRow } from './meter-row.tsx';
import { RegisterMeterLink } from './register-meter-link.tsx';
import { remainderOf } from './remainder.ts';
import { useCycles } from './use-cycle.ts';

interface MeterListCardProps {
  readonly boards: readonly Board[];
  readonly unit: Unit;
  /** Instead of the way to all meters. */
  readonly action?: ReactNode;
}

/** What the general meter counted beyond the meters below it. */
const RemainderRow = ({ boards, unit }: Pick<MeterListCardProps, 'boards' | 'unit'>) => {
  const { electric, parts } = sourcesOf(boards);
  const [general, ...others] = useCycles(parts.length === 0 ? [] : [...electric.slice(0, 1), ...parts]);
  const remainder = electric.length === 1 ? remainderOf(general ?? null, others) : null;
  if (remainder === null) return null;
  return (
    <p className={classes.remainder}>
      <span>Restante do medidor geral, sem medidor próprio, neste ciclo</span>
      <b>
        {amountText(amountOf(unit, 'eletric', remainder))} · {formatPercent(remainder.share)}
      </b>
    </p>
  );
};

export const MeterListCard = ({ boards, unit, action }: MeterListCardProps) => {
  const [search] = useSearchParams();
  const named = search.get('unidade');
  const carried = named === null ? '' : `?unidade=${named}`;
  const online = boards.filter((board) => board.online).length;
  return (
    <Card
      tour="home-meters"
      title="Medidores"
      {...(boards.length > 0 ? { qualifier: `${online} de ${boards.length} ao vivo` } : {})}
      action={action ?? <TextLink to="/dashboard">Ver todos</TextLink>}
    >
      {boards.length === 0 ? (
        <EmptyState icon="meter" action={<RegisterMeterLink />}>
          Não foram encontrados equipamentos monitorados
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {inListOrder(boards).map((board) => (
              <MeterRow key={board.macAddress} board={board} search={carried} />
            ))}
          </ul>
          <RemainderRow boards={boards} unit={unit} />
        </>
      )}
    </Card>
  );
};
