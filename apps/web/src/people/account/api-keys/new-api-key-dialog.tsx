import { Button, Checkbox, TextInput } from '@mantine/core';
import { generateToken } from '@nascente/contract/connections/api-keys';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { type KeyScope, scopesFor, scopeText } from '@nascente/domain/people/key-scopes';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { DateField } from '../../../shared/forms/fields/date-input.tsx';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { useCallForm } from '../../../shared/forms/use-call-form.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { useCopied } from '../../../shared/ui/copied-text.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Icon } from '../../../shared/ui/marks/icon.tsx';
import styles from './api-keys.module.css';

/** The key, readable only now. */
const NewKey = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { field, isCopied, copy } = useCopied<HTMLInputElement>(token);
  return (
    <Dialog
      title="Chave criada"
      onDismiss={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
          <Button
            data-autofocus
            leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={18} />}
            onClick={() => void copy()}
          >
            {isCopied ? 'Copiada' : 'Copiar chave'}
          </Button>
        </>
      }
    >
      <div className={styles.key}>
        <p>Guarde-a agora em um lugar seguro: ela não será mostrada de novo.</p>
        <TextInput
          ref={field}
          aria-label="Chave de API"
          value={token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status">{isCopied && 'Chave copiada.'}</p>
      </div>
    </Dialog>
  );
};

const USUAL_DAYS = 365;

interface NewApiKeyDialogProps {
  onCreated: () => void;
  onClose: () => void;
}

const today = () => civilDateAt(instant(Date.now()), DEFAULT_ZONE);

const USUAL_SCOPES: KeyScope[] = ['read-measures'];

export const NewApiKeyDialog = ({ onCreated, onClose }: NewApiKeyDialogProps) => {
  const { profile } = useUser();
  const [first] = useState(today);
  const [isEndless, setEndless] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const { field, register, submit, formState, isSending, failure } = useCallForm({
    schema: generateToken.body,
    defaultValues: { name: '', scopes: USUAL_SCOPES, expiresOn: addDays(first, USUAL_DAYS) as string },
    send: async ({ name, scopes, expiresOn }) => {
      const body = { name, scopes, expiresOn: isEndless ? null : expiresOn };
      const { data } = await request(generateToken, { body });
      setToken(data.token);
      onCreated();
    },
  });
  const { errors } = formState;
  if (token !== null) return <NewKey token={token} onClose={onClose} />;
  return (
    <FormDialog
      title="Nova chave de API"
      action="Criar chave"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        {...field('name', 'Nome', "Para reconhecê-la na lista, como 'Planilha do escritório'.")}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      <fieldset className={styles.scopes}>
        <legend>O que ela pode</legend>
        {scopesFor(profile).map((scope) => (
          <Checkbox
            key={scope}
            {...register('scopes')}
            value={scope}
            label={scopeText(scope).name}
            description={scopeText(scope).about}
          />
        ))}
        {errors.scopes && (
          <p className={styles.failure} role="alert">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <div className={styles.validity}>
        <DateField
          {...register('expiresOn', { disabled: isEndless })}
          label="Vale até"
          description="Uma semana antes, avisamos por e-mail."
          min={first}
          error={errors.expiresOn?.message}
        />
        <Checkbox
          label="Sem validade"
          checked={isEndless}
          onChange={({ currentTarget: { checked } }) => setEndless(checked)}
        />
      </div>
    </FormDialog>
  );
};
