import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { Board } from '@nascente/contract/sites/meters';
import { type AnsweredStep, chooseVerdict } from '@nascente/contract/telemetry/registers';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { CHOSEN_VERDICTS } from '@nascente/domain/telemetry/registers/register-verdicts';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { request } from '../../shared/api/api-client.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { Form } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce, METER_AREA_MS } from '../../shared/ui/snackbar.tsx';
import { amountText, CHOICES, differenceText, registerName, verdictWords } from './register-words.ts';

interface VerdictDialogProps {
  readonly board: Board;
  readonly mac: string;
  readonly step: AnsweredStep;
  readonly onClose: () => void;
}

interface Decision {
  /** Empty: judged automatically. */
  readonly verdict: string;
  readonly reason: string;
}

const AUTOMATIC = '';
const OPTIONS = [
  ...CHOICES.map((value) => ({ value, label: verdictWords[value].name })),
  { value: AUTOMATIC, label: 'Decidir automaticamente' },
];
const MAX_REASON = 300;

/** Says what a step was, and why. Totals, quarters and costs follow at once. */
export const VerdictDialog = ({ board, mac, step, onClose }: VerdictDialogProps) => {
  const { register: name, date, raw, previous } = step;
  const queryClient = useQueryClient();
  const { register, handleSubmit, watch, formState } = useForm<Decision>({
    defaultValues: { verdict: step.decision?.verdict ?? AUTOMATIC, reason: '' },
  });
  const { start, isSending, failure } = useSending(async ({ verdict, reason }: Decision) => {
    const chosen = CHOSEN_VERDICTS.find((one) => one === verdict) ?? null;
    const { difference } = await request(chooseVerdict, {
      params: { mac, register: name },
      body: { date, verdict: chosen, reason },
    });
    // Everything that adds up readings of this meter is another number now.
    await queryClient.invalidateQueries();
    onClose();
    announce(`Veredito salvo. ${differenceText(name, difference)}`, {
      tone: 'good',
      lastsMs: METER_AREA_MS,
    });
  });
  const submit = handleSubmit((decision) => start(decision));
  const verdict = CHOSEN_VERDICTS.find((one) => one === watch('verdict'));
  return (
    <Dialog
      title="O que foi este passo?"
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancelar
          </Button>
          <Button loading={isSending} onClick={() => void submit()}>
            Salvar
          </Button>
        </>
      }
    >
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <p>
        {registerName(name)}, {formatDateTime(instant(Date.parse(date)), zoneOf(board))}:{' '}
        {previous !== null && `de ${amountText(name, previous.raw)} `}para {amountText(name, raw)}.
      </p>
      <Form label="Veredito" onSubmit={submit}>
        <NativeSelect
          {...register('verdict')}
          label="Veredito"
          description={verdict === undefined ? 'Pelos valores vizinhos.' : verdictWords[verdict].meaning}
          data={OPTIONS}
        />
        <Textarea
          {...register('reason', {
            validate: (reason) => reason.trim().length >= 3 || 'Diga o motivo da mudança.',
            maxLength: { value: MAX_REASON, message: 'O motivo pode ter até 300 caracteres.' },
          })}
          label="Motivo"
          description="Fica guardado com o seu nome."
          error={formState.errors.reason?.message}
          rows={3}
        />
      </Form>
    </Dialog>
  );
};
