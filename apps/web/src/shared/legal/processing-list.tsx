import { PROCESSING } from '@nascente/domain/people/legal';
import styles from './legal.module.css';

export const ProcessingList = () => (
  <ul className={styles.activities} aria-label="O que é tratado">
    {PROCESSING.map(({ name, data, purpose, basis, retention, recipients }) => (
      <li key={name}>
        <b>{name}</b>
        <dl>
          <dt>Dados</dt>
          <dd>{data}</dd>
          <dt>Para quê</dt>
          <dd>{purpose}</dd>
          <dt>Base legal</dt>
          <dd>{basis}</dd>
          <dt>Por quanto tempo</dt>
          <dd>{retention}</dd>
          <dt>Quem recebe</dt>
          <dd>{recipients}</dd>
        </dl>
      </li>
    ))}
  </ul>
);
