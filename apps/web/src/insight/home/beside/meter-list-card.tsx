import { Sparkline } from '@nascente/charts/sparkline';
import { type ConsolidatedDay, readPeriod } from '@nascente/contract/energy/consumption';
import { readEstablishmentRest } from '@nascente/contract/money/establishment-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredFrame, readLastFrame } from '@nascente/contract/telemetry/readings';
import { addDays } from '@nascente/domain/base/time/civil-day';
import { formatNumber, formatPercent, formatPower } from '@nascente/domain/base/units/format';
import { generationOf } from '@nascente/domain/energy/subjects/solar';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { markColorOf } from '../../../shared/boards/mark-color.ts';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { amountOf, amountText } from '../../../shared/consumption/amount.ts';
import { injectedIn } from '../../../shared/consumption/injected-in.ts';
import { useNow, useTodayOfFigures } from '../../../shared/consumption/use-now.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { connectionOf, connectionText } from '../../../shared/live/connection.ts';
import { totalWatts } from '../../../shared/live/instant-power.ts';
import { useAliveText } from '../../../shared/live/use-alive-text.ts';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { StatusDot, Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { useLiveMeter } from '../../../shared/use-live-meter.ts';
import type { Unit } from '../../../shared/use-unit.ts';
import { inListOrder, sourcesOf } from '../cycle/energy-sources.ts';
import classes from './meter-list.module.css';

const HOURS = 24;

/** Consumption (generation at an inverter) of the last 24 civil hours, oldest first; null where unmeasured. */
export const lastDayCourse = (days: readonly ConsolidatedDay[], isGenerating: boolean): (number | null)[] => {
  const hours = days.flatMap((day) => day.hours);
  const values = isGenerating
    ? generationOf(hours.map((hour) => ({ consumed: hour.total, injected: injectedIn(hour) })))
    : hours.map(({ total }) => total);
  return hours
    .map(({ completeness }, at) => (completeness === 0 && values[at] === 0 ? null : (values[at] ?? null)))
    .slice(-HOURS);
};

const NO_BREAK_SPACE = '\u00a0';

type Measuring = Pick<Board, 'type' | 'isGeral' | 'solarPanel'>;

/** Power or flow of a message in the meter list; null when unmeasured. */
const liveValue = (board: Measuring, frame: Frame | AnsweredFrame | null): string | null => {
  if (frame === null) return null;
  if (board.type === 'water') {
    return frame.flow === null ? null : `${formatNumber(frame.flow, 1)}${NO_BREAK_SPACE}L/min`;
  }
  const watts = totalWatts(frame);
  if (watts === null) return null;
  // Generation is positive, whichever way the clamps lie.
  return formatPower(isInverter(board) ? Math.abs(watts) : watts);
};

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
  // Without a connection it shows the server's last state.
  const isCutOff = connection.kind === 'disconnected' || connection.kind === 'connecting';
  const isSilent = connection.kind === 'silent' || (isCutOff && !board.online);
  return { isSilent, value, said: connectionText(connection, now, zoneOf(board)) };
};

const MeterRow = ({ board, search }: { readonly board: Board; readonly search: string }) => {
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
        {/* A description, not part of the name: it changes every few seconds. */}
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

interface RemainderRowProps {
  readonly establishmentId: string;
  readonly unit: Unit;
}

const REFRESH_MS = 60_000;

const RemainderRow = ({ establishmentId: id, unit }: RemainderRowProps) => {
  const { data } = useQuery({
    ...queryFor(readEstablishmentRest, { params: { id }, query: { type: 'eletric' } }),
    refetchInterval: REFRESH_MS,
  });
  const rest = data?.rest ?? null;
  if (rest === null) return null;
  return (
    <p className={classes.remainder}>
      <span>Restante do medidor geral, sem medidor próprio, neste ciclo</span>
      <b>
        {amountText(amountOf(unit, 'eletric', rest))} · {formatPercent(rest.share)}
      </b>
    </p>
  );
};

const PATH = '/registerBoard';

const RegisterMeterLink = () => {
  const mayOpenRegisterPage = useMay('open-register-page');
  const exists = useScreenExists(PATH);
  if (!exists || !mayOpenRegisterPage) return null;
  return <TextLink to={PATH}>Cadastrar medidor</TextLink>;
};

interface MeterListCardProps {
  readonly establishmentId: string;
  readonly boards: readonly Board[];
  readonly unit: Unit;
}

export const MeterListCard = ({ establishmentId, boards, unit }: MeterListCardProps) => {
  const [search] = useSearchParams();
  const named = search.get('unidade');
  const carried = named === null ? '' : `?unidade=${named}`;
  const alive = useAliveText(boards.filter((board) => board.online).length, boards.length);
  return (
    <Card
      tour="home-meters"
      title="Medidores"
      {...(boards.length > 0 ? { qualifier: alive } : {})}
      action={<TextLink to="/dashboard">Ver todos</TextLink>}
    >
      {boards.length === 0 ? (
        <EmptyState icon="meter" action={<RegisterMeterLink />}>
          Não foram encontrados equipamentos monitorados
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {inListOrder(boards).map((board) => (
              <MeterRow key={board.macAddress} board={board} search={carried} />
            ))}
          </ul>
          {sourcesOf(boards).parts.length > 0 && (
            <RemainderRow establishmentId={establishmentId} unit={unit} />
          )}
        </>
      )}
    </Card>
  );
};
