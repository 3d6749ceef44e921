import { Button } from '@mantine/core';
import { listPasskeys, type Passkey } from '@nascente/contract/people/passkeys';
import { readLoginWays } from '@nascente/contract/people/session';
import { formatAgo } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { deviceDay } from '../../shared/device-time.ts';
import { passkeysWorkHere } from '../../shared/session-state/passkeys-here.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import styles from './account-section.module.css';
import { AddPasskey } from './passkeys/add-passkey.tsx';
import { RemovePasskey } from './passkeys/remove-passkey.tsx';
import { RenamePasskey } from './passkeys/rename-passkey.tsx';
import { secondStepQuery } from './second-step/second-step-query.ts';

const passkeysQuery = queryFor(listPasskeys, {});
const waysQuery = queryFor(readLoginWays, {});
const MINUTE_MS = 60_000;

const PasskeyRow = (props: { passkey: Passkey; onRename: () => void; onRemove: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { name, synced, createdAt, lastUsedAt } = props.passkey;
  const used =
    lastUsedAt === null ? 'nunca usada' : `usada ${formatAgo(Math.max(0, now - Date.parse(lastUsedAt)))}`;
  return (
    <li>
      <div className={rows.about}>
        <b>{name}</b>
        <small>
          {synced ? 'em todos os seus aparelhos' : 'só neste aparelho'} · criada em {deviceDay(createdAt)} ·{' '}
          {used}
        </small>
      </div>
      <div className={styles.end}>
        <Button variant="subtle" size="sm" aria-label={`Renomear ${name}`} onClick={props.onRename}>
          Renomear
        </Button>
        <Button
          variant="subtle"
          color="bad"
          size="sm"
          aria-label={`Remover ${name}`}
          onClick={props.onRemove}
        >
          Remover
        </Button>
      </div>
    </li>
  );
};

type Open = { readonly to: 'add' } | { readonly to: 'rename' | 'remove'; readonly passkey: Passkey };

/** Signing in by what a device knows of its owner, in place of the password. */
export const PasskeysCard = () => {
  const queryClient = useQueryClient();
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(passkeysQuery);
  const { data: ways } = useQuery(waysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const reload = async () => {
    await Promise.all(
      [passkeysQuery, secondStepQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  };
  const worksHere = passkeysWorkHere(ways?.passkeyOrigin);
  const dialog = { onChanged: reload, onClose: close };
  return (
    <Card tour="account-passkeys" title="Entrar sem senha">
      <div className={styles.section}>
        <p className={styles.text}>
          Com uma chave de acesso, você entra com a digital, o rosto ou o PIN do aparelho. A senha sozinha
          deixa de bastar.
        </p>
        {worksHere && (
          <Button variant="default" onClick={() => setOpen({ to: 'add' })}>
            Adicionar chave de acesso
          </Button>
        )}
        {ways && !worksHere && (
          <p className={styles.text}>
            Este navegador, ou este endereço do sistema, não aceita chaves de acesso.
          </p>
        )}
        {isError && <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />}
        {isPending && (
          <Loading>
            <SkeletonRows rows={1} />
          </Loading>
        )}
        {data && data.passkeys.length > 0 && (
          <ul
            className={classNames(rows.list, rows.acts, styles.wrapped)}
            aria-label="Chaves para entrar sem senha"
          >
            {data.passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setOpen({ to: 'rename', passkey })}
                onRemove={() => setOpen({ to: 'remove', passkey })}
              />
            ))}
          </ul>
        )}
      </div>
      {open?.to === 'add' && <AddPasskey {...dialog} />}
      {open?.to === 'rename' && <RenamePasskey {...dialog} passkey={open.passkey} />}
      {open?.to === 'remove' && <RemovePasskey {...dialog} passkey={open.passkey} />}
    </Card>
  );
};
