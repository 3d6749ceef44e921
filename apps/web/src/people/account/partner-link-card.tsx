import { useUser } from '../../shared/session-state/signed-in.ts';
import { CopiedText } from '../../shared/ui/copied-text.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import styles from './account-section.module.css';

/** The link by which a partner brings accounts: they wear its logo from the first screen on. */
export const PartnerLinkCard = () => {
  const { _id } = useUser();
  return (
    <Card tour="account-partner" title="Traga clientes">
      <div className={styles.section}>
        <p className={styles.text}>
          Quem cria a conta por este link fica ligado a você e vê o seu logotipo no menu.
        </p>
        <CopiedText
          label="Link de cadastro"
          text={`${window.location.origin}/signup?parceiro=${_id}`}
          action="Copiar link"
        />
      </div>
    </Card>
  );
};
