import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import type { Board } from '@nascente/contract/meters';
import { may } from '@nascente/domain/people/permissions';
import { useDeferredValue, useState } from 'react';
import { useAliveText } from '../../shared/live/use-alive-text.ts';
import { MeterRow } from '../../shared/meter-list/meter-row.tsx';
import { useUser } from '../../shared/signed-in.ts';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { chooseMeters, type Order } from './choose-meters.ts';
import { EditLink } from './edit-link.tsx';
import { MeterTile } from './meter-tile.tsx';
import styles from './meters-browser.module.css';
import { MetersToolbar } from './meters-toolbar.tsx';
import { useMetersPreferences } from './use-meters-preferences.ts';

/** From here on a list is too long to be looked through. */
const LONG_FROM = 13;

const Nothing = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) => (
  <Card>
    <EmptyState
      icon="meter"
      action={
        isFiltered && (
          <Button variant="default" onClick={onShowAll}>
            Mostrar todos
          </Button>
        )
      }
    >
      {isFiltered ? 'Nenhum medidor online agora.' : 'Nenhum medidor com esse nome.'}
    </EmptyState>
  </Card>
);

export const MetersBrowser = ({ boards }: { boards: readonly Board[] }) => {
  const { view, shown, chooseView, chooseShown } = useMetersPreferences();
  const mayEdit = may(useUser().profile, 'edit-meter');
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<Order>('establishment');
  const choice = useDeferredValue({ shown, search, order });
  const chosen = chooseMeters(boards, choice);
  const alive = useAliveText(boards.filter((board) => board.online).length, boards.length);
  return (
    <>
      <MetersToolbar
        view={view}
        shown={shown}
        search={search}
        order={order}
        isLong={boards.length >= LONG_FROM}
        onView={chooseView}
        onShown={chooseShown}
        onSearch={setSearch}
        onOrder={setOrder}
      />
      {chosen.length === 0 && (
        <Nothing isFiltered={search === '' && shown === 'online'} onShowAll={() => chooseShown('all')} />
      )}
      {chosen.length > 0 && view === 'list' && (
        <Card
          tour="meters-list"
          title={choice.shown === 'online' ? 'Medidores online' : 'Todos os medidores'}
          qualifier={alive}
        >
          <ul>
            {chosen.map((board) => (
              <MeterRow key={board.id} board={board} action={mayEdit && <EditLink board={board} />} />
            ))}
          </ul>
        </Card>
      )}
      {chosen.length > 0 && view === 'grid' && (
        <ul className={styles.grid} data-tour="meters-list">
          {chosen.map((board) => (
            <MeterTile key={board.id} board={board} />
          ))}
        </ul>
      )}
    </>
  );
};
