import type { Board } from '@nascente/contract/sites/meters';
import { useSearchParams } from 'react-router';
import { useAliveText } from '../../../shared/live/use-alive-text.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { inListOrder, sourcesOf } from '../cycle/energy-sources.ts';
import classes from './meter-list.module.css';
import { MeterRow } from './meter-row.tsx';
import { RegisterMeterLink } from './register-meter-link.tsx';
import { RemainderRow } from './remainder-row.tsx';

interface MeterListCardProps {
  readonly establishmentId: string;
  readonly boards: readonly Board[];
  readonly unit: Unit;
}

export const MeterListCard = ({ establishmentId, boards, unit }: MeterListCardProps) => {
  const [search] = useSearchParams();
  const named = search.get('unidade');
  const carried = named === null ? '' : `?unidade=${named}`;
  const alive = useAliveText(boards.filter((board) => board.online).length, boards.length);
  return (
    <Card
      tour="home-meters"
      title="Medidores"
      {...(boards.length > 0 ? { qualifier: alive } : {})}
      action={<TextLink to="/dashboard">Ver todos</TextLink>}
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
          {sourcesOf(boards).parts.length > 0 && (
            <RemainderRow establishmentId={establishmentId} unit={unit} />
          )}
        </>
      )}
    </Card>
  );
};
