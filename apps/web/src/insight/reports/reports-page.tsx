import { Button, Checkbox } from '@mantine/core';
import {
  listReportSubscriptions,
  listReports,
  makeReport,
  REPORT_FORMATS,
  REPORT_KINDS,
  type Report,
  type ReportFormat,
  type ReportKind,
  type ReportSubscription,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import { addDays, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { queryFor, request, useOutdate } from '../../shared/api/api-client.ts';
import { BY_PAGES, pageFrom } from '../../shared/api/pages.ts';
import { useAddress } from '../../shared/api/use-address.ts';
import { deviceToday } from '../../shared/device-time.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Filter, optionsOf } from '../../shared/forms/fields/choice.tsx';
import { DateInput } from '../../shared/forms/fields/date-input.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { namesake, useRefusals } from '../../shared/forms/use-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { ShowMore } from '../../shared/ui/page/show-more.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AboutFields, firstChoiceOf, type ReportChoice, useSettledChoice } from './about-fields.tsx';
import { ReportRow } from './report-row.tsx';
import { FORMAT_TEXTS, KIND_TEXTS, MONTH_TEXTS, tagsOf } from './report-texts.ts';
import styles from './reports.module.css';

/** While a report is being made. */
const QUICKLY_MS = 1_000;
const SLOWLY_MS = 60_000;

const isUnderWay = ({ state }: Report): boolean => state === 'waiting' || state === 'making';

const useReports = (kind: ReportKind | null) =>
  useInfiniteQuery({
    queryKey: [listReports.name, kind],
    ...BY_PAGES,
    queryFn: ({ pageParam, signal }) =>
      request(listReports, { query: { ...pageFrom(pageParam), ...(kind !== null && { kind }) } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ reports }) => reports.some(isUnderWay)) ? QUICKLY_MS : SLOWLY_MS,
  });

const subscriptionsQuery = queryFor(listReportSubscriptions, {});

const howText = ({ formats, byMail }: ReportSubscription): string =>
  byMail
    ? `Por e-mail, em ${formats.map((format) => FORMAT_TEXTS[format]).join(' e ')}`
    : 'Só guardado nesta página';

const Row = ({ subscription }: { readonly subscription: ReportSubscription }) => {
  const changed = useOutdate(listReportSubscriptions);
  const { _id: id, subjectName } = subscription;
  const { start, isSending, failure } = useSending(async () => {
    await request(unsubscribeFromReports, { params: { id } });
    await changed();
    announce('Este relatório não será mais feito sozinho.');
  });
  return (
    <li className={styles.subscription}>
      <div className={styles.about}>
        <h3>{subjectName}</h3>
        <small>{howText(subscription)}</small>
        <span className={styles.tags}>
          {tagsOf(subscription).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
        <FailureNotice failure={failure} />
      </div>
      <Button
        variant="subtle"
        size="sm"
        loading={isSending}
        aria-label={`Encerrar ${subjectName}, ${tagsOf(subscription).join(', ')}`}
        onClick={() => void start()}
      >
        Encerrar
      </Button>
    </li>
  );
};

const NewSubscription = () => {
  const [choice, setChoice] = useState(firstChoiceOf(useUser()));
  const [formats, setFormats] = useState<readonly ReportFormat[]>(['pdf']);
  const [byMail, setByMail] = useState(true);
  const changed = useOutdate(listReportSubscriptions);
  const { settled, isReady } = useSettledChoice(choice);
  const { start, isSending, failure, forget } = useSending(async () => {
    await request(subscribeToReports, { body: { ...settled, formats: [...formats], byMail } });
    await changed();
    announce('O relatório virá sozinho depois de cada período.', { tone: 'good' });
  });
  const toggle = (format: ReportFormat, isWanted: boolean) =>
    setFormats(REPORT_FORMATS.filter((one) => (one === format ? isWanted : formats.includes(one))));
  return (
    <Form label="Receber um relatório" onSubmit={() => start()}>
      <div className={styles.fields}>
        <AboutFields
          choice={choice}
          onChange={(changes) => {
            setChoice((before) => ({ ...before, ...changes }));
            forget();
          }}
        />
        <Checkbox
          label="Enviar por e-mail"
          checked={byMail}
          onChange={({ currentTarget: { checked } }) => setByMail(checked)}
        />
        {byMail && (
          <fieldset className={styles.formats}>
            <legend>Em anexo</legend>
            {REPORT_FORMATS.map((format) => (
              <Checkbox
                key={format}
                label={FORMAT_TEXTS[format]}
                checked={formats.includes(format)}
                onChange={({ currentTarget: { checked } }) => toggle(format, checked)}
              />
            ))}
          </fieldset>
        )}
      </div>
      <FormActions
        failure={failure}
        submit="Receber este relatório"
        variant="default"
        loading={isSending}
        disabled={!isReady}
      />
    </Form>
  );
};

const SubscriptionsCard = () => {
  const subscriptions = useQuery(subscriptionsQuery);
  return (
    <Card title="Vêm sozinhos" qualifier="na manhã depois de cada período" tour="reports-subscriptions">
      <Answer query={subscriptions} />
      {subscriptions.data?.subscriptions.length === 0 && (
        <EmptyState icon="mail">Nenhum relatório vem sozinho ainda. Escolha um abaixo.</EmptyState>
      )}
      <ul aria-label="Relatórios que vêm sozinhos">
        {subscriptions.data?.subscriptions.map((subscription) => (
          <Row key={subscription._id} subscription={subscription} />
        ))}
      </ul>
      {subscriptions.data && (
        <div className={styles.wish}>
          <NewSubscription />
        </div>
      )}
    </Card>
  );
};

const DAYS_A_WEEK = 7;

/** The last day of the last finished period. */
const dayBefore = (period: ReportChoice['period']): string => {
  const today = deviceToday();
  return period === 'week' ? addDays(today, -DAYS_A_WEEK) : addDays(firstDayOf(monthOf(today)), -1);
};

const NewReportCard = () => {
  const [choice, setChoice] = useState(firstChoiceOf(useUser()));
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? dayBefore(choice.period);
  const requested = useOutdate(listReports);
  const { refusable, refuse, forget: forgetRefusals, sendFrom } = useRefusals(namesake(['day']));
  const { settled, isReady } = useSettledChoice(choice);
  const { start, isSending, failure, forget } = useSending((form: HTMLFormElement) =>
    sendFrom(form, async () => {
      await request(makeReport, { body: { ...settled, day } });
      await requested();
      announce('O relatório está sendo feito.');
    }),
  );
  const change = (changes: Partial<ReportChoice>): void => {
    setChoice((before) => ({ ...before, ...changes }));
    forgetRefusals({ day });
    forget();
  };
  const send = (event: FormEvent<HTMLFormElement>): void => {
    if (isCivilDate(day)) void start(event.currentTarget);
    else refuse(event.currentTarget, { day: 'Escolha um dia do período.' });
  };
  return (
    <Card title="Fazer um relatório" span={4} tour="reports-new">
      <Form label="Fazer um relatório" onSubmit={send}>
        <div className={styles.fields}>
          <AboutFields choice={choice} onChange={change} />
          <DateInput
            {...refusable('day')}
            label="Um dia do período"
            description={
              choice.period === 'week'
                ? 'O relatório é da semana deste dia, de segunda a domingo.'
                : MONTH_TEXTS[choice.kind]
            }
            value={day}
            onChange={(value) => {
              setDay(value);
              forgetRefusals({ day });
              forget();
            }}
          />
        </div>
        <FormActions failure={failure} submit="Fazer agora" loading={isSending} disabled={!isReady} />
      </Form>
    </Card>
  );
};

/** The cards below follow: their place depends on the number of reports. */
const ReportList = ({ children }: { readonly children: ReactNode }) => {
  const [address, change] = useAddress();
  const named = address.get('tipo');
  const kind = REPORT_KINDS.find((one) => one === named) ?? null;
  const reports = useReports(kind);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !reports.isPending) setOpen(true);
  const shown = reports.data?.pages.flatMap((page) => page.reports);
  return (
    <>
      <Card title="Prontos para baixar" span={8} tour="reports-list">
        <div className={styles.filter}>
          <Filter
            label="Mostrar relatórios de"
            all="De tudo"
            value={kind}
            options={optionsOf(KIND_TEXTS, REPORT_KINDS)}
            onChange={(tipo) => change({ tipo })}
          />
        </div>
        <Answer query={reports} rows={4} />
        {shown?.length === 0 && (
          <EmptyState icon="table">
            {kind === null
              ? 'Nenhum relatório ainda. Escolha um em “Fazer um relatório”.'
              : 'Nenhum relatório deste tipo.'}
          </EmptyState>
        )}
        <ul aria-label="Relatórios">
          {shown?.map((report) => (
            <ReportRow key={report._id} report={report} />
          ))}
        </ul>
        <ShowMore pages={reports} />
      </Card>
      {isOpen && children}
    </>
  );
};

export const ReportsPage = () => (
  <Page title="Relatórios">
    <ReportList>
      <NewReportCard />
      <SubscriptionsCard />
    </ReportList>
  </Page>
);
