import { Button, TextInput } from '@mantine/core';
import { decideOpportunity, listOpportunities } from '@nascente/contract/insight/opportunities';
import { leakMacOf, type Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { type CivilDate, civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { useState } from 'react';
import { request, useOutdate } from '../../shared/api/api-client.ts';
import { zoneOf } from '../../shared/consumption/zone-of.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { labelOf, useSending } from '../../shared/forms/use-sending.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import styles from './opportunities.module.css';
import type { Together } from './same-prices.ts';
import { DayDialog } from './saving-changes.tsx';

type Said = Pick<
  Parameters<typeof request<typeof decideOpportunity>>[1]['body'],
  'state' | 'reason' | 'doneOn'
>;
const lastDayOf = ([first, ...others]: Together): CivilDate => {
  const now = instant(Date.now());
  const dayAt = ({ establishment }: Opportunity) => civilDateAt(now, zoneOf(establishment));
  return others.map(dayAt).reduce(earlierDay, dayAt(first));
};

const useDeciding = (opportunities: Together) => {
  const askAgain = useOutdate(listOpportunities);
  return useSending(async (said: Said, close: () => void) => {
    try {
      for (const opportunity of opportunities) {
        const mac = leakMacOf(opportunity);
        const body = { kind: opportunity.kind, ...(mac !== '' && { mac }), ...said };
        await request(decideOpportunity, { params: { id: opportunity.establishment._id }, body });
      }
    } catch (failure) {
      // Some decisions may be stored before a failure; offline, the refetch is slow.
      void askAgain();
      throw failure;
    }
    await askAgain();
    close();
  });
};

type Deciding = ReturnType<typeof useDeciding>;

const DismissDialog = ({ deciding, close }: { deciding: Deciding; close: () => void }) => {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Por que não serve?"
      action="Descartar"
      isSending={deciding.isSending}
      failure={deciding.failure}
      onSubmit={() => deciding.start({ state: 'dismissed', reason }, close)}
      onClose={close}
    >
      <TextInput
        label="Motivo"
        description="Quem acompanha o estabelecimento vê o que você escrever."
        maxLength={500}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  );
};

export const OpportunityActs = ({ opportunities }: { readonly opportunities: Together }) => {
  const mayDecideOpportunities = useMay('decide-opportunities');
  const deciding = useDeciding(opportunities);
  const [requested, setAsked] = useState<'done' | 'dismissed' | null>(null);
  const close = () => {
    setAsked(null);
    deciding.forget();
  };
  if (!mayDecideOpportunities) return null;
  const say = (state: Said['state']) => void deciding.start({ state }, close);
  const [{ state }] = opportunities;
  const isUndecided = state === 'open' || state === 'accepted';
  return (
    <>
      <div className={styles.acts} data-tour="opportunities-acts">
        {state === 'open' && (
          <Button variant="light" size="sm" loading={deciding.isSending} onClick={() => say('accepted')}>
            Vou fazer
          </Button>
        )}
        {isUndecided && (
          <Button variant="default" size="sm" onClick={() => setAsked('done')}>
            Já fiz
          </Button>
        )}
        {isUndecided && (
          <Button variant="default" size="sm" onClick={() => setAsked('dismissed')}>
            Descartar
          </Button>
        )}
        {state !== 'open' && (
          <Button variant="default" size="sm" loading={deciding.isSending} onClick={() => say('open')}>
            {state === 'accepted' ? 'Não vou mais' : 'Reabrir'}
          </Button>
        )}
      </div>
      {requested === null && deciding.failure && <p role="alert">{labelOf(deciding.failure)}</p>}
      {requested === 'done' && (
        <DayDialog
          title="Quando foi feito?"
          label="Dia"
          last={lastDayOf(opportunities)}
          missing="Diga o dia em que foi feito."
          isSending={deciding.isSending}
          failure={deciding.failure}
          onSave={(doneOn) => deciding.start({ state: 'done', doneOn }, close)}
          onClose={close}
        />
      )}
      {requested === 'dismissed' && <DismissDialog deciding={deciding} close={close} />}
    </>
  );
};
