import { Icon } from '../../../shared/ui/marks/icon.tsx';
import { FIELD_WORDS, type useFilling } from '../typed/use-filling.ts';
import styles from './lookup-note.module.css';
import type { LookupState } from './use-lookup.ts';

interface LookupNoteProps extends Pick<ReturnType<typeof useFilling>, 'filled' | 'takeBack'> {
  /** The number that was looked up, by its name. */
  of: 'CNPJ' | 'CEP';
  state: LookupState;
  /** Something else worth knowing of what was found. */
  remark?: string | undefined;
}

const inWords = (words: readonly string[]) => new Intl.ListFormat('pt-BR').format(words);

/** What a look-up is doing and did, quietly below its field. */
export const LookupNote = ({ of, state, filled, takeBack, remark }: LookupNoteProps) => {
  const filledNow = filled.filter(({ after }) => after !== '');
  return (
    <div className={styles.note} role="status" data-state={state}>
      {state === 'running' && <p>Consultando o {of}…</p>}
      {state === 'unknown' && (
        <p>{of} não encontrado no cadastro público. Se ele estiver certo, preencha os dados abaixo.</p>
      )}
      {state === 'down' && (
        <p>A consulta do {of} não está respondendo agora. Você pode preencher os dados abaixo.</p>
      )}
      {filledNow.length > 0 && (
        <p>
          <Icon name="check" size={16} />
          <span>
            Preenchido pelo {of}: {inWords(filledNow.map(({ path }) => FIELD_WORDS[path] ?? path))}.
          </span>
          <button type="button" onClick={takeBack}>
            Desfazer
          </button>
        </p>
      )}
      {remark && <p>{remark}</p>}
    </div>
  );
};
