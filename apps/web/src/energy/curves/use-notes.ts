import { listAlerts } from '@nascente/contract/alerts/alerts';
import type { AnswerOf } from '@nascente/contract/base/call';
import { listCorrections } from '@nascente/contract/energy/corrections';
import { listUtilityBills } from '@nascente/contract/money/utility-bills';
import { listMeterNotes } from '@nascente/contract/sites/meter-notes';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { seesBill } from '../../shared/boards/sees-bill.ts';
import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { notesIn, notesOfAlerts, notesOfBills, notesOfCorrections, notesOfPeople } from './notes.ts';

const FRESH_MS = 60_000;

/** Whether a view begins before the oldest of the newest alerts, of which there are more. */
const reachesBeyond = ({ alerts, total }: AnswerOf<typeof listAlerts>, { from }: Viewport): boolean =>
  total > alerts.length && Date.parse(alerts.at(-1)?.beganAt ?? '') > from;

/** What is known to have happened about these series: alerts, corrections and bills. */
export const useNotes = (series: readonly Series[], view: Viewport, isAsked: boolean, zone: Zone) => {
  const user = useUser();
  const boards = useMemo(() => [...new Map(series.map(({ board }) => [board.id, board])).values()], [series]);
  const macs = useMemo(() => new Set(boards.map(({ macAddress }) => macAddress)), [boards]);
  const establishments = useMemo(
    () => [...new Set(boards.map(({ establishmentId }) => establishmentId))],
    [boards],
  );
  const asked = { enabled: isAsked, staleTime: FRESH_MS };
  // Of each establishment: among those of all of them the ones that are looked at would be told no more.
  const alerts = useQueries({
    queries: establishments.flatMap((establishment) =>
      (['open', 'past'] as const).map((state) => ({
        ...queryFor(listAlerts, { query: { state, establishment, limit: '100' } }),
        ...asked,
      })),
    ),
  });
  const corrections = useQueries({
    queries: boards.map(({ macAddress: mac }) => ({
      ...queryFor(listCorrections, { params: { mac } }),
      ...asked,
    })),
  });
  const written = useQueries({
    queries: boards.map(({ macAddress: mac }) => ({
      ...queryFor(listMeterNotes, { params: { mac } }),
      ...asked,
    })),
  });
  const bills = useQueries({
    queries: establishments.map((id) => {
      const own = boards.filter(({ establishmentId }) => establishmentId === id);
      const type = own[0]?.type ?? 'eletric';
      return {
        ...queryFor(listUtilityBills, { params: { id }, query: { type } }),
        ...asked,
        enabled: isAsked && seesBill(user, own),
      };
    }),
  });
  const shown = isAsked
    ? notesIn(
        [
          ...notesOfAlerts(
            alerts.flatMap(({ data }) => data?.alerts ?? []),
            macs,
          ),
          ...boards.flatMap(({ macAddress }, index) =>
            notesOfCorrections(corrections[index]?.data?.corrections ?? [], macAddress),
          ),
          ...boards.flatMap(({ macAddress, name }, index) =>
            notesOfPeople(written[index]?.data?.notes ?? [], macAddress, name),
          ),
          ...establishments.flatMap((id, index) => notesOfBills(bills[index]?.data?.bills ?? [], id, zone)),
        ],
        view,
      )
    : [];
  const isCut = alerts.some(({ data }) => data !== undefined && reachesBeyond(data, view));
  const all = [...alerts, ...corrections, ...written, ...bills];
  return {
    marks: shown,
    boards,
    /** Nothing of it has failed, and not all has come. */
    isComing: all.some(({ data, isFetching }) => data === undefined && isFetching) || !isAsked,
    isIncomplete: isCut || all.some(({ data, isError }) => data === undefined && isError),
  };
};
