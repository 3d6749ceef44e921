import { type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { matchesWords } from '../../shared/fold-for-search.ts';
import classes from './explore.module.css';

/** Of a thousand meters as many as somebody looks through. */
const MAX_SHOWN = 60;

const filter: OptionsFilter = ({ options, search, limit }) => {
  const matches = matchesWords(search);
  return options.filter((option) => 'value' in option && matches(option)).slice(0, limit);
};

interface MeterSelectProps extends Pick<SelectProps, 'label' | 'aria-label' | 'placeholder'> {
  readonly 'data-autofocus'?: boolean;
  readonly boards: readonly Board[];
  /** Its MAC. */
  readonly value: string | null;
  readonly onChange: (mac: string) => void;
}

/** A meter, looked for by its name; the options show whole names at every width. */
export const MeterSelect = ({ boards, onChange, ...field }: MeterSelectProps) => (
  <Select
    data={boards.map(({ macAddress, Alias }) => ({ value: macAddress, label: Alias }))}
    {...field}
    onChange={(mac) => {
      if (mac !== null) onChange(mac);
    }}
    searchable
    openOnFocus={false}
    filter={filter}
    limit={MAX_SHOWN}
    allowDeselect={false}
    nothingFoundMessage="Nenhum medidor encontrado."
    withScrollArea={false}
    maxDropdownHeight={240}
    comboboxProps={{ withinPortal: false, shadow: 'md', keepMounted: false }}
    classNames={{ option: classes.meterOption ?? '' }}
  />
);
