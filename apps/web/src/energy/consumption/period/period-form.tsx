import { Button } from '@mantine/core';
import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import { type FormEvent, useState } from 'react';
import { DateField } from '../../../shared/forms/fields/date-field.tsx';
import classes from './period-card.module.css';
import { EARLIEST_END, EARLIEST_START, faultsOf, type Period } from './period-range.ts';

interface PeriodFormProps {
  readonly period: Period;
  readonly today: CivilDate;
  readonly isSearching: boolean;
  readonly onSearch: (period: Period) => void;
}

/** Start and end of the search; what is wrong is said at its field, once a search was tried. */
export const PeriodForm = ({ period, today, isSearching, onSearch }: PeriodFormProps) => {
  const [start, setStart] = useState<string>(period.start);
  const [end, setEnd] = useState<string>(period.end);
  const [wasTried, setTried] = useState(false);
  const faults = faultsOf(start, end, today);
  const search = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.start !== null || faults.end !== null) return;
    if (isCivilDate(start) && isCivilDate(end)) onSearch({ start, end });
  };
  return (
    <form className={classes.form} onSubmit={search} noValidate>
      <DateField
        label="Data inicial"
        value={start}
        min={EARLIEST_START}
        max={today}
        fault={wasTried ? faults.start : null}
        onChange={setStart}
      />
      <DateField
        label="Data final"
        value={end}
        min={EARLIEST_END}
        max={today}
        fault={wasTried ? faults.end : null}
        onChange={setEnd}
      />
      <Button type="submit" loading={isSearching} className={classes.search ?? ''}>
        Pesquisar
      </Button>
    </form>
  );
};
