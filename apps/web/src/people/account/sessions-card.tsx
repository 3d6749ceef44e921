import { Button } from '@mantine/core';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
} from '@nascente/contract/people/account';
import { formatAgo } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { useQuestion } from '../../shared/ui/use-question.tsx';
import styles from './account-section.module.css';

const sessionsQuery = queryFor(listSessions, {});
const MINUTE_MS = 60_000;
/** Most recent first; the rest is folded. */
const SHOWN_AT_FIRST = 4;

const SessionRow = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { device, address, lastUsedAt, current } = session;
  return (
    <li>
      <div className={rows.about}>
        <span className={rows.tags}>
          <b>{device}</b>
          {current && (
            <Tag tone="good" dot>
              Este dispositivo
            </Tag>
          )}
        </span>
        <small>
          {address}
          {!current && ` · ativa ${formatAgo(Math.max(0, now - Date.parse(lastUsedAt)))}`}
        </small>
      </div>
      {!current && (
        <Button
          className={styles.end ?? ''}
          variant="subtle"
          size="sm"
          aria-label={`Encerrar sessão em ${device}`}
          onClick={onEnd}
        >
          Encerrar
        </Button>
      )}
    </li>
  );
};

const ENDING = {
  confirm: 'Encerrar',
  text: <p>Será preciso entrar de novo com a senha.</p>,
  outdates: [sessionsQuery.queryKey],
};

export const SessionsCard = () => {
  const sessions = useQuery(sessionsQuery);
  const { ask, question } = useQuestion();
  const [showsAll, setShowsAll] = useState(false);
  const all = sessions.data?.sessions;
  const shown = showsAll ? all : all?.slice(0, SHOWN_AT_FIRST);
  const askEnding = ({ id, device }: OwnSession) =>
    ask({
      ...ENDING,
      title: `Encerrar a sessão em ${device}?`,
      call: () => request(endSession, { params: { id } }),
      done: 'Sessão encerrada.',
    });
  const askEndingOthers = () =>
    ask({
      ...ENDING,
      title: 'Encerrar as outras sessões?',
      call: () => request(endOtherSessions, {}),
      done: 'As outras sessões foram encerradas.',
    });
  return (
    <Card tour="account-sessions" title="Onde você está conectado">
      <div className={styles.section}>
        <Answer query={sessions} />
        {shown && (
          <ul className={classNames(rows.list, rows.acts)} aria-label="Sessões">
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => askEnding(session)} />
            ))}
          </ul>
        )}
        {all && all.length > 1 && (
          <div className={styles.acts}>
            <Button variant="default" onClick={askEndingOthers}>
              Encerrar todas as outras
            </Button>
            {shown && shown.length < all.length && (
              <Button variant="subtle" onClick={() => setShowsAll(true)}>
                Mostrar todas ({all.length})
              </Button>
            )}
          </div>
        )}
      </div>
      {question}
    </Card>
  );
};
