import { Button } from '@mantine/core';
import { readContract, saveContract } from '@nascente/contract/money/billing-terms';
import type { FoundContractAnswer } from '@nascente/contract/money/found-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { FormActions } from '../../../shared/forms/form.tsx';
import { useSending, wordsOf } from '../../../shared/forms/use-sending.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { FactList } from '../cycle-bill/fact-list.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { reaisText } from '../page-frame/bill-words.ts';
import { searchOf, useUtility } from '../page-frame/use-utility.ts';
import classes from './found-result.module.css';
import { foundFacts, lineVerdict, unexplainedOf } from './found-words.ts';

interface FoundResultProps {
  /** The last day of the bill's cycle. */
  readonly day: string;
  readonly found: FoundContractAnswer;
}

const Verdict = ({ found }: { readonly found: FoundContractAnswer }) => {
  const unexplained = unexplainedOf(found);
  if (unexplained.length === 0) {
    return (
      <Notice tone="good" live>
        Todas as linhas da tarifa saem ao centavo.
      </Notice>
    );
  }
  const count = unexplained.length === 1 ? 'Uma linha não sai' : `${unexplained.length} linhas não saem`;
  return (
    <Notice tone="warn" live title={`${count} ao centavo.`}>
      Confira o que foi digitado nelas; se está como na conta, a diferença é da distribuidora.
    </Notice>
  );
};

const Lines = ({ found }: { readonly found: FoundContractAnswer }) => (
  <ul className={classes.lines}>
    {found.lines.map((line, index) => (
      // Two lines of a bill may have the same words and the same amount.
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never change their order
      <li key={index}>
        <span className={classes.label}>{line.label}</span>
        <span className={classes.amount}>{reaisText(line.amount)}</span>
        <span className={classes.verdict} data-missed={unexplainedOf(found).includes(line)}>
          {lineVerdict(line) ?? 'ao centavo'}
        </span>
      </li>
    ))}
  </ul>
);

const useKeep = ({ day, found }: FoundResultProps) => {
  const { id, paths } = useBillAddress();
  const type = useUtility();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSending(async () => {
    const { tax, terms } = found;
    const validFrom = `${day.slice(0, 7)}-01`;
    const answer = await request(saveContract, { params: { id }, body: { type, validFrom, tax, terms } });
    queryClient.setQueryData([readContract.name, { params: { id }, query: { type } }], answer);
    await queryClient.invalidateQueries();
    announce('Contrato salvo.', { tone: 'good' });
    await navigate({ pathname: paths.contract, search: searchOf(type) });
  });
};

/** What was found, which line no rule explains, and one press to keep it as the contract. */
export const FoundResult = ({ day, found }: FoundResultProps) => {
  const { start, isSending, failure } = useKeep({ day, found });
  return (
    <Card title="O que a conta diz" qualifier={reaisText(found.total)} span={7}>
      <div className={classes.result}>
        <Verdict found={found} />
        <FactList facts={foundFacts(found)} />
        <Lines found={found} />
        {found.unread.length > 0 && (
          <Notice tone="info" title="Não lidas:">
            {found.unread.join('; ')}
          </Notice>
        )}
        {found.tariff === null && found.modality !== 'water' && (
          <Notice tone="info">
            Nenhuma tarifa cadastrada tem estes preços. O contrato guarda o restante; a tarifa do
            estabelecimento continua a mesma.
          </Notice>
        )}
        {failure && (
          <Notice tone="bad" live>
            {wordsOf(failure)}
          </Notice>
        )}
        <FormActions>
          <Button loading={isSending} onClick={() => void start()}>
            Salvar como contrato
          </Button>
        </FormActions>
      </div>
    </Card>
  );
};
