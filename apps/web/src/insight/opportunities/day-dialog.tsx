import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { type ComponentProps, useState } from 'react';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';

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
