import { TextInput } from '@mantine/core';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Segmented } from '../../shared/ui/segmented.tsx';
import type { DueKind, GroupDraft } from './group-draft.ts';
import styles from './group-form.module.css';

const KINDS = [
  { value: 'none', text: 'Não tem' },
  { value: 'day', text: 'Todo mês' },
  { value: 'date', text: 'Uma data' },
] as const satisfies readonly { value: DueKind; text: string }[];

interface DueFieldsProps {
  readonly kind: DueKind;
  readonly onKind: (kind: DueKind) => void;
  readonly register: UseFormRegister<GroupDraft>;
  readonly errors: FieldErrors<GroupDraft>;
}

/** When the share of the group is to be paid: every month, once, or never. */
export const DueFields = ({ kind, onKind, register, errors }: DueFieldsProps) => (
  <div className={styles.field}>
    <span className={styles.label} aria-hidden="true">
      Vencimento
    </span>
    <Segmented label="Vencimento" value={kind} options={KINDS} onChange={onKind} />
    {kind === 'day' && (
      <TextInput
        {...register('dueDay')}
        label="Dia do mês"
        description="Em meses mais curtos vale o último dia."
        inputMode="numeric"
        maxLength={2}
        error={errors.dueDay?.message}
      />
    )}
    {kind === 'date' && (
      <TextInput
        {...register('dueDate')}
        type="date"
        label="Data do vencimento"
        error={errors.dueDate?.message}
      />
    )}
  </div>
);
