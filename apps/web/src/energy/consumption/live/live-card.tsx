import { Sparkline } from '@nascente/charts/sparkline';
import type { Board } from '@nascente/contract/sites/meters';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import {
  BILLED_POWER_FACTOR,
  isBilledPowerFactor,
  type PowerFactorLevel,
  powerFactorLevel,
} from '@nascente/domain/telemetry/quality/power-factor';
import { type Tension, voltageWarning } from '@nascente/domain/telemetry/quality/voltage';
import type { CSSProperties, ReactNode } from 'react';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { type Connection, sinceText } from '../../../shared/live/connection.ts';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import classes from './live-card.module.css';
import { averagePowerFactor, type LiveReading, type PhaseReading, totalPower } from './live-reading.ts';
import { courseOf, type LiveWindow, newestOf, WINDOW_MS } from './use-live-readings.ts';

interface PhaseColumnProps {
  readonly name: string;
  /** CSS variable of the phase. */
  readonly color: `--${string}`;
  readonly reading: PhaseReading | null;
  readonly course: readonly (number | null)[];
  readonly tension: Tension;
}

const NONE = '–';

const LEVEL: Record<PowerFactorLevel, { tone: string; text: string }> = {
  low: { tone: 'bad', text: 'muito baixo' },
  normal: { tone: 'warn', text: 'normal' },
  great: { tone: 'good', text: 'ótimo' },
};

const LIMIT = `limite do grupo A, ${formatNumber(BILLED_POWER_FACTOR, 2)}`;

/** Tones are those of the specification, section 9; a value below the bill's limit is not called great. */
const levelOf = (factor: number): { tone: string; text: string } => {
  const { tone, text } = LEVEL[powerFactorLevel(factor)];
  return {
    tone,
    text: isBilledPowerFactor(factor) ? `${text === 'ótimo' ? '' : `${text}, `}abaixo do ${LIMIT}` : text,
  };
};

const number = (value: number | null | undefined, decimals: number, unit = ''): string =>
  value === null || value === undefined ? NONE : `${formatNumber(value, decimals)}${unit}`;

const VOLTAGE_WARNING = { over: 'sobretensão', under: 'subtensão' } as const;

const VoltageRow = ({ volts, tension }: { readonly volts: number | null; readonly tension: Tension }) => {
  const warning = volts === null ? null : voltageWarning(volts, tension);
  return (
    <div>
      <dt>Tensão</dt>
      <dd
        data-tone={warning === null ? undefined : 'warn'}
        title={warning === null ? undefined : VOLTAGE_WARNING[warning]}
      >
        {number(volts, 1, '\u00a0V')}
        {warning !== null && <span className="visually-hidden"> {VOLTAGE_WARNING[warning]}</span>}
      </dd>
    </div>
  );
};

const PowerFactorRow = ({ name, factor }: { readonly name: string; readonly factor: number | null }) => {
  const level = factor === null ? null : levelOf(factor);
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={level?.tone} title={level?.text}>
        {number(factor, 2)}
        {level !== null && <span className="visually-hidden"> {level.text}</span>}
      </dd>
    </div>
  );
};

const percent = (share: number): string => `${share * 100}%`;

/** The power factor from 0 to 1 with the bill's limit; the row beside it states the value. */
const PowerFactorScale = ({ board, newest }: { board: Board; newest: LiveReading | null }) => {
  if (board.type === 'water') return null;
  const factor = newest && averagePowerFactor(newest);
  return (
    <div className={classes.scale} style={{ '--limit': percent(BILLED_POWER_FACTOR) } as CSSProperties}>
      <i
        className={classes.level}
        data-tone={factor === null ? undefined : levelOf(factor).tone}
        style={{ width: percent(Math.abs(factor ?? 0)) }}
      />
      <span>{LIMIT}</span>
    </div>
  );
};

const PhaseColumn = ({ name, color, reading, course, tension }: PhaseColumnProps) => (
  <div className={classes.phase}>
    <h3>
      <i style={{ background: `var(${color})` }} />
      {name}
    </h3>
    <BigNumber value={number(reading?.power == null ? null : reading.power / 1000, 2)} unit="kW" />
    <div className={classes.phaseCourse}>
      <Sparkline values={course} color={`var(${color})`} height={28} />
    </div>
    <dl>
      <VoltageRow volts={reading?.voltage ?? null} tension={tension} />
      <div>
        <dt>Corrente</dt>
        <dd>{number(reading?.current, 1, '\u00a0A')}</dd>
      </div>
      <PowerFactorRow name="Fator de potência" factor={reading?.powerFactor ?? null} />
    </dl>
  </div>
);

interface LiveCardProps {
  readonly board: Board;
  readonly window: LiveWindow;
  readonly connection: Connection;
  readonly now: Instant;
  readonly children?: ReactNode;
}

const PHASES = [
  { name: 'Fase A', color: '--phase-a' },
  { name: 'Fase B', color: '--phase-b' },
  { name: 'Fase C', color: '--phase-c' },
] as const;

const quantityOf = (board: Board) => {
  if (board.type === 'water') {
    return {
      label: 'Vazão',
      unit: 'L/min',
      decimals: 1,
      color: 'var(--water)',
      read: (reading: LiveReading) => reading.flow,
    };
  }
  const isGenerating = isInverter(board);
  return {
    label: isGenerating ? 'Potência gerada' : 'Potência total',
    unit: 'kW',
    decimals: 2,
    color: isGenerating ? 'var(--injected)' : 'var(--off-peak)',
    read: (reading: LiveReading) => {
      const watts = totalPower(reading);
      return watts === null ? null : watts / 1000;
    },
  };
};

/** An outdated value is replaced by the time of the last message. */
const Silence = ({ connection, now, board }: Pick<LiveCardProps, 'connection' | 'now' | 'board'>) => (
  <p className={classes.silence}>
    <b>sem mensagem</b>
    <span>
      {(connection.kind === 'silent' || connection.kind === 'disconnected') && connection.since !== null
        ? sinceText(connection.since, now, zoneOf(board)).trim()
        : 'o medidor ainda não enviou nada'}
    </span>
  </p>
);

const lastSeenOf = ({ lastSeen }: Board): Instant | null =>
  lastSeen === null ? null : instant(Date.parse(lastSeen));

/** Whether the curve has content, even before stored readings arrive. */
const hasCourse = (window: LiveWindow, board: Board, now: Instant): boolean => {
  const since = lastSeenOf(board);
  return window.length > 0 || (since !== null && now - since <= WINDOW_MS);
};

/** A meter without a curve was silent before the page opened: its card starts small. */
const presumedOf = (connection: Connection, board: Board, isQuiet: boolean): Connection => {
  const isAway = connection.kind === 'connecting' || connection.kind === 'disconnected';
  return isAway && isQuiet ? { kind: 'silent', since: lastSeenOf(board) } : connection;
};

const phasesOf = (board: Board) => {
  if (board.type === 'water') return [];
  return board.model === 'mono' ? PHASES.slice(0, 1) : PHASES;
};

export const LiveCard = ({ board, window, now, children, ...live }: LiveCardProps) => {
  const isQuiet = !hasCourse(window, board, now);
  const connection = presumedOf(live.connection, board, isQuiet);
  const history = `/history/${board.macAddress}`;
  const hasHistory = useScreenExists(history);
  const quantity = quantityOf(board);
  const isSilent = connection.kind === 'silent';
  const newest = isSilent ? null : newestOf(window);
  const end = newestOf(window)?.at ?? now;
  const value = newest === null ? null : quantity.read(newest);
  const phases = phasesOf(board);
  if (isSilent && isQuiet) {
    return (
      <Card
        tour="meter-live"
        title="Agora"
        action={hasHistory && <TextLink to={history}>Histórico</TextLink>}
      >
        <Silence connection={connection} now={now} board={board} />
      </Card>
    );
  }
  return (
    <Card
      tour="meter-live"
      title="Agora"
      terms={board.type === 'water' ? ['placa'] : ['kwh', 'fase', 'fator-de-potencia', 'tensao']}
      action={hasHistory && <TextLink to={history}>Histórico</TextLink>}
    >
      <div className={classes.live} data-columns={phases.length} aria-busy={connection.kind === 'connecting'}>
        <div className={classes.total}>
          <p className={classes.label}>{quantity.label}</p>
          {isSilent ? (
            <Silence connection={connection} now={now} board={board} />
          ) : (
            <BigNumber
              size="page"
              value={value === null ? '–' : formatNumber(value, quantity.decimals)}
              unit={quantity.unit}
            />
          )}
          <div className={classes.course}>
            <Sparkline
              values={courseOf(window, end, quantity.read)}
              color={isSilent ? 'var(--neutral-mark)' : quantity.color}
              height={56}
              filled
            />
          </div>
          <p className={classes.label}>últimos 15 minutos</p>
          {phases.length > 1 && (
            <dl className={classes.average}>
              <PowerFactorRow
                name="Fator de potência, média das fases"
                factor={newest === null ? null : averagePowerFactor(newest)}
              />
            </dl>
          )}
          <PowerFactorScale board={board} newest={newest} />
        </div>
        {phases.map(({ name, color }, at) => (
          <PhaseColumn
            key={name}
            name={name}
            color={color}
            reading={newest?.phases[at] ?? null}
            course={courseOf(window, end, (reading) => reading.phases[at]?.power ?? null)}
            tension={board.tension}
          />
        ))}
        {children}
      </div>
    </Card>
  );
};
