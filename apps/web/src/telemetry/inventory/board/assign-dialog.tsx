import { Autocomplete, Textarea } from '@mantine/core';
import { listPeople } from '@nascente/contract/people/admin-people';
import { assignBoards, listInventory, readInventoryBoard } from '@nascente/contract/telemetry/inventory';
import { parseAssignmentSheet } from '@nascente/domain/sites/boards/assignment-sheet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, request, useOutdate } from '../../../shared/api/api-client.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { FileInput } from '../../../shared/forms/fields/file-input.tsx';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { labelOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useSettled } from '../../../shared/forms/use-settled.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { announce } from '../../../shared/ui/snackbar.tsx';
import styles from '../inventory.module.css';

const TYPING_MS = 250;
const MAX_MANAGERS = '20';

const useManagerEmails = (typed: string): string[] => {
  const search = useSettled(typed.trim(), TYPING_MS) ?? '';
  const { data } = useQuery(
    queryFor(listPeople, {
      query: { profile: 'Manager', state: 'enabled', limit: MAX_MANAGERS, ...(search !== '' && { search }) },
    }),
  );
  return (data?.users ?? []).map(({ email }) => email);
};

/** Assigns boards to Managers: one, a typed list, or a CSV file with `mac;e-mail`. */
export const AssignDialog = ({ mac, onClose }: { readonly mac?: string; readonly onClose: () => void }) => {
  const refresh = useOutdate(listInventory, readInventoryBoard);
  const [text, setText] = useState(mac ?? '');
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const emails = useManagerEmails(email);
  const { start, isSending, failure } = useSending(
    async (boards: readonly { readonly mac: string; readonly email: string | null }[]) => {
      await request(assignBoards, { body: { boards: [...boards] } });
      await refresh();
      onClose();
      announce(`${countedText(boards.length, 'placa atribuída', 'placas atribuídas')}.`, { tone: 'good' });
    },
  );
  const submit = async () => {
    const { assignments, faults } = parseAssignmentSheet(text, email.trim().toLowerCase() || null);
    const [first] = faults;
    setProblem(
      first === undefined ? null : mac === undefined ? `Linha ${first.line}: ${first.msg}.` : `${first.msg}.`,
    );
    if (first === undefined) await start(assignments.map((one) => ({ mac: one.mac, email: one.email })));
  };
  return (
    <FormDialog
      title={mac === undefined ? 'Atribuir placas' : `Atribuir ${mac}`}
      action="Atribuir"
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
      above={
        <>
          <p>O gestor instala estas placas só com o MAC, sem o código da etiqueta.</p>
          {(problem !== null || failure) && (
            <Notice tone="bad" live>
              {problem ?? (failure && labelOf(failure))}
            </Notice>
          )}
        </>
      }
    >
      {mac === undefined && (
        <>
          <Textarea
            label="Placas"
            description={
              <>
                Um MAC por linha. Para gestores diferentes, escreva{' '}
                <span className={styles.unbroken}>mac;e-mail</span> em cada linha.
              </>
            }
            rows={5}
            value={text}
            spellCheck={false}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            data-autofocus
          />
          <FileInput
            label="Ou um arquivo CSV"
            accept={['.csv', 'text/csv', 'text/plain']}
            help="Com as colunas mac e e-mail; o conteúdo aparece no campo acima."
            error={null}
            onChoose={(file) => void file?.text().then(setText)}
          />
        </>
      )}
      <Autocomplete
        label="E-mail do gestor"
        placeholder="gestor@empresa.com.br"
        autoComplete="off"
        data={emails}
        filter={({ options }) => options}
        value={email}
        onChange={setEmail}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
        {...(mac !== undefined && { 'data-autofocus': true })}
      />
    </FormDialog>
  );
};
