import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { type AlertRule, addAlertRule, editAlertRule, tryAlertRule } from '@nascente/contract/alert-rules';
import { type FormEvent, useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { type Draft, draftOf, EMPTY, targetOf, termsOf } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { focusRefused, type Refusals, refusalsOf } from './rule-refusals.ts';

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
  const [triedSentence, setTriedSentence] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<Refusals>({});
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setTriedSentence(null);
    const isLeft = ([name]: readonly [string, unknown]) => !Object.hasOwn(changes, name);
    setRefusals((before) => Object.fromEntries(Object.entries(before).filter(isLeft)));
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
      await request(editAlertRule, { params, body: { name, severity, terms, isOn: rule.isOn } });
    }
    await onSaved();
  };
  const { start, isSending, failure } = useSending(
    async (act: 'try' | 'save', form: HTMLFormElement | null) => {
      setRefusals({});
      try {
        await send(act);
      } catch (cause) {
        const refused = refusalsOf(cause);
        if (refused === null) throw cause;
        setRefusals(refused);
        focusRefused(form, refused);
      }
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void start('save', event.currentTarget);
  };
  return (
    <Form label={rule === null ? 'Nova regra' : `Regra ${rule.name}`} onSubmit={submit}>
      <RuleFields rule={rule} draft={draft} refusals={refusals} change={change} />
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
