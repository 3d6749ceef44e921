import { Button } from '@mantine/core';
import {
  endSavingChange,
  readSaving,
  removeSavingChange,
  type SavingChange,
} from '@nascente/contract/insight/savings';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import type { Zone } from '@nascente/domain/base/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { NewChangeDialog } from './new-change-dialog.tsx';
import styles from './opportunities.module.css';
import { effectText, type SavingUnit, spanText } from './saving-texts.ts';

interface SavingChangesProps {
  readonly mac: string;
  readonly changes: readonly SavingChange[];
  readonly unit: SavingUnit;
  readonly zone: Zone;
}

interface ActProps {
  readonly mac: string;
  readonly change: SavingChange;
  readonly onEnd: () => void;
}

const NO_DAY = 'Diga o primeiro dia sem a mudança.';

const useAsksAgain = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [readSaving.name] });
};

const EndDialog = ({
  mac,
  change: { id, what, begins },
  zone,
  onEnd,
}: ActProps & Pick<SavingChangesProps, 'zone'>) => {
  const today = useToday(zone);
  const askAgain = useAsksAgain();
  const [day, setDay] = useState<string>(today);
  const [isTried, setTried] = useState(false);
  const { start, isSending, failure } = useSending(async () => {
    await request(endSavingChange, { params: { mac, id }, body: { undone: day } });
    await askAgain();
    onEnd();
  });
  return (
    <FormDialog
      title="Quando foi desfeita?"
      action="Salvar"
      isSending={isSending}
      failure={failure}
      onSubmit={async () => {
        setTried(true);
        if (day !== '') await start();
      }}
      onClose={onEnd}
      above={<p>{what}</p>}
    >
      <DateInput
        label="Primeiro dia sem a mudança"
        value={day}
        min={addDays(civilDate(begins), 1)}
        max={today}
        error={isTried && day === '' && NO_DAY}
        onChange={setDay}
      />
    </FormDialog>
  );
};

const RemoveDialog = ({ mac, change: { id, what }, onEnd }: ActProps) => {
  const askAgain = useAsksAgain();
  const remove = async () => {
    await request(removeSavingChange, { params: { mac, id } });
    await askAgain();
    onEnd();
  };
  return (
    <ConfirmDialog
      title={`Retirar “${what}”?`}
      confirm="Retirar"
      isDestructive
      onConfirm={remove}
      onCancel={onEnd}
    >
      <p>A economia volta a ser contada sem essa mudança.</p>
    </ConfirmDialog>
  );
};

interface Acting {
  readonly what: 'end' | 'remove';
  readonly change: SavingChange;
}

/** Other changes since: growth is no waste, and a closure no saving. */
export const SavingChanges = ({ mac, changes, unit, zone }: SavingChangesProps) => {
  const mayChange = useMay('decide-opportunities');
  const [acting, setActing] = useState<Acting | null>(null);
  const [isAdding, setAdding] = useState(false);
  const stop = () => setActing(null);
  if (changes.length === 0 && !mayChange) return null;
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
                    <Button
                      variant="subtle"
                      size="sm"
                      aria-label={`Foi desfeita: ${change.what}`}
                      onClick={() => setActing({ what: 'end', change })}
                    >
                      Foi desfeita
                    </Button>
                  )}
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={`Retirar: ${change.what}`}
                    onClick={() => setActing({ what: 'remove', change })}
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
        <Button variant="default" size="sm" onClick={() => setAdding(true)}>
          Registrar outra mudança
        </Button>
      )}
      {isAdding && <NewChangeDialog mac={mac} unit={unit} zone={zone} onEnd={() => setAdding(false)} />}
      {acting?.what === 'end' && <EndDialog mac={mac} change={acting.change} zone={zone} onEnd={stop} />}
      {acting?.what === 'remove' && <RemoveDialog mac={mac} change={acting.change} onEnd={stop} />}
    </div>
  );
};
