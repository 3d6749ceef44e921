import { type Alert, type AlertCurve as Curve, readAlertCurve } from '@nascente/contract/alerts/alerts';
import { momentText } from '@nascente/domain/alerts/alert-texts';
import { levelText } from '@nascente/domain/alerts/level-text';
import { instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { useQuery } from '@tanstack/react-query';
import { momentOf } from '../../shared/alerts/alert-look.ts';
import { queryFor } from '../../shared/api/api-client.ts';
import { ChartFrame, type ChartState } from '../../shared/charts/chart-frame.tsx';
import type { LinePoint, LineTick } from '../../shared/charts/line-geometry.ts';
import { LineGraph } from '../../shared/charts/line-graph.tsx';

const HEIGHT = 180;
const NOTHING: readonly never[] = [];
/** A step more than one is a gap. */
const GAP_STEPS = 1.5;

interface Drawn {
  readonly points: readonly LinePoint[];
  readonly ticks: readonly LineTick[];
  readonly textOf: (x: number) => string;
}

/** Points with a value, and where it began, ended and now stand on the axis. */
const drawn = ({ points }: Curve, { beganAt, endedAt, establishment }: Alert): Drawn => {
  const zone = establishment.zone as Zone;
  const now = instant(Date.now());
  const textOf = (x: number) => momentText(instant(x), now, zone);
  const measured = points.flatMap(({ at, value }) => (value === null ? [] : [{ x: momentOf(at), y: value }]));
  const ends = [beganAt, endedAt].flatMap((at) => (at === null ? [] : [momentOf(at)]));
  const ticks = ends.map((x): LineTick => ({ x, label: textOf(x), rank: 0 }));
  return { points: measured, ticks, textOf };
};

const Chart = ({ alert, curve }: { readonly alert: Alert; readonly curve: Curve }) => {
  const { points, ticks, textOf } = drawn(curve, alert);
  const { quantity, unit, limit, stepMinutes } = curve;
  const label = `${quantity} em volta do alerta, em ${unit}`;
  const state: ChartState =
    points.length === 0
      ? { kind: 'empty', message: 'Nada foi medido em volta deste alerta.' }
      : { kind: 'ready' };
  const limitText = limit === null ? '' : `limite ${levelText(limit, unit)}`;
  return (
    <ChartFrame
      label={label}
      state={state}
      height={HEIGHT}
      legend={NOTHING}
      note={quantity}
      table={{
        columns: ['Quando', quantity],
        rows: points.map(({ x, y }) => [textOf(x), levelText(y, unit)]),
      }}
    >
      <LineGraph
        label={label}
        points={points}
        color={curve.unit === 'L/h' || curve.unit === 'm³' ? '--water' : '--off-peak'}
        ticks={ticks}
        rules={limit === null ? NOTHING : [{ value: limit, label: limitText }]}
        isGap={(before, after) => after.x - before.x > GAP_STEPS * stepMinutes * MINUTE_MS}
        height={HEIGHT}
        describe={(index) => {
          const point = points[index];
          return point === undefined
            ? { title: '', rows: [] }
            : { title: textOf(point.x), rows: [{ label: quantity, value: levelText(point.y, unit) }] };
        }}
      />
    </ChartFrame>
  );
};

/** What was measured around an alert, with its limit; nothing where it is about no measurement. */
export const AlertCurve = ({ alert }: { readonly alert: Alert }) => {
  const { data } = useQuery(queryFor(readAlertCurve, { params: { id: alert._id } }));
  return data?.curve ? <Chart alert={alert} curve={data.curve} /> : null;
};
