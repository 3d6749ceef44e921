import type { Board } from '@nascente/contract/sites/meters';
import { addDays, type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { useState } from 'react';
import { useAddress } from '../../shared/api/use-address.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { DayRangeFields } from '../../shared/forms/fields/day-range-fields.tsx';
import { MeterGate, RestingMeter } from '../../shared/meter-gate.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { SkeletonFields, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './registers.module.css';
import { StepsCard } from './steps-card.tsx';

type Show = 'unusual' | 'all';

interface RegistersSearch {
  readonly start: CivilDate;
  readonly end: CivilDate;
  readonly show: Show;
}

const DEFAULT_DAYS = 30;

const dateFrom = (text: string | null, otherwise: CivilDate): CivilDate =>
  text !== null && isCivilDate(text) ? text : otherwise;

const readSearch = (address: URLSearchParams, today: CivilDate): RegistersSearch => ({
  start: dateFrom(address.get('inicio'), addDays(today, -DEFAULT_DAYS)),
  end: dateFrom(address.get('fim'), today),
  show: address.get('mostrar') === 'todos' ? 'all' : 'unusual',
});

const useRegistersSearch = (today: CivilDate) => {
  const [address, changeAddress] = useAddress();
  const change = (change: Partial<RegistersSearch>): void =>
    changeAddress((current) => {
      const { start, end, show } = { ...readSearch(current, today), ...change };
      return { inicio: start, fim: end, mostrar: show === 'all' ? 'todos' : null };
    });
  return { search: readSearch(address, today), change };
};

interface PeriodFieldsProps {
  readonly search: RegistersSearch;
  readonly today: CivilDate;
  readonly onChange: (change: Partial<RegistersSearch>) => void;
}

const PeriodFields = ({ search, today, onChange }: PeriodFieldsProps) => {
  const [typed, setTyped] = useState<{ readonly start: string; readonly end: string } | null>(null);
  const { start, end } = typed ?? search;
  return (
    <DayRangeFields
      start={start}
      end={end}
      max={today}
      onType={(first, last) => setTyped({ start: first, end: last })}
      onChange={onChange}
    />
  );
};

const SHOWN: readonly { value: Show; text: string }[] = [
  { value: 'unusual', text: 'Fora do comum' },
  { value: 'all', text: 'Todos' },
];

const RegistersScreen = ({ board, mac }: { readonly board: Board; readonly mac: Mac }) => {
  const today = useToday(zoneOf(board));
  const { search, change } = useRegistersSearch(today);
  return (
    <Page
      title={`Registradores de ${board.name}`}
      overline={board.establishmentName}
      action={<TextLink to={`/meter/${mac}`}>Ver medidor</TextLink>}
    >
      <Card title="Período" qualifier={formatDayRange(search.start, search.end)}>
        <div className={styles.controls}>
          <PeriodFields search={search} today={today} onChange={change} />
          <Segmented
            label="Quais passos"
            value={search.show}
            options={SHOWN}
            onChange={(show) => change({ show })}
          />
        </div>
      </Card>
      <StepsCard board={board} mac={mac} search={search} />
    </Page>
  );
};

const RESTING = { Período: <SkeletonFields fields={1} />, Passos: <SkeletonRows rows={4} /> };

/** /meter/:mac/registers: register values, their verdicts, and changes by a person. */
export const RegistersPage = () => (
  <MeterGate title="Registradores" skeleton={<RestingMeter title="Registradores" cards={RESTING} />}>
    {(board, mac) => <RegistersScreen board={board} mac={mac} />}
  </MeterGate>
);
