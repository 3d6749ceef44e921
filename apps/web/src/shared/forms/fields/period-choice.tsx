import { Button } from '@mantine/core';
import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useState } from 'react';
import { useAddress } from '../../api/use-address.ts';
import { useToday } from '../../consumption/use-now.ts';
import { DayRangeFields } from './day-range-fields.tsx';
import styles from './period-choice.module.css';

/** A period of days; without days, the billing cycle so far. */
interface Period {
  readonly start?: string;
  readonly end?: string;
}

const ofAddress = (address: URLSearchParams): Period => {
  const [start, end] = [address.get('inicio') ?? '', address.get('fim') ?? ''];
  return isCivilDate(start) && isCivilDate(end) && start <= end ? { start, end } : {};
};

/** The period in the address (`?inicio=2026-10-01&fim=2026-10-31`). */
export const usePeriod = (): readonly [Period, (period: Period) => void] => {
  const [address, changeAddress] = useAddress();
  const choose = ({ start, end }: Period): void =>
    changeAddress(
      start === undefined || end === undefined ? { inicio: null, fim: null } : { inicio: start, fim: end },
    );
  return [ofAddress(address), choose];
};

/** The search that keeps the period on the next page. */
export const searchOfPeriod = ({ start, end }: Period): string =>
  start === undefined || end === undefined ? '' : `?inicio=${start}&fim=${end}`;

interface PeriodChoiceProps {
  readonly period: Period;
  /** The zone that bounds days: today is the last choice. */
  readonly zone: Zone;
  readonly shown?: Required<Period> | undefined;
  readonly onChange: (period: Period) => void;
}

/** Maximum days of a period: those of a leap year. */
const MAX_DAYS = 366;

export const PeriodChoice = ({ period, zone, shown, onChange }: PeriodChoiceProps) => {
  const today = useToday(zone);
  const [typed, setTyped] = useState<Required<Period> | null>(null);
  const start = typed?.start ?? period.start ?? shown?.start ?? '';
  const end = typed?.end ?? period.end ?? shown?.end ?? '';
  const clear = (): void => {
    setTyped(null);
    onChange({});
  };
  return (
    <div className={styles.period} data-tour="groups-period">
      <DayRangeFields
        start={start}
        end={end}
        max={today}
        longest={MAX_DAYS}
        onType={(first, last) => setTyped({ start: first, end: last })}
        onChange={onChange}
      />
      {(typed !== null || period.start !== undefined) && (
        <Button variant="default" onClick={clear}>
          Ciclo atual
        </Button>
      )}
    </div>
  );
};
