import { BarGraph } from '@nascente/charts/bar-graph';
import type { Bar, BarSeries } from '@nascente/charts/bars';
import { Sparkline } from '@nascente/charts/sparkline';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import styles from './pictures.module.css';

/** Pictures of a bakery that nobody owns, made of the parts of the screens, so that they follow theme and brand. */

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

const HEIGHT = 150;

export const BillPicture = () => (
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
      height={HEIGHT}
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

export const LivePicture = () => (
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

export const WarningPicture = () => (
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
