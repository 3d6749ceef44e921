import { Button } from '@mantine/core';
import { Sparkline } from '@nascente/charts/sparkline';
import type { Board } from '@nascente/contract/sites/meters';
import { formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { markColorOf } from '../../../shared/boards/mark-color.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { nameOrder } from '../../../shared/fold-for-search.ts';
import { useAliveText } from '../../../shared/live/use-alive-text.ts';
import { MeterRow } from '../../../shared/meter-list/meter-row.tsx';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';
import { type MeterFace, unseenMeter, useMeterNow } from '../../../shared/meter-list/use-meter-now.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { IconLink } from '../../../shared/ui/marks/icon-button.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import {
  type Choice,
  chooseMeters,
  type Filters,
  type Shown,
  typeOf,
  useMetersPreferences,
} from './choose-meters.ts';
import styles from './meters-browser.module.css';
import { MetersToolbar } from './meters-toolbar.tsx';

const MeterTileFace = ({ board, now, values }: MeterFace) => {
  const isWater = board.type === 'water';
  return (
    <>
      <span className={styles.head}>
        <Icon name={isWater ? 'drop' : 'bolt'} label={isWater ? 'Água' : 'Energia'} />
        <span className={styles.name}>{board.name}</span>
        {board.isGeral && <Tag>Geral</Tag>}
      </span>
      <span className={styles.place}>{board.establishmentName}</span>
      <span className={classNames(styles.value, !now.isLive && styles.silent)}>{now.text || '\u00a0'}</span>
      <span className={styles.spark}>
        <Sparkline values={values} color={markColorOf(board)} height={32} filled />
      </span>
      <span className={styles.state}>
        <Tag tone={now.isLive ? 'good' : 'neutral'} dot>
          {now.isLive ? 'Ao vivo' : (now.since ?? 'Desconectado')}
        </Tag>
      </span>
    </>
  );
};

const LiveMeterTileFace = ({ board, isInView }: { board: Board; isInView: boolean }) => (
  <MeterTileFace board={board} {...useMeterNow(board, isInView)} />
);

const MeterTile = memo(({ board }: { board: Board }) => {
  const [ref, { isInView, wasInView }] = useInView<HTMLLIElement>();
  return (
    <li ref={ref} className={styles.item}>
      {/* The link stays mounted when its content goes live, so that a press is not lost. */}
      <Link className={styles.tile} to={`/meter/${board.macAddress}`}>
        {wasInView ? (
          <LiveMeterTileFace board={board} isInView={isInView} />
        ) : (
          <MeterTileFace board={board} {...unseenMeter(board)} />
        )}
      </Link>
    </li>
  );
});

/**
 * Meters rendered at first and added by each scroll to the end: more than a tall window shows. A changed selection re-renders all
 * of them.
 */
const STEP = 60;

/** The part of a long list scrolled to so far; another selection starts at the top. */
const useDrawn = <T,>(all: readonly T[], choice: string) => {
  const [grown, setGrown] = useState({ choice, shown: STEP });
  if (grown.choice !== choice) setGrown({ choice, shown: STEP });
  return {
    drawn: all.slice(0, grown.shown),
    isMore: all.length > grown.shown,
    drawMore: () => setGrown({ choice, shown: grown.shown + STEP }),
  };
};

/** The end of the rendered part of a long list: more renders on scroll or press. */
const MoreMeters = ({ onMore }: { readonly onMore: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <div ref={ref} className={styles.more}>
      <Button variant="default" onClick={onMore}>
        Mostrar mais
      </Button>
    </div>
  );
};

const EditLink = ({ board }: { board: Board }) => (
  <IconLink icon="edit" label={`Editar ${board.name}`} to={`/editBoard/${board.macAddress}`} />
);

/** Number of meters from which search, filters and order appear. */
const LONG_FROM = 13;

const NoData = ({ text, onShowAll }: { text: string; onShowAll: (() => void) | null }) => (
  <Card>
    <EmptyState
      icon="meter"
      action={
        onShowAll && (
          <Button variant="default" onClick={onShowAll}>
            Mostrar todos
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  </Card>
);

const emptyText = ({ search, shown, establishmentId, type }: Choice): string => {
  if (search !== '') return 'Nenhum medidor com esse nome.';
  if (establishmentId !== null || type !== null) return 'Nenhum medidor com essa escolha.';
  return shown === 'online' ? 'Nenhum medidor online agora.' : 'Nenhum medidor sem mensagem agora.';
};

const TITLES: Readonly<Record<Shown, string>> = {
  all: 'Todos os medidores',
  online: 'Medidores online',
  silent: 'Medidores sem mensagem',
};

const countText = (some: number, all: number): string =>
  `${formatNumber(some, 0)} de ${formatNumber(all, 0)}`;

/** The establishments and types of the meters, as choices of the filters. */
const filtersOf = (boards: readonly Board[]) => {
  const names = new Map(
    boards.map(({ establishmentId, establishmentName }) => [establishmentId, establishmentName]),
  );
  return {
    establishments: [...names]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => nameOrder.compare(one.label, other.label)),
    types: [...new Set(boards.map(typeOf))],
  };
};

const NO_FILTER = { search: '', establishmentId: null, type: null };

const MetersBrowser = ({ boards }: { boards: readonly Board[] }) => {
  const preferences = useMetersPreferences();
  const { view, shown } = preferences;
  const mayEdit = useMay('edit-meter');
  const [filters, setFilters] = useState<Filters>({ ...NO_FILTER, order: 'establishment' });
  const filter = (changed: Partial<Filters>) => setFilters((before) => ({ ...before, ...changed }));
  const choice: Choice = { ...filters, shown, search: useDeferredValue(filters.search) };
  const chosen = chooseMeters(boards, choice);
  const { drawn, isMore, drawMore } = useDrawn(chosen, JSON.stringify({ ...choice, view }));
  const isNarrowed =
    shown !== 'all' || choice.search !== '' || choice.establishmentId !== null || choice.type !== null;
  const showAll = () => {
    preferences.chooseShown('all');
    filter(NO_FILTER);
  };
  const alive = useAliveText(boards.filter((board) => board.online).length, boards.length);
  return (
    <>
      <MetersToolbar
        {...preferences}
        {...filtersOf(boards)}
        filters={filters}
        isLong={boards.length >= LONG_FROM}
        onFilter={filter}
      />
      {chosen.length === 0 && <NoData text={emptyText(choice)} onShowAll={isNarrowed ? showAll : null} />}
      {chosen.length > 0 && view === 'list' && (
        <Card
          tour="meters-list"
          title={TITLES[shown]}
          qualifier={chosen.length < boards.length ? countText(chosen.length, boards.length) : alive}
        >
          <ul>
            {drawn.map((board) => (
              <MeterRow key={board.id} board={board} action={mayEdit && <EditLink board={board} />} />
            ))}
          </ul>
        </Card>
      )}
      {chosen.length > 0 && view === 'grid' && (
        <ul className={styles.grid} data-tour="meters-list">
          {drawn.map((board) => (
            <MeterTile key={board.id} board={board} />
          ))}
        </ul>
      )}
      {isMore && <MoreMeters onMore={drawMore} />}
    </>
  );
};

const RegisterLink = () => {
  if (!useMay('open-register-page')) return null;
  return (
    <Button
      component={Link}
      to="/registerBoard"
      variant="default"
      className={styles.register ?? ''}
      leftSection={<Icon name="plus" />}
    >
      Cadastrar medidor
    </Button>
  );
};

const ONLINE_REFRESH_MS = 60_000;

const Meters = () => {
  const meters = useQuery({ ...metersQuery, refetchInterval: ONLINE_REFRESH_MS });
  if (meters.data === undefined) {
    return (
      <Card>
        <Answer query={meters} label="Carregando medidores" rows={6} />
      </Card>
    );
  }
  const boards = meters.data.installationsMeter;
  if (boards.length > 0) return <MetersBrowser boards={boards} />;
  return (
    <Card>
      <EmptyState
        icon="meter"
        action={
          <>
            <RegisterLink />
            <TextLink to="/help#comecar">Como começar</TextLink>
          </>
        }
      >
        Não foram encontrados equipamentos monitorados
      </EmptyState>
    </Card>
  );
};

const MetersActions = () => {
  const { data } = useQuery(metersQuery);
  return data !== undefined && data.installationsMeter.length > 0 && <RegisterLink />;
};

/** The meters list (/dashboard). */
export const MetersPage = () => (
  <Page title="Medidores" action={<MetersActions />}>
    <Meters />
  </Page>
);
