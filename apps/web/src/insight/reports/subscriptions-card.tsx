import { Button, Checkbox } from '@mantine/core';
import {
  listReportSubscriptions,
  REPORT_FORMATS,
  type ReportFormat,
  type ReportSubscription,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { AboutFields, firstChoiceOf, useSettledChoice } from './about-fields.tsx';
import { FORMAT_WORDS, tagsOf } from './report-words.ts';
import styles from './reports.module.css';

const subscriptionsQuery = queryFor(listReportSubscriptions, {});

const useSubscriptionsChanged = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
};

const howText = ({ formats, byMail }: ReportSubscription): string =>
  byMail
    ? `Por e-mail, em ${formats.map((format) => FORMAT_WORDS[format]).join(' e ')}`
    : 'Só guardado nesta página';

const Row = ({ subscription }: { readonly subscription: ReportSubscription }) => {
  const changed = useSubscriptionsChanged();
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
  const changed = useSubscriptionsChanged();
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
                label={FORMAT_WORDS[format]}
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

/** Reports that come by themselves, in the morning after each period. */
export const SubscriptionsCard = () => {
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
