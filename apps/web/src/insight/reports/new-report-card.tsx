import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { makeReport } from '@nascente/contract/insight/reports';
import { addDays, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { type FormEvent, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { deviceToday } from '../../shared/device-time.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useRefusals } from '../../shared/forms/use-refusals.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AboutFields, firstChoiceOf, type ReportChoice, useSettledChoice } from './about-fields.tsx';
import { MONTH_WORDS } from './report-words.ts';
import styles from './reports.module.css';
import { useReportsAsked } from './use-reports.ts';

const DAYS_A_WEEK = 7;

/** The last day of the last period that is over. */
const dayBefore = (period: ReportChoice['period']): string => {
  const today = deviceToday();
  return period === 'week' ? addDays(today, -DAYS_A_WEEK) : addDays(firstDayOf(monthOf(today)), -1);
};

/** Any report of any period, made while one waits. */
export const NewReportCard = () => {
  const [choice, setChoice] = useState(firstChoiceOf(useUser()));
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? dayBefore(choice.period);
  const asked = useReportsAsked();
  const { refusable, refuse, forget: forgetRefusals, sendFrom } = useRefusals(namesake(['day']));
  const { settled, isReady } = useSettledChoice(choice);
  const { start, isSending, failure, forget } = useSending((form: HTMLFormElement) =>
    sendFrom(form, async () => {
      await request(makeReport, { body: { ...settled, day } });
      await asked();
      announce('O relatório está sendo feito.');
    }),
  );
  const change = (changes: Partial<ReportChoice>): void => {
    setChoice((before) => ({ ...before, ...changes }));
    forgetRefusals({ day });
    forget();
  };
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isCivilDate(day)) void start(event.currentTarget);
    else refuse(event.currentTarget, { day: 'Escolha um dia do período.' });
  };
  return (
    <Card title="Fazer um relatório" span={4} tour="reports-new">
      <Form label="Fazer um relatório" onSubmit={send}>
        <div className={styles.fields}>
          <AboutFields choice={choice} onChange={change} />
          <TextInput
            {...refusable('day')}
            type="date"
            label="Um dia do período"
            description={
              choice.period === 'week'
                ? 'O relatório é da semana deste dia, de segunda a domingo.'
                : MONTH_WORDS[choice.kind]
            }
            value={day}
            onChange={({ currentTarget: { value } }) => {
              setDay(value);
              forgetRefusals({ day });
              forget();
            }}
          />
        </div>
        {failure && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        <FormActions>
          <Button type="submit" loading={isSending} disabled={!isReady}>
            Fazer agora
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
