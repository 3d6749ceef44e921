import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  listVatPeriods,
  removeVatPeriod,
  saveVatPeriod,
  type VatPeriodJson,
} from '@nascente/contract/sites/vat-periods';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { createReader, typedPercent } from '../../shared/forms/draft-reader.ts';
import { DateField } from '../../shared/forms/fields/date-input.tsx';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useDraftForm } from '../../shared/forms/use-draft-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './vat-card.module.css';

const EFFECTS = [
  { value: 'charged', label: 'Cobrados na fatura' },
  { value: 'informed', label: 'Só informados, sem cobrança' },
] as const;
const ENDS = [
  { value: '', label: 'Continuam a ser cobrados' },
  { value: 'due', label: 'Terminam pelo vencimento da fatura' },
  { value: 'reading', label: 'Terminam pelo último dia do ciclo' },
] as const;

const draftOf = (period: VatPeriodJson | null) => ({
  validFrom: period?.validFrom ?? '',
  /** Percent, as the other rates. */
  cbs: period === null ? '' : typedPercent(period.cbs),
  ibsState: period === null ? '' : typedPercent(period.ibsState),
  ibsMunicipal: period === null ? '' : typedPercent(period.ibsMunicipal),
  effect: period?.effect ?? ('charged' as const),
  endsPisCofins: period === null ? ('due' as const) : (period.endsPisCofins ?? ('' as const)),
  source: period?.source ?? '',
  isConfirmed: period?.isConfirmed ?? false,
});
type VatDraft = ReturnType<typeof draftOf>;

const readDraft = ({ endsPisCofins, effect, isConfirmed, ...typed }: VatDraft) => {
  const reader = createReader();
  const period: VatPeriodJson = {
    validFrom: civilDate(reader.day('validFrom', typed.validFrom, 'Informe desde quando vale.')),
    cbs: reader.share('cbs', typed.cbs),
    ibsState: reader.share('ibsState', typed.ibsState),
    ibsMunicipal: reader.share('ibsMunicipal', typed.ibsMunicipal),
    effect,
    endsPisCofins: endsPisCofins === '' ? null : endsPisCofins,
    source: reader.text('source', typed.source, 'Diga de onde vêm as alíquotas.'),
    isConfirmed,
  };
  return { period, errors: Object.keys(reader.errors).length === 0 ? null : reader.errors };
};

interface VatDialogProps {
  readonly period: VatPeriodJson | null;
  readonly onClose: () => void;
}

const VatDialog = ({ period, onClose }: VatDialogProps) => {
  const outdate = useOutdate();
  const form = useDraftForm(draftOf(period), (draft: VatDraft) => readDraft(draft).errors);
  const { start, isSending, failure } = useSending(async (draft: VatDraft) => {
    await request(saveVatPeriod, { body: readDraft(draft).period });
    announce('Regra de CBS e IBS salva.', { tone: 'good' });
    // Every bill since that day follows from it.
    await outdate();
    onClose();
  });
  return (
    <FormDialog
      title={
        period === null
          ? 'Nova regra de CBS e IBS'
          : `CBS e IBS desde ${formatDay(civilDate(period.validFrom))}`
      }
      label="Regra de CBS e IBS"
      action="Salvar"
      isSending={isSending}
      failure={failure}
      onSubmit={form.handleSubmit(start)}
      onClose={onClose}
    >
      <DateField {...form.field('validFrom')} label="Vale desde" disabled={period !== null} />
      <DecimalField {...form.field('cbs')} label="CBS (%)" />
      <DecimalField {...form.field('ibsState')} label="IBS do estado (%)" />
      <DecimalField {...form.field('ibsMunicipal')} label="IBS do município (%)" />
      <NativeSelect {...form.field('effect')} label="Na fatura" data={EFFECTS} />
      <NativeSelect {...form.field('endsPisCofins')} label="PIS e COFINS" data={ENDS} />
      <TextInput {...form.field('source', 'Fonte', 'A lei, a resolução ou a estimativa.')} maxLength={200} />
      <Checkbox {...form.register('isConfirmed')} label="Alíquotas confirmadas" />
    </FormDialog>
  );
};

const percentOf = (rate: string): string => `${typedPercent(rate)}%`;

const ratesText = ({ cbs, ibsState, ibsMunicipal }: VatPeriodJson): string =>
  `CBS ${percentOf(cbs)} · IBS ${percentOf(ibsState)} do estado e ${percentOf(ibsMunicipal)} do município`;

const effectText = ({ effect, endsPisCofins }: VatPeriodJson): string => {
  if (effect === 'informed') return 'Só informados na fatura';
  const end = ENDS.find(({ value }) => value === (endsPisCofins ?? ''))?.label ?? '';
  return `Cobrados pelo vencimento; PIS e COFINS ${end.charAt(0).toLowerCase()}${end.slice(1)}`;
};

const VatPeriods = ({ periods }: { readonly periods: readonly VatPeriodJson[] }) => {
  const [open, setOpen] = useState<{ readonly period: VatPeriodJson | null } | null>(null);
  const { ask, question } = useQuestion();
  const askRemoval = ({ validFrom }: VatPeriodJson) =>
    ask({
      title: `Remover a regra de ${formatDay(civilDate(validFrom))}?`,
      confirm: 'Remover',
      text: <p>As faturas desde esse dia passam a seguir a regra anterior.</p>,
      call: () => request(removeVatPeriod, { params: { validFrom } }),
      // Every bill since that day follows from it.
      outdates: [[]],
      done: 'Regra removida.',
    });
  return (
    <>
      <ul className={`${rows.list} ${rows.acts}`} aria-label="Regras de CBS e IBS">
        {periods.toReversed().map((period) => {
          const since = formatDay(civilDate(period.validFrom));
          return (
            <li key={period.validFrom}>
              <div className={styles.about}>
                <b>
                  Desde {since} {!period.isConfirmed && <Tag tone="warn">a confirmar</Tag>}
                </b>
                <span>{ratesText(period)}</span>
                <small>{effectText(period)}</small>
                <small>Fonte: {period.source}</small>
              </div>
              <IconButton
                icon="edit"
                label={`Alterar a regra de ${since}`}
                onClick={() => setOpen({ period })}
              />
              <IconButton
                icon="trash"
                label={`Remover a regra de ${since}`}
                onClick={() => askRemoval(period)}
              />
            </li>
          );
        })}
      </ul>
      <Button variant="default" onClick={() => setOpen({ period: null })}>
        Acrescentar regra
      </Button>
      {open !== null && <VatDialog period={open.period} onClose={() => setOpen(null)} />}
      {question}
    </>
  );
};

/** The national rules of CBS and IBS, which an Admin changes when rates are published. */
export const VatCard = () => {
  const query = useQuery(queryFor(listVatPeriods, {}));
  return (
    <Card title="CBS e IBS" terms={['cbs-ibs']} qualifier="nacionais, pelo vencimento da fatura">
      <Answer query={query} rows={2}>
        {({ periods }) => <VatPeriods periods={periods} />}
      </Answer>
    </Card>
  );
};
