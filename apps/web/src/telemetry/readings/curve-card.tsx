import { NativeSelect } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { PHASE_QUANTITIES } from '@nascente/domain/telemetry/frames/frame-fields';
import { useMemo, useState } from 'react';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import { Explorer } from '../../shared/explorer/explorer.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { type ColumnGroup, columnGroupOf, columnGroupsOf } from './frame-columns.ts';
import classes from './history.module.css';
import type { HistorySearch } from './history-search.ts';
import type { useHistory } from './use-history.ts';

interface CurveCardProps {
  readonly board: Board;
  readonly search: HistorySearch;
  readonly history: Pick<ReturnType<typeof useHistory>, 'span' | 'reloads'>;
  readonly onChange: (changes: Partial<HistorySearch>) => void;
}

/** Which curves the columns of a group are. */
const CURVES: ReadonlyMap<string, readonly string[]> = new Map([
  ...PHASE_QUANTITIES.flatMap(({ history, level }): [string, readonly string[]][] => {
    if (history === undefined) return [];
    const curves =
      level === undefined
        ? ['consumed', 'injected']
        : [level.key, ...['A', 'B', 'C'].map((phase) => `${level.key}${phase}`)];
    return [[history.key, curves]];
  }),
  ['volume', ['volume']],
  ['vazao', ['flow']],
]);

/** Those of them that the meter has by phase; else what it has of all phases together. */
const seriesOf = (board: Board, group: ColumnGroup): Series[] => {
  const wanted = CURVES.get(group.key) ?? [];
  const all = quantitiesOf(board)
    .filter(({ key }) => wanted.includes(key))
    .map((quantity) => ({ id: `${board.macAddress}~${quantity.key}`, board, quantity }));
  const byPhase = all.filter(({ quantity }) => /[ABC]$/.test(quantity.key));
  return byPhase.length > 1 ? byPhase : all;
};

const viewOf = (
  { range, isLastHour }: HistorySearch,
  { dateIn, dateOut }: CurveCardProps['history']['span'],
  zone: Zone,
): Viewport =>
  isLastHour
    ? { from: Number(dateIn), to: Number(dateOut) }
    : { from: startOfDay(range.start, zone), to: endOfDay(range.end, zone) };

const iso = (at: number): string => new Date(at).toISOString();

/** What the table lists as curves, to be zoomed into; the whole of what can be explored is a step away. */
export const CurveCard = ({ board, search, history, onChange }: CurveCardProps) => {
  const zone = zoneOf(board);
  const groups = columnGroupsOf(board);
  const group = columnGroupOf(board, search.quantity);
  const series = useMemo(() => seriesOf(board, group), [board, group]);
  const searched = viewOf(search, history.span, zone);
  const [looked, setLooked] = useState<{ readonly of: Viewport; readonly view: Viewport } | null>(null);
  const isOfSearch = looked !== null && looked.of.from === searched.from && looked.of.to === searched.to;
  const view = isOfSearch ? looked.view : searched;
  const address = new URLSearchParams({
    ver: series.map(({ id }) => id).join(','),
    de: iso(view.from),
    ate: iso(view.to),
  });
  return (
    <Card
      title="Gráfico"
      action={
        <div className={classes.chartAction}>
          <TextLink to={`/explore?${address}`}>Abrir no Explorador</TextLink>
          <NativeSelect
            className={classes.quantity}
            aria-label="Grandeza"
            data={groups.map(({ key, name }) => ({ value: key, label: name }))}
            value={group.key}
            onChange={({ target }) => onChange({ quantity: target.value })}
          />
        </div>
      }
    >
      <Explorer
        title={group.name}
        series={series}
        view={view}
        zone={zone}
        compared={null}
        isBrief
        onView={(next) => setLooked({ of: searched, view: next })}
      />
    </Card>
  );
};
