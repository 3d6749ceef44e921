import { Checkbox } from '@mantine/core';
import { readAlertNotices, saveAlertNotices } from '@nascente/contract/alerts/alert-notices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { FailureNotice } from '../../../shared/forms/failure-notice.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { IconButton } from '../../../shared/ui/marks/icon-button.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';

/** Offers e-mail alerts for costly causes once per account: any answer ends the offer on every device. */
export const NoticesOffer = () => {
  const { _id: accountId, active } = useUser();
  const name = `notices-offered.${accountId}`;
  const [isOver, setOver] = useState(() => readPreference(name) !== null);
  const [isOn, setOn] = useState(false);
  const { data } = useQuery({ ...queryFor(readAlertNotices, {}), enabled: !isOver, staleTime: Infinity });
  const { start, isSending, failure } = useSending(async (email: 'at-once' | 'never') => {
    if (data === undefined) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await request(saveAlertNotices, { body: { ...data.notices.preference, email, zone: timeZone } });
    writePreference(name, '1');
    setOn(email === 'at-once');
  });
  const end = () => {
    writePreference(name, '1');
    setOver(true);
  };
  if (isOver || data === undefined || data.notices.isChosen) return null;
  const close = async () => {
    if (!isOn) await start('never');
    end();
  };
  return (
    <Card
      title="Avisos por e-mail"
      action={<IconButton icon="close" label="Não oferecer mais" onClick={() => void close()} />}
    >
      <Checkbox
        label="Avisar na hora do que custa dinheiro: vazamento de água e demanda acima do contrato"
        checked={isOn}
        disabled={isSending}
        onChange={({ currentTarget: { checked } }) => void start(checked ? 'at-once' : 'never')}
      />
      <p>
        {isOn && !active && 'Confirme o seu e-mail para receber. '}
        <TextLink to="/alerts/notices">Escolher em detalhe</TextLink>
      </p>
      <FailureNotice failure={failure} />
    </Card>
  );
};
