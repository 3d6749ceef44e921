import { sumReais } from '../cycle-bill/bill-groups.ts';
import { reaisText, signedReais } from './bill-address.ts';
import classes from './waterfall.module.css';

interface WaterfallEnd {
  readonly name: string;
  /** R$. */
  readonly amount: number;
}

interface WaterfallPart extends WaterfallEnd {
  readonly key: string;
  readonly hint?: string;
}

interface WaterfallProps {
  readonly label: string;
  readonly from: WaterfallEnd;
  /** They add up to the difference of both ends. */
  readonly parts: readonly WaterfallPart[];
  readonly to: WaterfallEnd;
}

interface Step extends WaterfallPart {
  readonly isEnd: boolean;
  /** Start and length of its bar, 0 to 1 of the width. */
  readonly start: number;
  readonly length: number;
}

/** The scale starts below the smallest level by this share of its range, so that small differences show. */
const HEADROOM = 0.15;

/** Each bar begins where the previous one ended. Zero parts have none. */
export const waterfallSteps = ({ from, parts, to }: Omit<WaterfallProps, 'label'>): Step[] => {
  const shown = parts.filter(({ amount }) => Math.round(amount * 100) !== 0);
  const levels = [from.amount];
  for (const { amount } of shown) levels.push(sumReais([levels.at(-1) ?? 0, amount]));
  const [low, high] = [Math.min(...levels, to.amount), Math.max(...levels, to.amount)];
  const room = Math.max((high - low) * (1 + HEADROOM), high * HEADROOM);
  const bottom = low < 0 ? low : Math.max(0, low - room);
  const share = (level: number): number => (high > bottom ? (level - bottom) / (high - bottom) : 0);
  const end = (key: string, one: WaterfallEnd): Step => ({
    key,
    ...one,
    isEnd: true,
    start: 0,
    length: share(one.amount),
  });
  return [
    end('from', from),
    ...shown.map((part, index) => {
      const [before, after] = [share(levels[index] ?? 0), share(levels[index + 1] ?? 0)];
      return {
        ...part,
        isEnd: false,
        start: Math.min(before, after),
        length: Math.abs(after - before),
      };
    }),
    end('to', to),
  ];
};

const percent = (share: number): string => `${share * 100}%`;

const toneOf = ({ isEnd, amount }: Step): 'end' | 'more' | 'less' =>
  isEnd ? 'end' : amount > 0 ? 'more' : 'less';

export const Waterfall = ({ label, ...amounts }: WaterfallProps) => (
  <ol className={classes.steps} aria-label={label}>
    {waterfallSteps(amounts).map((step) => (
      <li key={step.key} data-end={step.isEnd}>
        <span className={classes.name}>
          {step.name}
          {step.hint !== undefined && <small>{step.hint}</small>}
        </span>
        <span className={classes.track} aria-hidden="true">
          <i
            data-tone={toneOf(step)}
            style={{ marginLeft: percent(step.start), width: percent(step.length) }}
          />
        </span>
        <span className={classes.amount}>
          {step.isEnd ? reaisText(step.amount) : signedReais(step.amount)}
        </span>
      </li>
    ))}
  </ol>
);
