import { Textarea, TextInput } from '@mantine/core';
import { feedback, sendFeedback } from '@nascente/contract/people/feedback';
import { useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './feedback-form.module.css';

const EMPTY = { title: '', body: '' };

const FeedbackForm = () => {
  const { email } = useUser();
  const [answer, setAnswer] = useState<string | null>(null);
  const { field, submit, formState, isSending, failure } = useCallForm({
    schema: feedback,
    defaultValues: EMPTY,
    refusable: ['title', 'body'],
    send: async (body, { reset }) => {
      setAnswer(null);
      const { message } = await request(sendFeedback, { body });
      reset(EMPTY);
      setAnswer(message);
    },
  });
  const { isDirty } = formState;
  return (
    <Form label="Feedback" onSubmit={submit}>
      <p className={styles.intro}>
        Conte o que funcionou, o que faltou ou o que deu errado. Respondemos para {email}.
      </p>
      <FailureNotice failure={failure} />
      {answer !== null && !isDirty && (
        <Notice tone="good" live>
          {answer}
        </Notice>
      )}
      <TextInput {...field('title', 'Assunto')} wrapperProps={{ 'data-tour': 'feedback-title' }} />
      <Textarea {...field('body', 'Mensagem')} rows={8} wrapperProps={{ 'data-tour': 'feedback-body' }} />
      <FormActions submit="Enviar Feedback" loading={isSending} data-tour="feedback-send" />
      <LeaveGuard isUnsaved={isDirty} />
    </Form>
  );
};

export const FeedbackPage = () => (
  <Page title="Feedback">
    <Card span={7}>
      <FeedbackForm />
    </Card>
  </Page>
);
