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
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { DialogButton } from '../../shared/ui/dialog-button.tsx';
import { DayDialog } from './day-dialog.tsx';
import { NewChangeDialog } from './new-change-dialog.tsx';
import styles from './opportunities.module.css';
import { effectText, type SavingUnit, spanText } from './saving-texts.ts';

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
  const queryClient = useQueryClient();
  const { start, isSending, failure } = useSending(async (day: string) => {
    await request(endSavingChange, { params: { mac, id }, body: { undone: day } });
    await queryClient.invalidateQueries({ queryKey: [readSaving.name] });
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

const RemoveDialog = ({ mac, change: { id, what }, onEnd }: Omit<EndDialogProps, 'zone'>) => {
  const queryClient = useQueryClient();
  const remove = async () => {
    await request(removeSavingChange, { params: { mac, id } });
    await queryClient.invalidateQueries({ queryKey: [readSaving.name] });
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
        <DialogButton
          variant="default"
          size="sm"
          dialog={(close) => <NewChangeDialog mac={mac} unit={unit} zone={zone} onEnd={close} />}
        >
          Registrar outra mudança
        </DialogButton>
      )}
      {acting?.what === 'end' && <EndDialog mac={mac} change={acting.change} zone={zone} onEnd={stop} />}
      {acting?.what === 'remove' && <RemoveDialog mac={mac} change={acting.change} onEnd={stop} />}
    </div>
  );
};
