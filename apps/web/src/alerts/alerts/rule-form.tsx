import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import {
  type AlertRule,
  addAlertRule,
  editAlertRule,
  ruleSeen,
  tryAlertRule,
} from '@nascente/contract/alerts/alert-rules';
import { type FormEvent, useState } from 'react';
import { request } from '../../shared/api/api-client.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useRefusals } from '../../shared/forms/use-refusals.ts';
import { useSeen } from '../../shared/forms/use-seen.ts';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { type Draft, draftOf, EMPTY, targetOf, termsOf } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

/** The fields by the names that the server has for what is asked there: 'terms.limit' and 'target.id' are of one each. */
const FIELDS: Readonly<Record<string, keyof Draft>> = {
  name: 'name',
  severity: 'severity',
  target: 'target',
  quantity: 'quantity',
  span: 'span',
  test: 'test',
  limit: 'limit',
  hysteresis: 'slack',
  forMinutes: 'minutes',
  hours: 'hours',
};
const fieldOf = (path: string): keyof Draft | undefined => {
  const [first = '', second = ''] = path.split('.');
  return FIELDS[first === 'terms' ? second : first];
};

/** A rule, a new one or one that is there: whose, what, when; it can be tried against the past before it is saved. */
export const RuleForm = ({
  rule = null,
  onSaved,
  onLeave,
}: {
  readonly rule?: AlertRule | null;
  readonly onSaved: () => Promise<unknown>;
  readonly onLeave: () => void;
}) => {
  const [draft, setDraft] = useState(() => (rule === null ? EMPTY : draftOf(rule)));
  const saveSeen = useSeen(ruleSeen(rule ?? undefined));
  const [triedSentence, setTriedSentence] = useState<string | null>(null);
  const { refusable, forget, sendFrom } = useRefusals(fieldOf);
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setTriedSentence(null);
    forget(changes);
  };
  const send = async (act: 'try' | 'save') => {
    const [terms, target] = [termsOf(draft), targetOf(draft.target)];
    if (act === 'try') {
      setTriedSentence((await request(tryAlertRule, { body: { terms, target } })).sentence);
      return;
    }
    const { name, severity } = draft;
    if (rule === null) await request(addAlertRule, { body: { name, severity, terms, target } });
    else {
      const params = { id: rule._id };
      const body = { name, severity, terms, isOn: rule.isOn };
      await saveSeen((headers) => request(editAlertRule, { params, body, headers }));
    }
    await onSaved();
  };
  const { start, isSending, failure } = useSending((act: 'try' | 'save', form: HTMLFormElement | null) =>
    sendFrom(form, () => send(act)),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void start('save', event.currentTarget);
  };
  return (
    <Form label={rule === null ? 'Nova regra' : `Regra ${rule.name}`} onSubmit={submit}>
      <RuleFields rule={rule} draft={draft} refusable={refusable} change={change} />
      {triedSentence !== null && (
        <Notice tone="info" live>
          {triedSentence}
        </Notice>
      )}
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button variant="subtle" onClick={onLeave}>
          Cancelar
        </Button>
        <Button
          variant="default"
          loading={isSending}
          onClick={({ currentTarget: { form } }) => void start('try', form)}
        >
          Experimentar no passado
        </Button>
        <Button type="submit" loading={isSending}>
          Salvar regra
        </Button>
      </FormActions>
    </Form>
  );
};
