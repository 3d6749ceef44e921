import { Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import type { Board } from '@nascente/contract/meters';
import { useState } from 'react';
import { quantitiesOf } from '../../shared/explorer/quantities.ts';
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
        <NativeSelect
          label="Medidor"
          data-autofocus
          data={boards.map(({ macAddress, Alias }) => ({ value: macAddress, label: Alias }))}
          value={mac}
          onChange={({ target }) => setMac(target.value)}
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
