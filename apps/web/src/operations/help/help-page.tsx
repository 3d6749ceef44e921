import { isValidElement, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { foldForSearch } from '../../shared/fold-for-search.ts';
import { SearchField } from '../../shared/forms/fields/search-field.tsx';
import { termNames } from '../../shared/glossary/term-names.ts';
import { SUBJECTS, TERMS } from '../../shared/glossary/terms.ts';
import { useHasSession } from '../../shared/session-state/session.ts';
import { tourWanted } from '../../shared/tour-of-part.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './help-page.module.css';
import { HELP } from './help-questions.tsx';

const GLOSSARY = '/glossary';
const subjects = Object.keys(SUBJECTS) as readonly (keyof typeof SUBJECTS)[];
const termsByName = termNames.toSorted((a, b) => TERMS[a].name.localeCompare(TERMS[b].name, 'pt-BR'));

/** Screens with a tour and a fixed address. */
const SCREENS = [
  { to: '/home', name: 'Home' },
  { to: '/bill', name: 'Fatura' },
  { to: '/budgets', name: 'Metas' },
  { to: '/reports', name: 'Relatórios' },
  { to: '/dashboard', name: 'Medidores' },
  { to: '/explore', name: 'Curvas' },
  { to: '/groups', name: 'Grupos' },
  { to: '/opportunities', name: 'Oportunidades' },
  { to: '/alerts', name: 'Avisos' },
  { to: '/account', name: 'Conta' },
  { to: '/account/integrations', name: 'Integrações' },
  { to: '/account/links', name: 'Links e telas' },
] as const;

const textOf = (node: ReactNode): string => {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join(' ');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
};

const termId = (name: string): string => `termo-${name}`;

const useWanted = (): string => {
  const { pathname, hash } = useLocation();
  const name = hash.slice(1);
  const id = pathname === GLOSSARY ? (name === '' ? 'glossario' : termId(name)) : name;
  useEffect(() => {
    if (id !== '') document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [id]);
  return id;
};

interface FoldedProps {
  readonly id?: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Reopens when the address or the search names it. */
const Folded = ({ id, title, isOpen, children }: FoldedProps) => (
  <details id={id} className={styles.question} open={isOpen}>
    <summary>
      <h3>{title}</h3>
      <Icon name="chevron-down" />
    </summary>
    {children}
  </details>
);

interface SoughtProps {
  readonly wanted: string;
  /** Whether a text contains the search words; true without a search. */
  readonly matches: (text: string) => boolean;
}

const questionsFound = ({ matches }: Pick<SoughtProps, 'matches'>) =>
  HELP.map(({ name, questions }) => ({
    name,
    questions: questions.filter(({ question, answer }) => matches(`${question} ${textOf(answer)}`)),
  })).filter(({ questions }) => questions.length > 0);

const termsFound = ({ matches }: Pick<SoughtProps, 'matches'>) => {
  const names = termsByName.filter((name) => matches(`${TERMS[name].name} ${TERMS[name].text}`));
  return subjects
    .map((subject) => ({ subject, names: names.filter((name) => TERMS[name].subject === subject) }))
    .filter((group) => group.names.length > 0);
};

const Glossary = ({
  groups,
  wanted,
}: Pick<SoughtProps, 'wanted'> & { readonly groups: ReturnType<typeof termsFound> }) => (
  <div id="glossario" className={styles.part}>
    <Card title="Glossário">
      {groups.map(({ subject, names }) => (
        <section key={subject} className={styles.subject}>
          <h3>{SUBJECTS[subject]}</h3>
          <dl className={styles.terms}>
            {names.map((name) => (
              <div key={name} id={termId(name)} data-wanted={termId(name) === wanted}>
                <dt>{TERMS[name].name}</dt>
                <dd>{TERMS[name].text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Card>
  </div>
);

const Tours = ({ screens }: { readonly screens: readonly (typeof SCREENS)[number][] }) => (
  <Card title="Conheça as telas">
    <ul className={styles.screens}>
      {screens.map(({ to, name }) => (
        <li key={to}>
          <Link to={to} state={tourWanted}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);

/** Questions, terms and tours in one search, without a server request, so that it works offline. */
export const HelpPage = () => {
  const [search, setSearch] = useState('');
  const wanted = useWanted();
  const isSignedIn = useHasSession();
  const sought = foldForSearch(search.trim());
  const isSearching = sought !== '';
  const matches = (text: string): boolean => foldForSearch(text).includes(sought);
  const questions = questionsFound({ matches });
  const terms = termsFound({ matches });
  const screens = isSignedIn ? SCREENS.filter(({ name }) => matches(name)) : [];
  return (
    <Page title="Ajuda">
      <div className={styles.search}>
        <SearchField
          label="Buscar na ajuda"
          placeholder="Buscar na ajuda"
          value={search}
          onSearch={setSearch}
        />
      </div>
      {questions.length + terms.length + screens.length === 0 && (
        <Card>
          <EmptyState icon="search" action={<Link to="/feedback">Escrever em Feedback</Link>}>
            Nada na ajuda com estas palavras.
          </EmptyState>
        </Card>
      )}
      {questions.map(({ name, questions: found }) => (
        <Card key={name} title={name}>
          {found.map(({ id, question, answer }) => (
            <Folded
              key={`${id} ${isSearching || id === wanted}`}
              id={id}
              title={question}
              isOpen={isSearching || id === wanted}
            >
              <div className={styles.answer}>{answer}</div>
            </Folded>
          ))}
        </Card>
      ))}
      {terms.length > 0 && <Glossary groups={terms} wanted={wanted} />}
      {screens.length > 0 && <Tours screens={screens} />}
      <p className={styles.further}>
        Não achou a resposta? Escreva em <Link to="/feedback">Feedback</Link>, ou{' '}
        <Link to="/sobre">veja como funciona</Link>.
      </p>
    </Page>
  );
};
