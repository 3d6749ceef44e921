import { TextLink } from '../ui/marks/text-link.tsx';
import styles from './term-hint.module.css';
import type { TermName } from './term-names.ts';
import { TERMS } from './terms.ts';

/** The texts of some terms, with a link to the glossary. */
export const TermTexts = ({ names }: { readonly names: readonly TermName[] }) => (
  <>
    <dl className={styles.terms}>
      {names.map((name) => (
        <div key={name}>
          <dt>{TERMS[name].name}</dt>
          <dd>{TERMS[name].text}</dd>
        </div>
      ))}
    </dl>
    <TextLink to={`/glossary#${names[0] ?? ''}`}>Ver glossário</TextLink>
  </>
);
