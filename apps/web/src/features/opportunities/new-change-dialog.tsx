import { Button, NativeSelect, TextInput } from '@mantine/core';
import '../../shared/forms/form-styles.ts';
import '@mantine/core/styles/Button.css';
import { addSavingChange, readSaving } from '@nascente/contract/savings';
import type { Zone } from '@nascente/domain/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { decimalOf } from '../../shared/forms/decimal-input.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './opportunities.module.css';
import type { SavingUnit } from './saving-words.ts';

interface NewChangeDialogProps {
  readonly mac: string;
  readonly unit: SavingUnit;
  readonly zone: Zone;
  readonly onEnd: () => void;
}

const DIRECTIONS = [
  { value: 'more', label: 'Aumentou o consumo' },
  { value: 'less', label: 'Diminuiu o consumo' },
];
const NO_AMOUNT = 'Digite quanto, como 1,5.';
const PER_CENT = 100;

/** Something else that changed the consumption: what, since when, how much. */
export const NewChangeDialog = ({ mac, unit, zone, onEnd }: NewChangeDialogProps) => {
  const today = useToday(zone);
  const queryClient = useQueryClient();
  const [what, setWhat] = useState('');
  const [begins, setBegins] = useState<string>(today);
  const [direction, setDirection] = useState('more');
  const [measure, setMeasure] = useState('perDay');
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const amount = Number(decimalOf(typed) ?? Number.NaN);
  const isAmount = amount > 0;
  const { start, isSending, failure } = useSending(async () => {
    const signed = direction === 'less' ? -amount : amount;
    const effect = measure === 'share' ? { share: signed / PER_CENT } : { perDay: signed };
    await request(addSavingChange, { params: { mac }, body: { what, begins, ...effect } });
    await queryClient.invalidateQueries({ queryKey: [readSaving.name] });
    onEnd();
  });
  const send = (): void => {
    setRefused(!isAmount);
    if (isAmount) void start();
  };
  return (
    <Dialog
      title="O que mais mudou no consumo?"
      onDismiss={onEnd}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" onClick={onEnd}>
            Cancelar
          </Button>
          <Button loading={isSending} onClick={send}>
            Registrar
          </Button>
        </>
      }
    >
      <div className={styles.changeForm}>
        <p>
          O que não tem a ver com o que foi feito, como mais pessoas ou uma máquina nova, não conta como
          economia nem como desperdício.
        </p>
        <TextInput
          label="O que mudou"
          description="Fica registrado com o seu nome."
          maxLength={200}
          value={what}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setWhat(value)}
        />
        <TextInput
          type="date"
          label="Desde"
          value={begins}
          max={today}
          onChange={({ currentTarget: { value } }) => setBegins(value)}
        />
        <NativeSelect
          label="Efeito"
          value={direction}
          data={DIRECTIONS}
          onChange={({ currentTarget: { value } }) => setDirection(value)}
        />
        <TextInput
          label="Quanto"
          inputMode="decimal"
          value={typed}
          error={isRefused && !isAmount && NO_AMOUNT}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <NativeSelect
          label="Em"
          value={measure}
          data={[
            { value: 'perDay', label: `${unit} por dia` },
            { value: 'share', label: '% do consumo' },
          ]}
          onChange={({ currentTarget: { value } }) => setMeasure(value)}
        />
        {failure && <p role="alert">{wordsOf(failure)}</p>}
      </div>
    </Dialog>
  );
};
