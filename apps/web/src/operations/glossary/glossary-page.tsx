import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { foldForSearch } from '../../shared/fold-for-search.ts';
import { type TermName, termNames } from '../../shared/glossary/term-names.ts';
import { SUBJECTS, TERMS } from '../../shared/glossary/terms.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './glossary-page.module.css';

const subjects = Object.keys(SUBJECTS) as readonly (keyof typeof SUBJECTS)[];
const byName = termNames.toSorted((a, b) => TERMS[a].name.localeCompare(TERMS[b].name, 'pt-BR'));

const found = (search: string): readonly TermName[] => {
  const wanted = foldForSearch(search.trim());
  return byName.filter((name) => foldForSearch(`${TERMS[name].name} ${TERMS[name].text}`).includes(wanted));
};

/** Leads to the term that the address names. */
const useTermOfAddress = (): string => {
  const { hash } = useLocation();
  const name = hash.slice(1);
  useEffect(() => {
    if (name !== '') document.getElementById(name)?.scrollIntoView({ block: 'center' });
  }, [name]);
  return name;
};

/** What the words of the trade mean, by subject; a hint of any screen says the same. */
export const GlossaryPage = () => {
  const [search, setSearch] = useState('');
  const wanted = useTermOfAddress();
  const shown = found(search);
  return (
    <Page title="Glossário">
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label="Buscar termo"
          placeholder="Buscar termo"
          leftSection={<Icon name="search" size={18} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {shown.length === 0 && (
        <Card>
          <EmptyState icon="search">Nenhum termo com estas palavras.</EmptyState>
        </Card>
      )}
      {subjects.map((subject) => {
        const names = shown.filter((name) => TERMS[name].subject === subject);
        return (
          names.length > 0 && (
            <Card key={subject} title={SUBJECTS[subject]}>
              <dl className={styles.terms}>
                {names.map((name) => (
                  <div key={name} id={name} data-wanted={name === wanted}>
                    <dt>{TERMS[name].name}</dt>
                    <dd>{TERMS[name].text}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          )
        );
      })}
    </Page>
  );
};
