import { Button } from '@mantine/core';
import {
  type ContractVersion,
  type EstablishmentContract,
  readContract,
  removeContractVersion,
} from '@nascente/contract/money/billing-terms';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { may } from '@nascente/domain/people/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { modalityNames } from '../../../shared/tariffs/modality-words.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import { useBillAddress } from '../page-frame/bill-address.ts';
import classes from './contract-versions.module.css';

interface ContractVersionsProps {
  readonly contract: EstablishmentContract;
  /** The one in the form; null for a new one. */
  readonly shown: string | null;
  readonly today: string;
  readonly onChoose: (version: string) => void;
}

const wordsOfTerms = ({ terms }: ContractVersion): string =>
  terms.modality === 'water'
    ? `${terms.economias} ${terms.economias === 1 ? 'economia' : 'economias'}`
    : `${terms.subgroup} · ${modalityNames[terms.modality]}`;

const RemoveDialog = ({
  version,
  type,
  onClose,
}: {
  readonly version: string;
  readonly type: EstablishmentContract['type'];
  readonly onClose: (isRemoved: boolean) => void;
}) => {
  const { id } = useBillAddress();
  const queryClient = useQueryClient();
  const { start, isSending, failure } = useSending(async () => {
    const answer = await request(removeContractVersion, { params: { id, type, validFrom: version } });
    queryClient.setQueryData([readContract.name, { params: { id }, query: { type } }], answer);
    announce('Versão removida.', { tone: 'good' });
    onClose(true);
    await queryClient.invalidateQueries();
  });
  return (
    <ConfirmDialog
      title={`Remover a versão de ${formatDay(civilDate(version))}?`}
      confirm="Remover"
      isDestructive
      isSending={isSending}
      failure={failure}
      onConfirm={start}
      onCancel={() => onClose(false)}
    >
      <p>A versão anterior volta a valer. As faturas fechadas ficam como foram guardadas.</p>
    </ConfirmDialog>
  );
};

const StateTag = ({
  version,
  current,
  today,
}: {
  version: string;
  current: string | null;
  today: string;
}) => {
  if (version === current) return <Tag tone="good">Em vigor</Tag>;
  return <Tag>{version > today ? 'Futura' : 'Anterior'}</Tag>;
};

/** What was agreed, by the day from which it holds, newest first. */
export const ContractVersions = ({ contract, shown, today, onChoose }: ContractVersionsProps) => {
  const { profile } = useUser();
  const mayEdit = may(profile, 'edit-establishment');
  const [asked, setAsked] = useState<string | null>(null);
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
                  <small>{wordsOfTerms(version)}</small>
                </button>
                {mayEdit && (
                  <IconButton
                    icon="close"
                    label={`Remover a versão de ${day}`}
                    onClick={() => setAsked(validFrom)}
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
      {asked !== null && (
        <RemoveDialog
          version={asked}
          type={contract.type}
          onClose={(isRemoved) => {
            setAsked(null);
            if (isRemoved && asked === shown) onChoose('');
          }}
        />
      )}
    </Card>
  );
};
