import { Button } from '@mantine/core';
import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type FormEvent, useState } from 'react';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { useFocusBack } from '../../shared/forms/use-focus-back.ts';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import classes from './history.module.css';
import { faultsOf, type HistoryRange, presetsOf } from './history-range.ts';

interface RangeFormProps {
  readonly range: HistoryRange;
  readonly isLastHour: boolean;
  readonly today: CivilDate;
  readonly isSearching: boolean;
  readonly onSearch: (range: HistoryRange) => void;
  readonly onLastHour: () => void;
  readonly onReload: () => void;
}

/** What was typed over days that are shown; once others are, these stand in the fields. */
interface Typed {
  readonly start: string;
  readonly end: string;
  readonly over: string;
}

/** Which days are shown, from 00:00:00 of the first to 23:59:59 of the last. */
export const RangeForm = (props: RangeFormProps) => {
  const { range, isLastHour, today, isSearching, onSearch, onLastHour, onReload } = props;
  const [typed, setTyped] = useState<Typed | null>(null);
  const over = `${range.start} ${range.end}`;
  const { start, end } = typed?.over === over ? typed : range;
  const [wasTried, setTried] = useState(false);
  const holdFocus = useFocusBack(isSearching);
  const faults = faultsOf(start, end, today);
  const look = (act: () => void) => {
    holdFocus();
    setTried(false);
    act();
  };
  const lookAtReady = (act: () => void) => {
    setTyped(null);
    look(act);
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.end === MAXIMUM_RANGE_MESSAGE) {
      announce(MAXIMUM_RANGE_MESSAGE, { tone: 'bad', lastsMs: METER_AREA_MS });
    }
    if (faults.start !== null || faults.end !== null) return;
    look(() => onSearch({ start: start as CivilDate, end: end as CivilDate }));
  };
  return (
    <form className={classes.form} onSubmit={search} noValidate>
      <DateInput
        label="Data inicial"
        value={start}
        max={today}
        error={wasTried ? faults.start : null}
        onChange={(day) => setTyped({ start: day, end, over })}
      />
      <DateInput
        label="Data final"
        value={end}
        max={today}
        error={wasTried ? faults.end : null}
        onChange={(day) => setTyped({ start, end: day, over })}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isSearching}>
          Pesquisar
        </Button>
        <IconButton icon="refresh" label="Recarregar" outlined disabled={isSearching} onClick={onReload} />
      </div>
      <fieldset className={classes.presets} aria-label="Períodos prontos" data-tour="history-last-hour">
        <button type="button" aria-pressed={isLastHour} onClick={() => lookAtReady(onLastHour)}>
          Última hora
        </button>
        {presetsOf(today).map(({ name, range: preset }) => (
          <button
            key={name}
            type="button"
            aria-pressed={!isLastHour && preset.start === range.start && preset.end === range.end}
            onClick={() => lookAtReady(() => onSearch(preset))}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </form>
  );
};
