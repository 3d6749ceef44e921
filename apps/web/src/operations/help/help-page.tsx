import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './help-page.module.css';
import { HELP } from './questions.tsx';

/** Leads to the question that the address names. */
const useQuestionOfAddress = (): string => {
  const { hash } = useLocation();
  const id = hash.slice(1);
  useEffect(() => {
    if (id !== '') document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [id]);
  return id;
};

/** The questions of a beginner with their answers. It asks the server nothing, so it is there without a network too. */
export const HelpPage = () => {
  const wanted = useQuestionOfAddress();
  return (
    <Page title="Ajuda">
      {HELP.map(({ name, questions }) => (
        <Card key={name} title={name}>
          {questions.map(({ id, question, answer }) => (
            // Opened anew when the address comes to name it.
            <details key={`${id} ${id === wanted}`} id={id} className={styles.question} open={id === wanted}>
              <summary>
                <h3>{question}</h3>
                <Icon name="chevron-down" />
              </summary>
              <div className={styles.answer}>{answer}</div>
            </details>
          ))}
        </Card>
      ))}
      <p className={styles.further}>
        Uma palavra que você não conhece? Veja o <Link to="/glossary">glossário</Link>. Não achou a resposta?
        Escreva em <Link to="/feedback">Feedback</Link>.
      </p>
    </Page>
  );
};
