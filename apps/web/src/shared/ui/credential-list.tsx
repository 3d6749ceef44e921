import { Button } from '@mantine/core';
import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../consumption/use-now.ts';
import { classNames } from './class-names.ts';
import styles from './credential-list.module.css';
import rows from './marks/list-rows.module.css';
import { Answer, type Query } from './page/answer.tsx';
import { SkeletonBlock } from './page/skeleton.tsx';
import { useQuestion } from './use-question.tsx';

interface Credential {
  readonly id: string;
  readonly name: string;
}

interface Description {
  readonly tags?: ReactNode;
  /** Small lines below the name. */
  readonly about: ReactNode;
  /** The effect of a revocation, shown before it. */
  readonly effect: string;
  /** Other actions. */
  readonly acts?: ReactNode;
}

interface CredentialListProps<Item extends Credential> {
  readonly label: string;
  readonly query: Query<readonly Item[]>;
  readonly queryKey: QueryKey;
  readonly describe: (item: Item, now: number) => Description;
  readonly revoke: (id: string) => Promise<unknown>;
  /** The announcement after a revocation. */
  readonly revoked: string;
  /** Content without items. */
  readonly empty: ReactNode;
}

/** Credentials that are revoked one by one: keys, integrations, links, webhooks. */
export const CredentialList = <Item extends Credential>(props: CredentialListProps<Item>) => {
  const { label, query, queryKey, describe, revoke, revoked, empty } = props;
  const now = useNow(MINUTE_MS);
  const { ask, question } = useQuestion();
  const { data } = query;
  const askRevocation = (item: Item) =>
    ask({
      title: `Revogar ${item.name}?`,
      confirm: 'Revogar',
      text: <p>{describe(item, now).effect}</p>,
      call: () => revoke(item.id),
      outdates: [queryKey],
      done: revoked,
    });
  if (data === undefined) return <Answer query={query} rest={<SkeletonBlock height={144} />} />;
  if (data.length === 0) return empty;
  return (
    <>
      <ul className={classNames(rows.list, rows.acts)} aria-label={label}>
        {data.map((item) => {
          const { tags, about, acts } = describe(item, now);
          return (
            <li key={item.id}>
              <div className={rows.about}>
                <span className={rows.tags}>
                  <b>{item.name}</b>
                  {tags}
                </span>
                {about}
              </div>
              <div className={styles.acts}>
                {acts}
                <Button
                  variant="subtle"
                  color="bad"
                  size="sm"
                  aria-label={`Revogar ${item.name}`}
                  onClick={() => askRevocation(item)}
                >
                  Revogar
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {question}
    </>
  );
};
