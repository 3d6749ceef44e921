import { readPeriod } from '@nascente/contract/energy/consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { readLastFrame } from '@nascente/contract/telemetry/readings';
import { addDays } from '@nascente/domain/base/time/civil-day';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { markColorOf } from '../../../shared/boards/mark-color.ts';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { useNow, useTodayOfFigures } from '../../../shared/consumption/use-now.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { connectionOf, connectionText } from '../../../shared/live/connection.ts';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { Sparkline } from '../../../shared/ui/marks/sparkline.tsx';
import { StatusDot, Tag } from '../../../shared/ui/marks/tag.tsx';
import { useLiveMeter } from '../../../shared/use-live-meter.ts';
import { lastDayCourse } from '../cycle/last-day-course.ts';
import { liveValue } from '../live-value.ts';
import classes from './meter-list.module.css';

const STATE_STEP_MS = 10_000;
const COURSE_REFRESH_MS = 5 * 60_000;

const useCourse = (board: Board) => {
  const isGenerating = isInverter(board);
  const today = useTodayOfFigures(zoneOf(board));
  const period = { meter: board.macAddress, dateStart: addDays(today, -1), dateEnd: today };
  const { data } = useQuery({
    ...queryFor(readPeriod, { body: period }),
    staleTime: COURSE_REFRESH_MS,
    refetchInterval: COURSE_REFRESH_MS,
  });
  return useMemo(
    () => (data === undefined ? [] : lastDayCourse(data.consolidated, isGenerating)),
    [data, isGenerating],
  );
};

const useMeterNow = (board: Board) => {
  const now = useNow(STATE_STEP_MS);
  const live = useLiveMeter(normalizeMac(board.macAddress));
  const stored = useQuery({
    ...queryFor(readLastFrame, { body: { id: board.macAddress } }),
    enabled: board.online && live.frame === null,
  });
  const connection = connectionOf(live, board, now);
  const value = liveValue(board, live.frame ?? stored.data?.value ?? null);
  // Without a connection, or before there is one, it is as the server heard it last.
  const isCutOff = connection.kind === 'disconnected' || connection.kind === 'connecting';
  const isSilent = connection.kind === 'silent' || (isCutOff && !board.online);
  return { isSilent, value, said: connectionText(connection, now, zoneOf(board)) };
};

/** One meter: the whole row leads to it. */
export const MeterRow = ({ board, search }: { readonly board: Board; readonly search: string }) => {
  const { isSilent, value, said } = useMeterNow(board);
  const course = useCourse(board);
  return (
    <li>
      <Link
        className={classes.row}
        to={{ pathname: `/meter/${board.macAddress}`, search }}
        aria-description={isSilent ? said : (value ?? said)}
      >
        <Icon name={board.type === 'water' ? 'drop' : 'bolt'} />
        <span className={classes.name}>
          <StatusDot tone={isSilent ? 'neutral' : 'good'} />
          <span>{board.name}</span>
          {board.isGeral && <Tag>Geral</Tag>}
        </span>
        {/* A description, not a part of the name: it changes every few seconds. */}
        <span className={classes.value} data-silent={isSilent} title={said} aria-hidden="true">
          {isSilent ? 'sem mensagem' : (value ?? '–')}
        </span>
        <span className={classes.spark}>
          {course.length > 1 && (
            <Sparkline
              values={course}
              color={isSilent ? 'var(--neutral-mark)' : markColorOf(board)}
              height={26}
            />
          )}
        </span>
        <span className={classes.way}>
          <span>Ver medidor</span>
          <Icon name="chevron-right" />
        </span>
      </Link>
    </li>
  );
};
