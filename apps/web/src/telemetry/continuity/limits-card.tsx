import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  type ContinuityAnswer,
  type ContinuityLimitsJson,
  saveContinuityLimits,
} from '@nascente/contract/telemetry/continuity';
import { formatNumber } from '@nascente/domain/base/units/format';
import { diseLimit } from '@nascente/domain/telemetry/continuity/continuity-indicators';
import { useState } from 'react';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { createReader } from '../../shared/forms/draft-reader.ts';
import { DecimalField } from '../../shared/forms/fields/decimal-field.tsx';
import { figureOf, typedOf } from '../../shared/forms/fields/decimal-input.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useDraftForm } from '../../shared/forms/use-draft-form.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { countText, hoursText } from './outage-texts.ts';
import styles from './outages.module.css';

type Limits = ContinuityLimitsJson | null;

/** Figures of the form, as the bill prints them. */
const FIGURES = [
  { key: 'dic', label: 'DIC do mês (h)', textOf: hoursText },
  { key: 'fic', label: 'FIC do mês (vezes)', textOf: countText },
  { key: 'dmic', label: 'DMIC (h)', textOf: hoursText },
  { key: 'dicri', label: 'DICRI (h)', textOf: hoursText },
  { key: 'dicQuarter', label: 'DIC do trimestre (h)', textOf: hoursText },
  { key: 'ficQuarter', label: 'FIC do trimestre (vezes)', textOf: countText },
  { key: 'dicYear', label: 'DIC do ano (h)', textOf: hoursText },
  { key: 'ficYear', label: 'FIC do ano (vezes)', textOf: countText },
] as const;
const AMOUNTS = [
  {
    key: 'monthlyCharge',
    label: 'TUSD de um mês (R$)',
    hint: 'A média das linhas de TUSD dos últimos 12 meses. Sem ela não há estimativa do valor.',
  },
  {
    key: 'factor',
    label: 'Coeficiente da compensação',
    hint: 'Só se a distribuidora usar outro. Vazio: o do PRODIST.',
  },
] as const;
type FigureKey = (typeof FIGURES)[number]['key'] | (typeof AMOUNTS)[number]['key'];
const KEYS: readonly FigureKey[] = [...FIGURES, ...AMOUNTS].map(({ key }) => key);

const draftOf = (limits: Limits) => ({
  setName: limits?.setName ?? '',
  place: limits?.isUrban === false ? ('other' as const) : ('urban' as const),
  ...(Object.fromEntries(
    KEYS.map((key) => [key, limits?.[key] == null ? '' : typedOf(String(limits[key]))]),
  ) as Record<FigureKey, string>),
});
type Draft = ReturnType<typeof draftOf>;

const readDraft = (draft: Draft) => {
  const { errors, read } = createReader();
  const figures = Object.fromEntries(
    KEYS.map((key) => {
      const figure = figureOf(draft[key]);
      if (Number.isNaN(figure)) read(key, null, 'Digite um número, como 5,04.', null);
      return [key, figure];
    }),
  ) as Record<FigureKey, number | null>;
  const setName = draft.setName.trim() === '' ? null : draft.setName.trim();
  const limits: ContinuityLimitsJson = { setName, isUrban: draft.place === 'urban', ...figures };
  return { limits, errors: Object.keys(errors).length === 0 ? null : errors };
};

interface LimitsDialogProps {
  readonly id: string;
  readonly limits: Limits;
  readonly onClose: () => void;
}

const LimitsDialog = ({ id, limits, onClose }: LimitsDialogProps) => {
  const outdate = useOutdate();
  const form = useDraftForm(draftOf(limits), (draft: Draft) => readDraft(draft).errors);
  const { start, isSending, failure } = useSending(async (draft: Draft) => {
    await request(saveContinuityLimits, { params: { id }, body: readDraft(draft).limits });
    await outdate();
    announce('Limites salvos.', { tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title="Limites do conjunto"
      label="Limites de interrupções"
      action="Salvar"
      isSending={isSending}
      failure={failure}
      onSubmit={form.handleSubmit(start)}
      onClose={onClose}
    >
      <p className={styles.note}>Estão na fatura da distribuidora. Deixe vazio o que não souber.</p>
      <TextInput {...form.field('setName', 'Conjunto')} maxLength={100} />
      <NativeSelect
        {...form.field('place', 'Área')}
        data={[
          { value: 'urban', label: 'Urbana (DISE de 24 h)' },
          { value: 'other', label: 'Outra (DISE de 48 h)' },
        ]}
      />
      {FIGURES.map(({ key, label }) => (
        <DecimalField key={key} {...form.field(key)} label={label} />
      ))}
      {AMOUNTS.map(({ key, label, hint }) => (
        <DecimalField key={key} {...form.field(key)} label={label} description={hint} />
      ))}
    </FormDialog>
  );
};

const shownLimits = (limits: ContinuityLimitsJson) => [
  { label: 'Conjunto', text: limits.setName ?? 'não informado' },
  { label: 'DISE (h)', text: hoursText(diseLimit(limits.isUrban)) },
  ...FIGURES.flatMap(({ key, label, textOf }) => {
    const value = limits[key];
    return value === null ? [] : [{ label, text: textOf(value) }];
  }),
  ...(limits.monthlyCharge === null
    ? []
    : [{ label: 'TUSD de um mês (R$)', text: formatNumber(limits.monthlyCharge, 2) }]),
];

/** The limits of the set of consumer units. A person types them from a bill. */
export const LimitsCard = ({ id, limits }: { readonly id: string } & Pick<ContinuityAnswer, 'limits'>) => {
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useMay('edit-establishment');
  return (
    <Card title="Limites do conjunto" tour="outages-limits" terms={['conjunto', 'tusd-te']}>
      {limits === null ? (
        <p>
          <b>Não informados.</b> Com os limites que vêm na fatura, você vê se a distribuidora passou deles e
          quanto deveria devolver.
        </p>
      ) : (
        <dl className={styles.limits}>
          {shownLimits(limits).map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {mayEdit && (
        <Button variant="default" className={styles.action ?? ''} onClick={() => setOpen(true)}>
          {limits === null ? 'Informar limites' : 'Alterar limites'}
        </Button>
      )}
      {isOpen && <LimitsDialog id={id} limits={limits} onClose={() => setOpen(false)} />}
    </Card>
  );
};
