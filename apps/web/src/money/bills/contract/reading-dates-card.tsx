import { Button } from '@mantine/core';
import type { AnswerOf } from '@nascente/contract/base/call';
import {
  datesSeen,
  readingDates,
  readReadingDates,
  saveReadingDates,
} from '@nascente/contract/money/billing-terms';
import { civilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatDayRange } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { DateInput } from '../../../shared/forms/fields/date-input.tsx';
import { Form } from '../../../shared/forms/form.tsx';
import { seenAs } from '../../../shared/forms/use-seen.ts';
import { labelOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { RemoveButton } from '../../../shared/ui/marks/remove-button.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import type { TariffType } from '../page-frame/bill-address.ts';
import { useBillAddress } from '../page-frame/bill-address.ts';
import classes from './reading-dates.module.css';

const SHOWN_CYCLES = 3;

const useSave = (type: TariffType) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const key = [readReadingDates.name, { params: { id }, query: { type } }];
  return useSending(async (dates: readonly string[], onSaved?: () => void) => {
    const shown = queryClient.getQueryData<AnswerOf<typeof readReadingDates>>(key);
    const answer = await request(saveReadingDates, {
      params: { id },
      body: { type, dates: dates.toSorted() },
      ...(shown && { headers: seenAs(datesSeen(shown.readings.dates)) }),
    }).catch(async (refusal: unknown) => {
      if (refusal instanceof ApiFailure && refusal.type === 'changed')
        await queryClient.invalidateQueries({ queryKey: key });
      throw refusal;
    });
    onSaved?.();
    queryClient.setQueryData(key, answer);
    announce('Datas de leitura salvas.', { tone: 'good' });
    await queryClient.invalidateQueries();
  });
};

/** Validates one more date by the contract's schema. */
const refusalOf = (dates: readonly string[], added: string): string | null => {
  if (!isCivilDate(added)) return 'Informe a data da leitura.';
  if (dates.includes(added)) return 'Esta data já está na lista.';
  const checked = readingDates.safeParse([...dates, added]);
  return checked.success ? null : (checked.error.issues[0]?.message ?? 'Data inválida');
};

interface AddDateProps {
  readonly dates: readonly string[];
  readonly isSending: boolean;
  readonly onAdd: (dates: readonly string[], onSaved: () => void) => Promise<void>;
}

const AddDate = ({ dates, isSending, onAdd }: AddDateProps) => {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = () => {
    const refusal = refusalOf(dates, typed);
    setWrong(refusal);
    if (refusal !== null) return;
    // The new date is saved with the list before another can be typed; a rejected one stays in the field.
    void onAdd([...dates, typed], () => setTyped(''));
  };
  return (
    <Form label="Nova data de leitura" onSubmit={submit}>
      <div className={classes.add}>
        <DateInput
          label="Data da leitura"
          value={typed}
          error={wrong}
          onChange={(value) => {
            setTyped(value);
            setWrong(null);
          }}
        />
        <Button type="submit" variant="default" loading={isSending}>
          Acrescentar
        </Button>
      </div>
    </Form>
  );
};

interface Readings {
  readonly dates: readonly string[];
  readonly cycles: readonly { readonly start: string; readonly end: string }[];
}

const ReadingDates = ({ readings, type }: { readonly readings: Readings; readonly type: TariffType }) => {
  const mayEdit = useMay('edit-establishment');
  const { start, isSending, failure } = useSave(type);
  const { dates, cycles } = readings;
  return (
    <div className={classes.dates}>
      <p className={classes.help}>
        {dates.length === 0
          ? 'Sem datas, os ciclos seguem o dia fixo de leitura do estabelecimento. A data da última leitura está na fatura.'
          : 'Cada data começa um ciclo; fora delas vale o dia fixo de leitura.'}
      </p>
      {dates.length > 0 && (
        <ul className={classes.list} aria-label="Datas de leitura">
          {dates.toReversed().map((date) => (
            <li key={date}>
              {formatDay(civilDate(date))}
              {mayEdit && (
                <RemoveButton
                  label={`Remover a leitura de ${formatDay(civilDate(date))}`}
                  disabled={isSending}
                  onClick={() => void start(dates.filter((one) => one !== date))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <AddDate dates={dates} isSending={isSending} onAdd={start} />}
      {failure && <p role="alert">{labelOf(failure)}</p>}
      {cycles.length > 0 && (
        <p className={classes.help}>
          Últimos ciclos:{' '}
          {cycles
            .slice(0, SHOWN_CYCLES)
            .map((cycle) => formatDayRange(civilDate(cycle.start), civilDate(cycle.end)))
            .join('; ')}
          .
        </p>
      )}
    </div>
  );
};

/** The utility's reading dates, which take precedence over a fixed day. */
export const ReadingDatesCard = ({ type }: { readonly type: TariffType }) => {
  const { id } = useBillAddress();
  const query = useQuery(queryFor(readReadingDates, { params: { id }, query: { type } }));
  const { data } = query;
  return (
    <Card title="Datas de leitura">
      {data === undefined && <Answer query={query} />}
      {data && <ReadingDates readings={data.readings} type={type} />}
    </Card>
  );
};
