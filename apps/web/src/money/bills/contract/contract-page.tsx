import { Button } from '@mantine/core';
import {
  type ContractVersion,
  type EstablishmentContract,
  readContract,
  removeContractVersion,
} from '@nascente/contract/money/billing-terms';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { useAddress } from '../../../shared/api/use-address.ts';
import { useToday } from '../../../shared/consumption/use-now.ts';
import { listText } from '../../../shared/counted-text.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { modalityNames } from '../../../shared/tariffs/tariff-texts.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { RemoveButton } from '../../../shared/ui/marks/remove-button.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { SkeletonFields } from '../../../shared/ui/page/skeleton.tsx';
import { useQuestion } from '../../../shared/ui/use-question.tsx';
import { searchOf, useBillAddress, useUtility, useZone } from '../page-frame/bill-address.ts';
import { Answered, BillFrame } from '../page-frame/bill-frame.tsx';
import side from '../page-frame/side.module.css';
import { assumedOf, assumptionNames } from './contract-texts.ts';
import classes from './contract-versions.module.css';
import { type ContractDraft, draftOf, newDraft } from './draft/contract-draft.ts';
import { ContractForm } from './form/contract-form.tsx';
import { ReadingDatesCard } from './reading-dates-card.tsx';

interface ContractVersionsProps {
  readonly contract: EstablishmentContract;
  readonly shown: string | null;
  readonly today: string;
  readonly onChoose: (version: string) => void;
}

const termsText = ({ terms }: ContractVersion): string =>
  terms.modality === 'water'
    ? `${terms.economias} ${terms.economias === 1 ? 'economia' : 'economias'}`
    : `${terms.subgroup} · ${modalityNames[terms.modality]}`;

interface StateTagProps {
  version: string;
  current: string | null;
  today: string;
}

const StateTag = ({ version, current, today }: StateTagProps) => {
  if (version === current) return <Tag tone="good">Em vigor</Tag>;
  return <Tag>{version > today ? 'Futura' : 'Anterior'}</Tag>;
};

const ContractVersions = ({ contract, shown, today, onChoose }: ContractVersionsProps) => {
  const { id } = useBillAddress();
  const { type } = contract;
  const queryClient = useQueryClient();
  const mayEdit = useMay('edit-establishment');
  const { ask, question } = useQuestion();
  const remove = async (version: string) => {
    const answer = await request(removeContractVersion, { params: { id, type, validFrom: version } });
    queryClient.setQueryData([readContract.name, { params: { id }, query: { type } }], answer);
    if (version === shown) onChoose('');
    // Bills, comparisons and reconciliations follow from the contract; the dialog does not wait for them.
    void queryClient.invalidateQueries();
  };
  const askRemoval = (version: string, day: string) =>
    ask({
      title: `Remover a versão de ${day}?`,
      confirm: 'Remover',
      text: <p>A versão anterior volta a valer. As faturas fechadas ficam como foram guardadas.</p>,
      call: () => remove(version),
      done: 'Versão removida.',
      tone: 'good',
    });
  return (
    <Card title="Versões">
      {contract.versions.length === 0 ? (
        <p className={classes.none}>Nenhuma versão salva ainda.</p>
      ) : (
        <ul className={classes.versions}>
          {contract.versions.toReversed().map((version) => {
            const { validFrom } = version;
            const day = formatDay(civilDate(validFrom));
            return (
              <li key={validFrom}>
                <button
                  type="button"
                  className={classes.choice}
                  aria-current={validFrom === shown}
                  onClick={() => onChoose(validFrom)}
                >
                  <b>{day}</b>
                  <StateTag version={validFrom} current={contract.inForce.validFrom} today={today} />
                  <small>{termsText(version)}</small>
                </button>
                {mayEdit && (
                  <RemoveButton
                    label={`Remover a versão de ${day}`}
                    onClick={() => askRemoval(validFrom, day)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {mayEdit && contract.versions.length > 0 && (
        <Button
          variant="default"
          className={classes.more ?? ''}
          disabled={shown === null}
          onClick={() => onChoose('nova')}
        >
          Nova versão
        </Button>
      )}
      {question}
    </Card>
  );
};

/** The first contract starts a year back by default, as far as the tariff comparison looks. */
const YEAR_DAYS = 365;

/** The version in the address (`?versao=2026-01-01`, `?versao=nova`); by default the one in force. */
const useVersion = () => {
  const [address, change] = useAddress();
  const choose = (version: string, replace = false) => change({ versao: version }, { isStep: !replace });
  return [address.get('versao'), choose] as const;
};

const chosenDraft = (
  contract: EstablishmentContract,
  requested: string | null,
  today: string,
): ContractDraft => {
  const wanted = requested ?? contract.inForce.validFrom;
  const stored = contract.versions.find(({ validFrom }) => validFrom === wanted);
  if (stored !== undefined) return draftOf(stored);
  const isFirst = contract.versions.length === 0;
  return newDraft(contract, isFirst ? addDays(civilDate(today), -YEAR_DAYS) : today);
};

const Assumed = ({ contract }: { readonly contract: EstablishmentContract }) => {
  const mayEditEstablishment = useMay('edit-establishment');
  const assumed = assumedOf(contract);
  if (assumed.length === 0) return null;
  const names = listText(assumed.map((one) => assumptionNames[one]));
  return (
    <Notice tone="info" title={`Ainda não informado: ${names}.`}>
      {mayEditEstablishment
        ? 'Enquanto isso, a fatura usa o que se sabe do estabelecimento e diz o que falta. Os dados estão na fatura da distribuidora.'
        : 'A fatura usa o que se sabe do estabelecimento e diz o que falta.'}
    </Notice>
  );
};

const FromBill = () => {
  const mayEditEstablishment = useMay('edit-establishment');
  const { paths } = useBillAddress();
  const type = useUtility();
  if (!mayEditEstablishment) return null;
  return (
    <Card title="Pela fatura">
      <p>Cole as linhas de uma fatura da distribuidora e o contrato é descoberto por elas, ao centavo.</p>
      <TextLink to={`${paths.found}${searchOf(type)}`}>Descobrir pela fatura</TextLink>
    </Card>
  );
};

const Contract = ({ contract }: { readonly contract: EstablishmentContract }) => {
  const today = useToday(useZone());
  const [requested, choose] = useVersion();
  const draft = chosenDraft(contract, requested, today);
  const isStored = contract.versions.some(({ validFrom }) => validFrom === draft.validFrom);
  return (
    <>
      <Assumed contract={contract} />
      <Card
        title={contract.type === 'water' ? 'Contrato de água' : 'Contrato de energia'}
        qualifier={isStored ? `desde ${formatDay(civilDate(draft.validFrom))}` : 'nova versão'}
        span={8}
      >
        <ContractForm
          key={`${contract.type} ${isStored ? draft.validFrom : 'nova'}`}
          type={contract.type}
          draft={draft}
          today={today}
          onSaved={(validFrom) => choose(validFrom, true)}
        />
      </Card>
      <div className={side.column}>
        <FromBill />
        <ContractVersions
          contract={contract}
          shown={isStored ? draft.validFrom : null}
          today={today}
          onChoose={choose}
        />
        <ReadingDatesCard type={contract.type} />
      </div>
    </>
  );
};

export const ContractPage = () => {
  const { id } = useBillAddress();
  const type = useUtility();
  const contract = useQuery({
    ...queryFor(readContract, { params: { id }, query: { type } }),
    refetchOnWindowFocus: false,
  });
  return (
    <BillFrame title="Contrato">
      <Answered query={contract} title="Contrato" rest={<SkeletonFields fields={5} />}>
        {(answer) => <Contract contract={answer.contract} />}
      </Answered>
    </BillFrame>
  );
};
