import { zodResolver } from '@hookform/resolvers/zod';
import { Textarea, TextInput } from '@mantine/core';
import { feedback, sendFeedback } from '@nascente/contract/people/feedback';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { request } from '../../shared/api/api-client.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { showRefusals } from '../../shared/forms/show-refusals.ts';
import { useSending } from '../../shared/forms/use-sending.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './feedback-form.module.css';

const EMPTY = { title: '', body: '' };

const FeedbackForm = () => {
  const { email } = useUser();
  const [answer, setAnswer] = useState<string | null>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(feedback),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = formState;
  const { start, isSending, failure } = useSending(async (body: typeof EMPTY) => {
    setAnswer(null);
    try {
      const { message } = await request(sendFeedback, { body });
      reset(EMPTY);
      setAnswer(message);
    } catch (refused) {
      if (!showRefusals(refused, ['title', 'body'], setError)) throw refused;
    }
  });
  return (
    <Form label="Feedback" onSubmit={handleSubmit((typed) => start(typed))}>
      <p className={styles.intro}>
        Conte o que funcionou, o que faltou ou o que deu errado. Respondemos para {email}.
      </p>
      <FailureNotice failure={failure} />
      {answer !== null && !isDirty && (
        <Notice tone="good" live>
          {answer}
        </Notice>
      )}
      <TextInput
        {...register('title')}
        label="Assunto"
        error={errors.title?.message}
        wrapperProps={{ 'data-tour': 'feedback-title' }}
      />
      <Textarea
        {...register('body')}
        label="Mensagem"
        rows={8}
        error={errors.body?.message}
        wrapperProps={{ 'data-tour': 'feedback-body' }}
      />
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
