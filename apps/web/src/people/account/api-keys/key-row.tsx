import { Button } from '@mantine/core';
import type { ApiKey } from '@nascente/contract/connections/api-keys';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatAgo, formatDay } from '@nascente/domain/base/units/format';
import { scopeWords } from '@nascente/domain/people/key-scopes';
import { useNow } from '../../../shared/consumption/use-now.ts';
import { deviceDay } from '../../../shared/device-time.ts';
import rows from '../../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import styles from './api-keys.module.css';

const MINUTE_MS = 60_000;
const SOON_MS = 7 * DAY_MS;
/** So long it is said on the row that a key asked too often. */
const LIMIT_SHOWN_MS = DAY_MS;

/** A key ends with a day of Brasília, wherever its end is read. */
const lastDayOf = (expiresAt: string) =>
  formatDay(civilDateAt(instant(Date.parse(expiresAt) - 1), DEFAULT_ZONE));

const State = ({ apiKey: { expiresAt, limitedAt }, now }: { apiKey: ApiKey; now: number }) => {
  const endsIn = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  const isLimited = limitedAt !== null && now - Date.parse(limitedAt) < LIMIT_SHOWN_MS;
  return (
    <>
      {endsIn <= 0 && <Tag tone="bad">Vencida</Tag>}
      {endsIn > 0 && endsIn <= SOON_MS && <Tag tone="warn">Vence em breve</Tag>}
      {isLimited && <Tag tone="warn">Limite atingido</Tag>}
    </>
  );
};

const validityOf = (expiresAt: string | null) =>
  expiresAt === null ? 'sem validade' : `vale até ${lastDayOf(expiresAt)}`;

interface KeyRowProps {
  apiKey: ApiKey;
  onLimit: () => void;
  onRevoke: () => void;
}

/** A key: what it is for, until when, how it is used, and what can be done with it. */
export const KeyRow = ({ apiKey, onLimit, onRevoke }: KeyRowProps) => {
  const now = useNow(MINUTE_MS);
  const { name, prefix, scopes, createdAt, lastUsed, expiresAt, perMinute, limitedAt } = apiKey;
  const used = lastUsed === null ? 'nunca usada' : `usada ${formatAgo(now - Date.parse(lastUsed))}`;
  return (
    <li>
      <div className={rows.about}>
        <span className={rows.tags}>
          <b>{name}</b>
          <State apiKey={apiKey} now={now} />
        </span>
        <small>{scopes.map((scope) => scopeWords(scope).name).join(', ')}</small>
        <small>
          <code>{prefix}…</code> · criada em {deviceDay(createdAt)} · {validityOf(expiresAt)} · {used}
        </small>
        <small>
          {perMinute.toLocaleString('pt-BR')} {perMinute === 1 ? 'pedido' : 'pedidos'} por minuto
          {limitedAt !== null && ` · limite atingido ${formatAgo(now - Date.parse(limitedAt))}`}
        </small>
      </div>
      <div className={styles.acts}>
        <Button variant="subtle" size="sm" aria-label={`Alterar limite de ${name}`} onClick={onLimit}>
          Limite
        </Button>
        <Button variant="subtle" color="bad" size="sm" aria-label={`Revogar ${name}`} onClick={onRevoke}>
          Revogar
        </Button>
      </div>
    </li>
  );
};
