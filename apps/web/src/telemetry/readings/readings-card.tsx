import { NativeSelect } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredFrame, PAGE_SIZES } from '@nascente/contract/telemetry/readings';
import { formatNumber } from '@nascente/domain/base/units/format';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { columnGroupsOf } from './frame-columns.ts';
import { FramesTable } from './frames-table.tsx';
import classes from './history.module.css';
import type { HistorySearch } from './history-search.ts';
import type { useHistory } from './use-history.ts';

interface HistoryPagingProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

/** Which of the readings are on screen, and the way to the others. */
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

/** How many frames have a voltage beyond each limit. */
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

/** Says what the marks of the table mean, where there are any. */
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

/** The frames of the search, a page at a time. */
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
