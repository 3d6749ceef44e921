import { Button } from '@mantine/core';
import { BarGraph } from '@nascente/charts/bar-graph';
import type { Bar, BarSeries } from '@nascente/charts/bars';
import { Sparkline } from '@nascente/charts/sparkline';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wearsSecondBrand } from '../../shared/brand-on-screen.ts';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import styles from './about-page.module.css';

/** A fictitious bakery, drawn by the screens' own parts so that it follows theme and brand. */

const SERIES: readonly BarSeries[] = [
  { key: 'off-peak', label: 'Fora ponta', color: '--off-peak' },
  { key: 'peak', label: 'Ponta', color: '--peak' },
];

const TODAY = 19;
const DAYS = [
  281, 296, 154, 288, 301, 297, 305, 312, 288, 148, 279, 300, 308, 299, 316, 291, 152, 284, 303, 178, 299,
  294, 286, 150, 288, 298, 300, 296, 305, 290,
];

const bars: readonly Bar[] = DAYS.map((cost, index) => ({
  key: String(index),
  axisLabel: String(index + 1),
  labelRank: index % 5 === 0 ? 2 : 0,
  values: [cost * 0.78, cost * 0.22],
  isForecast: index > TODAY,
  isToday: index === TODAY,
}));

const BillPicture = () => (
  <>
    <div className={styles.figures}>
      <div>
        <p className={styles.label}>Até agora, dia 20 de 30</p>
        <BigNumber value="5.380" currency="R$" size="card" />
      </div>
      <div>
        <p className={styles.label}>Previsão para 4 dez</p>
        <BigNumber value="8.186" currency="R$" /> <Tag>8.086 – 8.291</Tag>
      </div>
    </div>
    <BarGraph
      label="Consumo por dia"
      bars={bars}
      series={SERIES}
      height={150}
      describe={() => ({ title: '', rows: [] })}
    />
  </>
);

const TOTAL = [14.2, 14.6, 15.9, 15.4, 16.1, 17.9, 17.2, 16.8, 18.3, 19.1, 18.2, 17.6, 18.8, 19.4, 18.42];
const PHASES = [
  {
    name: 'Fase A',
    power: '6,31',
    volts: '219,8 V',
    color: '--phase-a',
    course: [4.9, 5.2, 5.1, 5.9, 6.3, 6.1, 6.4, 6.31],
  },
  {
    name: 'Fase B',
    power: '5,87',
    volts: '220,4 V',
    color: '--phase-b',
    course: [5.2, 5.0, 5.5, 5.6, 5.4, 5.9, 5.8, 5.87],
  },
  {
    name: 'Fase C',
    power: '6,24',
    volts: '218,9 V',
    color: '--phase-c',
    course: [4.6, 5.1, 5.4, 5.2, 5.9, 6.2, 6.1, 6.24],
  },
] as const;

const LivePicture = () => (
  <>
    <div className={styles.figures}>
      <div>
        <p className={styles.label}>Potência total</p>
        <BigNumber value="18,42" unit="kW" size="card" />
      </div>
      <Tag tone="good" dot>
        Ao vivo · há 2 s
      </Tag>
    </div>
    <Sparkline values={TOTAL} height={44} filled />
    <div className={styles.phases}>
      {PHASES.map(({ name, power, volts, color, course }) => (
        <div key={name}>
          <p className={styles.phase}>
            <i style={{ background: `var(${color})` }} />
            {name}
          </p>
          <BigNumber value={power} unit="kW" />
          <Sparkline values={course} color={`var(${color})`} />
          <p className={styles.label}>{volts}</p>
        </div>
      ))}
    </div>
  </>
);

const WarningPicture = () => (
  <div className={styles.warnings}>
    <Notice tone="bad" title="Possível vazamento desde 12 nov.">
      Cerca de 0,8 m³ por dia: {'R$\u00a017,10'} a cada dia.
    </Notice>
    <Notice tone="warn" title="Demanda de 48,2 kW.">
      São 3,2 kW acima da contratada, às 18:15 de ontem.
    </Notice>
    <StatList ruled>
      <Stat label="Tarifa de hoje">
        <BigNumber value="8.186" currency="R$" />
      </Stat>
      <Stat label="Com a Verde e 44 kW" tone="good">
        <BigNumber value="7.728" currency="R$" />
      </Stat>
    </StatList>
  </div>
);

const TITLE = 'Energia e água, sem surpresa na fatura';

interface SceneProps {
  readonly title: string;
  readonly sentence: string;
  readonly shows: string;
  readonly children: ReactNode;
}

const Scene = ({ title, sentence, shows, children }: SceneProps) => (
  <section className={styles.scene}>
    <div className={styles.words}>
      <h2>{title}</h2>
      <p>{sentence}</p>
    </div>
    <figure role="img" aria-label={shows}>
      {/* Inert: the picture shows controls. */}
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

/** The product for visitors; the second brand has no name. */
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
