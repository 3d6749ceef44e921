import { Button } from '@mantine/core';
import { readContract, saveContract } from '@nascente/contract/money/billing-terms';
import type { FoundContractAnswer } from '@nascente/contract/money/found-contract';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import type { Modality } from '@nascente/domain/sites/tariffs/tariff-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { request } from '../../../shared/api/api-client.ts';
import { FormActions } from '../../../shared/forms/form.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { modalityNames } from '../../../shared/tariffs/tariff-texts.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { type Fact, FactList } from '../cycle-bill/fact-list.tsx';
import { priceText, reaisText, searchOf, useBillAddress, useUtility } from '../page-frame/bill-address.ts';
import classes from './found-result.module.css';

type FoundLine = FoundContractAnswer['lines'][number];

const percent = (share: number): string => `${formatNumber(share * 100, 2)}%`;
const kilowatts = (kw: number): string => `${formatNumber(kw, Number.isInteger(kw) ? 0 : 3)}\u00a0kW`;

const demandText = ({ demand }: FoundContractAnswer): string | null => {
  if (demand.outPoint === null) return null;
  const outPoint = kilowatts(demand.outPoint);
  return demand.inPoint === null ? outPoint : `${kilowatts(demand.inPoint)} na ponta, ${outPoint} fora ponta`;
};

const tariffText = ({ tariff, basis }: FoundContractAnswer): string => {
  if (tariff !== null)
    return `${tariff.distributor}, ${tariff.comment}, desde ${formatDay(civilDate(tariff.validFrom))}`;
  return basis === 'printed'
    ? 'nenhuma cadastrada; explicada pelos preços da fatura'
    : 'nenhuma cadastrada; explicada por preços sem tributos';
};

const noIcmsNames: Readonly<Record<NonNullable<FoundContractAnswer['noIcms']>, string>> = {
  exempt: 'isento em todas as linhas',
  zero: 'alíquota zero em todas as linhas',
  substituted: 'por substituição tributária, em todas as linhas',
};

const icmsText = ({ icms, noIcms }: FoundContractAnswer): string | null => {
  if (noIcms !== null) return noIcmsNames[noIcms];
  return icms === null ? null : percent(icms);
};

const supplierText = ({ price, losses }: NonNullable<FoundContractAnswer['supplier']>): string => {
  const each = `R$\u00a0${priceText(price)} por kWh`;
  return losses === 0 ? each : `${each}, com ${percent(losses)} de perdas`;
};

const centsText = ({ rounding, terms }: FoundContractAnswer): string => {
  const done = rounding === 'truncate' ? 'cortados' : 'arredondados';
  return terms.printing?.lineCents === 'parts'
    ? `${done} na parte sem tributos e em cada tributo`
    : `${done} em cada linha`;
};

const foundFacts = (found: FoundContractAnswer): Fact[] => {
  const demand = demandText(found);
  const icms = icmsText(found);
  const { pisCofins, discount, benefit, supplier } = found;
  const generation = found.lines.some(({ part }) => part === 'compensation') ? found.terms.generation : null;
  return [
    { label: 'Modalidade', value: modalityNames[found.modality as Modality] },
    { label: 'Tarifa', value: tariffText(found) },
    { label: 'Mercado', value: found.isFree ? 'Livre' : 'Cativo' },
    ...(demand === null ? [] : [{ label: 'Demanda contratada', value: demand }]),
    ...(discount === 0 ? [] : [{ label: 'Fonte incentivada', value: `desconto de ${percent(discount)}` }]),
    ...(supplier === null ? [] : [{ label: 'Fornecedor', value: supplierText(supplier) }]),
    ...(generation === null ? [] : [{ label: 'Geração distribuída', value: `GD ${generation.class}` }]),
    ...(benefit === null ? [] : [{ label: 'Desconto na tarifa', value: benefit }]),
    ...(icms === null ? [] : [{ label: 'ICMS', value: icms }]),
    ...(pisCofins === null ? [] : [{ label: 'PIS e COFINS', value: percent(pisCofins) }]),
    { label: 'Centavos', value: centsText(found) },
    ...(found.flag === 'price' ? [{ label: 'Bandeira', value: 'dentro do preço da energia' }] : []),
  ];
};

const AS_PRINTED: readonly string[] = ['own', 'cosip', 'benefit'];

/** Differences under a real show cents. */
const missedText = (cents: number): string => {
  if (cents >= 100) return reaisText(cents / 100);
  return cents === 1 ? '1 centavo' : `${cents} centavos`;
};

const lineVerdict = ({ part, amount, computed, quantity }: FoundLine): string | null => {
  if (part === 'cosip') return 'iluminação pública, como impressa';
  if (part === 'own') return 'linha própria';
  if (part === 'benefit') return computed === null ? 'linha própria' : 'desconto da tarifa';
  if (computed === null)
    return quantity === null
      ? 'sem quantidade para conferir: fica como outra linha a lançar'
      : 'sem regra: fica como outra linha a lançar';
  const missed = Math.round((amount - computed) * 100);
  if (missed === 0) return null;
  return `nenhuma regra explica esta linha, por ${missedText(Math.abs(missed))} a ${missed > 0 ? 'mais' : 'menos'}`;
};

/** Lines without the rule that should explain them. */
const unexplainedOf = ({ lines }: FoundContractAnswer): readonly FoundLine[] =>
  lines.filter((line) => !AS_PRINTED.includes(line.part) && lineVerdict(line) !== null);

interface FoundResultProps {
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
      Confira o que foi digitado nelas; se está como na fatura, a diferença é da distribuidora.
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

export const FoundResult = ({ day, found }: FoundResultProps) => {
  const { start, isSending, failure } = useKeep({ day, found });
  return (
    <Card title="O que a fatura diz" qualifier={reaisText(found.total)} span={7}>
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
        <FormActions failure={failure}>
          <Button loading={isSending} onClick={() => void start()}>
            Salvar como contrato
          </Button>
        </FormActions>
      </div>
    </Card>
  );
};
