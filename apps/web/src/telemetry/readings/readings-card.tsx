import { NativeSelect } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredFrame, PAGE_SIZES } from '@nascente/contract/telemetry/readings';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClockSeconds, formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { memo } from 'react';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { type Column, type ColumnGroup, columnGroupsOf, type Warning } from './frame-columns.ts';
import classes from './history.module.css';
import type { HistorySearch, useHistory } from './history-search.ts';

interface FramesTableProps {
  readonly board: Board;
  readonly frames: readonly AnsweredFrame[];
  /** The rows belong to the previous search. */
  readonly isStale: boolean;
}

/** Sign and text state the warning; the colour only repeats it. */
const SIGNS: Readonly<Record<Warning, string>> = {
  Sobretensão: '▲',
  Subtensão: '▼',
  'Fator de potência muito baixo': '▼',
};

const wideOnly = ({ isForWideScreens = false }: ColumnGroup): string | undefined =>
  isForWideScreens ? classes.wide : undefined;

const Instant = ({ date, zone }: { date: string; zone: Zone }) => {
  const at = instant(Date.parse(date));
  return (
    <>
      <span>{formatDay(civilDateAt(at, zone))}</span> <span>{formatClockSeconds(at, zone)}</span>
    </>
  );
};

const Cell = ({ frame, column, board }: { frame: AnsweredFrame; column: Column; board: Board }) => {
  const value = frame[column.field];
  if (typeof value !== 'number') return <span className={classes.missing}>–</span>;
  const text = formatNumber(value, column.decimals);
  const warning = column.warns?.(value, board) ?? null;
  if (warning === null) return text;
  return (
    <span className={classes.warning} title={warning}>
      <span aria-hidden="true">{SIGNS[warning]}</span>
      {text}
      <span className="visually-hidden"> {warning}</span>
    </span>
  );
};

const ColumnName = ({ column: { name, hint } }: { column: Column }) =>
  hint === undefined ? (
    name
  ) : (
    <abbr className={classes.hinted} title={hint}>
      {name}
      <span className="visually-hidden">, {hint}</span>
    </abbr>
  );

const Heading = ({ groups }: { groups: readonly ColumnGroup[] }) => {
  const isGrouped = groups.some(({ columns }) => columns.length > 1);
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={isGrouped ? 2 : 1} className={classes.instant}>
          Data
        </th>
        {groups.map((group) => (
          <th
            key={group.name}
            scope={isGrouped ? 'colgroup' : 'col'}
            colSpan={group.columns.length}
            className={wideOnly(group)}
          >
            {group.name}
          </th>
        ))}
      </tr>
      {isGrouped && (
        <tr>
          {groups.map((group) =>
            group.columns.map((column) => (
              <th key={column.field} scope="col" className={wideOnly(group)}>
                <ColumnName column={column} />
              </th>
            )),
          )}
        </tr>
      )}
    </thead>
  );
};

const FramesTable = memo(({ board, frames, isStale }: FramesTableProps) => {
  const groups = columnGroupsOf(board);
  const zone = zoneOf(board);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard too (WCAG 2.1.1)
    <section className={classes.scroller} tabIndex={0} aria-label="Tabela de leituras" aria-busy={isStale}>
      <table className={classes.table}>
        <caption className="visually-hidden">
          Leituras de {board.name}, da mais nova para a mais antiga
        </caption>
        <Heading groups={groups} />
        <tbody>
          {frames.map((frame) => (
            <tr key={frame.date}>
              <th scope="row" className={classes.instant}>
                <Instant date={frame.date} zone={zone} />
              </th>
              {groups.map((group) =>
                group.columns.map((column) => (
                  <td key={column.field} className={wideOnly(group)}>
                    <Cell frame={frame} column={column} board={board} />
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

interface HistoryPagingProps {
  readonly page: number;
  readonly size: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

const HistoryPaging = ({ page, size, count, onPage }: HistoryPagingProps) => {
  const pages = Math.max(1, Math.ceil(count / size));
  const number = (value: number) => formatNumber(value, 0);
  return (
    <nav className={classes.paging} aria-label="Páginas">
      <button type="button" disabled={page <= 1} onClick={() => onPage(1)}>
        Primeira
      </button>
      <IconButton
        icon="chevron-left"
        label="Página anterior"
        outlined
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">
        Página {number(page)} de {number(pages)}
      </span>
      <IconButton
        icon="chevron-right"
        label="Próxima página"
        outlined
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
      <button type="button" disabled={page >= pages} onClick={() => onPage(pages)}>
        Última
      </button>
    </nav>
  );
};

interface HistoryWarningsProps {
  readonly board: Board;
  readonly frames: readonly AnsweredFrame[];
}

/** The number of frames beyond each voltage limit. */
const countVoltageWarnings = ({ board, frames }: HistoryWarningsProps) => {
  const columns = columnGroupsOf(board)
    .flatMap((group) => group.columns)
    .filter(({ field }) => /^v[abc]$/.test(field));
  const isWarned = (frame: AnsweredFrame, warning: string): boolean =>
    columns.some(({ field, warns }) => {
      const value = frame[field];
      return typeof value === 'number' && warns?.(value, board) === warning;
    });
  return {
    over: frames.filter((frame) => isWarned(frame, 'Sobretensão')).length,
    under: frames.filter((frame) => isWarned(frame, 'Subtensão')).length,
  };
};

const counted = (count: number): string => `${count} ${count === 1 ? 'leitura' : 'leituras'}`;

const HistoryWarnings = (props: HistoryWarningsProps) => {
  const { over, under } = countVoltageWarnings(props);
  if (over + under === 0) return null;
  const said = [
    ...(over > 0 ? [`▲ sobretensão em ${counted(over)}`] : []),
    ...(under > 0 ? [`▼ subtensão em ${counted(under)}`] : []),
  ];
  return (
    <Notice tone="warn" title="Tensão fora dos limites nesta página:">
      {said.join(' e ')}.
    </Notice>
  );
};

interface ReadingsCardProps {
  readonly board: Board;
  readonly search: HistorySearch;
  readonly history: ReturnType<typeof useHistory>;
  readonly onChange: (changes: Partial<HistorySearch>) => void;
}

const ROW_HEIGHT = 34;
const MAX_RESTING_ROWS = 12;

const Frames = ({ board, search, history }: Omit<ReadingsCardProps, 'onChange'>) => {
  const { frames, failure, isLoading, reload } = history;
  if (failure !== null) return <ErrorState failure={failure} onRetry={reload} retrying={isLoading} />;
  if (frames === undefined) {
    return (
      <Loading label="Carregando leituras">
        <SkeletonBlock height={Math.min(search.size, MAX_RESTING_ROWS) * ROW_HEIGHT} />
      </Loading>
    );
  }
  if (frames.length === 0 && !isLoading) {
    return <EmptyState icon="history">Não há medições neste período.</EmptyState>;
  }
  return (
    <>
      <HistoryWarnings board={board} frames={frames} />
      <FramesTable board={board} frames={frames} isStale={isLoading} />
    </>
  );
};

export const ReadingsCard = ({ board, search, history, onChange }: ReadingsCardProps) => {
  const { count } = history;
  return (
    <Card
      tour="history-table"
      title="Leituras"
      terms={['fase', 'kwh', 'fator-de-potencia', 'distorcao']}
      qualifier={count === undefined ? undefined : `${formatNumber(count, 0)} no período`}
    >
      <div className={classes.readings}>
        <Frames board={board} search={search} history={history} />
      </div>
      {count !== undefined && count > 0 && (
        <div className={classes.foot}>
          <NativeSelect
            label="Por página"
            data={PAGE_SIZES.map((size) => ({ value: String(size), label: formatNumber(size, 0) }))}
            value={String(search.size)}
            onChange={(event) => {
              const size = PAGE_SIZES.find((one) => String(one) === event.target.value);
              if (size !== undefined) onChange({ size, page: 1 });
            }}
          />
          <HistoryPaging
            page={search.page}
            size={search.size}
            count={count}
            onPage={(page) => onChange({ page })}
          />
        </div>
      )}
    </Card>
  );
};
