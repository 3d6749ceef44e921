import type { ListedPerson } from '@nascente/contract/people/admin-people';
import { formatAgo } from '@nascente/domain/base/units/format';
import { profileName } from '@nascente/domain/people/profiles';
import { useNow } from '../../shared/consumption/use-now.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import rows from '../../shared/ui/marks/list-rows.module.css';
import end from '../../shared/ui/marks/row-end.module.css';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { fullName } from './full-name.ts';
import styles from './people.module.css';

const MINUTE_MS = 60_000;

/** One person; the whole row opens what can be changed. */
export const PersonRow = ({ person, onOpen }: { person: ListedPerson; onOpen: () => void }) => {
  const now = useNow(MINUTE_MS);
  const { email, profile, active, disabled, lastSeen, meters } = person;
  return (
    <li>
      <button type="button" className={classNames(rows.row, styles.row)} onClick={onOpen}>
        <span className={rows.about}>
          <b>{fullName(person)}</b>
          <small>{email}</small>
        </span>
        <span className={end.tags}>
          <Tag>{profileName(profile)}</Tag>
          {disabled && <Tag tone="bad">Desativada</Tag>}
          {!disabled && !active && <Tag tone="warn">E-mail não confirmado</Tag>}
        </span>
        <span className={classNames(end.figures, styles.figures)}>
          {profile !== 'client' && <span>{meters === 1 ? '1 medidor' : `${meters} medidores`}</span>}
          <small>
            {lastSeen === null ? 'sem sessão' : `ativa ${formatAgo(Math.max(0, now - Date.parse(lastSeen)))}`}
          </small>
        </span>
        <Icon name="chevron-right" size={18} />
      </button>
    </li>
  );
};
