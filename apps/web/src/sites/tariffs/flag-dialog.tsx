import { Button, NativeSelect } from '@mantine/core';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { type FlagOfMonth, setFlag } from '@nascente/contract/sites/flags';
import { type CivilMonth, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { formatMonthLong } from '@nascente/domain/base/units/format';
import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { reaisOf, typedOf } from '../../shared/forms/fields/decimal-input.ts';
import { Form } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';

const names = Object.keys(FLAGS) as FlagName[];

interface FlagDialogProps {
  month: CivilMonth;
  flagBefore: FlagOfMonth | undefined;
  onClose: () => void;
}

/** Which flag a month has; its price is the one in force unless another is typed. */
export const FlagDialog = ({ month, flagBefore, onClose }: FlagDialogProps) => {
  const form = useId();
  const queryClient = useQueryClient();
  const [flag, setName] = useState<FlagName>(flagBefore?.flag ?? 'verde');
  const [price, setPrice] = useState(flagBefore ? typedOf(String(flagBefore.price)) : '');
  const [wrong, setWrong] = useState<string | null>(null);
  const { start, isSending, failure } = useSending(async (price: number | undefined) => {
    const body = { month: toMonthOfYear(month), flag, ...(price !== undefined && { price: price }) };
    await request(setFlag, { body });
    announce('Bandeira salva.', { tone: 'good' });
    await queryClient.invalidateQueries();
    onClose();
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const decimal = reaisOf(price);
    const isGiven = price.trim() !== '';
    setWrong(isGiven && decimal === null ? 'Informe o adicional em R$/kWh, como 0,01885.' : null);
    if (!isGiven || decimal !== null) await start(decimal === null ? undefined : Number(decimal));
  };
  return (
    <Dialog
      title={`Bandeira de ${formatMonthLong(month)}`}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form} loading={isSending}>
            Salvar
          </Button>
        </>
      }
    >
      <Form id={form} label="Bandeira do mês" hasOptional onSubmit={submit}>
        {failure && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        <NativeSelect
          label="Bandeira"
          data={names.map((value) => ({ value, label: FLAGS[value] }))}
          value={flag}
          onChange={({ currentTarget: { value } }) => {
            setName(names.find((name) => name === value) ?? 'verde');
            setPrice('');
          }}
        />
        <DecimalField
          label="Adicional (R$/kWh, opcional)"
          description="Em branco, vale o adicional em vigor para a bandeira."
          value={price}
          error={wrong}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
};
