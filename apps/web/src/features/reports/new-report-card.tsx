import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { makeReport } from '@nascente/contract/reports';
import { addDays, civilDateAt, isCivilDate } from '@nascente/domain/time/civil-day';
import { firstDayOf, monthOf } from '@nascente/domain/time/civil-month';
import { instant } from '@nascente/domain/time/zone';
import { type FormEvent, useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AboutFields, FIRST_CHOICE, type ReportChoice, useSettledChoice } from './about-fields.tsx';
import { MONTH_WORDS } from './report-words.ts';
import styles from './reports.module.css';
import { useReportsAsked } from './use-reports.ts';

const DAYS_A_WEEK = 7;

/** The last day of the last period that is over. */
const dayBefore = (period: ReportChoice['period']): string => {
  const today = civilDateAt(instant(Date.now()), deviceZone());
  return period === 'week' ? addDays(today, -DAYS_A_WEEK) : addDays(firstDayOf(monthOf(today)), -1);
};

/** Any report of any period, made while one waits. */
export const NewReportCard = () => {
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? dayBefore(choice.period);
  const asked = useReportsAsked();
  const { settled, isReady } = useSettledChoice(choice);
  const { start, isSending, failure } = useSending(async () => {
    await request(makeReport, { body: { ...settled, ...(isCivilDate(day) && { day }) } });
    await asked();
    announce('O relatório está sendo feito.');
  });
  return (
    <Card title="Fazer um relatório" span={4} tour="reports-new">
      <Form
        label="Fazer um relatório"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void start();
        }}
      >
        <div className={styles.fields}>
          <AboutFields
            choice={choice}
            onChange={(changes) => setChoice((before) => ({ ...before, ...changes }))}
          />
          <TextInput
            type="date"
            label="Um dia do período"
            description={
              choice.period === 'week'
                ? 'O relatório é da semana deste dia, de segunda a domingo.'
                : MONTH_WORDS[choice.kind]
            }
            value={day}
            onChange={({ currentTarget: { value } }) => setDay(value)}
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
