import type { TouRule } from '@nascente/contract/energy/tou-periods';
import { touRulesText } from './tou-period-texts.ts';
import classes from './tou-rules.module.css';

export const TouRules = ({ rules }: { readonly rules: readonly TouRule[] }) =>
  rules.length === 0 ? null : <p className={classes.rules}>{touRulesText(rules)}</p>;
