import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wearsSecondBrand } from '../../shared/brand-on-screen.ts';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import styles from './about-page.module.css';
import { BillPicture, LivePicture, WarningPicture } from './pictures.tsx';

const TITLE = 'Energia e água, sem surpresa na fatura';

interface SceneProps {
  readonly title: string;
  readonly sentence: string;
  /** What the picture shows, for who does not see it. */
  readonly shows: string;
  readonly children: ReactNode;
}

/** One thing that the product does, in a sentence and a picture of it. */
const Scene = ({ title, sentence, shows, children }: SceneProps) => (
  <section className={styles.scene}>
    <div className={styles.words}>
      <h2>{title}</h2>
      <p>{sentence}</p>
    </div>
    <figure role="img" aria-label={shows}>
      {/* A picture of what is pressed there: nothing of it is to be pressed here. */}
      <div className={styles.picture} inert aria-hidden="true">
        {children}
      </div>
    </figure>
  </section>
);

const Ways = () => (
  <div className={styles.ways}>
    <Button component={Link} to="/signup" size="md">
      Criar conta
    </Button>
    <Button component={Link} to="/login" size="md" variant="default">
      Entrar
    </Button>
  </div>
);

/** What the product does, for who is not signed in; the second brand has no name. */
export const AboutPage = () => {
  useDocumentTitle(TITLE);
  return (
    <EntranceFrame isWide>
      <div className={styles.lead}>
        <h1>{TITLE}</h1>
        <p>
          {wearsSecondBrand() ? 'Esta plataforma' : 'O Nascente'} acompanha os medidores da sua empresa ao
          vivo: quanto já foi consumido, quanto a fatura deve ser e o que está fora do normal.
        </p>
        <Ways />
      </div>
      <Scene
        title="A fatura de hoje, não a do mês que vem"
        sentence="Veja em R$ quanto a fatura já soma e quanto deve ser no fim do ciclo, com os preços da sua tarifa e o quanto as previsões já erraram."
        shows="Exemplo: fatura de energia até agora R$ 5.380, previsão de R$ 8.186, e o consumo de cada dia."
      >
        <BillPicture />
      </Scene>
      <Scene
        title="Ao vivo, fase por fase"
        sentence="Potência, tensão, corrente e fator de potência chegam a cada poucos segundos, de uma placa própria ou do medidor que você já tem."
        shows="Exemplo: potência total de 18,42 kW ao vivo, e a de cada uma das três fases."
      >
        <LivePicture />
      </Scene>
      <Scene
        title="O que custa dinheiro, dito a tempo"
        sentence="Vazamento de madrugada, demanda acima da contratada, medidor mudo e a tarifa que sairia mais barata: o aviso vem com o valor e com o que fazer."
        shows="Exemplo: aviso de vazamento com o custo por dia, e a economia de outra tarifa."
      >
        <WarningPicture />
      </Scene>
      <Ways />
    </EntranceFrame>
  );
};
