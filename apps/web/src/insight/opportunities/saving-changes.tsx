import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  addSavingChange,
  endSavingChange,
  readSaving,
  removeSavingChange,
  type SavingChange,
} from '@nascente/contract/insight/savings';
import { addDays, type CivilDate, civilDate } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { type ComponentProps, useState } from 'react';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { decimalOf } from '../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { DialogButton } from '../../shared/ui/confirm-dialog.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './opportunities.module.css';
import { effectText, type SavingUnit, spanText } from './saving-texts.ts';

interface DayDialogProps
  extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'isSending' | 'failure' | 'onClose' | 'above'> {
  readonly label: string;
  readonly min?: CivilDate;
  /** The day at first, and the last possible one. */
  readonly last: CivilDate;
  readonly missing: string;
  readonly onSave: (day: string) => Promise<unknown>;
}

/** Asks for one day. */
export const DayDialog = ({ label, min, last, missing, onSave, ...dialog }: DayDialogProps) => {
  const [day, setDay] = useState<string>(last);
  const [isTried, setTried] = useState(false);
  return (
    <FormDialog
      {...dialog}
      action="Salvar"
      onSubmit={async () => {
        setTried(true);
        if (day !== '') await onSave(day);
      }}
    >
      <DateInput
        label={label}
        value={day}
        min={min}
        max={last}
        error={isTried && day === '' && missing}
        onChange={setDay}
      />
    </FormDialog>
  );
};

const DIRECTIONS = [
  { value: 'more', label: 'Aumentou o consumo' },
  { value: 'less', label: 'Diminuiu o consumo' },
];
const MAX_PER_DAY = 10_000_000;
const MAX_PER_CENT = 1000;
const MISSING_TEXT = 'Escreva o que mudou.';
const NO_BEGINNING = 'Diga desde que dia.';
const NO_AMOUNT = 'Digite quanto por dia, como 1,5, até 10.000.000.';
const NO_SHARE = 'Digite a porcentagem, como 1,5: até 1.000 a mais, ou abaixo de 100 a menos.';
const PER_CENT = 100;

interface NewChangeDialogProps extends Omit<SavingChangesProps, 'changes'> {
  readonly onEnd: () => void;
}

const NewChangeDialog = ({ mac, unit, zone, onEnd }: NewChangeDialogProps) => {
  const today = useToday(zone);
  const outdate = useOutdate(readSaving);
  const [what, setWhat] = useState('');
  const [begins, setBegins] = useState<string>(today);
  const [direction, setDirection] = useState('more');
  const [measure, setMeasure] = useState('perDay');
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const amount = Number(decimalOf(typed) ?? Number.NaN);
  const isShare = measure === 'share';
  const isLess = direction === 'less';
  const maximum = isShare ? MAX_PER_CENT : MAX_PER_DAY;
  const isAmount = amount > 0 && amount <= maximum && !(isShare && isLess && amount >= PER_CENT);
  const isComplete = what.trim() !== '' && begins !== '' && isAmount;
  const { start, isSending, failure } = useSending(async () => {
    const signed = isLess ? -amount : amount;
    const effect = isShare ? { share: signed / PER_CENT } : { perDay: signed };
    await request(addSavingChange, { params: { mac }, body: { what, begins, ...effect } });
    await outdate();
    onEnd();
  });
  const send = async (): Promise<void> => {
    setRefused(!isComplete);
    if (isComplete) await start();
  };
  return (
    <FormDialog
      title="O que mais mudou no consumo?"
      action="Registrar"
      isSending={isSending}
      failure={failure}
      onSubmit={send}
      onClose={onEnd}
      above={
        <p>
          O que não tem a ver com o que foi feito, como mais pessoas ou uma máquina nova, não conta como
          economia nem como desperdício.
        </p>
      }
    >
      <TextInput
        label="O que mudou"
        description="Fica registrado com o seu nome."
        maxLength={200}
        value={what}
        data-autofocus
        error={isRefused && what.trim() === '' && MISSING_TEXT}
        onChange={({ currentTarget: { value } }) => setWhat(value)}
      />
      <DateInput
        label="Desde"
        value={begins}
        max={today}
        error={isRefused && begins === '' && NO_BEGINNING}
        onChange={setBegins}
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
        error={isRefused && !isAmount && (isShare ? NO_SHARE : NO_AMOUNT)}
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
    </FormDialog>
  );
};

interface SavingChangesProps {
  readonly mac: string;
  readonly changes: readonly SavingChange[];
  readonly unit: SavingUnit;
  readonly zone: Zone;
}

interface EndDialogProps extends Pick<SavingChangesProps, 'mac' | 'zone'> {
  readonly change: SavingChange;
  readonly onEnd: () => void;
}

const EndDialog = ({ mac, change: { id, what, begins }, zone, onEnd }: EndDialogProps) => {
  const outdate = useOutdate(readSaving);
  const { start, isSending, failure } = useSending(async (day: string) => {
    await request(endSavingChange, { params: { mac, id }, body: { undone: day } });
    await outdate();
    onEnd();
  });
  return (
    <DayDialog
      title="Quando foi desfeita?"
      label="Primeiro dia sem a mudança"
      min={addDays(civilDate(begins), 1)}
      last={useToday(zone)}
      missing="Diga o primeiro dia sem a mudança."
      isSending={isSending}
      failure={failure}
      onSave={start}
      onClose={onEnd}
      above={<p>{what}</p>}
    />
  );
};

/** Other changes since: growth is no waste, and a closure no saving. */
export const SavingChanges = ({ mac, changes, unit, zone }: SavingChangesProps) => {
  const mayChange = useMay('decide-opportunities');
  const { ask, question } = useQuestion();
  if (changes.length === 0 && !mayChange) return null;
  const askRemoval = ({ id, what }: SavingChange) =>
    ask({
      title: `Retirar “${what}”?`,
      confirm: 'Retirar',
      text: <p>A economia volta a ser contada sem essa mudança.</p>,
      call: () => request(removeSavingChange, { params: { mac, id } }),
      outdates: [[readSaving.name]],
    });
  return (
    <div className={styles.changes}>
      {changes.length > 0 && (
        <ul aria-label="Outras mudanças no consumo">
          {changes.map((change) => (
            <li key={change.id}>
              <span>
                <b>{change.what}</b>: {effectText(change, unit)}, {spanText(change)}
                {change.by !== null && ` (${change.by})`}
              </span>
              {mayChange && (
                <span className={styles.acts}>
                  {change.undone === null && (
                    <DialogButton
                      variant="subtle"
                      size="sm"
                      aria-label={`Foi desfeita: ${change.what}`}
                      dialog={(close) => <EndDialog {...{ mac, change, zone }} onEnd={close} />}
                    >
                      Foi desfeita
                    </DialogButton>
                  )}
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={`Retirar: ${change.what}`}
                    onClick={() => askRemoval(change)}
                  >
                    Retirar
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <DialogButton
          variant="default"
          size="sm"
          dialog={(close) => <NewChangeDialog mac={mac} unit={unit} zone={zone} onEnd={close} />}
        >
          Registrar outra mudança
        </DialogButton>
      )}
      {question}
    </div>
  );
};
