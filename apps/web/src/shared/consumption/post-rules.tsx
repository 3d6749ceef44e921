import type { TouRule } from '@nascente/contract/energy/tou-periods';
import classes from './post-rules.module.css';
import { touRulesText } from './post-words.ts';

export const TouRules = ({ rules }: { readonly rules: readonly TouRule[] }) =>
  rules.length === 0 ? null : <p className={classes.rules}>{touRulesText(rules)}</p>;
