import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { LEGAL_VERSION } from '@nascente/domain/people/legal';
import { Link } from 'react-router';
import { ProcessingList } from '../../shared/legal/processing-list.tsx';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import styles from './legal-page.module.css';

const TITLE = 'Termos e privacidade';

const TERMS = [
  'O sistema mostra o que os medidores enviam e calcula a partir disso. As contas que valem são as da concessionária.',
  'A conta é sua: guarde a senha, e cuide de quem recebe acesso aos seus medidores.',
  'O que você cadastra e mede continua seu. Você pode baixar tudo e remover a conta quando quiser.',
  'Não use o sistema para entrar em contas ou medidores de outras pessoas, nem para sobrecarregá-lo.',
  'Quem opera o sistema pode desativar contas que descumpram estes termos, e mostra em Meus dados quando eles mudam.',
] as const;

export const LegalPage = () => {
  useDocumentTitle(TITLE);
  return (
    <EntranceFrame isWide>
      <div className={styles.text}>
        <h1>{TITLE}</h1>
        <p>Versão de {formatDay(civilDate(LEGAL_VERSION))}.</p>
        <h2 id="termos">Termos de uso</h2>
        <ol>
          {TERMS.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
        <h2 id="privacidade">Aviso de privacidade</h2>
        <p>
          Guardamos o que é preciso para o sistema funcionar e o que a lei manda. Nada é vendido, e nada é
          usado para propaganda. Abaixo está tudo o que tratamos.
        </p>
        <ProcessingList />
        <p>
          Pela LGPD (art. 18), você pode ver, corrigir e baixar os seus dados, retirar o que aceitou e remover
          a conta: está tudo em Conta, Meus dados. O que não encontrar lá, peça em Feedback.
        </p>
        <p>
          <Link to="/login">Voltar</Link>
        </p>
      </div>
    </EntranceFrame>
  );
};
