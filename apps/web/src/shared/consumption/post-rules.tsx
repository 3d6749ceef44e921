import type { PostRule } from '@nascente/contract/energy/tou-periods';
import classes from './post-rules.module.css';
import { postRulesText } from './post-words.ts';

export const PostRules = ({ rules }: { readonly rules: readonly PostRule[] }) =>
  rules.length === 0 ? null : <p className={classes.rules}>{postRulesText(rules)}</p>;
