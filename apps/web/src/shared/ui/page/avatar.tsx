import type { User } from '@nascente/contract/people/session';
import styles from './avatar.module.css';

const initialOf = (word: string | undefined) => Array.from(word ?? '')[0]?.toUpperCase() ?? '';

/** 'MC' for Marina Costa; for a company the initials of its first and last word. */
export const initialsOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string => {
  const text = `${firstName} ${lastName}`.trim().split(/\s+/);
  return initialOf(text[0]) + (text.length > 1 ? initialOf(text.at(-1)) : '');
};

export const Avatar = ({ user }: { user: Pick<User, 'firstName' | 'lastName' | 'pictureUrl'> }) =>
  user.pictureUrl ? (
    <img className={styles.avatar} src={user.pictureUrl} alt="" width={32} height={32} />
  ) : (
    <span className={styles.avatar} aria-hidden="true">
      {initialsOf(user)}
    </span>
  );
