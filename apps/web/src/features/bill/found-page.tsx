import { Button, Textarea, TextInput } from '@mantine/core';
import { type FoundContractAnswer, findContract } from '@nascente/contract/found-contract';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { useToday } from '../../shared/consumption/use-now.ts';
import { Form, FormActions } from '../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../shared/forms/use-sending.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { FoundResult } from './found/found-result.tsx';
import { useBillAddress } from './frame/bill-address.ts';
import { BillFrame } from './frame/bill-frame.tsx';
import { useUtility } from './frame/use-utility.ts';
import { useZone } from './frame/use-zone.ts';

const EXAMPLE = 'Consumo ponta 1.774 kWh 2,689175 4.770,59\nDemanda 86 kW 27,70 2.382,20\nCOSIP 42,47';

interface Found {
  readonly day: string;
  readonly answer: FoundContractAnswer;
}

const LinesForm = ({ onFound }: { readonly onFound: (found: Found | null) => void }) => {
  const { id } = useBillAddress();
  const type = useUtility();
  const today = useToday(useZone());
  const [day, setDay] = useState<string>(today);
  const [text, setText] = useState('');
  const { start, isSending, failure } = useSending(async () => {
    onFound(null);
    const { found } = await request(findContract, { params: { id }, body: { type, day, text } });
    onFound({ day, answer: found });
  });
  return (
    <Form
      label="Linhas da conta"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <TextInput
        type="date"
        label="Último dia do ciclo da conta"
        description="A leitura atual, como está impressa."
        value={day}
        max={today}
        required
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Textarea
        label="Linhas da conta"
        description="Digite ou cole do PDF, uma por linha: nome, quantidade com a unidade, preço e valor. O que não tem quantidade leva só nome e valor."
        placeholder={EXAMPLE}
        rows={12}
        value={text}
        required
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {failure && (
        <Notice tone="bad" live>
          {wordsOf(failure)}
        </Notice>
      )}
      <FormActions>
        <Button type="submit" loading={isSending} disabled={text.trim() === '' || day === ''}>
          Descobrir o contrato
        </Button>
      </FormActions>
    </Form>
  );
};

/** Finds out the contract from the lines of one bill, and keeps it. */
export const FoundPage = () => {
  const [found, setFound] = useState<Found | null>(null);
  return (
    <BillFrame title="Descobrir pela conta">
      <Card title="A conta da distribuidora" span={found === null ? 12 : 5}>
        <LinesForm onFound={setFound} />
      </Card>
      {found !== null && <FoundResult day={found.day} found={found.answer} />}
    </BillFrame>
  );
};
