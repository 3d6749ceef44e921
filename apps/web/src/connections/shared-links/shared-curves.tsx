import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import type { CurvesShown as Answered } from '@nascente/contract/connections/shared-links';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useMemo, useState } from 'react';
import { curveOf } from '../../shared/explorer/curves/curve.ts';
import { drawnCurves } from '../../shared/explorer/curves/drawn-curves.ts';
import { CurvesShown } from '../../shared/explorer/curves-shown.tsx';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
import { Card } from '../../shared/ui/marks/card.tsx';

interface SharedCurvesProps {
  readonly shown: Answered;
  readonly zone: Zone;
}

/** A meter has an index in the answer, and no address. */
const drawn = ({ meters, series }: Answered) =>
  drawnCurves(
    series.flatMap(({ meter: index, quantity: key, curve }) => {
      const meter = meters[index];
      const quantity = meter && quantitiesOf(meter).find((one) => one.key === key);
      if (meter === undefined || quantity === undefined) return [];
      const board = { macAddress: String(index), establishmentId: '', Alias: meter.name, name: meter.name };
      return [{ series: { id: `${index}~${key}`, board, quantity }, curve: curveOf(curve), laterMs: 0 }];
    }),
    '',
  );

const noMarks = [] as const;

/** Curves that somebody shared: to be looked at closely, within what was shared. */
export const SharedCurves = ({ shown, zone }: SharedCurvesProps) => {
  const whole = useMemo(() => ({ from: Date.parse(shown.start), to: Date.parse(shown.end) }), [shown]);
  const [view, setView] = useState<Viewport>(whole);
  const curves = useMemo(() => drawn(shown), [shown]);
  const title = [...new Set(curves.map(({ quantity }) => quantity.name))].join(', ');
  const isPart = view.from !== whole.from || view.to !== whole.to;
  return (
    <Card
      title={title}
      action={
        isPart && (
          <Button variant="subtle" size="sm" onClick={() => setView(whole)}>
            Ver tudo
          </Button>
        )
      }
    >
      <CurvesShown
        {...{ title, curves, view, zone }}
        isApart={shown.isApart}
        isShaded
        marks={noMarks}
        isWheelOwn={false}
        isBrief={false}
        onView={setView}
      />
    </Card>
  );
};
