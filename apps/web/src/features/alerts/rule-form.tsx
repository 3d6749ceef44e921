import { Button, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import {
  type AlertRuleTarget,
  type AlertRuleTerms,
  addAlertRule,
  tryAlertRule,
} from '@nascente/contract/alert-rules';
import { listEstablishments } from '@nascente/contract/establishments';
import { SEVERITIES, type Severity } from '@nascente/domain/alerts/alert-kinds';
import { RULE_QUANTITY_WORDS, ruleUnit } from '@nascente/domain/alerts/own-rule-words';
import { RULE_QUANTITIES, RULE_SPANS, RULE_TESTS } from '@nascente/domain/alerts/own-rules';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, request } from '../../shared/api-client.ts';
import { metersQuery } from '../../shared/boards/meters-query.ts';
import { nameOf } from '../../shared/establishment-name.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './notices-card.module.css';

const SPANS = { quarter: 'Quarto de hora', hour: 'Hora', day: 'Total do dia' } as const;
const TESTS = {
  above: 'Passar de',
  below: 'Ficar abaixo de',
  'above-usual': 'Passar do normal em',
  'below-usual': 'Ficar abaixo do normal em',
  absence: 'Não for medido',
} as const;
const SEVERITY_WORDS: Readonly<Record<Severity, string>> = {
  urgent: 'Urgente',
  serious: 'Custa dinheiro',
  notable: 'Bom saber',
};
const HOURS = {
  always: { label: 'Sempre', hours: null },
  work: { label: 'Dias úteis, das 8h às 18h', hours: { days: [1, 2, 3, 4, 5], from: 480, until: 1080 } },
  night: {
    label: 'Todas as noites, das 22h às 6h',
    hours: { days: [0, 1, 2, 3, 4, 5, 6], from: 1320, until: 360 },
  },
  weekend: { label: 'Sábado e domingo', hours: { days: [0, 6], from: 0, until: 1440 } },
} as const;
type HoursName = keyof typeof HOURS;

const lastings = [0, 15, 30, 60, 120, 360, 1440].map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Na hora' : minutes < 60 ? `${minutes} minutos` : `${minutes / 60} h`,
}));

interface Draft {
  readonly name: string;
  readonly severity: Severity;
  readonly target: string;
  readonly quantity: AlertRuleTerms['quantity'];
  readonly span: AlertRuleTerms['span'];
  readonly test: AlertRuleTerms['test'];
  readonly limit: string;
  readonly slack: string;
  readonly minutes: string;
  readonly hours: HoursName;
}

const EMPTY: Draft = {
  name: '',
  severity: 'serious',
  target: '',
  quantity: 'energy',
  span: 'quarter',
  test: 'above',
  limit: '',
  slack: '5',
  minutes: '15',
  hours: 'always',
};

const numberOf = (text: string): number => Number(text.replace(/\./g, '').replace(',', '.'));

/** Text that is no number is sent as it is: the server says what is wrong with it. */
const termsOf = ({ quantity, span, test, limit, slack, minutes, hours }: Draft): AlertRuleTerms => {
  const chosen = HOURS[hours].hours;
  return {
    quantity,
    span,
    test,
    limit: test === 'absence' ? 0 : limit === '' ? Number.NaN : numberOf(limit),
    hysteresis: test === 'absence' || slack === '' ? 0 : numberOf(slack),
    forMinutes: Number(minutes),
    hours: chosen && { ...chosen, days: [...chosen.days] },
  };
};

const targetOf = (text: string): AlertRuleTarget => {
  const [kind, ...rest] = text.split('|');
  const id = rest.join('|');
  return kind === 'meter' ? { kind: 'meter', mac: id } : { kind: 'establishment', id };
};

const useTargets = () => {
  const meters = useQuery(metersQuery);
  const establishments = useQuery(queryFor(listEstablishments, {}));
  return [
    { value: '', label: 'Escolha…' },
    ...(establishments.data?.establishments ?? []).map((one) => ({
      value: `establishment|${one._id}`,
      label: nameOf(one),
    })),
    ...(meters.data?.installationsMeter ?? []).map(({ MACAddress, Alias }) => ({
      value: `meter|${MACAddress}`,
      label: Alias,
    })),
  ];
};

const optionsOf = <K extends string>(keys: readonly K[], words: Readonly<Record<K, string>>) =>
  keys.map((value) => ({ value, label: words[value] }));

const Select = <K extends string>({
  label,
  keys,
  words,
  value,
  onChange,
}: {
  readonly label: string;
  readonly keys: readonly K[];
  readonly words: Readonly<Record<K, string>>;
  readonly value: K;
  readonly onChange: (value: K) => void;
}) => (
  <NativeSelect
    label={label}
    data={optionsOf(keys, words)}
    value={value}
    onChange={({ currentTarget }) => {
      const chosen = keys.find((key) => key === currentTarget.value);
      if (chosen !== undefined) onChange(chosen);
    }}
  />
);

const unitOf = ({ quantity, span, test }: Draft): string => {
  if (test === 'above-usual' || test === 'below-usual') return '%';
  const unit = ruleUnit({ quantity, span });
  return unit === 'ratio' ? 'de 0 a 1' : unit;
};

const hourNames = Object.keys(HOURS) as readonly HoursName[];
const hourWords = Object.fromEntries(hourNames.map((name) => [name, HOURS[name].label])) as Record<
  HoursName,
  string
>;

/** A new rule: whose, what, when; it can be tried against the past before it is saved. */
export const RuleForm = ({ onSaved }: { readonly onSaved: () => Promise<unknown> }) => {
  const [draft, setDraft] = useState(EMPTY);
  const [told, setTold] = useState<string | null>(null);
  const targets = useTargets();
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setTold(null);
  };
  const { start, isSending, failure } = useSending(async (act: 'try' | 'save') => {
    const [terms, target] = [termsOf(draft), targetOf(draft.target)];
    if (act === 'try') {
      setTold((await request(tryAlertRule, { body: { terms, target } })).sentence);
      return;
    }
    await request(addAlertRule, { body: { name: draft.name, severity: draft.severity, terms, target } });
    setDraft(EMPTY);
    setTold(null);
    await onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start('save');
  };
  return (
    <Form label="Nova regra" onSubmit={submit}>
      <div className={styles.fields}>
        <TextInput
          label="Nome"
          value={draft.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <NativeSelect
          label="Medidor ou estabelecimento"
          data={targets}
          value={draft.target}
          onChange={({ currentTarget: { value } }) => change({ target: value })}
        />
        <Select
          label="Observar"
          keys={RULE_QUANTITIES}
          words={RULE_QUANTITY_WORDS}
          value={draft.quantity}
          onChange={(quantity) => change({ quantity })}
        />
        <Select
          label="A cada"
          keys={RULE_SPANS}
          words={SPANS}
          value={draft.span}
          onChange={(span) => change({ span })}
        />
        <Select
          label="Avisar quando"
          keys={RULE_TESTS}
          words={TESTS}
          value={draft.test}
          onChange={(test) => change({ test })}
        />
        {draft.test !== 'absence' && (
          <>
            <TextInput
              label={`Limite (${unitOf(draft)})`}
              inputMode="decimal"
              value={draft.limit}
              onChange={({ currentTarget: { value } }) => change({ limit: value })}
            />
            <TextInput
              label="Folga para normalizar (%)"
              inputMode="decimal"
              value={draft.slack}
              onChange={({ currentTarget: { value } }) => change({ slack: value })}
            />
          </>
        )}
        <NativeSelect
          label="Se durar"
          data={lastings}
          value={draft.minutes}
          onChange={({ currentTarget: { value } }) => change({ minutes: value })}
        />
        <Select
          label="Em que horário"
          keys={hourNames}
          words={hourWords}
          value={draft.hours}
          onChange={(hours) => change({ hours })}
        />
        <Select
          label="Importância"
          keys={SEVERITIES}
          words={SEVERITY_WORDS}
          value={draft.severity}
          onChange={(severity) => change({ severity })}
        />
      </div>
      {told !== null && (
        <Notice tone="info" live>
          {told}
        </Notice>
      )}
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button variant="default" loading={isSending} onClick={() => void start('try')}>
          Experimentar no passado
        </Button>
        <Button type="submit" loading={isSending}>
          Salvar regra
        </Button>
      </FormActions>
    </Form>
  );
};
