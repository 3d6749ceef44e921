import { Button, NativeSelect } from '@mantine/core';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { readSupplyWeek, type SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, SECOND_MS, type Zone } from '@nascente/domain/base/time/zone';
import {
  formatClock,
  formatClockSeconds,
  formatDay,
  formatDayRange,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import {
  NOMINAL_VOLTS,
  type SteadyLevel,
  steadyLevel,
  WINDOW_MS,
} from '@nascente/domain/telemetry/supply/supply-windows';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { csvFile, csvNumber, csvText, saveFile } from '../../shared/api/save-file.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { MeterGate, RestingMeter } from '../../shared/meter-gate.tsx';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields, SkeletonRows, SkeletonText } from '../../shared/ui/page/skeleton.tsx';
import { StepButtons } from '../../shared/ui/step-buttons.tsx';
import { CompensationCard, NoCompensationCard } from './compensation-card.tsx';
import styles from './supply.module.css';
import { DAYS_OF_WEEK, type SupplySearch, useSupplySearch } from './supply-search.ts';
import { EVENT_NAMES, indicatorsOf, shareText, verdictOf } from './supply-texts.ts';
import { PHASES, VoltageCard } from './voltage-card.tsx';

const Verdict = ({ supply }: { readonly supply: SupplyWeekAnswer }) => {
  const { tone, title, text } = verdictOf(supply);
  return (
    <>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      <StatList>
        {indicatorsOf(supply).map(({ key, label, share, limit, isOver }) => (
          <Stat
            key={key}
            label={label}
            tone={isOver ? 'bad' : undefined}
            qualifier={
              share === null ? 'não medido' : `${isOver ? 'acima de' : 'limite'} ${shareText(limit)}`
            }
          >
            <BigNumber value={share === null ? '–' : shareText(share)} />
          </Stat>
        ))}
      </StatList>
    </>
  );
};

/** Characters of most verdicts. */
const VERDICT_LENGTH = 120;

interface VerdictCardProps {
  readonly search: SupplySearch;
  readonly supply: SupplyWeekAnswer | null;
  readonly today: CivilDate;
  readonly onChange: (change: Partial<SupplySearch>) => void;
  readonly onSave: () => void;
  readonly otherwise: ReactNode;
}

const VerdictCard = ({ search, supply, today, onChange, onSave, otherwise }: VerdictCardProps) => {
  const { start } = search;
  const end = addDays(start, DAYS_OF_WEEK - 1);
  const next = addDays(start, DAYS_OF_WEEK);
  return (
    <Card
      tour="supply-week"
      title="A semana"
      qualifier={formatDayRange(start, end)}
      terms={['drp-drc', 'desequilibrio', 'distorcao']}
      action={
        <StepButtons
          previous="Semana anterior"
          next="Próxima semana"
          onPrevious={() => onChange({ start: addDays(start, -DAYS_OF_WEEK) })}
          onNext={next <= today ? () => onChange({ start: next }) : null}
        />
      }
    >
      <div className={styles.verdict}>
        {supply === null ? otherwise : <Verdict supply={supply} />}
        <div className={styles.controls}>
          <NativeSelect
            label="Tensão nominal de uma fase"
            value={supply === null ? (search.nominal ?? '') : String(supply.nominal)}
            data={NOMINAL_VOLTS.map((volts) => ({ value: String(volts), label: `${volts} V` }))}
            onChange={({ currentTarget: { value } }) => onChange({ nominal: value })}
          />
          <Button variant="default" disabled={supply === null || supply.counted === 0} onClick={onSave}>
            Baixar CSV
          </Button>
        </div>
      </div>
    </Card>
  );
};

type Event = SupplyWeekAnswer['events'][number];

const MINUTE_S = 60;

const lengthText = (seconds: number): string =>
  seconds < MINUTE_S ? `${formatNumber(seconds, 0)} s` : `${formatNumber(seconds / MINUTE_S, 0)} min`;

/** The observed duration: a single frame shows only a moment. */
const seenText = ({ start, end, frames }: Event): string =>
  frames === 1
    ? 'visto em uma leitura'
    : `visto em ${frames} leituras, por ${lengthText((Date.parse(end) - Date.parse(start)) / SECOND_MS)}`;

const EventRow = ({ event, nominal, zone }: { event: Event; nominal: number; zone: Zone }) => {
  const at = instant(Date.parse(event.start));
  return (
    <li className={styles.event}>
      <div>
        <b>
          {EVENT_NAMES[event.kind]}, fase {event.phase}
        </b>
        <small>
          <time dateTime={event.start}>
            {formatShortDay(civilDateAt(at, zone))}, {formatClockSeconds(at, zone)}
          </time>
          , {seenText(event)}
        </small>
      </div>
      <Tag tone={event.kind === 'swell' ? 'bad' : 'warn'}>
        {formatNumber(event.volts, 1)} V, {formatPercent(event.volts / nominal)} da nominal
      </Tag>
    </li>
  );
};

/** Dips, swells and interruptions in frames. */
const EventsCard = ({
  supply: { events, eventCount, nominal },
  zone,
}: {
  readonly supply: SupplyWeekAnswer;
  readonly zone: Zone;
}) => (
  <Card
    tour="supply-events"
    span={6}
    title="Afundamentos e elevações"
    terms={['afundamento']}
    {...(eventCount > 0 && {
      qualifier: eventCount === 1 ? '1 visto' : `${formatNumber(eventCount, 0)} vistos`,
    })}
  >
    {eventCount === 0 ? (
      <EmptyState icon="check">
        Nenhuma leitura saiu de 90% a 110% da tensão nominal. O que dura menos que o intervalo entre duas
        leituras não é visto.
      </EmptyState>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className={styles.events} tabIndex={0} aria-label="Afundamentos, elevações e interrupções">
        <ul>
          {events.map((event) => (
            <EventRow key={`${event.start} ${event.phase} ${event.kind}`} {...{ event, nominal, zone }} />
          ))}
        </ul>
        {events.length < eventCount && <p>São mostrados os primeiros {events.length}.</p>}
      </section>
    )}
  </Card>
);

type Phase = SupplyWeekAnswer['phases'][number];

const RANGES = [
  { key: 'adequate', name: 'adequada' },
  { key: 'precarious', name: 'precária' },
  { key: 'critical', name: 'crítica' },
] as const;

const PhaseRow = ({ phase, counted }: { readonly phase: Phase; readonly counted: number }) => (
  <li className={styles.phase}>
    <b>Fase {phase.phase}</b>
    <span className={styles.track} aria-hidden="true">
      {RANGES.filter(({ key }) => phase[key] > 0).map(({ key }) => (
        <i key={key} data-range={key} style={{ width: `${(phase[key] / counted) * 100}%` }} />
      ))}
    </span>
    <span className={styles.shares}>
      {RANGES.map(({ key, name }) => (
        <span key={key} data-range={key}>
          {name} {formatPercent(phase[key] / counted, phase[key] === 0 || phase[key] === counted ? 0 : 1)}
        </span>
      ))}
    </span>
    <small>
      de {formatNumber(phase.lowest, 1)} a {formatNumber(phase.highest, 1)} V, média{' '}
      {formatNumber(phase.mean, 1)} V
    </small>
  </li>
);

const PhasesCard = ({ supply: { phases, counted, limits } }: { readonly supply: SupplyWeekAnswer }) => (
  <Card
    tour="supply-phases"
    span={6}
    title="Faixas"
    qualifier={`adequada de ${limits.adequateLow} a ${limits.adequateHigh} V, crítica abaixo de ${limits.criticalLow} e acima de ${limits.criticalHigh} V`}
  >
    <ul className={styles.phases} aria-label="Leituras de cada fase por faixa">
      {phases.map((phase) => (
        <PhaseRow key={phase.phase} phase={phase} counted={counted} />
      ))}
    </ul>
  </Card>
);

const LEVELS: Readonly<Record<SteadyLevel, string>> = {
  adequate: 'adequada',
  precarious: 'precária',
  critical: 'crítica',
};

const numberText = (value: number | null): string => (value === null ? '' : csvNumber(value, 2));

/** Each ten minutes of the week. */
export const supplyCsv = (supply: SupplyWeekAnswer, zone: Zone): string => {
  const { limits, volts, distortions, isValid } = supply;
  const head = [
    'Data',
    'Hora',
    ...PHASES.flatMap(({ name }) => [`${name} (V)`, `${name}, faixa`, `${name}, THD (%)`]),
    'Leitura válida',
  ];
  const rows = isValid.map((isCounted, window) => {
    const at = instant(Date.parse(supply.from) + window * WINDOW_MS);
    const cells = PHASES.flatMap(({ phase }) => {
      const value = volts[phase][window] ?? null;
      const level = value === null ? '' : LEVELS[steadyLevel(value, limits)];
      return [numberText(value), level, numberText(distortions[phase][window] ?? null)];
    });
    return [formatDay(civilDateAt(at, zone)), formatClock(at, zone), ...cells, isCounted ? 'sim' : 'não'];
  });
  return csvText([head, ...rows]);
};

/** Whether the distributor delivers above 1 kV; null while unknown. */
const useIsGroupA = (establishmentId: string): boolean | null => {
  const { data, isPending } = useQuery(queryFor(listEstablishments, {}));
  if (isPending) return null;
  return data?.establishments.find(({ _id }) => _id === establishmentId)?.bill.tariff === 'A';
};

const SupplyScreen = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => {
  const zone = zoneOf(board);
  const today = useToday(zone);
  const { search, change } = useSupplySearch(today);
  const { start, nominal } = search;
  const isGroupA = useIsGroupA(board.establishmentId);
  const query = useQuery(
    queryFor(readSupplyWeek, { params: { mac }, query: { start, ...(nominal !== null && { nominal }) } }),
  );
  const { data, error } = query;
  const supply = data?.supply ?? null;
  const save = (): void => {
    if (supply === null) return;
    const name = `qualidade-${mac.replaceAll(':', '')}-${supply.start}.csv`;
    saveFile(name, csvFile(supplyCsv(supply, zone)));
  };
  const otherwise = (
    <Answer
      query={query}
      rest={
        <>
          <SkeletonText length={VERDICT_LENGTH} />
          <SkeletonRows rows={3} />
        </>
      }
    />
  );
  return (
    <Page
      title={`Qualidade da energia de ${board.name}`}
      overline={board.establishmentName}
      action={
        <>
          <TextLink to={`/outages/${board.establishmentId}`}>Interrupções</TextLink>
          <TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>
        </>
      }
    >
      <VerdictCard {...{ search, supply, today, otherwise }} onChange={change} onSave={save} />
      {error === null && <VoltageCard supply={supply} zone={zone} />}
      {supply !== null && supply.counted > 0 && (
        <>
          <PhasesCard supply={supply} />
          <EventsCard supply={supply} zone={zone} />
          {isGroupA === true && <NoCompensationCard />}
          {isGroupA === false && <CompensationCard compensation={supply.compensation} />}
        </>
      )}
    </Page>
  );
};

const NoSupply = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => (
  <Page title={`Qualidade da energia de ${board.name}`} overline={board.establishmentName}>
    <Card>
      <EmptyState icon="drop" action={<TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>}>
        Este medidor mede água: não há tensão para avaliar.
      </EmptyState>
    </Card>
  </Page>
);

const RESTING = { 'A semana': <SkeletonFields fields={2} /> };

/** /meter/:mac/quality: a week of supply by PRODIST Module 8. */
export const SupplyPage = () => (
  <MeterGate
    title="Qualidade da energia"
    skeleton={<RestingMeter title="Qualidade da energia" cards={RESTING} />}
  >
    {(board, mac) =>
      board.type === 'water' ? <NoSupply board={board} mac={mac} /> : <SupplyScreen board={board} mac={mac} />
    }
  </MeterGate>
);
