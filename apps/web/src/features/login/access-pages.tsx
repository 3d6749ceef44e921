import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { EntranceFrame } from '../../shared/ui/entrance-frame.tsx';
import styles from './access-pages.module.css';

const AccessPage = ({ title, children }: { title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Nascente`;
  }, [title]);
  return (
    <EntranceFrame>
      <div className={styles.text}>
        <h1>{title}</h1>
        {children}
      </div>
      <Link className={styles.back} to="/login">
        Voltar para o login
      </Link>
    </EntranceFrame>
  );
};

/** How one gets an account while accounts are created by an Admin. */
export const HowToSignUpPage = () => (
  <AccessPage title="Criar conta">
    <p>As contas são criadas pelo administrador do sistema.</p>
    <p>
      Peça a ele um acesso para a sua empresa, informando o seu e-mail e o endereço MAC impresso nos seus
      medidores. Com a senha que receber, entre pela tela de login.
    </p>
  </AccessPage>
);

/** How one gets back in while passwords are renewed by an Admin. */
export const HowToRecoverPage = () => (
  <AccessPage title="Recuperar o acesso">
    <p>A troca de senha é feita pelo administrador do sistema.</p>
    <p>
      Peça a ele uma nova senha, informando o e-mail da sua conta. A senha antiga deixa de valer na mesma
      hora.
    </p>
  </AccessPage>
);

/** What the product is, for installations without a marketing site of their own. */
export const AboutPage = () => (
  <AccessPage title="Energia e água, sem surpresa na conta">
    <p>
      O Nascente acompanha os medidores da sua empresa ao vivo: quanto já foi consumido, quanto a conta deve
      ser e o que está fora do normal.
    </p>
    <p>Cada total diz de onde vem e quão completo está, por fase, por hora e por posto tarifário.</p>
  </AccessPage>
);
