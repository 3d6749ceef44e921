import type { Board } from '@nascente/contract/sites/meters';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange, formatShortDay } from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { MeterGate } from '../../shared/meter-gate.tsx';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { Loading, SkeletonFields, SkeletonLine, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { CurveCard } from './curve-card.tsx';
import { ExportCard } from './export-card.tsx';
import classes from './history.module.css';
import { useHistorySearch } from './history-search.ts';
import { RangeForm } from './range-form.tsx';
import { ReadingsCard } from './readings-card.tsx';
import { RegistersLink } from './registers-link.tsx';
import { useHistory } from './use-history.ts';

const Links = ({ board, today }: { readonly board: Board; readonly today: CivilDate }) => {
  const system = `/system/${encodeURIComponent(board.system ?? '')}`;
  const hasSystem = useScreenExists(system) && board.system !== null;
  return (
    <div className={classes.links}>
      <TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>
      <RegistersLink board={board} today={today} />
      {hasSystem && <TextLink to={system}>Ver sistema {board.system}</TextLink>}
    </div>
  );
};

const HistoryScreen = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => {
  const today = useToday(zoneOf(board));
  const { search, change } = useHistorySearch(today);
  const history = useHistory(mac, search);
  const { start, end } = search.range;
  const shown = search.isLastHour
    ? 'última hora'
    : start === end
      ? formatShortDay(start)
      : formatDayRange(start, end);
  return (
    <Page
      title={`Histórico de ${board.name}`}
      overline={board.establishmentName}
      action={<Links board={board} today={today} />}
    >
      <Card tour="history-period" title="Período" qualifier={shown}>
        <div className={classes.period}>
          <RangeForm
            range={search.range}
            isLastHour={search.isLastHour}
            today={today}
            isSearching={history.isLoading}
            onSearch={(range) => {
              const isSame = !search.isLastHour && range.start === start && range.end === end;
              if (isSame && search.page === 1) history.reload();
              else change({ range, isLastHour: false, page: 1 });
            }}
            onReload={history.reload}
            onLastHour={() => {
              history.reload();
              change({ isLastHour: true, page: 1 });
            }}
          />
          {search.notice !== null && !search.isLastHour && <Notice tone="info">{search.notice}</Notice>}
        </div>
      </Card>
      <CurveCard board={board} search={search} history={history} onChange={change} />
      <ReadingsCard board={board} search={search} history={history} onChange={change} />
      <ExportCard mac={mac} zone={zoneOf(board)} span={history.span} />
    </Page>
  );
};

const Resting = () => (
  <Page title="Histórico" overline={<SkeletonLine width={14} />}>
    <Card title="Período">
      <Loading>
        <SkeletonFields fields={1} />
      </Loading>
    </Card>
    <Card title="Leituras">
      <Loading>
        <SkeletonRows rows={6} />
      </Loading>
    </Card>
  </Page>
);

/** /history/:mac */
export const HistoryPage = () => (
  <MeterGate title="Histórico" skeleton={<Resting />}>
    {(board, mac) => <HistoryScreen board={board} mac={mac} />}
  </MeterGate>
);
