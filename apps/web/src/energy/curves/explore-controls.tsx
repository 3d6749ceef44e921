import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { civilDateAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, HOUR_MS, instant, type Zone } from '@nascente/domain/base/time/zone';
import { type ReactNode, useId, useState } from 'react';
import { type Viewport, zoomed } from '../../shared/explorer/plot/viewport.ts';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { type DayRange, DayRangeFields } from '../../shared/forms/fields/day-range-fields.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import classes from './explore.module.css';
import { COMPARED_DAYS, type ExploreState } from './explore-state.ts';

interface ExploreControlsProps {
  readonly state: ExploreState;
  readonly zone: Zone;
  readonly canGoBack: boolean;
  readonly canAdd: boolean;
  readonly onBack: () => void;
  readonly onAdd: () => void;
  readonly onLook: (view: Viewport) => void;
  readonly onChange: (changes: Partial<ExploreState>) => void;
  /** The first of the controls folded away on phones. */
  readonly children?: ReactNode;
}

const SPANS: readonly { readonly name: string; readonly ms: number }[] = [
  { name: '1 h', ms: HOUR_MS },
  { name: '1 dia', ms: DAY_MS },
  { name: '7 dias', ms: 7 * DAY_MS },
  { name: '30 dias', ms: 30 * DAY_MS },
  { name: '1 ano', ms: 365 * DAY_MS },
];

/** The fields' message says one year. */
const MAX_DAYS = 366;

const OTHER = 'other';
const NOW = 'now';

const ComparedField = (props: Pick<ExploreControlsProps, 'state' | 'zone' | 'onChange'>) => {
  const { state, zone, onChange } = props;
  const { compared, view } = state;
  const [isOther, setIsOther] = useState(compared !== null && 'day' in compared);
  const choice = isOther ? OTHER : compared !== null && 'days' in compared ? String(compared.days) : '';
  const first = civilDateAt(instant(Math.floor(view.from)), zone);
  return (
    <>
      <NativeSelect
        aria-label="Comparar"
        data={[
          { value: '', label: 'Sem comparação' },
          ...COMPARED_DAYS.map(({ days, name }) => ({ value: String(days), label: name })),
          { value: OTHER, label: 'Com outra data…' },
        ]}
        value={choice}
        onChange={({ target }) => {
          setIsOther(target.value === OTHER);
          if (target.value !== OTHER)
            onChange({ compared: target.value === '' ? null : { days: Number(target.value) } });
        }}
      />
      {isOther && (
        <DateInput
          label="Comparar desde"
          value={compared !== null && 'day' in compared ? compared.day : ''}
          max={first}
          error={
            compared !== null && 'day' in compared && compared.day >= first
              ? 'Escolha um dia anterior.'
              : null
          }
          onChange={(day) => onChange({ compared: day === '' ? null : { day: day as typeof first } })}
        />
      )}
    </>
  );
};

const NO_SPAN = '';
const DATES = 'dates';

interface SpansProps extends Pick<ExploreControlsProps, 'zone' | 'onLook'> {
  readonly view: Viewport;
}

/** Any days as the period in view. */
const DatesDialog = ({ view, zone, onLook, onClose }: SpansProps & { readonly onClose: () => void }) => {
  const dayOf = (at: number) => civilDateAt(instant(Math.floor(at)), zone);
  const today = dayOf(Date.now());
  const last = dayOf(Math.min(view.to - 1, Date.now()));
  const [typed, setTyped] = useState<readonly [string, string]>([dayOf(view.from), last]);
  const [range, setRange] = useState<DayRange | null>({ start: dayOf(view.from), end: last });
  const [start, end] = typed;
  const show = () => {
    if (range === null) return;
    onLook({ from: startOfDay(range.start, zone), to: Math.min(endOfDay(range.end, zone), Date.now()) });
    onClose();
  };
  return (
    <FormDialog
      title="Período em vista"
      action="Mostrar"
      isReady={range !== null}
      onSubmit={show}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <DayRangeFields
          start={start}
          end={end}
          max={today}
          longest={MAX_DAYS}
          onType={(from, to) => {
            setTyped([from, to]);
            setRange(null);
          }}
          onChange={setRange}
        />
      </div>
    </FormDialog>
  );
};

const Spans = ({ view, zone, onLook }: SpansProps) => {
  const [isChoosing, setChoosing] = useState(false);
  const length = view.to - view.from;
  const isShown = (ms: number): boolean => Math.abs(length - ms) < ms / 100;
  const show = (ms: number): void => {
    const to = Math.min(view.to, Date.now());
    onLook({ from: to - ms, to });
  };
  const showNow = () => onLook({ from: Date.now() - length, to: Date.now() });
  return (
    <div className={classes.period} data-tour="explorer-period">
      <fieldset className={classes.spans} aria-label="Período em vista">
        {SPANS.map(({ name, ms }) => (
          <button key={name} type="button" aria-pressed={isShown(ms)} onClick={() => show(ms)}>
            {name}
          </button>
        ))}
        <button type="button" onClick={showNow}>
          Agora
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          Datas…
        </button>
      </fieldset>
      <NativeSelect
        className={classes.spanList ?? ''}
        aria-label="Período em vista"
        value={String(SPANS.find(({ ms }) => isShown(ms))?.ms ?? NO_SPAN)}
        data={[
          { value: NO_SPAN, label: 'Período', disabled: true },
          ...SPANS.map(({ name, ms }) => ({ value: String(ms), label: name })),
          { value: NOW, label: 'Até agora' },
          { value: DATES, label: 'Escolher datas…' },
        ]}
        onChange={({ target: { value } }) => {
          if (value === DATES) setChoosing(true);
          else if (value === NOW) showNow();
          else show(Number(value));
        }}
      />
      {isChoosing && (
        <DatesDialog view={view} zone={zone} onLook={onLook} onClose={() => setChoosing(false)} />
      )}
    </div>
  );
};

export const ExploreControls = (props: ExploreControlsProps) => {
  const { state, zone, canGoBack, canAdd, onBack, onAdd, onLook, onChange } = props;
  const { view } = state;
  const [isOpen, setIsOpen] = useState(false);
  const choices = useId();
  const zoom = (factor: number) => onLook(zoomed(view, factor, (view.from + view.to) / 2, Date.now()));
  return (
    <div className={classes.controls}>
      <Spans view={view} zone={zone} onLook={onLook} />
      <div className={classes.steps}>
        <IconButton
          outlined
          icon="chevron-left"
          label="Voltar à vista anterior"
          disabled={!canGoBack}
          onClick={onBack}
        />
        <div className={classes.zoom}>
          <IconButton outlined icon="plus" label="Aproximar" onClick={() => zoom(0.5)} />
          <IconButton outlined icon="minus" label="Afastar" onClick={() => zoom(2)} />
        </div>
      </div>
      <Button
        className={classes.add ?? ''}
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        disabled={!canAdd}
        data-tour="explorer-add"
        onClick={onAdd}
      >
        <span>Adicionar série</span>
      </Button>
      <Button
        className={classes.fold ?? ''}
        variant="default"
        aria-expanded={isOpen}
        aria-controls={choices}
        onClick={() => setIsOpen(!isOpen)}
      >
        Opções
      </Button>
      <div id={choices} className={classes.choices} data-open={isOpen} data-tour="explorer-choices">
        {props.children}
        <ComparedField {...props} />
        <Checkbox
          label="Eixos separados"
          checked={state.isApart}
          onChange={({ target }) => onChange({ isApart: target.checked })}
        />
        <Checkbox
          label="Faixas ao fundo"
          checked={state.isShaded}
          onChange={({ target }) => onChange({ isShaded: target.checked })}
        />
        <Checkbox
          label="Anotações"
          checked={state.hasNotes}
          onChange={({ target }) => onChange({ hasNotes: target.checked })}
        />
      </div>
    </div>
  );
};
