import { Button, NativeSelect, type OptionsFilter, Select } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import type { Board } from '@nascente/contract/sites/meters';
import { useState } from 'react';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
import { matchesWords } from '../../shared/fold-for-search.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import classes from './explore.module.css';
import type { Wanted } from './explore-state.ts';

interface AddSeriesProps {
  readonly boards: readonly Board[];
  readonly wanted: readonly Wanted[];
  readonly onAdd: (added: Wanted) => void;
  readonly onDismiss: () => void;
}

const nameOf = ({ name, unit }: { readonly name: string; readonly unit: string }): string =>
  unit === '' ? name : `${name} (${unit})`;

/** Of a thousand meters as many as somebody looks through. */
const SHOWN_AT_MOST = 60;

const filter: OptionsFilter = ({ options, search, limit }) => {
  const matches = matchesWords(search);
  return options.filter((option) => 'value' in option && matches(option)).slice(0, limit);
};

/** Which quantity of which meter comes beside those that are there. */
export const AddSeries = ({ boards, wanted, onAdd, onDismiss }: AddSeriesProps) => {
  const [mac, setMac] = useState(wanted.at(-1)?.mac ?? boards[0]?.macAddress ?? '');
  const board = boards.find(({ macAddress }) => macAddress === mac) ?? boards[0];
  const isThere = (key: string) => wanted.some((one) => one.mac === mac && one.quantity === key);
  const free = board === undefined ? [] : quantitiesOf(board).filter(({ key }) => !isThere(key));
  const [chosen, setChosen] = useState('');
  const quantity = free.find(({ key }) => key === chosen) ?? free[0];
  return (
    <Dialog
      title="Adicionar série"
      onDismiss={onDismiss}
      actions={
        <>
          <Button variant="default" onClick={onDismiss}>
            Cancelar
          </Button>
          <Button
            disabled={quantity === undefined}
            onClick={() => {
              if (quantity !== undefined) onAdd({ mac, quantity: quantity.key });
            }}
          >
            Adicionar
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <Select
          label="Medidor"
          data-autofocus
          data={boards.map(({ macAddress, Alias }) => ({ value: macAddress, label: Alias }))}
          value={mac}
          onChange={(chosenMac) => setMac(chosenMac ?? mac)}
          searchable
          openOnFocus={false}
          filter={filter}
          limit={SHOWN_AT_MOST}
          allowDeselect={false}
          nothingFoundMessage="Nenhum medidor encontrado."
          withScrollArea={false}
          maxDropdownHeight={240}
          comboboxProps={{ withinPortal: false, shadow: 'md' }}
        />
        <NativeSelect
          label="Grandeza"
          data={free.map((one) => ({ value: one.key, label: nameOf(one) }))}
          value={quantity?.key ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        />
      </div>
    </Dialog>
  );
};
