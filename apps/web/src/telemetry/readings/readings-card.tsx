import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { Board } from '@nascente/contract/sites/meters';
import { PAGE_SIZES } from '@nascente/contract/telemetry/readings';
import { formatNumber } from '@nascente/domain/base/units/format';
import { Card } from '../../shared/ui/marks/card.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { FramesTable } from './frames-table.tsx';
import classes from './history.module.css';
import { HistoryPaging } from './history-paging.tsx';
import type { HistorySearch } from './history-search.ts';
import { HistoryWarnings } from './history-warnings.tsx';
import type { useHistory } from './use-history.ts';

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
